import type { Reason } from "../../contract/leaks/leaks.ts";
import type { Measure, OwnHistory, RuleEvidence } from "../leaks/state/leak.ts";
import type { AttachedTo } from "../readings/meter-day.ts";

/** How one measure is worded. */
interface MeasureDescription {
  unit: Reason["unit"];
  /** How many of the stored unit make one of `unit`. */
  scale: number;
  /** What was found, without a full stop. */
  found(evidence: RuleEvidence, amount: (value: number) => string): string;
  /** The number of its own history with which the measure is compared, in the stored unit; null: none. */
  own(history: OwnHistory, point: AttachedTo): number | null;
  /** What that number is, to follow "this meter's own". */
  ownLabel: string;
  /** What the rule requires: at least, or at most, the threshold. */
  bound: "at least" | "at most";
}

const isToilet = (point: AttachedTo) => point === "Toilet";

/** A sentence's parts for everything that a rule can measure. */
export const measureDescriptions: Record<Measure, MeasureDescription> = {
  flow_minutes: {
    unit: "hours",
    scale: 60,
    found: ({ value, hoursMeasured }, amount) =>
      `Water ran for ${amount(value)} of the last ${hoursMeasured} measured hours`,
    own: () => null,
    ownLabel: "",
    bound: "at least",
  },
  lowest_hour: {
    unit: "gallons",
    scale: 1000,
    found: ({ value, hoursMeasured }, amount) =>
      `The lowest of the last ${hoursMeasured} measured hours was ${amount(value)}`,
    own: (history) => history.highestLowest,
    ownLabel: "highest such hour",
    bound: "at least",
  },
  hours_with_water: {
    unit: "hours",
    scale: 1,
    found: ({ value, lowest }, amount) =>
      `Water ran in each of ${amount(value)} in a row, at least ${gallonsText(lowest)} in every one`,
    own: (history) => history.repeatedRun,
    ownLabel: "longest such run that it had twice",
    bound: "at least",
  },
  heavy_points: {
    unit: "points",
    scale: 10,
    found: ({ value, lowest, hoursMeasured }, amount) =>
      `Hours of heavy use, ${gallonsText(lowest)} and more, came so often in the last ${hoursMeasured} measured hours that they add up to ${amount(value)} (one for each, less a little for every hour that goes by)`,
    own: () => null,
    ownLabel: "",
    bound: "at least",
  },
  burst_hour: {
    unit: "gallons",
    scale: 1000,
    found: ({ value, hoursMeasured }, amount) =>
      hoursMeasured === 1
        ? `${amount(value)} ran in a single hour`
        : `${hoursMeasured} hours in a row had at least ${amount(value)} each`,
    own: (history, point) => (isToilet(point) ? history.repeatedHour : history.repeatedTwoHours),
    ownLabel: "highest such figure that it had twice",
    bound: "at least",
  },
  draw_minutes: {
    unit: "minutes",
    scale: 1,
    found: ({ value }, amount) => `In one hour water ran for ${amount(value)} with hardly a draw`,
    own: () => null,
    ownLabel: "",
    bound: "at least",
  },
  longest_rest: {
    unit: "hours",
    scale: 1,
    found: ({ value, hoursMeasured }, amount) =>
      `In the last ${hoursMeasured} measured hours the toilet never rested for longer than ${amount(value)} at a time`,
    own: (history) => history.usualRest,
    ownLabel: "usual such rest",
    bound: "at most",
  },
  night_hour: {
    unit: "gallons",
    scale: 1000,
    found: ({ value }, amount) =>
      `On most of the last nights the lowest hour between two and five was at least ${amount(value)}`,
    own: (history) => history.usualNight,
    ownLabel: "usual such hour",
    bound: "at least",
  },
};

/** Such as `1.2 gal`, from thousandths of a gallon; what is more than nothing never reads as nothing. */
export function gallonsText(thousandths: number): string {
  const gallons = thousandths / 1000;
  const digits = gallons < 1 ? 3 : gallons < 100 ? 1 : 0;
  return `${gallons.toLocaleString("en-US", { maximumFractionDigits: digits })} gal`;
}
