import { read } from "../../../app/query.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { periodOf, periodQuery } from "../../../app/report/search/period-search.ts";
import type { Period } from "../../../components/period/period.ts";
import type { TimesBy, TimesSearch } from "./times-search.ts";

/** The period of the URL: a month where it names none, in which most cases are fixed. */
export function timesPeriod({ period, start_date, end_date }: TimesSearch): Period {
  return periodOf(period, start_date, end_date) ?? { period: "last-30-days" };
}

/** All that the screen shows. */
export function timesQueries(search: TimesSearch) {
  const { property_id } = search;
  const by: TimesBy = search.by ?? "property";
  const query = { ...periodQuery(timesPeriod(search)), property_id, by };
  return { times: read("GET /v1/reporting/case-times", { query }), properties: propertiesQuery() };
}
