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

/** Runs a report on the standby or the primary; `work` may run twice. */
export type ReadReport = <T>(
  call: Pick<ScopedRequest<CallName>, "request" | "scope">,
  work: (app: Kysely<Database>) => Promise<T>,
) => Promise<T>;

/**
 * Reads reports from the standby, or from the primary if the standby lags or fails, or if the caller changed something
 * within the maximum lag.
 */
export function reportReader(primary: Kysely<Database>, standby: Standby | null): ReadReport {
  if (standby === null) return (_call, work) => work(primary);
  return async ({ request, scope }, work) => {
    // An export reads for minutes in one transaction of the primary; a standby would pause replay or cancel it.
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
      if (!(error instanceof Error) || !isOfDatabase(error) || codeOf(error) === QUERY_CANCELED) throw error;
      // Also covers queries cancelled by replay conflicts.
      if (isDatabaseDown(error) && !isTransient(error)) standby.markUnusable(error);
      standby.count("failed");
      return work(primary);
    }
  };
}

const QUERY_CANCELED = "57014";

function isOfDatabase(error: Error): boolean {
  return error instanceof pg.DatabaseError || isDatabaseDown(error) || error.message === "Query read timeout";
}

const CHANGED = "dripline_changed";
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Sets a cookie after each change, for as long as the standby may not have it. It needs no state shared between servers. A
 * forged cookie only sends reports to the primary.
 */
export function markChanges({ maxLagSeconds }: Standby, session: SessionCookie) {
  return {
    watch: (app: FastifyInstance): void => {
      // One second more, the interval between lag checks.
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
