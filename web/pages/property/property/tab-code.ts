import type { PropertyTab } from "./view/property-search.ts";

export const loadTopUnits = async () => (await import("./TopUnits.tsx")).TopUnits;
export const loadOccupancy = async () => (await import("../occupancy/Occupancy.tsx")).Occupancy;
export const loadHeatMap = async () => (await import("../building-heat-map/BuildingHeatMap.tsx")).BuildingHeatMap;
export const loadDevices = async () => (await import("./Devices.tsx")).Devices;

const others = { units: loadTopUnits, occupancy: loadOccupancy, "heat-map": loadHeatMap, devices: loadDevices };

/** Starts to load the code of the tab that a link opens; that of the first one comes with the page. */
export function preloadTab(tab: PropertyTab): void {
  // If loading fails, the page shows the error.
  if (tab !== "leaks") void others[tab]().catch(() => undefined);
}
