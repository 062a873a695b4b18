import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { markRepaired } from "../../leaks-api/mark-repaired.ts";
import { undoRepairMark } from "../../leaks-api/undo-repair-mark.ts";
import { signalRefreshed } from "../../metering/signal.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";
import { serveRuleSettings } from "./rule-settings.ts";

/** Serves the repairs of leaks and the thresholds of their rules. */
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
}
