import fastify, { type FastifyInstance } from "fastify";
import { type Connections, connect } from "../../database/connect.ts";
import { serveAccounts } from "../../http/accounts/accounts.ts";
import { serveApiKeys } from "../../http/accounts/api-keys.ts";
import { serveAuditLog } from "../../http/accounts/audit-log.ts";
import { acceptJson } from "../../http/body/json-body.ts";
import { answerErrors } from "../../http/errors.ts";
import { serveWebhooks } from "../../http/notifications/webhooks.ts";
import { READINGS_PATH } from "../../http/readings/ingest.ts";
import { serveLeakCalls } from "../../http/reports/leaks.ts";
import { reportRoutes, serveReports } from "../../http/reports/report-routes.ts";
import { routesOn } from "../../http/route/route.ts";
import { secureAnswers } from "../../http/security.ts";
import { fromOwnPage } from "../../http/testing/own-page.ts";
import { rejectedWrites } from "../../http/throttle/rejected-writes.ts";
import type { Mail } from "../../mail/mailer.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { outgoing } from "../../testing/outgoing.ts";
import { type AccountsOptions, openAccounts } from "../accounts.ts";
import { deliverMails } from "../mails/deliver-mails.ts";

/** The calls about sessions, accounts, keys, the record and what keys read, on a database of their own. */
export interface TestSite {
  app: FastifyInstance;
  connections: Connections;
  warnings: string[];
  /** The mails that were sent. */
  mails: Mail[];
  /** Whether there is a mail server, and whether it accepts mails. */
  mailServer: { canSend: boolean; isBroken: boolean };
  /** Resolves when no background work is left, and due mails were attempted. */
  settled(): Promise<void>;
  /** The time in milliseconds; set it to let time pass. */
  clock: { now: number };
  /** Signs in and gives the Cookie header to send; fails unless it works. */
  signedIn(email: string): Promise<string>;
  /** What the session of a Cookie header may see; null without one. */
  scope(cookie: string, organizationId?: number): Promise<RequestScope | null>;
  /** From here on the database cannot be reached. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

export const TEST_PASSWORD = "Quiet-Valves-7!";

/** Opens them for people who come by `baseUrl`, on an empty database. */
export async function openTestSite(
  baseUrl = "http://localhost:4000",
  settings: Pick<AccountsOptions, "staffNeedSecondFactor" | "sessionLife" | "singleSignOn"> = {},
): Promise<TestSite> {
  const database = await freshDatabase();
  const connections = connect(database.url);
  const clock = { now: Date.UTC(2026, 4, 6, 8) };
  const warnings: string[] = [];
  const mails: Mail[] = [];
  const mailServer = { canSend: true, isBroken: false };
  const accounts = openAccounts({
    connections,
    clock: () => clock.now,
    baseUrl,
    secret: "a secret for tests, of 32 characters and more",
    mailer: {
      get canSend() {
        return mailServer.canSend;
      },
      send: async (mail) => {
        if (mailServer.isBroken) throw new Error("550 no such mailbox");
        mails.push(mail);
      },
      close: () => {},
    },
    ...settings,
    warn: (text) => warnings.push(text),
  });
  let connected = true;
  const loseDatabase = async () => {
    if (connected) await connections.close();
    connected = false;
  };
  const app = fastify();
  acceptJson(app, READINGS_PATH);
  answerErrors(app, rejectedWrites(accounts));
  app.addHook("onRequest", async ({ raw }) => {
    raw.headers = fromOwnPage(raw.headers);
  });
  secureAnswers(app, baseUrl);
  const routes = routesOn(app, accounts.authenticate);
  serveAccounts(routes, accounts);
  serveAuditLog(routes, accounts);
  serveApiKeys(routes, accounts);
  serveWebhooks(routes, { ...accounts, outgoing });
  const reports = reportRoutes(routes, accounts);
  serveReports(reports, accounts);
  serveLeakCalls(reports, accounts);
  return {
    app,
    connections,
    warnings,
    mails,
    mailServer,
    settled: async () => {
      await accounts.afterAnswer.finished();
      await deliverMails(accounts);
    },
    clock,
    signedIn: async (email) => {
      const answer = await app.inject({
        method: "POST",
        url: "/v1/session",
        payload: { email, password: TEST_PASSWORD },
      });
      const [set] = answer.cookies;
      if (answer.statusCode !== 200 || set === undefined) throw new Error(`Signing in failed: ${answer.body}`);
      return `${set.name}=${encodeURIComponent(set.value)}`;
    },
    scope: (cookie, organizationId) =>
      accounts.authenticate({
        headers: {
          cookie,
          ...(organizationId === undefined ? {} : { "x-current-organization-id": String(organizationId) }),
        },
      }),
    loseDatabase,
    close: async () => {
      await app.close();
      await loseDatabase();
      await database.drop();
    },
  };
}
