import type { CaseState } from "../../../../contract/leaks/cases.ts";
import { read } from "../../../app/query.ts";
import { overviewQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { addDays, countDays, today } from "../../../app/report/search/calendar.ts";
import { searchPeriod } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { figuresQuery, reportQuery } from "../../../app/report/search/report-view.ts";
import { MOST_THINGS } from "./contents/things-to-do.ts";

const insights = "/v1/reporting/portfolio-insights";
/** Maximum number of days for daily bars (a month) and for weekly bars (half a year). */
const [MOST_DAYS, MOST_WEEK_DAYS] = [31, 184];

/** Rows that a page of a list has at most. */
const MOST_ROWS = 50;
/** Months of the trend. */
const MONTHS = 12;
/** States of cases that are not over. */
const statesNotOver = [
  "open",
  "acknowledged",
  "assigned",
  "visited",
  "fix_reported",
  "cannot_verify",
  "returned",
] as const satisfies CaseState[];

/** The months up to the last day of the report's period. */
function lastMonths(search: ReportSearch): { start_date: string; end_date: string } {
  const { period, end_date } = searchPeriod(search);
  const last = (period === "custom-date-range" ? end_date : null) ?? addDays(today(), period === "today" ? 0 : -1);
  const first = new Date(`${last.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - MONTHS + 1);
  return { start_date: first.toISOString().slice(0, 10), end_date: last };
}

/** Days of the report's period; of today so far one. */
export function periodDays(search: ReportSearch): number {
  const { period, start_date, end_date } = searchPeriod(search);
  if (period === "custom-date-range") return start_date && end_date ? countDays(start_date, end_date) : 1;
  return period === "last-30-days" ? 30 : period === "last-7-days" ? 7 : 1;
}

function resolutionOf(search: ReportSearch): "day" | "week" | "month" {
  const days = periodDays(search);
  return days <= MOST_DAYS ? "day" : days <= MOST_WEEK_DAYS ? "week" : "month";
}

/** The report's headline figures; always against the previous period. */
export function reportOverviewQuery(search: ReportSearch) {
  return overviewQuery({ ...search, comparison: "previous_period" });
}

/** All that the report is made of, in the order of `Answers`. */
export function ownerQueries(search: ReportSearch) {
  const compared = { ...figuresQuery(search), comparison: "previous_period" } as const;
  const { organization_id, property_id, bedrooms_from, bedrooms_to } = search;
  const places = { organization_id, property_id };
  return [
    reportOverviewQuery(search),
    read(`GET ${insights}/finances/costs`, { query: { ...compared, resolution: resolutionOf(search) } }),
    read(`GET ${insights}/finances/costs`, {
      query: { ...places, bedrooms_from, bedrooms_to, ...lastMonths(search), resolution: "month" },
    }),
    read(`GET ${insights}/portfolio-performance`, { query: compared }),
    read(`GET ${insights}/performance-ranking/watchlist`, {
      query: { ...figuresQuery({ ...search, comparison: undefined }), ordering: "-leak_cost", page_size: MOST_ROWS },
    }),
    read(`GET ${insights}/properties/performance`, {
      query: { ...compared, ordering: "-gallons_leaked", page_size: MOST_ROWS },
    }),
    read("GET /v1/reporting/top-leak-volume/units", {
      query: {
        ...reportQuery(search),
        bedrooms_from,
        bedrooms_to,
        only_to_do: true,
        ordering: "-leak_expense_per_day",
        page_size: MOST_THINGS,
      },
    }),
    read("GET /v1/reporting/device-health/portfolio-detail/properties", {
      query: { ...places, device_type: ["meter"], ordering: "-silent_devices", page_size: 1 },
    }),
    propertiesQuery(),
    read(`GET ${insights}/savings`, { query: reportQuery(search) }),
    read(`GET ${insights}/savings/cases`, { query: { ...reportQuery(search), page_size: MOST_ROWS } }),
    read("GET /v1/cases", { query: { ...places, state: statesNotOver, page_size: MOST_ROWS } }),
  ] as const;
}
