import type { Connections } from "../database/connect.ts";
import type { Standby } from "../database/standby.ts";
import type { Clock } from "../time/clock.ts";
import type { UploadFolder } from "../uploads/upload-folder.ts";
import { serveApiKeys } from "./accounts/api-keys.ts";
import { serveAuditLog } from "./accounts/audit-log.ts";
import { serveExports } from "./files/exports.ts";
import { serveGatewayTokens } from "./inventory/gateway-tokens.ts";
import { serveInventory } from "./inventory/inventory.ts";
import { serveInventoryGateways } from "./inventory/inventory-gateways.ts";
import { serveInventoryImport } from "./inventory/inventory-import.ts";
import { serveOccupancy } from "./inventory/occupancy.ts";
import { servePlaces } from "./inventory/places.ts";
import { serveNotificationRoutes } from "./notifications/notification-routes.ts";
import { serveOwnChannels } from "./notifications/own-channels.ts";
import { serveReportSubscriptions } from "./notifications/report-subscriptions.ts";
import { type Outgoing, serveWebhooks } from "./notifications/webhooks.ts";
import { serveImportList, serveImports } from "./readings/imports.ts";
import { serveIngest } from "./readings/ingest.ts";
import { serveRepairs } from "./readings/repairs.ts";
import { serveUplinks } from "./readings/uplinks.ts";
import { serveAlerts } from "./reports/alerts.ts";
import { serveDeliveries } from "./reports/deliveries.ts";
import { serveGallonPrices } from "./reports/gallon-prices.ts";
import { serveLeakCalls } from "./reports/leaks.ts";
import { serveLetterhead } from "./reports/letterhead.ts";
import { reportRoutes, serveReports } from "./reports/report-routes.ts";
import { serveVendorLinks } from "./reports/vendor-links.ts";
import type { Routes } from "./route/route.ts";

type Deps = {
  connections: Connections;
  clock: Clock;
  /** The address people use, for links. */
  baseUrl: string;
  outgoing: Outgoing;
  reportsAtOnce?: number;
  /** Which reports are read from; left out or null: none. */
  standby?: Standby | null;
};

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
  serveLetterhead(routes, deps);
  serveLeakCalls(routes, deps);
  serveVendorLinks(routes, deps);
  serveOccupancy(routes, deps);
  serveAlerts(routes, deps);
  serveDeliveries(routes, deps);
  serveNotificationRoutes(routes, deps);
  serveReportSubscriptions(routes, deps);
  serveOwnChannels(routes, deps);
  serveAuditLog(routes, deps);
  serveApiKeys(routes, deps);
  serveWebhooks(routes, deps);
  serveGatewayTokens(routes, deps);
  serveInventory(routes, deps);
  serveInventoryImport(routes, deps);
  servePlaces(routes, deps);
  serveInventoryGateways(routes, deps);
  serveExports(routes, deps);
}
