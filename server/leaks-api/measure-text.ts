import type { Reason } from "../../contract/leaks/leaks.ts";
import { preciseVolume, type Reader } from "../language/reader.ts";
import type { Measure, OwnHistory, RuleEvidence } from "../leaks/state/leak.ts";
import type { AttachedTo } from "../readings/meter-day.ts";

/** How one measure is worded. */
interface MeasureDescription {
  unit: Reason["unit"];
  /** How many of the stored unit make one of `unit`. */
  scale: number;
  /** What was found, without a full stop. @param amount the value with its unit */
  found(evidence: RuleEvidence, amount: string, reader: Reader): string;
  /** The number of its own history with which the measure is compared, in the stored unit; null: none. */
  own(history: OwnHistory, point: AttachedTo): number | null;
  /** That number in words, to go on after what was found. */
  ownText(amount: string, days: number, reader: Reader): string;
  /** What the rule requires: at least, or at most, the threshold. */
  bound: "at least" | "at most";
}

const isToilet = (point: AttachedTo) => point === "Toilet";
const noHistory = { own: () => null, ownText: () => "" };

/** A sentence's parts for everything that a rule can measure. */
export const measureDescriptions: Record<Measure, MeasureDescription> = {
  flow_minutes: {
    unit: "hours",
    scale: 60,
    found: ({ hoursMeasured }, amount, { i18n }) =>
      i18n._("Water ran for {amount} of the last {hours} measured hours", { amount, hours: hoursMeasured }),
    ...noHistory,
    bound: "at least",
  },
  lowest_hour: {
    unit: "gallons",
    scale: 1000,
    found: ({ hoursMeasured }, amount, { i18n }) =>
      i18n._("The lowest of the last {hours} measured hours was {amount}", { amount, hours: hoursMeasured }),
    own: (history) => history.highestLowest,
    ownText: (amount, days, { i18n }) =>
      i18n._("this meter's own highest such hour in {days} leak-free days was {amount}", { days, amount }),
    bound: "at least",
  },
  hours_with_water: {
    unit: "hours",
    scale: 1,
    found: ({ lowest }, amount, reader) =>
      reader.i18n._("Water ran in each of {amount} in a row, at least {lowest} in every one", {
        amount,
        lowest: preciseVolume(lowest, reader),
      }),
    own: (history) => history.repeatedRun,
    ownText: (amount, days, { i18n }) =>
      i18n._("this meter's own longest such run that it had twice in {days} leak-free days was {amount}", {
        days,
        amount,
      }),
    bound: "at least",
  },
  heavy_points: {
    unit: "points",
    scale: 10,
    found: ({ lowest, hoursMeasured }, amount, reader) =>
      reader.i18n._(
        "Hours of heavy use, {lowest} and more, came so often in the last {hours} measured hours that they add up to {amount} (one for each, two for hours at one rate, fewer when there is more ordinary use than usual)",
        { lowest: preciseVolume(lowest, reader), hours: hoursMeasured, amount },
      ),
    ...noHistory,
    bound: "at least",
  },
  burst_hour: {
    unit: "gallons",
    scale: 1000,
    found: ({ hoursMeasured }, amount, { i18n }) =>
      i18n._(
        "{hours, plural, one {{amount} ran in a single hour} other {# hours in a row had at least {amount} each}}",
        {
          hours: hoursMeasured,
          amount,
        },
      ),
    own: (history, point) => (isToilet(point) ? history.repeatedHour : history.repeatedTwoHours),
    ownText: (amount, days, { i18n }) =>
      i18n._("this meter's own highest such figure that it had twice in {days} leak-free days was {amount}", {
        days,
        amount,
      }),
    bound: "at least",
  },
  draw_minutes: {
    unit: "minutes",
    scale: 1,
    found: (_, amount, { i18n }) => i18n._("In one hour water ran for {amount} with hardly a draw", { amount }),
    ...noHistory,
    bound: "at least",
  },
  longest_rest: {
    unit: "hours",
    scale: 1,
    found: ({ hoursMeasured }, amount, { i18n }) =>
      i18n._("In the last {hours} measured hours the toilet never rested for longer than {amount} at a time", {
        hours: hoursMeasured,
        amount,
      }),
    own: (history) => history.usualRest,
    ownText: (amount, days, { i18n }) =>
      i18n._("this meter's own usual such rest in {days} leak-free days was {amount}", { days, amount }),
    bound: "at most",
  },
  night_hour: {
    unit: "gallons",
    scale: 1000,
    found: (_, amount, { i18n }) =>
      i18n._("On most of the last nights the lowest hour between two and five was at least {amount}", { amount }),
    own: (history) => history.usualNight,
    ownText: (amount, days, { i18n }) =>
      i18n._("this meter's own usual such hour in {days} leak-free days was {amount}", { days, amount }),
    bound: "at least",
  },
};
