import { z } from "zod";
import { type CallName, calls } from "../../../contract/calls.ts";
import { type Connections, inScope, inSnapshot, type Transactional } from "../../database/connect.ts";
import type { Standby } from "../../database/standby.ts";
import { pageOf } from "../../query/page.ts";
import type { RunReport } from "../../query/report.ts";
import { rejectFuture, rejectUnseen } from "../../reporting/reject-params.ts";
import { rolledUpState } from "../../reporting/rolled-up-state.ts";
import type { Clock } from "../../time/clock.ts";
import { isForKeys, type Routes, type ScopedHandler, type ScopedRequest, unchanged } from "../route/route.ts";
import { hasTag, keptUnder, weakTag } from "./entity-tag.ts";
import { reportReader } from "./read-reports.ts";
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

/**
 * Serves every report, each in one transaction in which the database shows the rows of the caller's scope only, as they
 * were at one instant.
 */
export function serveReports(routes: Routes, deps: Deps & { standby?: Standby | null }): void {
  const read = reportReader(deps.connections.app, deps.standby ?? null);
  for (const { serve, cache } of reports) {
    serve((call, run) => {
      const answer = answerOf(run, deps);
      const work = cache === "rolled-up" ? revalidated(call, answer, deps) : answer;
      routes.scoped(call, (made) => read(made, (app) => inSnapshot(app, made.scope, (tx) => work(made, tx))));
    });
  }
}

type Work<N extends CallName> = (made: ScopedRequest<N>, tx: Transactional) => ReturnType<ScopedHandler<N>>;

function answerOf<N extends CallName>(run: RunReport<N>, { connections, clock }: Deps): Work<N> {
  return ({ scope, params, query, request }, tx) =>
    run({
      ...{ scope, tx, params, query, clock, connections },
      page: (paging, { count, rows, ...rest }) => ({ ...pageOf(request.url, paging, count, rows), ...rest }),
    });
}

/** Does not run a report whose response the caller has already, by the state of what it would read. */
function revalidated<N extends CallName>(call: N, answer: Work<N>, { clock }: Deps): Work<N> {
  return async (made, tx) => {
    const { scope, request, reply } = made;
    const query = named.parse(made.query ?? {});
    const state = await rolledUpState(scope, tx, query, clock());
    const tag = weakTag(release, call, request.url, scope.permissions, scope.organizationIds, scope.propertyIds, state);
    const result = hasTag(request.headers["if-none-match"], tag) ? unchanged : await answer(made, tx);
    reply.headers(keptUnder(tag));
    return result;
  };
}
