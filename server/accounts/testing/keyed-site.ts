import fastify, { type FastifyInstance } from "fastify";
import { type Connections, connect } from "../../database/connect.ts";
import { serveApiKeys } from "../../http/api-keys.ts";
import { serveAuditLog } from "../../http/audit-log.ts";
import { answerErrors } from "../../http/errors.ts";
import { serveLeakCalls } from "../../http/leaks.ts";
import { refusedWrites } from "../../http/refused-writes.ts";
import { serveReports } from "../../http/reports.ts";
import { routesOn } from "../../http/route.ts";
import { serveSession } from "../../http/session.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { openAccounts } from "../accounts.ts";
import { TEST_PASSWORD } from "./test-site.ts";

/** Sessions, keys and reports on a database of their own. */
export interface KeyedSite {
  app: FastifyInstance;
  connections: Connections;
  /** The time in milliseconds; set it to let time pass. */
  clock: { now: number };
  /** Signs in. @returns headers that come as that person */
  signedIn(email: string): Promise<{ cookie: string }>;
  close(): Promise<void>;
}

export async function openKeyedSite(): Promise<KeyedSite> {
  const database = await freshDatabase();
  const connections = connect(database.url);
  const clock = { now: Date.UTC(2026, 4, 6, 8) };
  const accounts = openAccounts({
    connections,
    clock: () => clock.now,
    baseUrl: "http://localhost:4000",
    secret: "a secret for tests, of 32 characters and more",
    mailer: { canSend: false, send: async () => {} },
    warn: () => {},
  });
  const app = fastify();
  answerErrors(app, refusedWrites(accounts));
  const routes = routesOn(app, accounts.authenticate);
  serveSession(routes, accounts);
  serveApiKeys(routes, accounts);
  serveAuditLog(routes, accounts);
  serveReports(routes, accounts);
  serveLeakCalls(routes, accounts);
  return {
    app,
    connections,
    clock,
    signedIn: async (email) => {
      const payload = { email, password: TEST_PASSWORD };
      const answer = await app.inject({ method: "POST", url: "/v1/session", payload });
      const [set] = answer.cookies;
      if (answer.statusCode !== 200 || set === undefined) throw new Error(`Signing in failed: ${answer.body}`);
      return { cookie: `${set.name}=${encodeURIComponent(set.value)}` };
    },
    close: async () => {
      await app.close();
      await connections.close();
      await database.drop();
    },
  };
}
