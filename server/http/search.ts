import { type Connections, inScope } from "../database/connect.ts";
import { search } from "../search/search.ts";
import type { Routes } from "./route.ts";

/** Serves the search by a name or a serial number. */
export function serveSearch(routes: Routes, { connections }: { connections: Connections }): void {
  routes.scoped("GET /v1/search", ({ scope, query }) =>
    inScope(connections.app, scope, (tx) => search(scope, tx, query)),
  );
}
