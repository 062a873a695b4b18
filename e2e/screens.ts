import type { Page } from "playwright-core";
import type { LeakRow } from "../contract/reporting.ts";
import type { Account } from "./accounts.ts";

/** A leak of the demo and where it is, for addresses that name one. */
export interface Known {
  leak: LeakRow;
}

/** A screen or a dialog on it, as the demo shows it. */
export interface Screen {
  name: string;
  as: Account;
  path: (known: Known) => string;
  /** Waits until what the screen is for stands there. */
  ready: (page: Page) => Promise<void>;
  /** The calls without which it has nothing to say; all reports where not given. */
  calls?: RegExp;
}

const month = "period=last-30-days";

/** The demo's biggest leak of the last 30 days that the page's user sees. */
export async function knownLeak(page: Page): Promise<Known> {
  const answer = await page.request.get(
    "/v1/reporting/leak-report/leak-overview?days_ago=30&ordering=-gallons_leaked&page_size=10",
  );
  const { results }: { results: LeakRow[] } = await answer.json();
  const leak = results.find(({ unit_id }) => unit_id !== null);
  if (leak === undefined) throw new Error("The demo has no leak in a unit.");
  return { leak };
}

const textIn = (text: RegExp | string) => async (page: Page) => {
  await page.getByRole("main").getByText(text).first().waitFor();
};

const figures = textIn(/gal leaked|No leak found/);
const dialog = (name: string) => async (page: Page) => {
  await page.getByRole("dialog", { name }).waitFor();
};

/** Every screen of Property Insights, and every dialog that an address opens. */
const propertyScreens: readonly Screen[] = [
  { name: "top 5 home", as: "property", path: () => `/top5-leaks-home?${month}`, ready: figures },
  { name: "top 5 details", as: "property", path: () => `/top5-leaks-details?${month}`, ready: figures },
  { name: "history", as: "property", path: () => `/history?${month}`, ready: figures },
  {
    name: "meters by day",
    as: "property",
    path: ({ leak }) => `/history?${month}&property_id=${leak.property_id}&tab=meters`,
    ready: async (page) => {
      await page
        .getByRole("columnheader", { name: "Device Serial Number" })
        .or(page.locator("li[data-row]"))
        .first()
        .waitFor();
    },
  },
  {
    name: "meters by hour",
    as: "property",
    path: ({ leak }) => `/history?${month}&property_id=${leak.property_id}&tab=meters&granularity=hour`,
    ready: async (page) => {
      await page.getByRole("columnheader", { name: "Hour" }).or(page.locator("li[data-row]")).first().waitFor();
    },
  },
  {
    name: "unit details",
    as: "property",
    path: ({ leak }) =>
      `/history?${month}&property_id=${leak.property_id}&building_id=${leak.building_id}&unit_id=${leak.unit_id}`,
    ready: figures,
  },
  { name: "property", as: "admin", path: ({ leak }) => `/properties/${leak.property_id}?${month}`, ready: figures },
  {
    name: "heat map",
    as: "admin",
    path: ({ leak }) => `/properties/${leak.property_id}?${month}&tab=heat-map`,
    ready: async (page) => {
      await page.getByRole("region", { name: "Heat map" }).getByRole("grid").waitFor();
    },
  },
  {
    name: "leak by day",
    as: "property",
    path: ({ leak }) =>
      `/top5-leaks-details?${month}&meter=${leak.meter_serial_number}&property_id=${leak.property_id}`,
    ready: async (page) => {
      await page.getByRole("figure", { name: "(Per Day)" }).waitFor();
    },
  },
  {
    name: "leak by hour",
    as: "property",
    path: ({ leak }) =>
      `/history/leak-detail?meter=${leak.meter_serial_number}&property_id=${leak.property_id}&dateRangeLabel=last-7-days&tab=hour`,
    ready: async (page) => {
      await page.getByRole("figure", { name: "(Per Hour)" }).waitFor();
    },
  },
  {
    name: "gateway and device health",
    as: "property",
    path: () => "/gateway-device-health",
    ready: textIn(/online/i),
  },
];

/** Dialogs that an address opens over a screen. */
const propertyDialogs: readonly Screen[] = [
  {
    name: "gallons and leaks dynamics",
    as: "property",
    path: () => `/history?${month}&dialog=gallons-leaks-dynamics`,
    ready: dialog("Gallons & Leaks Dynamics"),
  },
  {
    name: "leak-related costs",
    as: "admin",
    path: () => `/history?${month}&dialog=leak-related-costs`,
    ready: dialog("Leak-Related Costs"),
  },
  {
    name: "custom cost",
    as: "admin",
    path: ({ leak }) => `/history?${month}&property_id=${leak.property_id}&dialog=custom-cost`,
    ready: dialog("Set Custom Cost per Gallon"),
  },
  {
    name: "property information",
    as: "property",
    path: ({ leak }) => `/properties/${leak.property_id}?${month}&dialog=property-information`,
    ready: dialog("Property Information"),
  },
];

