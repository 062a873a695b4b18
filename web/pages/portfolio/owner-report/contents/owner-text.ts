import { plural, t } from "@lingui/core/macro";
import type { FinanceCosts } from "../../../../../contract/costs/finances.ts";
import type { LeakCase } from "../../../../../contract/leaks/cases.ts";
import type { SavedCase, Savings } from "../../../../../contract/portfolio/portfolio-savings.ts";
import type { Overview } from "../../../../../contract/reporting/reporting.ts";
import { defaultRateMessage } from "../../../../app/report/headline/default-rate.ts";
import { cost, describeCoverage, formatPlace } from "../../../../app/report/text.ts";
import { formatDate, formatGallonsUnit, formatNumber } from "../../../../components/format.ts";
import { stateNames } from "../../../cases/report/case-text.ts";
import { endedText, fixesText, savingsText } from "../../cockpit/savings-text.ts";
import type { OwnerReport } from "./report-contents.ts";

/** Dollars rounded as `cost` shows them, so that differences match the figures shown. */
function shown(dollars: number): number {
  return Math.abs(dollars) < 10 ? Math.round(dollars * 100) / 100 : Math.round(dollars);
}

/** "the day before", "the 30 days before" */
function daysBefore(days: number): string {
  return days === 1 ? t`the day before` : t`the ${days} days before`;
}

/** "the previous 30 days" */
export function previousPeriod(days: number): string {
  return days === 1 ? t`the previous day` : t`the previous ${days} days`;
}

type Head = { summary: string; tone: OwnerReport["tone"] };
type Money = Pick<FinanceCosts, "leak_related_cost" | "previous_period_cost">;

/**
 * Better or worse, in dollars, in one sentence. Nothing is called either where the previous period cannot be compared: today is
 * in no comparison, nor are days of which too little was read.
 */
export function headline(overview: Pick<Overview, "total_units" | "is_over">, costs: Money, days: number): Head {
  const { leak_related_cost: now, previous_period_cost: before } = costs;
  if (now === null) {
    const summary = t`There is nothing to show: no water of the ${plural(overview.total_units, { one: "# unit", other: "# units" })} was measured.`;
    return { summary, tone: "unknown" };
  }
  const what = now === 0 ? t`no leak cost anything` : t`leaks cost ${cost(now)}`;
  if (before === null) {
    const why = overview.is_over ? t`too few meter days were read in one of the two` : t`today is not over`;
    return { summary: t`${sentenceCase(what)}. Not compared with ${daysBefore(days)}: ${why}.`, tone: "unknown" };
  }
  const change = shown(now) - shown(before);
  if (Math.abs(change) < 0.005) return { summary: t`Unchanged: ${what}, as in ${daysBefore(days)}.`, tone: "even" };
  const against = t`${cost(Math.abs(change))} ${change > 0 ? t`more` : t`less`} than ${daysBefore(days)}`;
  return change > 0
    ? { summary: t`Worse: ${what}, ${against}.`, tone: "worse" }
    : { summary: t`Better: ${what}, ${against}.`, tone: "better" };
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "5 properties with 262 units", "12 properties of 3 organizations with 900 units" */
export function placesText(
  overview: Pick<Overview, "total_properties" | "total_units">,
  organizations: number,
): string {
  const properties = plural(overview.total_properties, { one: "# property", other: "# properties" });
  const of = organizations > 1 ? t` of ${organizations} organizations` : "";
  return t`${properties}${of} with ${plural(overview.total_units, { one: "# unit", other: "# units" })}`;
}

type Read = Pick<
  Overview,
  "meter_days_read" | "meter_days_expected" | "last_reading_date" | "end_date" | "is_over" | "units_without_price"
>;

/**
 * What share of the meter days was read, until when, how many properties have no data, and how many units are counted at
 * the price that holds where nobody set one.
 */
export function dataCompleteness(overview: Read, noData: number): { sentence: string; low: boolean } {
  const { sentence, enough } = describeCoverage(overview);
  const { last_reading_date: last, end_date } = overview;
  const late = last !== null && last < end_date ? t` The last reading came on ${formatDate(last)}.` : "";
  const silent =
    noData === 0 ? "" : t` At ${plural(noData, { one: "# property", other: "# properties" })} no meter reported.`;
  const unpriced = defaultRateMessage({ units: overview.units_without_price, leaksOutsideUnits: 0 });
  return {
    sentence: `${sentence}${late}${silent}${unpriced === null ? "" : ` ${unpriced}`}`,
    low: !enough || late !== "",
  };
}

/** Headings of its bars. */
export const costsBy: Readonly<Record<FinanceCosts["resolution"], string>> = {
  day: t`What leaks cost, by day`,
  week: t`What leaks cost, by week`,
  month: t`What leaks cost, by month`,
};

/** What verified fixes saved in the period and what became of the fixes made in it; apart what ended on its own. */
export function repairSentences({ fixes, verified, ended }: Savings): string {
  const sentences = [savingsText(verified) ?? t`No verified fix saved water in this period.`];
  const reported = fixesText(fixes);
  if (reported !== null) sentences.push(`${reported}.`);
  if (ended.cases > 0) sentences.push(`${endedText(ended)}.`);
  return sentences.join(" ");
}

/** What a verified fix saved in the period, beside what it cost. */
export function fixLine(row: SavedCase): OwnerReport["fixes"][number] {
  const saved = t`${formatGallonsUnit(row.gallons_saved)}, ${cost(row.dollars_saved)} saved`;
  const { case_id, repair_cost, payback_days } = row;
  const place = formatPlace(row);
  if (repair_cost === null || payback_days === null)
    return { case_id, place, text: t`${saved}; cost of the repair not reported` };
  const days = plural(Math.round(payback_days), { one: "# day", other: "# days" });
  return { case_id, place, text: t`${saved}; the repair cost ${cost(repair_cost)} and pays back in ${days}` };
}

/** How many cases are not over, and the first of them. */
export interface CasesNotOver {
  count: number;
  results: readonly Pick<LeakCase, "state">[];
}

/** "5 leak cases are not over: 3 new, 2 assigned."; without states where not all of them are known. */
export function casesText({ count, results }: CasesNotOver): string {
  if (count === 0) return t`No leak case is open.`;
  const all = plural(count, { one: "# leak case is not over", other: "# leak cases are not over" });
  if (results.length < count) return `${all}.`;
  const states = Object.entries(stateNames).flatMap(([state, name]) => {
    const number = results.filter((one) => one.state === state).length;
    return number === 0 ? [] : [`${formatNumber(number)} ${name.toLowerCase()}`];
  });
  return `${all}: ${states.join(", ")}.`;
}
