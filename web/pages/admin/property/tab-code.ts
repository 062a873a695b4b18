import type { InventorySearch } from "./view/inventory-search.ts";

export const loadMeters = () => import("./meters/MetersTab.tsx");
export const loadGateways = () => import("./gateways/GatewaysTab.tsx");
export const loadOccupancy = () => import("./occupancy/OccupancyTab.tsx");

const others = { meters: loadMeters, gateways: loadGateways, occupancy: loadOccupancy };

/** Starts to load the code of the tab that a link opens; that of the first one comes with the page. */
export function preloadTab(tab: InventorySearch["tab"]): void {
  // If loading fails, the page shows the error.
  if (tab !== undefined) void others[tab]().catch(() => undefined);
}
