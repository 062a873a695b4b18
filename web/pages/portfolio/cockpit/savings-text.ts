import { plural, t } from "@lingui/core/macro";
import type { Savings } from "../../../../contract/portfolio/portfolio-savings.ts";
import { cost } from "../../../app/report/text.ts";
import { formatGallonsUnit, formatNumber } from "../../../components/format.ts";

type Group = Savings["repaired"];
type TwiceSeen = Pick<Group, "gallons_seen_twice" | "dollars_seen_twice">;

/** What repairs saved: "12,040 gal, $181 saved so far."; null where nothing is saved yet. */
export function savingsText({ gallons_saved, dollars_saved }: Pick<Group, "gallons_saved" | "dollars_saved">) {
  return gallons_saved === 0 ? null : t`${formatGallonsUnit(gallons_saved)}, ${cost(dollars_saved)} saved so far.`;
}

/**
 * Why the rows of a group's list add up to more than its sum: what two meters see of the same water counts once. null
 * where they do not.
 */
export function doubleCountNote({ gallons_seen_twice, dollars_seen_twice }: TwiceSeen): string | null {
  if (gallons_seen_twice === 0) return null;
  const more = `${formatGallonsUnit(gallons_seen_twice)}, ${cost(dollars_seen_twice)}`;
  return t`The rows add up to ${more} more than the total: water that two meters saw, such as a toilet's and its unit's, counts once.`;
}

/** What became of a group of stopped leaks: "2 held, 1 came back"; what none of them did is left out. */
export function outcomesText({ held, came_back, too_early }: Pick<Group, "held" | "came_back" | "too_early">): string {
  const outcomes = [
    { count: held, words: "held" },
    { count: came_back, words: t`came back` },
    { count: too_early, words: t`too early to say` },
  ];
  return outcomes
    .flatMap(({ count, words: label }) => (count === 0 ? [] : [`${formatNumber(count)} ${label}`]))
    .join(", ");
}

/** The repaired leaks: "3 leaks repaired: 2 held, 1 came back". */
export function repairedText(repaired: Group): string {
  return t`${plural(repaired.leaks, { one: "# leak", other: "# leaks" })} repaired: ${outcomesText(repaired)}`;
}

/** Leaks that ended without a repair: "3 leaks ended on their own, 1 came back". Nobody's work is there to hold. */
export function endedText({ leaks, came_back }: Group): string {
  const back = came_back === 0 ? "" : t`, ${formatNumber(came_back)} came back`;
  return t`${plural(leaks, { one: "# leak", other: "# leaks" })} ended on ${leaks === 1 ? t`its` : t`their`} own${back}`;
}
