import { read } from "../../../app/query.ts";
import { overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { leaksQuery, unitsQuery } from "../../../app/report/search/report-view.ts";
import { costsQuery, leakTypeCostsQuery } from "../../property/report-dialogs/costs/costs-query.ts";

/** What the list of leaks can be ordered by. */
export const expenseFields = [
  "leak_type",
  "property_name",
  "gallons_consumed",
  "gallons_leaked",
  "leak_expense",
  "total_gallons_leaked",
  "total_expense",
] as const;

/** The default ordering of the list: highest cost first. */
export const expenseOrdering = "-leak_expense";

/** What the list asks for, without a page. */
export function expensesParams(search: ReportSearch) {
  return { ...leaksQuery(search), ordering: orderingOf(search.ordering, expenseFields) ?? expenseOrdering };
}

function expensesQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/reporting/portfolio-insights/finances/leak-overview", {
    query: { ...expensesParams(search), page, page_size },
  });
}

/** All that the screen shows. */
export function financeQueries(search: ReportSearch) {
  return {
    /** What all water and what leaks cost in the report's own days; over several days it is the answer of the chart by day. */
    waterCost: read("GET /v1/reporting/portfolio-insights/finances/costs", {
      query: { ...unitsQuery(search), resolution: "day" as const },
    }),
    overview: overviewQuery(search),
    leakTypeCosts: leakTypeCostsQuery(search),
    costs: costsQuery(search),
    /** One page of the leaks with what each costs. */
    expenses: expensesQuery(search),
    /** The leaks that cost most, whatever page and order the list has: its first page as it is without any. */
    dearest: expensesQuery({ ...search, ordering: undefined, page: undefined, page_size: undefined }),
    places: placesQuery(search),
    properties: propertiesQuery(),
  };
}