/** Every screen of Portfolio Insights. */
const portfolioScreens: readonly Screen[] = [
  { name: "cockpit", as: "portfolio", path: () => `/cockpit?${month}`, ready: figures },
  { name: "properties", as: "portfolio", path: () => `/properties?${month}`, ready: figures },
  {
    name: "finance",
    as: "portfolio",
    path: () => `/finance?${month}&comparison=previous_period`,
    ready: textIn(/lost to leaks|No leak cost anything/),
  },
  {
    name: "portfolio device health",
    as: "portfolio",
    path: () => "/portfolio-gateway-device-health?date=now",
    ready: textIn(/can(not)? be trusted/),
  },
  {
    name: "owner's report",
    as: "portfolio",
    path: () => `/owner-report?${month}`,
    ready: textIn(/^(Better|Worse|Unchanged|Leaks cost|Nothing can be said)/),
  },
  {
    name: "compare periods",
    as: "portfolio",
    path: () => `/compare-periods?${month}`,
    ready: textIn(/in period A than|same in both periods|no change is said|nothing was measured/),
  },
];

/** Dialogs that an address opens over a screen of Portfolio Insights. */
const portfolioDialogs: readonly Screen[] = [
  {
    name: "cockpit's repaired leaks",
    as: "portfolio",
    path: () => `/cockpit?${month}&dialog=repaired-leaks`,
    ready: dialog("Repaired Leaks"),
  },
];

/** The calls of an inventory, and who the property is. */
const inventoryCalls = /\/v1\/(admin|reporting|properties)\//;

/** The settings of an organization, and the organizations to choose from. */
const settingsCalls =
  /\/v1\/(organizations\/\d+\/|admin\/organizations\/|admin\/staff\/inventory\/organizations|reporting\/.*organization-gallon-price)/;

/** Every screen of the administration. */
const adminScreens: readonly Screen[] = [
  {
    name: "user management",
    as: "admin",
    path: () => "/admin/users",
    ready: textIn(/1–\d+ of \d+/),
    calls: inventoryCalls,
  },
  {
    name: "user management of an organization",
    as: "organizationAdmin",
    path: () => "/admin/users",
    ready: textIn(/1–\d+ of \d+/),
    calls: /\/v1\/(admin|organizations)\//,
  },
  {
    name: "profile",
    as: "property",
    path: () => "/profile",
    ready: textIn("This session"),
    calls: /\/v1\/(me\/(sessions|second-factor)|reporting)/,
  },
  {
    name: "organizations",
    as: "admin",
    path: () => "/admin/organizations",
    ready: textIn(/1–\d+ of \d+/),
    calls: inventoryCalls,
  },
  {
    name: "admin's properties",
    as: "admin",
    path: () => "/admin/properties",
    ready: textIn(/1–\d+ of \d+/),
    calls: inventoryCalls,
  },
  {
    name: "inventory of a property",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}`,
    ready: textIn(/1–\d+ of \d+/),
    calls: inventoryCalls,
  },
  {
    name: "inventory's meters",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=meters`,
    ready: textIn(/1–\d+ of \d+/),
    calls: inventoryCalls,
  },
  {
    name: "inventory's gateways",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=gateways`,
    ready: textIn(/Online|Delayed|Offline/),
    calls: inventoryCalls,
  },
  {
    name: "inventory's occupancy",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=occupancy`,
    ready: textIn(/1–\d+ of \d+/),
    calls: inventoryCalls,
  },
  {
    name: "leak rules",
    as: "admin",
    path: () => "/admin/settings",
    ready: textIn(/numbers? (are|is) (not )?(their|its) default/),
    calls: settingsCalls,
  },
  {
    name: "default price",
    as: "admin",
    path: () => "/admin/settings?tab=price",
    ready: textIn(/a gallon today/),
    calls: settingsCalls,
  },
  {
    name: "API keys",
    as: "admin",
    path: () => "/admin/settings?tab=api-keys",
    ready: textIn(/\d rows|1–\d+ of \d+|Make one for each program/),
    calls: settingsCalls,
  },
  {
    name: "retention and sign-in",
    as: "admin",
    path: () => "/admin/settings?tab=installation",
    ready: textIn(/People (can )?sign in with/),
    calls: /\/v1\/(single-sign-on|admin\/staff\/inventory\/organizations)/,
  },
  {
    name: "audit log",
    as: "admin",
    path: () => "/admin/audit-log",
    ready: textIn(/1–\d+ of \d+/),
    calls: /\/v1\/admin\/audit-log/,
  },
  { name: "alerts", as: "property", path: () => "/alerts", ready: textIn(/\d+ of \d+|Nothing waits for you/) },
  {
    name: "getting started",
    as: "admin",
    path: ({ leak }) => `/admin/start?property_id=${leak.property_id}`,
    ready: textIn(/7 of 7 steps are done/),
    calls: /\/v1\/admin\//,
  },
  {
    name: "getting started with a new property",
    as: "admin",
    path: () => "/admin/start",
    ready: textIn("Missing: its name"),
    calls: /\/v1\/admin\//,
  },
  {
    name: "data: imports",
    as: "admin",
    path: ({ leak }) => `/admin/data?property_id=${leak.property_id}`,
    ready: textIn(/1–\d+ of \d+|Files that you import are listed here/),
    calls: inventoryCalls,
  },
  {
    name: "data: refused rows",
    as: "admin",
    path: ({ leak }) => `/admin/data?property_id=${leak.property_id}&tab=refused`,
    ready: textIn(/1–\d+ of \d+|No row waits/),
    calls: inventoryCalls,
  },
  {
    name: "data: quarantine",
    as: "admin",
    path: ({ leak }) => `/admin/data?property_id=${leak.property_id}&tab=quarantine`,
    ready: textIn(/1–\d+ of \d+|Nothing waits/),
    calls: inventoryCalls,
  },
  {
    name: "data: repairs",
    as: "admin",
    path: ({ leak }) => `/admin/data?property_id=${leak.property_id}&tab=repairs`,
    ready: textIn(/1–\d+ of \d+|Nothing was decided yet/),
    calls: inventoryCalls,
  },
];

