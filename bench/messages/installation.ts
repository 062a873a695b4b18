import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { type CallName, calls } from "../../contract/calls.ts";
import { updateAlerts } from "../../server/alerts/update-alerts.ts";
import { type Connections, connect } from "../../server/database/connect.ts";
import { migrate } from "../../server/database/migrate.ts";
import { IdRow, queryRows } from "../../server/database/query-rows.ts";
import { buildApp } from "../../server/http/app.ts";
import { serveAreas } from "../../server/http/areas.ts";
import type { Mail } from "../../server/mail/mailer.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { deliverMessages } from "../../server/notifications/deliver.ts";
import { dispatchOutbox } from "../../server/notifications/dispatch.ts";
import type { DeliveryDeps } from "../../server/notifications/messages/due-message.ts";
import type { RequestScope } from "../../server/query/request-scope.ts";
import { outgoing } from "../../server/testing/outgoing.ts";
import { openUploadFolder } from "../../server/uploads/upload-folder.ts";
import { createHastyDatabase } from "../run/private-database.ts";

/** A mail as it was handed to the mail server. */
export interface SentMail extends Mail {
  messageId: string;
  at: number;
}

/** The product over a database of its own whose clock is moved from here, and whose mails end up in a list. */
export interface Installation {
  connections: Connections;
  clock: { now: number };
  sent: SentMail[];
  /** What delivery works with. */
  deps: DeliveryDeps;
  /** Posts readings as a gateway. @throws Error when they are not taken */
  ingest(token: string, readings: readonly object[]): Promise<void>;
  /** Makes a call as somebody. @throws Error when it fails */
  ask(who: Partial<RequestScope>, method: "GET" | "POST", path: string, body?: object): Promise<unknown>;
  /** Finds leaks and raises alerts in what came in. */
  refresh(): Promise<void>;
  /** Makes messages and delivers those that are due. */
  notify(): Promise<void>;
  close(): Promise<void>;
}

export async function openInstallation(postgresUrl: string, name: string, now: number): Promise<Installation> {
  const url = await createHastyDatabase(postgresUrl, name);
  await migrate(url);
  const connections = connect(url);
  const clock = { now };
  const sent: SentMail[] = [];
  let caller: RequestScope | null = null;
  const uploads = await openUploadFolder(tmpdir(), 1);
  const baseUrl = "https://water.example.com";
  const app: FastifyInstance = buildApp({
    logLevel: "silent",
    authenticate: async () => caller,
    onRejected: async () => {},
    routes: (routes) => {
      serveAreas(routes, { connections, clock: () => clock.now, baseUrl, uploads, outgoing });
      // Nobody signs in here.
      for (const call of Object.keys(calls)) if (isCallName(call)) routes.served.add(call);
    },
  });
  await app.ready();
  const request = async (method: "GET" | "POST", path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
    if (answer.statusCode >= 300) throw new Error(`${path} was answered with ${answer.statusCode}: ${answer.body}`);
    return answer.json<unknown>();
  };
  const deps: DeliveryDeps = {
    connections,
    clock: () => clock.now,
    baseUrl,
    secret: "a secret of a bench, of 32 characters and more",
    mailer: {
      canSend: true,
      close: () => {},
      send: async (mail, messageId) => {
        sent.push({ ...mail, messageId, at: clock.now });
      },
    },
    post: outgoing.post,
    sms: null,
    warn: () => {},
  };
  return {
    connections,
    clock,
    sent,
    deps,
    ingest: async (token, readings) => {
      await request("POST", "/v1/ingest/readings", readings.slice(), { authorization: `Bearer ${token}` });
    },
    ask: (who, method, path, body) => {
      caller = { ...somebody, ...who };
      return request(method, path, body);
    },
    refresh: async () => {
      await refreshAll(connections, () => clock.now);
      const properties = await queryRows(connections.worker, IdRow)`select id from properties order by id`;
      for (const { id } of properties) await updateAlerts(connections, id, () => clock.now);
    },
    notify: async () => {
      await dispatchOutbox(deps);
      await deliverMessages(deps);
    },
    close: async () => {
      await app.close();
      await connections.close();
    },
  };
}

const somebody: RequestScope = {
  userId: 1,
  email: "manager@example.com",
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
