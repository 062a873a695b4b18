import type { Period, PeriodName } from "../../components/period/period.ts";
import { dayOf, idOf, textOf, wordOf } from "../search-text.ts";
import { periodNames, periodOf } from "./period-search.ts";

/** What the URL of a leak detail page says. */
export interface DetailSearch {
  /** The meter's serial number. */
  meter?: string;
  property_id?: number;
  organization_id?: number;
  dateRangeLabel?: PeriodName;
  days_ago?: 0 | 1 | 7 | 30;
  start_date?: string;
  end_date?: string;
  include_active_leak?: true;
  /** Day is left out. */
  tab?: "hour";
  ordering?: string;
  page?: number;
}

/** Reads the URL of a leak detail page; what makes no sense in it is left out. */
export function detailSearch(raw: Record<string, unknown>): DetailSearch {
  const page = idOf(raw.page);
  const days = textOf(raw.days_ago);
  return {
    meter: textOf(raw.meter),
    property_id: idOf(raw.property_id),
    organization_id: idOf(raw.organization_id),
    dateRangeLabel: wordOf(raw.dateRangeLabel, periodNames),
    days_ago: ([0, 1, 7, 30] as const).find((known) => String(known) === days),
    start_date: dayOf(raw.start_date),
    end_date: dayOf(raw.end_date),
    include_active_leak: wordOf(raw.include_active_leak, ["true"]) && true,
    tab: wordOf(raw.tab, ["hour"]),
    ordering: textOf(raw.ordering),
    page: page === 1 ? undefined : page,
  };
}

const byDaysAgo = { 0: "today", 1: "yesterday", 7: "last-7-days", 30: "last-30-days" } as const;

/** The period of a leak detail's URL: its label, else its days, else its dates, else yesterday. */
export function detailPeriod(search: DetailSearch): Period {
  const { dateRangeLabel, days_ago, start_date, end_date } = search;
  return (
    periodOf(dateRangeLabel, start_date, end_date) ??
    (days_ago === undefined ? undefined : { period: byDaysAgo[days_ago] }) ??
    periodOf("custom-date-range", start_date, end_date) ?? { period: "yesterday" }
  );
}

/** How a leak detail's URL names a period. */
export function namePeriod(period: Period): DetailSearch {
  const days = {
    today: 0,
    yesterday: 1,
    "last-7-days": 7,
    "last-30-days": 30,
    "custom-date-range": undefined,
  } as const;
  return {
    dateRangeLabel: period.period,
    days_ago: days[period.period],
    start_date: period.start_date,
    end_date: period.end_date,
  };
}
