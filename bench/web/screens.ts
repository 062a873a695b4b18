import { adminScreensOf } from "./admin-screens.ts";
import type { DemoPlaces } from "./demo-places.ts";
import type { Screen } from "./load/screen.ts";

/** Cells of the screen's table, without its first column; cards on a phone. */
const CELLS = "main tbody td:nth-child(n+2), main li[data-row]";
const PERIOD = "period=last-30-days";
const details = "main tbody a:text-is('Details')";
const menu = (label: string) => `header nav a:text-is('${label}')`;

/** All screens that are measured; a new one is a row more. */
export function screensOf({ propertyId, meter, caseId }: DemoPlaces): readonly Screen[] {
  const property = { account: "property@dripline.example", figures: CELLS };
  const leak = `meter=${meter}&property_id=${propertyId}&dateRangeLabel=last-30-days`;
  const owner = { account: "portfolio@dripline.example", figures: "main p, main td, main dd" };
  const cockpit = `/cockpit?${PERIOD}`;
  const list = `/top5-leaks-details?${PERIOD}`;
  return [
    { name: "/login", path: "/login", account: null, figures: "form button[type=submit]", isText: true },
    {
      ...property,
      name: "/top5-leaks-home",
      path: `/top5-leaks-home?${PERIOD}`,
      figures: "main p, main td",
      way: { from: list, clicks: [menu("Top 5 Leaks Home")] },
    },
    {
      ...property,
      name: "/top5-leaks-details",
      path: list,
      way: { from: `/gateway-device-health?${PERIOD}`, clicks: [menu("Top 5 Leaks Details")] },
    },
    {
      ...property,
      name: "/top5-leaks-details?meter",
      path: `${list}&meter=${meter}&property_id=${propertyId}`,
      way: { from: list, clicks: [details] },
    },
    {
      ...property,
      name: "/history",
      path: `/history?${PERIOD}`,
      way: { from: list, clicks: [menu("History")] },
    },
    {
      ...property,
      name: "/history/leak-detail",
      path: `/history/leak-detail?${leak}`,
      way: { from: `/history?${PERIOD}`, clicks: [details] },
    },
    {
      ...property,
      name: "/gateway-device-health",
      path: "/gateway-device-health",
      figures: "main td, main li, main dd",
      way: { from: list, clicks: [menu("Gateway & Device Health")] },
    },
    { ...property, name: "/cases", path: "/cases", way: { from: list, clicks: [menu("Leak Cases")] } },
    {
      ...property,
      name: "/cases/{id}",
      path: `/cases/${caseId}`,
      figures: "main header p strong",
    },
    { ...owner, name: "/cockpit", path: cockpit, way: { from: `/finance?${PERIOD}`, clicks: [menu("Cockpit")] } },
    {
      ...owner,
      figures: CELLS,
      name: "/properties",
      path: `/properties?${PERIOD}`,
      way: { from: cockpit, clicks: [menu("Properties")] },
    },
    { ...owner, name: "/finance", path: `/finance?${PERIOD}`, way: { from: cockpit, clicks: [menu("Finance")] } },
    {
      ...owner,
      name: "/portfolio-gateway-device-health",
      path: "/portfolio-gateway-device-health",
      way: { from: cockpit, clicks: [menu("Device Health")] },
    },
    { ...owner, name: "/owner-report", path: `/owner-report?${PERIOD}` },
    { ...owner, name: "/compare-periods", path: "/compare-periods" },
    {
      account: "portfolio@dripline.example",
      figures: CELLS,
      name: "/properties/{id}",
      path: `/properties/${propertyId}?${PERIOD}`,
      way: { from: `/properties?${PERIOD}`, clicks: [details] },
    },
    {
      account: "portfolio@dripline.example",
      figures: CELLS,
      name: "/properties/{id}/leak-detail",
      path: `/properties/${propertyId}/leak-detail?${leak}`,
      way: { from: `/properties/${propertyId}?${PERIOD}`, clicks: [details] },
    },
    ...adminScreensOf(propertyId),
  ];
}
