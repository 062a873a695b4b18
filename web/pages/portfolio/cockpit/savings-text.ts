import type { Savings } from "../../../../contract/portfolio-savings.ts";
import { cost } from "../../../app/report/text.ts";
import { formatCount, formatGallonsUnit, formatNumber } from "../../../components/format.ts";

type Group = Savings["repaired"];
type TwiceSeen = Pick<Group, "gallons_seen_twice" | "dollars_seen_twice">;

/** What all leaks that stopped saved: "12,040 gal, $181 saved so far."; null where nothing is saved yet. */
export function savingsText({ gallons_saved, dollars_saved }: Pick<Savings, "gallons_saved" | "dollars_saved">) {
  return gallons_saved === 0 ? null : `${formatGallonsUnit(gallons_saved)}, ${cost(dollars_saved)} saved so far.`;
}

/**
 * Why the rows of a group's list add up to more than its sum: what two meters see of the same water counts once. null
 * where they do not.
 */
export function doubleCountNote({ gallons_seen_twice, dollars_seen_twice }: TwiceSeen): string | null {
  if (gallons_seen_twice === 0) return null;
  const more = `${formatGallonsUnit(gallons_seen_twice)}, ${cost(dollars_seen_twice)}`;
  return `The rows add up to ${more} more than the total: water that two meters saw, such as a toilet's and its unit's, counts once.`;
}

/** What became of a group of stopped leaks: "2 held, 1 came back"; what none of them did is left out. */
export function outcomesText({ held, came_back, too_early }: Pick<Group, "held" | "came_back" | "too_early">): string {
  const outcomes = [
    { count: held, words: "held" },
    { count: came_back, words: "came back" },
    { count: too_early, words: "too early to say" },
  ];
  return outcomes
    .flatMap(({ count, words: label }) => (count === 0 ? [] : [`${formatNumber(count)} ${label}`]))
    .join(", ");
}

/** A group by how it stopped: "3 leaks repaired: 2 held, 1 came back". */
export function groupSummary(group: Group, how: "repaired" | "ended by itself"): string {
  const stopped = how === "repaired" || group.leaks === 1 ? how : "ended by themselves";
  return `${formatCount(group.leaks, "leak")} ${stopped}: ${outcomesText(group)}`;
}
