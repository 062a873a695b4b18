import type { SettingsSearch } from "./view/settings-search.ts";

export const loadPrice = () => import("./price/PriceTab.tsx");
export const loadClocks = () => import("./clocks/ClocksTab.tsx");
export const loadKeys = () => import("./keys/KeysTab.tsx");
export const loadRoutes = () => import("./routes/RoutesTab.tsx");
export const loadWebhooks = () => import("./webhooks/WebhooksTab.tsx");
export const loadReports = () => import("./reports/ReportsTab.tsx");
export const loadDeliveries = () => import("./deliveries/DeliveriesTab.tsx");
export const loadInstallation = () => import("./installation/InstallationTab.tsx");

const others = {
  price: loadPrice,
  deadlines: loadClocks,
  "api-keys": loadKeys,
  routes: loadRoutes,
  webhooks: loadWebhooks,
  reports: loadReports,
  deliveries: loadDeliveries,
  installation: loadInstallation,
};

/** Starts to load the code of the tab that a link opens; that of both kinds of rules comes with the page. */
export function preloadTab(tab: SettingsSearch["tab"]): void {
  // If loading fails, the page shows the error.
  if (tab !== undefined && tab !== "metering") void others[tab]().catch(() => undefined);
}
