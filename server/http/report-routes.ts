import { z } from "zod";
import { type CallName, calls } from "../../contract/calls.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { refuseFuture } from "../reporting/refuse-future.ts";
import { refuseUnseen } from "../reporting/refuse-unseen.ts";
import { rolledUpState } from "../reporting/rolled-up-state.ts";
import type { Clock } from "../time/clock.ts";
import { hasTag, keptUnder, weakTag } from "./entity-tag.ts";
import { release } from "./release.ts";
import { createReportQueue } from "./report-queue.ts";
import { isForKeys, type Routes, unchanged } from "./route.ts";

const reporting = "GET /v1/reporting";
const insights = `${reporting}/portfolio-insights` as const;
const details = `${reporting}/leak-report/leak-details/meters/{meter}` as const;

/**
 * Reports of volumes, leaks, prices and places by local days, and of nothing else: whether a response is still current
 * is determined without running them. One that reads anything else (devices, occupancy, notes on repairs or prices,
 * preferences, the time of day) must not be listed here: its tag is a hash of its text.
 */
const byState: ReadonlySet<CallName> = new Set<CallName>([
  `${reporting}/overview`,
  `${reporting}/my-properties/`,
  `${reporting}/top-leak-volume/properties`,
  `${reporting}/top-leak-volume/units`,
  `${reporting}/top-leak-volume/properties/{id}/units`,
  `${reporting}/top-leak-volume/meters/day`,
  `${reporting}/top-meters`,
  `${reporting}/leak-report/leak-overview`,
  `${reporting}/leak-report/leak-overview/filters`,
  `${reporting}/leak-report/properties/{id}/overview`,
  `${reporting}/leak-report/properties/{id}/heat-map`,
  `${reporting}/leak-report/gallons-dynamics`,
  `${reporting}/leak-report/leak-volume-percentage`,
  `${details}/overview`,
  `${details}/flow/day`,
  `${details}/consumption/day`,
  `${insights}/overview`,
  `${insights}/costs`,
  `${insights}/water-usage-efficiency`,
  `${insights}/portfolio-performance`,
  `${insights}/performance-ranking/watchlist`,
  `${insights}/performance-ranking/toplist`,
  `${insights}/properties/overview`,
  `${insights}/properties/map`,
  `${insights}/properties/performance`,
  `${insights}/properties/performance/filters`,
  `${insights}/finances/costs`,
  `${insights}/finances/leak-type-costs`,
  `${insights}/finances/leak-overview`,
]);

const numbers = z.preprocess((value) => (typeof value === "number" ? [value] : value), z.array(z.number()).optional());
const day = z.string().optional();

/** The parts of a query that are validated here for every call. */
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
 * Routes on which everything that needs a reporting permission rejects the same invalid requests with the same
 * messages, requests are queued fairly by organization, and reports that the client has already are not recalculated.
 */
export function reportRoutes(
  routes: Routes,
  deps: { connections: Connections; clock: Clock; reportsAtOnce?: number },
): Routes {
  const { clock } = deps;
  const { app } = deps.connections;
  const reportQueue = createReportQueue(deps.reportsAtOnce);
  return {
    ...routes,
    scoped: (name, handler) => {
      const { access } = calls[name];
      if (!isForKeys(name, access)) return routes.scoped(name, handler);
      const answer: typeof handler = async (call) => {
        const { scope, request, reply } = call;
        const query = named.parse(call.query ?? {});
        refuseFuture(query, clock());
        await refuseUnseen(scope, query, (work) => inScope(app, scope, work));
        if (!byState.has(name)) return handler(call);
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
        const made = await handler(call);
        reply.headers(keptUnder(tag));
        return made;
      };
      routes.scoped(name, (call) => {
        if (name.endsWith("/export")) reportQueue.letPast(call.request);
        return reportQueue.take(call.request, call.scope, () => answer(call));
      });
    },
  };
}
