import type { LeakDetailOverview } from "../../../../contract/reporting.ts";

type Found = Pick<LeakDetailOverview["leaks"][number], "started_at" | "opened_at" | "rules">;

const hour = 3_600_000;

/** What a leak was found by: the rule that opened it where that is certain, and the rules that joined since. */
export interface FoundBy {
  /** null: several rules may have opened it. */
  first: string | null;
  /** Rules that could not hold yet when the leak was found. Empty where the first is not certain. */
  later: string[];
  /** The other signs; whether they came with the first or after it is not known. */
  others: string[];
}

/** The least hours between a leak's first wet hour and the hour in which a rule can say so. */
function leastHours(rule: string, attachedTo: string): number {
  switch (rule) {
    // Two of the 24 hours may be still, also the first two.
    case "continuous":
      return 22;
    case "floor":
    case "new_meter":
      return 24;
    case "long_run":
      return attachedTo === "Toilet" || attachedTo === "Water Heater" ? 36 : 48;
    default:
      return 0;
  }
}

/**
 * Tells the rule that opened a leak from those that joined it. The rules come without their times; but a rule whose window
 * was not full when the leak was found cannot have opened it.
 */
export function foundBy({ started_at, opened_at, rules }: Found, attachedTo: string): FoundBy {
  const lasted = (Date.parse(opened_at) - Date.parse(started_at)) / hour;
  const possible = rules.filter((rule) => leastHours(rule, attachedTo) <= lasted);
  const [first, ...rest] = possible;
  if (first === undefined || rest.length > 0) return { first: null, later: [], others: rules };
  return { first, later: rules.filter((rule) => rule !== first), others: [] };
}
