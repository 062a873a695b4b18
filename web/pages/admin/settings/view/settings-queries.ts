import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../../../app/query.ts";
import { singleSignOnQuery } from "../../../account/sign-in-queries.ts";
import type { SettingsSearch } from "./settings-search.ts";

/** The numbers of one kind that an organization can set. */
export type RuleKind = "leaks" | "metering";

/** The numbers of a kind as they hold for an organization. */
export function rulesQuery(kind: RuleKind, id: number) {
  return kind === "leaks"
    ? read("GET /v1/organizations/{id}/leak-settings", { params: { id } })
    : read("GET /v1/organizations/{id}/metering-settings", { params: { id } });
}

/** The price of a gallon in an organization for units without their own, and its history. */
export function pricesQuery(id: number) {
  return read("GET /v1/reporting/portfolio-insights/finances/organization-gallon-price", {
    query: { organization_id: [id], page: 1, page_size: 10 },
  });
}

/** The page of an organization's API keys that the URL names. */
export function keysQuery(id: number, { page = 1, page_size = 10 }: Pick<SettingsSearch, "page" | "page_size">) {
  return read("GET /v1/admin/organizations/{id}/api-keys", { params: { id }, query: { page, page_size } });
}

/** The properties of an organization, by name. */
export function propertiesOfQuery(organization_id: number) {
  return read("GET /v1/organizations/{organization_id}/properties", { params: { organization_id } });
}

/** Asks for what the open tab shows of an organization. */
export function prefetchTab(client: QueryClient, id: number, search: SettingsSearch): void {
  const { tab = "leaks" } = search;
  if (tab === "leaks" || tab === "metering") void client.prefetchQuery(rulesQuery(tab, id));
  if (tab === "price") void client.prefetchQuery(pricesQuery(id));
  if (tab === "api-keys") {
    void client.prefetchQuery(keysQuery(id, search));
    void client.prefetchQuery(propertiesOfQuery(id));
  }
  if (tab === "installation") void client.prefetchQuery(singleSignOnQuery);
}
