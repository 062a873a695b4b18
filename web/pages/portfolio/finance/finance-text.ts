import { plural, t } from "@lingui/core/macro";
import type { FinanceCosts, LeakTypeCosts } from "../../../../contract/costs/finances.ts";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { countDays } from "../../../app/report/search/calendar.ts";
import { cost, describeCoverage } from "../../../app/report/text.ts";
import { formatDollars } from "../../../components/format.ts";
import type { Period } from "../../../components/period/period.ts";

const DAYS_A_YEAR = 365;
/** Fewer days are no rate: weekdays differ. */
const LEAST_DAYS = 7;
const named = { yesterday: 1, "last-7-days": 7, "last-30-days": 30 } as const;

/** The headline of the screen; null: nothing was measured. */
export function lossHeadline(dollars: number | null): string {
  if (dollars === null) return t`Not measured`;
  return dollars === 0 ? t`No leak cost anything` : t`${cost(dollars)} lost to leaks`;
}

/**
 * What leaks cost at this rate in a year of 365 days, and how that is calculated; or why it is not shown: today is not
 * over, the period is shorter than a week, or less than 80 % of the meter-days were read. Days without any reading do
 * not count. Null: there is no significant leak cost.
 */
export function yearlyCostText(
  costs: Pick<FinanceCosts, "leak_related_cost" | "points">,
  overview: Pick<Overview, "meter_days_read" | "meter_days_expected" | "start_date" | "end_date" | "is_over">,
  { period }: Period,
): string | null {
  const dollars = costs.leak_related_cost;
  if (dollars === null || dollars === 0) return null;
  if (period === "today" || !overview.is_over) return t`No cost per year: today is not over.`;
  if (!describeCoverage(overview).enough) return t`No cost per year: too few meter days were read.`;
  const length = period === "custom-date-range" ? countDays(overview.start_date, overview.end_date) : named[period];
  const measured = costs.points.filter(({ leak_related_cost }) => leak_related_cost !== null).length;
  const days = Math.min(length, measured);
  if (days < LEAST_DAYS) return t`No cost per year: that takes ${LEAST_DAYS} days or more.`;
  const how =
    days === length
      ? plural(days, { one: "# day", other: "# days" })
      : t`${plural(days, { one: "# day", other: "# days" })} with readings`;
  return t`At this rate ${cost((dollars / days) * DAYS_A_YEAR)} a year: ${cost(dollars)} in ${how}, times ${DAYS_A_YEAR} / ${days}.`;
}

/** A kind of leak with what it costs, as the table by kind shows it. */
export interface KindRow {
  id: "toilet" | "other" | "all";
  name: string;
  dollars: number | null;
  /** Of hundred dollars, to one decimal; those of the two kinds make 100. */
  share: number | null;
  before: number | null;
  change: number | null;
}

/** The two kinds and their sum. */
export function kindRows(costs: LeakTypeCosts): KindRow[] {
  const toilet = costs.toilet_leak_percentage === null ? null : Math.round(10 * costs.toilet_leak_percentage) / 10;
  return [
    {
      id: "toilet",
      name: t`Toilet leaks`,
      dollars: costs.toilet_leak_cost,
      share: toilet,
      before: costs.previous_toilet_leak_cost,
      change: costs.toilet_leak_percentage_difference,
    },
    {
      id: "other",
      name: t`Other leaks`,
      dollars: costs.other_leak_cost,
      // Rounded for itself it could make 100.1 with the other.
      share: toilet === null ? null : (1000 - Math.round(10 * toilet)) / 10,
      before: costs.previous_other_leak_cost,
      change: costs.other_leak_percentage_difference,
    },
    {
      id: "all",
      name: t`All leaks`,
      dollars: costs.total_cost,
      share: toilet === null ? null : 100,
      before: costs.previous_period_cost,
      change: costs.percentage_difference,
    },
  ];
}

/** Which kind costs most; null: no leak costs anything. */
export function costliestKindText(costs: LeakTypeCosts): string | null {
  const { toilet_leak_cost: toilet, other_leak_cost: other } = costs;
  if (toilet === null || other === null || toilet + other === 0) return null;
  if (toilet === other) return t`Toilet leaks and other leaks cost the same.`;
  return t`${toilet > other ? t`Toilet leaks` : t`Other leaks`} cost most: ${cost(Math.max(toilet, other))}.`;
}

/** Dollars to the cent, so that rows can be added up. */
export function toTheCent(dollars: number | null): string {
  return formatDollars(dollars, 2);
}
