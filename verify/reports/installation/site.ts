import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallName, calls } from "../../../contract/calls.ts";
import { type Connections, connect } from "../../../server/database/connect.ts";
import { buildApp } from "../../../server/http/app.ts";
import { serveAreas } from "../../../server/http/areas.ts";
import type { RequestScope } from "../../../server/query/request-scope.ts";
import { outgoing } from "../../../server/testing/outgoing.ts";
import { openUploadFolder } from "../../../server/uploads/upload-folder.ts";

/** What the product serves over one database, at an instant that stands still until it is set. */
export interface Site {
  connections: Connections;
  /** Milliseconds since the epoch. */
  clock: { now: number };
  /** Asks as somebody who may see what the scope says. */
  ask(scope: RequestScope, request: Request): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

export interface Request {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers?: Record<string, string>;
  body?: object;
}

export async function openSite(databaseUrl: string, now: number): Promise<Site> {
  const connections = connect(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), "dripline-reports-"));
  const uploads = await openUploadFolder(folder, 1);
  const clock = { now };
  let currentScope: RequestScope | null = null;
  const app = buildApp({
    logLevel: "silent",
    authenticate: async () => currentScope,
    onRejected: async () => {},
    routes: (routes) => {
      serveAreas(routes, {
        connections,
        clock: () => clock.now,
        baseUrl: "https://dripline.example",
        uploads,
        outgoing,
      });
      // Only what areas serve is requested.
      for (const name of Object.keys(calls)) if (isCallName(name)) routes.served.add(name);
    },
  });
  await app.ready();
  return {
    connections,
    clock,
    ask: async (scope, { method, url, headers = {}, body }) => {
      currentScope = scope;
      const answer = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
      return { status: answer.statusCode, text: answer.body };
    },
    close: async () => {
      await app.close();
      await connections.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Somebody with both permissions who sees these properties and their organizations. */
export function whoSees(
  propertyIds: number[],
  organizationIds: number[],
  role: RequestScope["role"] = "organization admin",
): RequestScope {
  return {
    userId: 1,
    email: "asker@example.com",
    isStaff: role === "IONAdmin",
    role,
    permissions: ["reporting.view_property_data_report", "reporting.view_asset_data_report"],
    currentOrganizationId: null,
    organizationIds,
    propertyIds,
  };
}

function isCallName(name: string): name is CallName {
  return name in calls;
}
