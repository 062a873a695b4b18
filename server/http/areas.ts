import type { Connections } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import type { UploadFolder } from "../uploads/upload-folder.ts";
import { serveAlerts } from "./alerts.ts";
import { serveApiKeys } from "./api-keys.ts";
import { serveAuditLog } from "./audit-log.ts";
import { serveExports } from "./exports.ts";
import { serveGallonPrices } from "./gallon-prices.ts";
import { serveGatewayTokens } from "./gateway-tokens.ts";
import { serveImportList, serveImports } from "./imports.ts";
import { serveIngest } from "./ingest.ts";
import { serveInventory } from "./inventory.ts";
import { serveInventoryGateways } from "./inventory-gateways.ts";
import { serveInventoryImport } from "./inventory-import.ts";
import { serveLeakCalls } from "./leaks.ts";
import { serveOccupancy } from "./occupancy.ts";
import { servePlaces } from "./places.ts";
import { serveRepairs } from "./repairs.ts";
import { reportRoutes, serveReports } from "./report-routes.ts";
import type { Routes } from "./route.ts";
import { serveUplinks } from "./uplinks.ts";

type Deps = { connections: Connections; clock: Clock; reportsAtOnce?: number };

/** Serves everything about readings and what is derived from them. */
export function serveAreas(plain: Routes, deps: Deps & { uploads: UploadFolder }): void {
  serveIngest(plain, deps);
  serveImports(plain, deps);
  serveScopedAreas(plain, deps);
}

/** What people do and read, but for sending files of readings. */
export function serveScopedAreas(plain: Routes, deps: Deps): void {
  const routes = reportRoutes(plain, deps);
  serveUplinks(routes, deps);
  serveImportList(routes, deps);
  serveRepairs(routes, deps);
  serveReports(routes, deps);
  serveGallonPrices(routes, deps);
  serveLeakCalls(routes, deps);
  serveOccupancy(routes, deps);
  serveAlerts(routes, deps);
  serveAuditLog(routes, deps);
  serveApiKeys(routes, deps);
  serveGatewayTokens(routes, deps);
  serveInventory(routes, deps);
  serveInventoryImport(routes, deps);
  servePlaces(routes, deps);
  serveInventoryGateways(routes, deps);
  serveExports(routes, deps);
}
