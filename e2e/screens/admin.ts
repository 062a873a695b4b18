import { dialog, type Screen, textIn } from "./screen.ts";

/** The calls of an inventory, and who the property is. */
const inventoryCalls = /\/v1\/(admin|reporting|properties)\//;

/** The settings of an organization, and the organizations to choose from. */
const settingsCalls =
  /\/v1\/(organizations\/\d+\/|admin\/organizations\/|admin\/staff\/inventory\/organizations|reporting\/.*organization-gallon-price)/;

/** Every screen of the administration. */
export const adminScreens: readonly Screen[] = [
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
    name: "my notifications",
    as: "property",
    path: () => "/notifications",
    ready: textIn("What that means"),
    calls: /\/v1\/(me\/(preferences|report-subscriptions|notification-channels)|reporting)/,
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
    ready: textIn(/In use/),
    calls: settingsCalls,
  },
  {
    name: "leak rules' numbers",
    as: "admin",
    path: () => "/admin/settings?expert=true",
    ready: textIn(/numbers? (are|is) (not )?(their|its) default/),
    calls: settingsCalls,
  },
  {
    name: "leak rules of a property",
    as: "admin",
    path: ({ leak }) => `/admin/settings?property_id=${leak.property_id}`,
    ready: textIn(/As the organization/),
    calls: /\/v1\/properties\/\d+\/leak-settings/,
  },
  {
    name: "default price",
    as: "admin",
    path: () => "/admin/settings?tab=price",
    ready: textIn(/per gallon today/),
    calls: settingsCalls,
  },
  {
    name: "deadlines",
    as: "admin",
    path: () => "/admin/settings?tab=deadlines",
    ready: textIn(/As for all/),
    calls: /\/v1\/case-clocks/,
  },
  {
    name: "API keys",
    as: "admin",
    path: () => "/admin/settings?tab=api-keys",
    ready: textIn(/\d rows|1–\d+ of \d+|Make one for each program/),
    calls: settingsCalls,
  },
  {
    name: "reports by mail",
    as: "admin",
    path: () => "/admin/settings?tab=reports",
    ready: textIn(/1–\d+ of \d+|Send owners and managers a report/),
    calls: settingsCalls,
  },
  {
    name: "routes",
    as: "admin",
    path: () => "/admin/settings?tab=routes",
    ready: textIn(/1–\d+ of \d+|A route mails new leaks to people you choose/),
    calls: settingsCalls,
  },
  {
    name: "webhooks",
    as: "admin",
    path: () => "/admin/settings?tab=webhooks",
    ready: textIn(/1–\d+ of \d+|Add one to have leaks and outages sent/),
    calls: settingsCalls,
  },
  {
    name: "deliveries",
    as: "admin",
    path: () => "/admin/settings?tab=deliveries",
    ready: textIn(/1–\d+ of \d+|Mails about leaks and devices are listed here/),
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
    ready: textIn(/\d+ of [\d,]+ events/),
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
    name: "data: rejected rows",
    as: "admin",
    path: ({ leak }) => `/admin/data?property_id=${leak.property_id}&tab=rejected`,
    ready: textIn(/1–\d+ of \d+|No rows are waiting/),
    calls: inventoryCalls,
  },
  {
    name: "data: quarantine",
    as: "admin",
    path: ({ leak }) => `/admin/data?property_id=${leak.property_id}&tab=quarantine`,
    ready: textIn(/1–\d+ of \d+|Nothing is waiting/),
    calls: inventoryCalls,
  },
  {
    name: "data: repairs",
    as: "admin",
    path: ({ leak }) => `/admin/data?property_id=${leak.property_id}&tab=repairs`,
    ready: textIn(/1–\d+ of \d+|Nothing has been decided yet/),
    calls: inventoryCalls,
  },
];

/** Dialogs that an address opens over a screen of the administration. */
export const adminDialogs: readonly Screen[] = [
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
    name: "settings: deadlines",
    as: "admin",
    path: () => "/admin/settings?tab=deadlines&dialog=clock",
    ready: async (page) => page.getByRole("dialog", { name: /^Deadlines of/ }).waitFor(),
  },
  {
    name: "settings: make a key",
    as: "admin",
    path: () => "/admin/settings?tab=api-keys&dialog=add-key",
    ready: dialog("Make an API key"),
  },
  {
    name: "settings: send a report",
    as: "admin",
    path: () => "/admin/settings?tab=reports&dialog=add-report",
    ready: async (page) => page.getByRole("dialog", { name: /^Send a report of/ }).waitFor(),
  },
  {
    name: "settings: a delivery",
    as: "organizationAdmin",
    path: () => "/admin/settings?tab=deliveries",
    ready: async (page) => {
      const empty = page.getByText("Mails about leaks and devices are listed here");
      const rows = page.getByRole("row").or(page.getByRole("listitem")).and(page.locator("[data-row]"));
      await rows.or(empty).first().waitFor();
      if (await empty.isVisible()) {
        await page.request.post("/v1/me/notifications/test");
        await page.reload();
      }
      await rows.first().click();
      await page
        .getByRole("tab", { name: "As plain text" })
        .or(page.getByText(/^It is written when/))
        .waitFor();
    },
  },
  {
    name: "settings: add a route",
    as: "admin",
    path: () => "/admin/settings?tab=routes&dialog=route",
    ready: dialog("Add a route"),
  },
  {
    name: "settings: who is on call",
    as: "admin",
    path: () => "/admin/settings?tab=routes&dialog=on-call",
    ready: async (page) => page.getByRole("dialog", { name: /^Who is on call in / }).waitFor(),
  },
  {
    name: "settings: override who is on call",
    as: "admin",
    path: () => "/admin/settings?tab=routes&dialog=override",
    ready: async (page) => page.getByRole("dialog", { name: /^Override who is on call in / }).waitFor(),
  },
  {
    name: "settings: add a webhook",
    as: "admin",
    path: () => "/admin/settings?tab=webhooks&dialog=edit-webhook",
    ready: dialog("Add a webhook"),
  },
];
