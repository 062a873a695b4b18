import { z } from "zod";
import { type CallName, calls } from "../../contract/calls.ts";
import type { Clock } from "../clock.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { refuseFuture } from "../reporting/refuse-future.ts";
import { refuseUnseen } from "../reporting/refuse-unseen.ts";
import { rolledUpState } from "../reporting/rolled-up-state.ts";
import { hasTag, keptUnder, weakTag } from "./entity-tag.ts";
import { release } from "./release.ts";
import { isForKeys, type Routes, unchanged } from "./route.ts";

const details = "GET /v1/reporting/leak-report/leak-details/meters/{meter}";

/**
 * Reports that tell of volumes, leaks, prices and places by local days, and of nothing else: whether an answer still holds
 * is found out without running them. One that reads anything else (devices, occupancy, words about repairs, preferences,
 * the time of day) must not stand here: its tag is made from its text.
 */
const byState: ReadonlySet<CallName> = new Set([
  "GET /v1/reporting/overview",
  "GET /v1/reporting/my-properties/",
  "GET /v1/reporting/portfolio-insights/properties/performance",
  "GET /v1/reporting/leak-report/leak-overview",
  "GET /v1/reporting/leak-report/leak-overview/filters",
  "GET /v1/reporting/leak-report/properties/{id}/overview",
  `${details}/overview`,
  `${details}/flow/day`,
  `${details}/consumption/day`,
]);

const numbers = z.preprocess((value) => (typeof value === "number" ? [value] : value), z.array(z.number()).optional());
const day = z.string().optional();

/** What of a query is judged here, whatever call it is of. */
const named = z.object({
  organization_id: numbers,
  property_id: numbers,
  building_id: numbers,
  unit_id: numbers,
  start_date: day,
  end_date: day,
  date: day,
});

/**
 * The routes, on which everything that is read with a reporting permission refuses the same bad questions in the same
 * words, and reports are not made again for who has them.
 */
export function reportRoutes(routes: Routes, deps: { connections: Connections; clock: Clock }): Routes {
  const { clock } = deps;
  const { app } = deps.connections;
  return {
    ...routes,
    scoped: (name, handler) => {
      const { access } = calls[name];
      if (!isForKeys(name, access)) return routes.scoped(name, handler);
      routes.scoped(name, async (asked) => {
        const { scope, request, reply } = asked;
        const query = named.parse(asked.query ?? {});
        refuseFuture(query, clock());
        await refuseUnseen(scope, query, (work) => inScope(app, scope, work));
        if (!byState.has(name)) return handler(asked);
        const state = await inScope(app, scope, (tx) => rolledUpState(scope, tx, query, clock()));
        const tag = weakTag(
          release,
          name,
          request.url,
          scope.permissions,
          scope.organizationIds,
          scope.propertyIds,
          state,
        );
        if (hasTag(request.headers["if-none-match"], tag)) {
          reply.headers(keptUnder(tag));
          return unchanged;
        }
        const answer = await handler(asked);
        reply.headers(keptUnder(tag));
        return answer;
      });
    },
  };
}
