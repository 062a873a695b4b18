import { t } from "@lingui/core/macro";
import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import type { Decimals } from "../../../../components/format.ts";

export type UnitMeter = LeakDetailOverview["unit_meters"][number];

/** How a unit's leak gallons follow from those of its meters: `counted` + `rest` = the unit's. */
export interface UnitSum {
  /** The meters whose leak gallons count as they are: those of fixtures, or all where only main meters leak. */
  counted: UnitMeter[];
  /** The main meters (SPOE, DPOE) beside them, which see the same water again. */
  beside: UnitMeter[];
  /** Gallons that the unit lost beyond `counted`; below 0: so many of theirs do not count. */
  rest: number;
  /** With so many decimals the rounded parts make the rounded whole. */
  decimals: Decimals;
}

const capped = t`A leak counts for the unit only in hours of which its volume is known, and never for more than that volume.`;

/** @param unit its leak gallons @param meters those of its meters with leak gallons in the same days */
export function unitSum(unit: number, meters: readonly UnitMeter[]): UnitSum {
  const mains = meters.filter(isMain);
  const fixtures = meters.filter((meter) => !isMain(meter));
  const counted = fixtures.length > 0 ? fixtures : mains;
  const parts = counted.map((meter) => thousandths(meter.gallons_leaked));
  const rest = parts.reduce((left, part) => left - part, thousandths(unit));
  const decimals = decimalsThatAdd(rest === 0 ? parts : [...parts, rest], thousandths(unit));
  return { counted, beside: fixtures.length > 0 ? mains : [], rest: rest / 1000, decimals };
}

/** The rules by which the meters of a unit are not simply added up; null where they are. The server has the same share. */
export function unitRule({ beside, rest }: Pick<UnitSum, "beside" | "rest">): string | null {
  const main = beside.length === 1 ? t`the ${beside[0]?.attached_to} meter` : t`the main meters`;
  const again = t`The water of fixtures runs through ${main}, too. Of a leak that shows there, only what is beyond the fixtures' counts, hour by hour, and none of it on a day when theirs is at least 80% of it.`;
  const rules = [...(beside.length > 0 ? [again] : []), ...(rest < 0 ? [capped] : [])];
  return rules.length === 0 ? null : rules.join(" ");
}

function isMain({ attached_to }: UnitMeter): boolean {
  return attached_to === "SPOE" || attached_to === "DPOE";
}

function thousandths(gallons: number): number {
  return Math.round(gallons * 1000);
}

/** The fewest decimals with which rounded parts make the rounded whole. @param parts thousandths of a gallon */
function decimalsThatAdd(parts: readonly number[], whole: number): Decimals {
  for (const decimals of [0, 1, 2] as const) {
    const step = 10 ** (3 - decimals);
    const rounded = (volume: number) => Math.sign(volume) * Math.round(Math.abs(volume) / step);
    const isShown = [...parts, whole].every((part) => rounded(part) !== 0);
    if (isShown && parts.reduce((sum, part) => sum + rounded(part), 0) === rounded(whole)) return decimals;
  }
  return 3;
}
