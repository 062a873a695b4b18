import { t } from "@lingui/core/macro";
import { read } from "../../app/query.ts";
import { propertiesQuery } from "../../app/report/report-queries.ts";
import { language } from "../../language/language.ts";
import { measure } from "../../language/measure.ts";
import { alertGroups, kindsOf } from "./alert-groups.ts";
import type { AlertsSearch } from "./alerts-search.ts";

const fields = ["dollars_per_day", "began_at", "opened_at"] as const;
type Ordering = (typeof fields)[number] | `-${(typeof fields)[number]}`;
/** The leaks that cost most first. */
export const ALERTS_ORDERING = "-dollars_per_day";

function orderingOf(text: string | undefined): Ordering {
  return fields.flatMap((field) => [field, `-${field}`] as const).find((known) => known === text) ?? ALERTS_ORDERING;
}

/** The params of the list of alerts and of its export, without a page. */
export function alertListParams({ state, property_id, about, ordering }: AlertsSearch) {
  const params = state === "all" ? undefined : (state ?? "open");
  return {
    state: params,
    property_id,
    kind: kindsOf(about),
    ordering: orderingOf(ordering),
    language,
    measure,
  } as const;
}

/** What alerts are about: all of them first. */
export const groups = [{ group: undefined, label: t`All` }, ...alertGroups] as const;

/** All that the screen shows. */
export function alertsQueries(search: AlertsSearch) {
  const { page = 1, page_size = 10 } = search;
  return {
    /** The page of alerts that the URL names. */
    alerts: read("GET /v1/alerts", { query: { ...alertListParams(search), page, page_size } }),
    properties: propertiesQuery(),
    /** How many alerts of each group there are: the count of a page of one. */
    counts: groups.map(({ group: about }) =>
      read("GET /v1/alerts", {
        query: { ...alertListParams({ ...search, about, ordering: "-opened_at" }), page: 1, page_size: 1 },
      }),
    ),
  };
}
