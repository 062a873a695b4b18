import { t } from "@lingui/core/macro";
import type { FinanceCosts } from "../../../../../contract/costs/finances.ts";
import type { DeviceHealthProperty } from "../../../../../contract/inventory/devices.ts";
import type { RankingRow } from "../../../../../contract/portfolio/portfolio-ranking.ts";
import type { SavedCase, Savings } from "../../../../../contract/portfolio/portfolio-savings.ts";
import type { LeakStatus } from "../../../../../contract/portfolio/portfolio-status.ts";
import type { Overview, PropertyRow } from "../../../../../contract/reporting/reporting.ts";
import type { LeakUnitRow } from "../../../../../contract/reporting/top-leaks.ts";
import { cost } from "../../../../app/report/text.ts";
import { comparisonText } from "../../../../components/badges/comparison-text.ts";
import { performanceClasses } from "../../../../components/badges/performance.ts";
import {
  formatDate,
  formatDateRange,
  formatGallons,
  formatGallonsUnit,
  formatLeakShare,
  formatMonth,
  formatMonthDay,
  formatNumber,
} from "../../../../components/format.ts";
import {
  type CasesNotOver,
  casesText,
  dataCompleteness,
  fixLine,
  headline,
  placesText,
  previousPeriod,
  repairSentences,
} from "./owner-text.ts";
import type { CostBar, Figure, OwnerReport, PropertyLine } from "./report-contents.ts";
import { thingsToDo } from "./things-to-do.ts";

/** The responses of the calls, all for the same days and places. */
export interface Answers {
  overview: Overview;
  costs: FinanceCosts;
  /** Costs by month of the year up to the last day. */
  trend: FinanceCosts;
  classes: LeakStatus;
  ranking: readonly RankingRow[];
  properties: readonly PropertyRow[];
  /** Those to deal with that cost most a day, in that order. */
  leaks: readonly LeakUnitRow[];
  /** The property with most meters without data; null: there is no property. */
  silentMost: DeviceHealthProperty | null;
  /** Names of the organizations whose properties are looked at. */
  organizations: readonly string[];
  savings: Savings;
  /** The verified fixes that saved most first, those outside of units among them. */
  saved: readonly SavedCase[];
  cases: CasesNotOver;
}

/** Fixes that are shown. */
const MOST_SAVED = 3;

/**
 * Puts the report together.
 * @param days days of the period, as people count them
 * @param today the day it is prepared on, yyyy-MM-dd
 */
export function ownerReport(answers: Answers, days: number, today: string): OwnerReport {
  const { overview, costs, classes, organizations } = answers;
  const { summary, tone } = headline(overview, costs, days);
  const { sentence, low } = dataCompleteness(overview, classes.no_data);
  return {
    of: organizations.length === 1 ? (organizations[0] ?? t`Portfolio`) : t`Portfolio`,
    places: placesText(overview, organizations.length),
    period: formatDateRange(overview.start_date, overview.end_date),
    prepared: t`Prepared ${formatDate(today)}`,
    headline: summary,
    tone,
    figures: figuresOf(overview, costs, days),
    bars: { each: costs.resolution, points: costs.points.map((point) => barOf(point, costs.resolution)) },
    classes: performanceClasses.map((id) => ({ id, count: classes[id] })),
    noData: classes.no_data,
    trend: { each: "month", points: answers.trend.points.map((point) => barOf(point, "month")) },
    properties: propertyLines(answers),
    changeTitle: t`Change of water lost, against ${previousPeriod(days)}`,
    repaired: repairSentences(answers.savings),
    fixes: answers.saved
      .filter(({ in_totals }) => in_totals)
      .slice(0, MOST_SAVED)
      .map(fixLine),
    cases: casesText(answers.cases),
    complete: sentence,
    low,
    things: thingsToDo(answers),
    nothingToDo: t`Nothing to do: no leak that lost water in this period needs attention, and all meters report.`,
    foot: t`Volumes are measured at the meters of units, leaks found by their hours; costs are volumes times the price of each day. Leaks at meters of whole buildings or of irrigation are not in any total.`,
  };
}

/** Properties in the table. */
const MOST_PROPERTIES = 10;

/** Properties whose leaks cost most, first. What leaks cost is in another list than what was used. */
function propertyLines({ properties, ranking }: Answers): PropertyLine[] {
  const rows = new Map(properties.map((row) => [row.property_id, row]));
  return ranking
    .flatMap(({ property_id, leak_cost }) => {
      const row = rows.get(property_id);
      return row === undefined ? [] : [{ ...row, leak_cost }];
    })
    .slice(0, MOST_PROPERTIES)
    .map((row) => ({
      property_id: row.property_id,
      name: row.property_name,
      used: formatGallons(row.gallons_consumed),
      lost: formatGallons(row.gallons_leaked),
      share: formatLeakShare(row.leak_percentage),
      cost: cost(row.leak_cost),
      change: row.gallons_leaked_comparison === null ? null : comparisonText(row.gallons_leaked_comparison, "%"),
    }));
}

function figuresOf(overview: Overview, costs: FinanceCosts, days: number): Figure[] {
  const { leak_cost, gallons_leaked, leak_percentage, units_with_leakage } = overview;
  const change = (value: number | null, unit: "%" | "pp" = "%") =>
    value === null ? null : t`${comparisonText(value, unit)} against ${previousPeriod(days)}`;
  return [
    {
      id: "leak_cost",
      name: t`What leaks cost`,
      value: cost(leak_cost),
      change: change(overview.leak_cost_comparison),
      note: t`of ${cost(costs.total_cost)} for all water`,
    },
    {
      id: "gallons_leaked",
      name: t`Water lost`,
      value: formatGallonsUnit(gallons_leaked),
      change: change(overview.gallons_leaked_comparison),
      note: t`of ${formatGallonsUnit(overview.gallons_consumed)} used`,
    },
    {
      id: "leak_percentage",
      name: t`Share of water lost`,
      value: formatLeakShare(leak_percentage),
      change: change(overview.leak_percentage_comparison, "pp"),
      note: t`the goal is below 10%`,
    },
    {
      id: "units_with_leakage",
      name: t`Units with a leak`,
      value: formatNumber(units_with_leakage),
      change: change(overview.units_with_leakage_comparison),
      note: t`of ${formatNumber(overview.total_units)} units`,
    },
  ];
}

function barOf(point: FinanceCosts["points"][number], each: FinanceCosts["resolution"]): CostBar {
  const { start_date, toilet_leaks_cost, other_leaks_cost, previous_period_cost } = point;
  return {
    label: each === "month" ? formatMonth(start_date.slice(0, 7)) : formatMonthDay(start_date),
    toilet: toilet_leaks_cost,
    other: other_leaks_cost,
    previous: previous_period_cost,
  };
}
