import { type Connections, inScope } from "../database/connect.ts";
import { propertySetup } from "../inventory/property-setup.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

/** Serves the progress of a property's setup, up to its first leak, to administrators. */
export function servePropertySetup(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  routes.scoped("GET /v1/admin/properties/{id}/setup", ({ scope, params }) =>
    inScope(deps.connections.app, scope, (tx) => propertySetup(scope, tx, params.id, deps.clock())),
  );
}
