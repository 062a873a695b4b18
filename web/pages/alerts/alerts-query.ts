import { read } from "../../app/query.ts";
import { type AlertGroup, kindsOf } from "./alert-groups.ts";
import type { AlertsSearch } from "./alerts-search.ts";

/** The params of the list of alerts and of its export, without a page. */
export function alertListParams({ state, property_id, about }: AlertsSearch) {
  const params = state === "all" ? undefined : (state ?? "open");
  return { state: params, property_id, kind: kindsOf(about) } as const;
}

/** The page of alerts that the URL names, the newest first. */
export function alertsQuery(search: AlertsSearch) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/alerts", { query: { ...alertListParams(search), page, page_size } });
}

/** How many alerts of a kind there are: the count of a page of one. @param about undefined: of all kinds */
export function alertsCountQuery(search: AlertsSearch, about: AlertGroup | undefined) {
  return read("GET /v1/alerts", { query: { ...alertListParams({ ...search, about }), page: 1, page_size: 1 } });
}
