import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallName, calls } from "../../contract/calls.ts";
import { type Connections, connect } from "../database/connect.ts";
import { buildApp } from "../http/app.ts";
import { serveAreas } from "../http/areas.ts";
import { rejectedWrites } from "../http/throttle/rejected-writes.ts";
import type { SmsSettings } from "../outgoing/sms-settings.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { openUploadFolder, type UploadFolder } from "../uploads/upload-folder.ts";
import { freshDatabase } from "./fresh-database.ts";
import { outgoing } from "./outgoing.ts";

export interface ScopedApp {
  connections: Connections;
  clock: { now: number };
  /** Where uploaded files lie; each may have a million bytes. */
  uploads: UploadFolder;
  /** Listens, for what only shows over a socket. @returns its URL; calls are made as the user of the last request */
  listen(): Promise<string>;
  /** Makes a request as a user who may see these properties; by default an organization admin, both permissions. */
  ask(
    who: Partial<RequestScope>,
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Record<string, string>; text: string; bytes: Buffer; json: () => unknown }>;
  close(): Promise<void>;
}

/**
 * Everything about readings over a fresh database, without sessions, at an instant that only the test moves.
 * @param sms the provider of text messages
 */
export async function scopedApp(now: string, sms: SmsSettings | null = null): Promise<ScopedApp> {
  const database = await freshDatabase();
  const connections = connect(database.url);
  const folder = await mkdtemp(join(tmpdir(), "dripline-uploads-"));
  const uploads = await openUploadFolder(folder, 1);
  const clock = { now: Date.parse(now) };
  let currentScope: RequestScope | null = null;
  const app = buildApp({
    logLevel: "error",
    authenticate: async () => currentScope,
    onRejected: rejectedWrites({ connections, clock: () => clock.now, authenticate: async () => currentScope }),
    routes: (routes) => {
      serveAreas(routes, {
        connections,
        clock: () => clock.now,
        baseUrl: "https://dripline.example",
        uploads,
        outgoing: { ...outgoing, sms },
      });
      // Health and sessions are not tried here.
      for (const name of Object.keys(calls)) if (isCallName(name)) routes.served.add(name);
    },
  });
  await app.ready();
  return {
    connections,
    clock,
    uploads,
    listen: () => app.listen({ host: "127.0.0.1", port: 0 }),
    ask: async (who, method, path, body, headers = {}) => {
      currentScope = { ...somebody, ...who };
      const sent = body === undefined ? {} : { payload: body };
      const answer = await app.inject({ method, url: path, headers, ...sent });
      const named = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      const { statusCode: status, body: text, rawPayload: bytes } = answer;
      return { status, headers: named, text, bytes, json: () => answer.json<unknown>() };
    },
    close: async () => {
      await app.close();
      await connections.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const somebody: RequestScope = {
  userId: 1,
  email: "somebody@example.com",
  isStaff: false,
  role: "organization admin",
  permissions: ["reporting.view_property_data_report", "reporting.view_asset_data_report"],
  currentOrganizationId: null,
  organizationIds: [],
  propertyIds: [],
};

function isCallName(name: string): name is CallName {
  return name in calls;
}
