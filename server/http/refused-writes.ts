import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { type Refusal, recordRefusal } from "../accounts/refusals.ts";
import type { RequestScope } from "../accounts/scope.ts";
import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import type { ProblemError } from "../problem.ts";
import { callOf } from "./route.ts";

/** What of a refused write must go on record; told once for each, when nothing is left of it. */
export type OnRefused = (request: FastifyRequest, problem: ProblemError) => Promise<void>;

const refusals: ReadonlySet<number> = new Set([401, 403, 404, 409, 422]);
/** These put on record themselves what they refuse, signed in or not. */
const signingIn = /^\w+ \/v1\/session\b/;
const writes: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Puts the refused writes of signed-in people on record, wherever on the way they were refused: by their origin, their
 * access, their form or what they aim at. Who asks is found out anew, for a request can be refused before that is known.
 */
export function refusedWrites(deps: {
  connections: Connections;
  clock: Clock;
  authenticate: (request: { headers: IncomingHttpHeaders }) => Promise<RequestScope | null>;
}): OnRefused {
  return async (request, problem) => {
    if (!writes.has(request.method) || !refusals.has(problem.status)) return;
    const call = callOf(request);
    if (call === null || signingIn.test(call)) return;
    // An organization that is not theirs is what they may have been refused for.
    const { "x-current-organization-id": _organization, ...headers } = request.headers;
    try {
      const scope = (await ownScope(request.headers)) ?? (await deps.authenticate({ headers }));
      const refusal: Refusal = { call, status: problem.status, code: problem.code };
      if (scope !== null) await recordRefusal(deps, scope, request, refusal);
    } catch (error) {
      // The refusal itself stands, and is told.
      request.log.error({ err: error }, "A refused write was not put on record");
    }
  };

  /** As the request asks for, in the organization that it names; null where that is not theirs. */
  async function ownScope(headers: IncomingHttpHeaders): Promise<RequestScope | null> {
    if (headers["x-current-organization-id"] === undefined) return null;
    return deps.authenticate({ headers }).catch(() => null);
  }
}
