import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import pg from "pg";
import type { CallName } from "../../../contract/calls.ts";
import { cookieFlags, cookieValue, type SessionCookie } from "../../accounts/sessions/session-cookie.ts";
import { isHeld } from "../../database/connect.ts";
import { codeOf, isTransient } from "../../database/error-code.ts";
import { isDatabaseDown } from "../../database/is-database-down.ts";
import type { Standby } from "../../database/standby.ts";
import type { Database } from "../../database/types.ts";
import { noteLag } from "../logging/server-timing.ts";
import type { ScopedRequest } from "../route/route.ts";

/** Runs what reads a report, on the standby or on the primary; it may be run a second time. */
export type ReadReport = <T>(
  call: Pick<ScopedRequest<CallName>, "request" | "scope">,
  work: (app: Kysely<Database>) => Promise<T>,
) => Promise<T>;

/**
 * Reports are read from the standby, but from the primary when that lags or fails, and for whoever changed something less
 * than its limit ago.
 */
export function reportReader(primary: Kysely<Database>, standby: Standby | null): ReadReport {
  if (standby === null) return (_call, work) => work(primary);
  return async ({ request, scope }, work) => {
    // A file is read in one transaction of the primary, which may last for minutes: a standby would stop for it, or end it.
    if (isHeld(scope)) return work(primary);
    const now = hasChanged(request) ? "changed" : standby.current();
    if (typeof now === "string") {
      standby.count(now);
      return work(primary);
    }
    try {
      const result = await work(now.app);
      standby.count("standby");
      noteLag(request, now.lagMs);
      return result;
    } catch (error) {
      if (!(error instanceof Error) || !isOfDatabase(error) || codeOf(error) === STATEMENT_TIMEOUT) throw error;
      // A standby also ends statements that are in the way of its replay.
      if (isDatabaseDown(error) && !isTransient(error)) standby.broke(error);
      standby.count("failed");
      return work(primary);
    }
  };
}

const STATEMENT_TIMEOUT = "57014";

function isOfDatabase(error: Error): boolean {
  return error instanceof pg.DatabaseError || isDatabaseDown(error) || error.message === "Query read timeout";
}

const CHANGED = "dripline_changed";
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Marks the browser of whoever changed something for as long as the standby may lack it. The mark works with any number
 * of servers, and it is of no use to anybody else: without it reports are only less current.
 */
export function markChanges({ maxLagSeconds }: Standby, session: SessionCookie) {
  return {
    watch: (app: FastifyInstance): void => {
      // Of the second more the standby's positions are apart.
      const mark = `${CHANGED}=1; Max-Age=${maxLagSeconds + 1}; ${cookieFlags(session)}`;
      app.addHook("onSend", async (request, reply) => {
        if (READS.has(request.method) || reply.statusCode >= 400) return;
        if (cookieValue(request.headers.cookie ?? "", session.name) !== null) reply.header("set-cookie", mark);
      });
    },
  };
}

function hasChanged({ headers }: FastifyRequest): boolean {
  return cookieValue(headers.cookie ?? "", CHANGED) !== null;
}
