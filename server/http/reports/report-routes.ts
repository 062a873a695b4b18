import { z } from "zod";
import { type CallName, calls } from "../../../contract/calls.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { pageOf } from "../../query/page.ts";
import type { RunReport } from "../../query/report.ts";
import { rejectFuture, rejectUnseen } from "../../reporting/reject-params.ts";
import { rolledUpState } from "../../reporting/rolled-up-state.ts";
import type { Clock } from "../../time/clock.ts";
import { isForKeys, type Routes, type ScopedHandler, unchanged } from "../route/route.ts";
import { hasTag, keptUnder, weakTag } from "./entity-tag.ts";
import { release } from "./release.ts";
import { createReportQueue } from "./report-queue.ts";
import { reports } from "./reports.ts";

interface Deps {
  connections: Connections;
  clock: Clock;
}

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
 * messages, and requests are queued fairly by organization.
 */
export function reportRoutes(routes: Routes, deps: Deps & { reportsAtOnce?: number }): Routes {
  const { clock } = deps;
  const { app } = deps.connections;
  const reportQueue = createReportQueue(deps.reportsAtOnce);
  return {
    ...routes,
    scoped: (name, handler) => {
      const { access } = calls[name];
      if (!isForKeys(name, access)) return routes.scoped(name, handler);
      const answer: typeof handler = async (call) => {
        const query = named.parse(call.query ?? {});
        rejectFuture(query, clock());
        await rejectUnseen(call.scope, query, (work) => inScope(app, call.scope, work));
        return handler(call);
      };
      routes.scoped(name, (call) => {
        if (name.endsWith("/export")) reportQueue.letPast(call.request);
        return reportQueue.take(call.request, call.scope, () => answer(call));
      });
    },
  };
}

/** Serves every report, each in one transaction in which the database shows the rows of the caller's scope only. */
export function serveReports(routes: Routes, deps: Deps): void {
  for (const { serve, cache } of reports) {
    serve((call, run) => {
      const handler = handlerOf(run, deps);
      routes.scoped(call, cache === "rolled-up" ? revalidated(call, handler, deps) : handler);
    });
  }
}

function handlerOf<N extends CallName>(run: RunReport<N>, { connections, clock }: Deps): ScopedHandler<N> {
  return ({ scope, params, query, request }) =>
    inScope(connections.app, scope, (tx) =>
      run({
        ...{ scope, tx, params, query, clock, connections },
        page: (paging, { count, rows, ...rest }) => ({ ...pageOf(request.url, paging, count, rows), ...rest }),
      }),
    );
}

/** Does not run a report whose response the caller has already, by the state of what it reads. */
function revalidated<N extends CallName>(
  call: N,
  handler: ScopedHandler<N>,
  { connections, clock }: Deps,
): ScopedHandler<N> {
  return async (made) => {
    const { scope, request, reply } = made;
    const query = named.parse(made.query ?? {});
    const state = await inScope(connections.app, scope, (tx) => rolledUpState(scope, tx, query, clock()));
    const tag = weakTag(release, call, request.url, scope.permissions, scope.organizationIds, scope.propertyIds, state);
    if (hasTag(request.headers["if-none-match"], tag)) {
      reply.headers(keptUnder(tag));
      return unchanged;
    }
    const answer = await handler(made);
    reply.headers(keptUnder(tag));
    return answer;
  };
}
