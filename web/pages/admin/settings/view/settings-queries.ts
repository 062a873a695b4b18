import { dependent, read } from "../../../../app/query.ts";
import { letterheadQuery } from "../../../../app/report/report-queries.ts";
import { language } from "../../../../language/language.ts";
import { singleSignOnQuery } from "../../../account/sign-in-queries.ts";
import type { SettingsSearch } from "./settings-search.ts";

/** The preset and the numbers of an organization's leak rules, and which of its properties have their own. */
export function leakRulesQuery(id: number) {
  return read("GET /v1/organizations/{id}/leak-settings", { params: { id }, query: { language } });
}

/** The preset and the numbers of a property's leak rules, its own or its organization's. */
export function propertyRulesQuery(property_id: number) {
  return read("GET /v1/properties/{property_id}/leak-settings", { params: { property_id }, query: { language } });
}

/** The numbers by which readings are judged, as they hold for an organization. */
export function meteringRulesQuery(id: number) {
  return read("GET /v1/organizations/{id}/metering-settings", { params: { id }, query: { language } });
}

/** The price of a gallon in an organization for units without their own, and its history. */
export function pricesQuery(id: number) {
  return read("GET /v1/reporting/portfolio-insights/finances/organization-gallon-price", {
    query: { organization_id: [id], page: 1, page_size: 10 },
  });
}

/** The measure and the currency of an organization. */
export function displayQuery(id: number) {
  return read("GET /v1/organizations/{id}/display-settings", { params: { id } });
}

/** The deadlines for leak cases of an organization and its properties. */
export function clocksQuery(organization_id: number) {
  return read("GET /v1/case-clocks", { query: { organization_id } });
}

/** The page of an organization's API keys that the URL names. */
function keysQuery(id: number, { page = 1, page_size = 10 }: Pick<SettingsSearch, "page" | "page_size">) {
  return read("GET /v1/admin/organizations/{id}/api-keys", { params: { id }, query: { page, page_size } });
}

/** The page of an organization's messages that the URL names. */
function deliveriesQuery(id: number, { state, page = 1, page_size = 10 }: SettingsSearch) {
  return read("GET /v1/admin/organizations/{id}/deliveries", { params: { id }, query: { state, page, page_size } });
}

/** The page of an organization's reports by mail that the URL names. */
function reportsQuery(id: number, { page = 1, page_size = 10 }: SettingsSearch) {
  return read("GET /v1/admin/organizations/{id}/report-subscriptions", { params: { id }, query: { page, page_size } });
}

/** The page of an organization's routes that the URL names. */
function routesQuery(id: number, { page = 1, page_size = 10 }: SettingsSearch) {
  return read("GET /v1/admin/organizations/{id}/notification-routes", { params: { id }, query: { page, page_size } });
}

/** Who of an organization is on call, and who can be. */
export function onCallQuery(id: number) {
  return read("GET /v1/admin/organizations/{id}/on-call", { params: { id } });
}

/** The page of an organization's webhooks that the URL names. */
function webhooksQuery(id: number, { page = 1, page_size = 10 }: SettingsSearch) {
  return read("GET /v1/admin/organizations/{id}/webhooks", { params: { id }, query: { page, page_size } });
}

/** A message as it was sent. */
export function deliveryQuery(id: number, message_id: string) {
  return dependent(read("GET /v1/admin/organizations/{id}/deliveries/{message_id}", { params: { id, message_id } }));
}

/** The properties of an organization, by name. */
export function propertiesOfQuery(organization_id: number) {
  return read("GET /v1/organizations/{organization_id}/properties", { params: { organization_id } });
}

/** What the screen shows of an organization, with the tab that is open. */
export function settingsQueries(id: number, search: SettingsSearch) {
  const { tab = "leaks", property_id } = search;
  return {
    leakRules: { ...leakRulesQuery(id), enabled: tab === "leaks" },
    propertyRules: { ...propertyRulesQuery(property_id ?? 0), enabled: tab === "leaks" && property_id !== undefined },
    meteringRules: { ...meteringRulesQuery(id), enabled: tab === "metering" },
    prices: { ...pricesQuery(id), enabled: tab === "price" },
    display: { ...displayQuery(id), enabled: tab === "price" },
    clocks: { ...clocksQuery(id), enabled: tab === "deadlines" },
    keys: { ...keysQuery(id, search), enabled: tab === "api-keys" },
    properties: {
      ...propertiesOfQuery(id),
      enabled: tab === "api-keys" || tab === "routes" || tab === "webhooks" || tab === "reports",
    },
    routes: { ...routesQuery(id, search), enabled: tab === "routes" },
    onCall: { ...onCallQuery(id), enabled: tab === "routes" },
    webhooks: { ...webhooksQuery(id, search), enabled: tab === "webhooks" },
    reports: { ...reportsQuery(id, search), enabled: tab === "reports" },
    letterhead: { ...letterheadQuery(id), enabled: tab === "reports" },
    deliveries: { ...deliveriesQuery(id, search), enabled: tab === "deliveries" },
    singleSignOn: { ...singleSignOnQuery, enabled: tab === "installation" },
  };
}
