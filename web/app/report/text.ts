import { plural, t } from "@lingui/core/macro";
import type { PropertiesOverview } from "../../../contract/portfolio/portfolio.ts";
import type { LeakRow, Overview } from "../../../contract/reporting/reporting.ts";
import {
  formatDollars,
  formatGallonsUnit,
  formatLeakShare,
  formatPercent,
  NOT_MEASURED,
} from "../../components/format.ts";

/** What every headline is made of, of whatever places. */
export type Headline = Pick<Overview, keyof Overview & keyof PropertiesOverview>;

/** Below this share of meter-days read, a report shows that its figures do not cover all the water. */
const enoughRead = 0.8;

/** Dollars as a manager would write them: cents only under ten dollars. */
export function cost(dollars: number | null): string {
  return formatDollars(dollars, dollars !== null && Math.abs(dollars) < 10 ? 2 : 0);
}

/** The headline of a report: how much was lost and what it cost. */
export function leakHeadline(overview: Headline): string {
  const { gallons_leaked, leak_cost } = overview;
  if (gallons_leaked === null) return t`Not measured`;
  if (gallons_leaked === 0) return t`No leak found`;
  const gallons = t`${formatGallonsUnit(gallons_leaked)} leaked`;
  return leak_cost === null ? gallons : `${gallons}, ${cost(leak_cost)}`;
}

/** What share of the water that is, and in how many units. */
export function leakShareText(overview: Headline): string {
  const { gallons_consumed, leak_percentage, units_with_leakage, total_units } = overview;
  if (gallons_consumed === null)
    return t`No water of the ${plural(total_units, { one: "# unit", other: "# units" })} was measured in this period.`;
  const used = t`${formatGallonsUnit(gallons_consumed)} used in ${plural(total_units, { one: "# unit", other: "# units" })}`;
  if (units_with_leakage === 0) return t`${used}, none of them with a leak.`;
  const leaking =
    units_with_leakage === 1
      ? t`1 unit had a leak`
      : t`${plural(units_with_leakage, { one: "# unit", other: "# units" })} had leaks`;
  const share = leak_percentage === null ? "" : t`${formatLeakShare(leak_percentage)} of the `;
  return `${share}${used}. ${leaking}.`;
}

/** That leaks outside of units are not in the headline's sum; null where those of the whole list are all of units. */
export function outsideUnitsNote(leaks: { outside_units_count: number } | undefined): string | null {
  return leaks && leaks.outside_units_count > 0 ? t`Leaks outside of units are not in this sum.` : null;
}

/** A share of what was read, 0 to 1, in whole percent. What is not all is not "100%", nor is too little "80%". */
export function readShareText(share: number): string {
  const percent = 100 * share;
  if (percent > 0 && percent < 0.5) return "<1%";
  const isRaised = [enoughRead, 1].some((limit) => share < limit && Math.round(percent) === 100 * limit);
  return formatPercent(isRaised ? Math.floor(percent) : percent, 0);
}

/**
 * What share of the meter-days was read, and whether that is enough; a caution where it is not. Of days up to today, which
 * is not over, there are figures so far.
 */
export function describeCoverage(overview: Pick<Overview, "meter_days_read" | "meter_days_expected" | "is_over">): {
  sentence: string;
  enough: boolean;
} {
  const { meter_days_read, meter_days_expected, is_over } = overview;
  if (!is_over) return { sentence: t`So far: today is not over.`, enough: true };
  const read = meter_days_expected === 0 ? null : meter_days_read / meter_days_expected;
  const share = read === null ? NOT_MEASURED : readShareText(read);
  const enough = read === null || read >= enoughRead;
  const sentence = enough
    ? t`${share} of meter days read.`
    : t`Only ${share} of meter days read, so some of the water is missing here.`;
  return { sentence, enough };
}

type Place = Pick<LeakRow, "property_name" | "building_name" | "unit_name">;

/** A leak's place, from the whole to the part: "Maple Court | North | 204". */
export function formatPlace({ property_name, building_name, unit_name }: Place): string {
  return [property_name, building_name, unit_name].filter((part) => part !== null && part !== "").join(" | ");
}
