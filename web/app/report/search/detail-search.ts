import type { Period, PeriodName } from "../../../components/period/period.ts";
import { choiceOf, idOf, textOf } from "../../search-text.ts";
import { linkPeriod } from "./period-search.ts";

/** The search params of a leak detail page. */
export interface DetailSearch {
  /** The meter's serial number. */
  meter?: string;
  property_id?: number;
  organization_id?: number;
  dateRangeLabel?: PeriodName;
  days_ago?: 0 | 1 | 7 | 30;
  /** What reports call the period; it is led on as `dateRangeLabel`. */
  period?: undefined;
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
  const period = linkPeriod(raw);
  return {
    meter: textOf(raw.meter),
    property_id: idOf(raw.property_id),
    organization_id: idOf(raw.organization_id),
    ...(period === undefined ? noPeriod : namePeriod(period)),
    period: undefined,
    include_active_leak: choiceOf(raw.include_active_leak, ["true"]) && true,
    tab: choiceOf(raw.tab, ["hour"]),
    ordering: textOf(raw.ordering),
    page: page === 1 ? undefined : page,
  };
}

const noPeriod = { dateRangeLabel: undefined, days_ago: undefined, start_date: undefined, end_date: undefined };

/** The period of a leak detail's URL, yesterday where it names none. */
export function detailPeriod(search: DetailSearch): Period {
  return linkPeriod(search) ?? { period: "yesterday" };
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
