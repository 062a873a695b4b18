import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { type CallName, calls } from "../../../contract/calls.ts";
import { typedEmail } from "../../accounts/sessions/session-record.ts";
import { type Actor, actorOf } from "../../audit/audit.ts";
import { recordRejection } from "../../audit/rejected-writes.ts";
import type { Connections } from "../../database/connect.ts";
import type { ProblemError } from "../../problem/problem.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import { callOf } from "../route/route.ts";
import { HeldBack } from "./hold-back.ts";

/** Logs a rejected write in the audit log where it must; called once for each, after its rollback. */
export type OnRejected = (request: FastifyRequest, problem: ProblemError) => Promise<void>;

/** All but 405 and 429: nothing is served there, and throttled requests would fill the audit log. */
const rejections: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 413, 415, 422]);
/** These log their own rejections, signed in or not. */
const signingIn = /^\w+ \/v1\/(session|single-sign-on)\b/;
const writes: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Logs rejected writes of signed-in people in the audit log, wherever they were rejected: by origin, access, form or
 * target. Authenticates again, because a request can be rejected before its user is known. Of throttled attempts the
 * first is logged, whoever made it: those after it would fill the log.
 */
export function rejectedWrites(deps: {
  connections: Connections;
  clock: Clock;
  authenticate: (request: { headers: IncomingHttpHeaders }) => Promise<RequestScope | null>;
}): OnRejected {
  return async (request, problem) => {
    const held = problem instanceof HeldBack ? problem : null;
    const isRecorded = held === null ? rejections.has(problem.status) : held.isFirst;
    if (!writes.has(request.method) || !isRecorded) return;
    const call = callOf(request);
    if (call === null || (held === null && signingIn.test(call))) return;
    try {
      const requester = await identifyRequester(request, call, held);
      if (requester === null) return;
      const { status, code } = problem;
      await recordRejection(deps.connections, requester.who, {
        call,
        status,
        code,
        organizationId: requester.organizationId,
      });
    } catch (error) {
      // The response still reports the rejection itself.
      request.log.error({ err: error }, "A rejected write could not be logged in the audit log");
    }
  };

  /** null: not authenticated. */
  async function identifyRequester(
    request: FastifyRequest,
    call: CallName,
    held: HeldBack | null,
  ): Promise<{ who: Actor; organizationId: number | null } | null> {
    // Whoever is signed in here attempted another account: the account under attack is the one to log.
    if (held !== null && calls[call].access === "public") {
      const who = { userId: null, email: typedEmail(held.account), requestId: request.id, at: deps.clock() };
      return { who, organizationId: null };
    }
    // An organization that is not theirs may be the reason for the rejection.
    const { "x-current-organization-id": _organization, ...headers } = request.headers;
    const scope = (await ownScope(request.headers)) ?? (await deps.authenticate({ headers }));
    if (scope === null) return null;
    return { who: actorOf(scope, request, deps.clock), organizationId: scope.currentOrganizationId };
  }

  /** The scope of a request in the organization that it names; null where that is not theirs. */
  async function ownScope(headers: IncomingHttpHeaders): Promise<RequestScope | null> {
    if (headers["x-current-organization-id"] === undefined) return null;
    return deps.authenticate({ headers }).catch(() => null);
  }
}
