import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { namedRequest } from "../../ingest/batch/idempotency-key.ts";
import { addCaseEvent, undoCaseEvent } from "../../leaks-api/cases/add-event.ts";
import { caseAssignees } from "../../leaks-api/cases/assignees.ts";
import { caseClocks, changeCaseClock } from "../../leaks-api/cases/case-clocks.ts";
import { bySender } from "../../leaks-api/cases/store-event.ts";
import { markRepaired } from "../../leaks-api/mark-repaired.ts";
import { undoRepairMark } from "../../leaks-api/undo-repair-mark.ts";
import { signalChange, signalRefreshed } from "../../metering/signal.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";
import { serveCasePhotos } from "./case-photos.ts";
import { serveRuleSettings } from "./rule-settings.ts";

/** Serves what people report about leaks, and the thresholds of their rules. */
export function serveLeakCalls(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  routes.scoped("POST /v1/leaks/repaired", async ({ scope, body, request }) => {
    const who = actorOf(scope, request, clock);
    const repair = await inScope(app, scope, (tx) => markRepaired(scope, tx, who, body, clock));
    signalRefreshed(repair.leak.property_id);
    return repair;
  });
  routes.scoped("DELETE /v1/leaks/repaired/{id}", async ({ scope, params, request }) => {
    const who = actorOf(scope, request, clock);
    const repair = await inScope(app, scope, (tx) => undoRepairMark(scope, tx, who, params.id, clock));
    if (repair.leak !== null) signalRefreshed(repair.leak.property_id);
    return repair;
  });
  serveRuleSettings(routes, deps);
  serveCasePhotos(routes, deps);
  routes.scoped("GET /v1/case-clocks", ({ scope, query }) =>
    inScope(app, scope, (tx) => caseClocks(scope, tx, query.organization_id)),
  );
  routes.scoped("PUT /v1/case-clocks", ({ scope, body, request }) =>
    inScope(app, scope, (tx) => changeCaseClock(scope, tx, actorOf(scope, request, clock), body)),
  );
  routes.scoped("GET /v1/cases/{id}/assignees", ({ scope, params }) =>
    inScope(app, scope, (tx) => caseAssignees(deps.connections, scope, tx, params.id)),
  );
  routes.scoped("POST /v1/cases/{id}/events", async ({ scope, params, body, request }) => {
    const who = actorOf(scope, request, clock);
    const reported = { id: params.id, event: body };
    const named = namedRequest(request.headers["idempotency-key"], reported);
    const changed = await inScope(app, scope, (tx) =>
      addCaseEvent(deps.connections, scope, tx, who, { ...reported, named: named && bySender(who, named) }, clock),
    );
    signalCaseEvent(changed.property_id);
    return changed;
  });
  routes.scoped("DELETE /v1/cases/{id}/events/{event_id}", async ({ scope, params, request }) => {
    const who = actorOf(scope, request, clock);
    const event = { id: params.id, eventId: params.event_id };
    const changed = await inScope(app, scope, (tx) => undoCaseEvent(scope, tx, who, event, clock));
    signalCaseEvent(changed.property_id);
    return changed;
  });
}

/** Alerts follow a case; its meter may have been tagged, so that its leaks are recalculated. */
function signalCaseEvent(propertyId: number): void {
  signalChange(propertyId);
  signalRefreshed(propertyId);
}
