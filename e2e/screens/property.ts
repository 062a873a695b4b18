import { dialog, figures, month, type Screen, textIn } from "./screen.ts";

/** Every screen of Property Insights, and every dialog that an address opens. */
export const propertyScreens: readonly Screen[] = [
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
  { name: "leak cases", as: "property", path: () => "/cases", ready: textIn(/\d+ of \d+|No leaks need attention/) },
  {
    name: "leak cases in columns",
    as: "property",
    path: () => "/cases?look=columns",
    ready: async (page) => {
      await page.getByRole("region", { name: "In progress" }).waitFor();
    },
  },
  {
    name: "case times",
    as: "property",
    path: () => "/cases/times?period=last-30-days",
    ready: async (page) => {
      await page.locator("[data-row]").first().waitFor();
    },
  },
  { name: "my cases", as: "property", path: () => "/my-cases", ready: textIn("No cases are assigned to you") },
  {
    name: "leak case",
    as: "property",
    path: ({ caseId }) => `/cases/${caseId}`,
    ready: async (page) => {
      await page.getByRole("figure", { name: "of each day of the case" }).waitFor();
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
export const propertyDialogs: readonly Screen[] = [
  {
    name: "report a fix",
    as: "property",
    path: ({ caseId }) => `/cases/${caseId}?dialog=fixed`,
    ready: dialog("Report a fix"),
  },
  {
    name: "assign a case",
    as: "property",
    path: ({ caseId }) => `/cases/${caseId}?dialog=assigned`,
    ready: dialog("Assign"),
  },
  {
    name: "notice to the resident",
    as: "property",
    path: ({ caseId }) => `/cases/${caseId}?dialog=notice`,
    ready: dialog("Notice to the resident"),
  },
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