/** Dialogs that an address opens over a screen of the administration. */
const adminDialogs: readonly Screen[] = [
  {
    name: "user management: create",
    as: "admin",
    path: () => "/admin/users?dialog=create",
    ready: dialog("Create User"),
  },
  {
    name: "user management: edit",
    as: "admin",
    path: () => "/admin/users?search=orgadmin@&dialog=edit&of=2",
    ready: async (page) => {
      await page.getByRole("dialog").getByRole("group", { name: "Properties" }).getByRole("checkbox").first().waitFor();
    },
  },
  {
    name: "user management: delete",
    as: "admin",
    path: () => "/admin/users?search=orgadmin@&dialog=remove&of=2",
    ready: dialog("Delete user"),
  },
  {
    name: "organizations: add",
    as: "admin",
    path: () => "/admin/organizations?dialog=add-organization",
    ready: dialog("Add an organization"),
  },
  {
    name: "properties: add",
    as: "admin",
    path: () => "/admin/properties?dialog=add-property",
    ready: dialog("Add a property"),
  },
  {
    name: "properties: edit",
    as: "admin",
    path: ({ leak }) => `/admin/properties?dialog=property&of=${leak.property_id}`,
    ready: dialog("Edit "),
  },
  {
    name: "properties: archive",
    as: "admin",
    path: ({ leak }) => `/admin/properties?dialog=archive&of=${leak.property_id}`,
    ready: dialog("Archive "),
  },
  {
    name: "inventory: upload",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?dialog=upload`,
    ready: dialog("Upload a spreadsheet"),
  },
  {
    name: "inventory: add a unit",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?dialog=add-unit`,
    ready: dialog("Add a unit"),
  },
  {
    name: "inventory: add a point",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=meters&dialog=add-point`,
    ready: dialog("Add a point"),
  },
  {
    name: "inventory: add a meter",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=meters&dialog=add-meter`,
    ready: dialog("Add a meter"),
  },
  {
    name: "inventory: add a gateway",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=gateways&dialog=add-gateway`,
    ready: dialog("Add a gateway"),
  },
  {
    name: "inventory: make a token",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=gateways&dialog=add-token`,
    ready: dialog("Make a token"),
  },
  {
    name: "inventory: rent roll",
    as: "admin",
    path: ({ leak }) => `/admin/properties/${leak.property_id}?tab=occupancy&dialog=rent-roll`,
    ready: dialog("Paste a rent roll"),
  },
  {
    name: "settings: default price",
    as: "admin",
    path: () => "/admin/settings?tab=price&dialog=price",
    ready: dialog("Set the default price"),
  },
  {
    name: "settings: make a key",
    as: "admin",
    path: () => "/admin/settings?tab=api-keys&dialog=add-key",
    ready: dialog("Make an API key"),
  },
];

/** Every screen of the reports. */
export const screens: readonly Screen[] = [...propertyScreens, ...portfolioScreens, ...adminScreens];
/** Every dialog that an address opens. */
export const dialogs: readonly Screen[] = [...propertyDialogs, ...portfolioDialogs, ...adminDialogs];
