import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { type CallName, calls } from "../../contract/calls.ts";
import { openAccounts } from "../../server/accounts/accounts.ts";
import { signedCookie } from "../../server/accounts/sessions/session-cookie.ts";
import { type Connections, connect } from "../../server/database/connect.ts";
import { serveSession } from "../../server/http/accounts/session.ts";
import { buildApp } from "../../server/http/app.ts";
import { serveAreas } from "../../server/http/areas.ts";
import { openMailer } from "../../server/mail/mailer.ts";
import { outgoing } from "../../server/testing/outgoing.ts";
import { openUploadFolder } from "../../server/uploads/upload-folder.ts";
import { openProcessorTime, type ProcessorTime } from "./processor-time.ts";

/** What the product serves over one database, without any work of its own beside the requests. */
export interface Site {
  /** Asks as somebody with a session. @returns the text of the answer, null where they may not ask */
  get(token: string, url: string): Promise<string | null>;
  processorTime: ProcessorTime;
  close(): Promise<void>;
}

/** @param now the instant at which its clock stands @param connections what it works with, and closes in the end */
export async function openSite(
  databaseUrl: string,
  now: number,
  connections: Connections = connect(databaseUrl),
): Promise<Site> {
  const clock = () => now;
  const accounts = openAccounts({
    connections,
    clock,
    baseUrl: "http://localhost",
    secret: "a secret of a bench, of 32 characters and more",
    mailer: openMailer(null, tmpdir(), clock),
    warn: () => {},
  });
  const uploads = await openUploadFolder(tmpdir(), 1);
  const app: FastifyInstance = buildApp({
    logLevel: "silent",
    authenticate: accounts.authenticate,
    onRejected: async () => {},
    routes: (routes) => {
      serveSession(routes, accounts);
      serveAreas(routes, { connections, clock, baseUrl: "http://localhost", uploads, outgoing });
      // Nobody manages accounts here.
      for (const name of Object.keys(calls)) if (isCallName(name)) routes.served.add(name);
    },
  });
  await app.ready();
  const processorTime = await openProcessorTime(databaseUrl);
  return {
    get: async (token, url) => {
      const headers = { cookie: signedCookie(accounts.cookie, token, 0).replace(/;.*/, "") };
      const answer = await app.inject({ method: "GET", url, headers });
      if (answer.statusCode === 403) return null;
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
      return answer.body;
    },
    processorTime,
    close: async () => {
      await processorTime.close();
      await app.close();
      await connections.close();
    },
  };
}

function isCallName(name: string): name is CallName {
  return name in calls;
}
