import type { AttachedTo } from "../../readings/meter-day.ts";
import { floorFlowMinutes, type LeakSettings } from "../settings/leak-settings.ts";
import type { HeldLeak, HeldRule } from "../state/held-leak.ts";
import type { LeakGallonsMethod, Measure, RuleEvidence, RuleName } from "../state/leak.ts";
import { dryUpTo, type LeakMeter } from "../state/leak-meter.ts";
import type { LeakState } from "../state/leak-state.ts";
import { newestHour } from "../state/window.ts";
import { buildingOpens, isQuietNight } from "./building-nights.ts";
import { burstOpens, isBurstTail, isCalm, newMeterBurstOpens, toiletBurstOpens } from "./burst.ts";
import { newMeterNoRestOpens, noRestOpens } from "./no-rest.ts";
import { isStillOften, newMeterOftenOpens, oftenOpens } from "./often.ts";
import { continuousOpens, floorOpens, longRunOpens, newMeterFloorOpens, newMeterRunOpens } from "./quiet-hours.ts";
import { toiletRunningOpens } from "./toilet-running.ts";

/** One row of the table of rules, identified by name and measure. */
export interface LeakRule {
  name: RuleName;
  measure: Measure;
  /** The kinds of points to whose meters it applies. */
  points: readonly AttachedTo[];
  /** The evidence if the rule holds at the newest hour fed, which has flow; else null. Looks only backwards. */
  opens(state: LeakState, meter: LeakMeter): RuleEvidence | null;
  /** Whether the newest hour, a measured one, shows nothing of the leak; null: no evidence either way. */
  isQuiet(state: LeakState, meter: LeakMeter, held: HeldRule, gallons: number, leak: HeldLeak): boolean | null;
  /** Whether the leak still ran in part of the first quiet hour, the newest, so that it ends with that hour and not before. */
  isTail(state: LeakState, meter: LeakMeter, gallons: number): boolean;
  /** Quiet hours (on a building: nights) in a row after which the leak is over, as far as this rule goes. */
  quietToEnd(settings: LeakSettings, point: AttachedTo): number;
  /** A leak that this rule opens within so many hours of the end of one by the same rule is the same leak. */
  sameLeakHours(settings: LeakSettings): number;
  leakGallons: LeakGallonsMethod;
}

/**
 * Every place but a building's master meter: in a building somebody always draws water, so that an hour without is no
 * sign of anything there.
 */
const unitsAndIrrigation: readonly AttachedTo[] = ["SPOE", "DPOE", "Toilet", "Water Heater", "Irrigation"];
/** Heavy use for hours is what irrigation is for. */
const units: readonly AttachedTo[] = ["SPOE", "DPOE", "Toilet", "Water Heater"];
const toilets: readonly AttachedTo[] = ["Toilet"];

type Life = Pick<LeakRule, "isQuiet" | "isTail" | "quietToEnd" | "sameLeakHours">;
type IsQuiet = LeakRule["isQuiet"];

const isDry: IsQuiet = (_state, meter, _held, gallons, leak) => gallons <= dryUpTo(leak, meter);

/** Dry, or with less flow time, where it is reported, than each hour of a floor has. */
const isBelowFloor: IsQuiet = (state, meter, held, gallons, leak) => {
  const { knowsFlowTime, stillMinutes } = newestHour(state);
  const least = floorFlowMinutes(meter.settings, meter.attachedTo);
  return (knowsFlowTime && 60 - stillMinutes < least) || isDry(state, meter, held, gallons, leak);
};
const isNotOften: IsQuiet = (state, meter) => !isStillOften(state, meter);

const never = () => false;
const usualSpan = (settings: LeakSettings) => settings.sameLeakHours;
const untilTwoDry: Life = {
  isQuiet: isDry,
  isTail: never,
  quietToEnd: (settings) => settings.dryHoursToEnd,
  sameLeakHours: usualSpan,
};
/** Longer than any pause with which it opens. */
const untilRested: Life = {
  ...untilTwoDry,
  quietToEnd: ({ restHoursToEnd, restHours }) => Math.max(restHoursToEnd, restHours + 1),
};
const untilStill: Life = { ...untilTwoDry, quietToEnd: () => 1 };
const untilCalm: Life = { ...untilStill, isQuiet: isCalm, isTail: isBurstTail };
const untilQuietNights: Life = {
  ...untilTwoDry,
  isQuiet: isQuietNight,
  quietToEnd: (settings) => settings.buildingNightsToEnd,
};
/** A toilet that runs after some of its uses pauses as long as nobody is at home. */
const untilNotOften: Life = {
  ...untilTwoDry,
  isQuiet: isNotOften,
  quietToEnd: (settings) => settings.oftenHoursToEnd,
  sameLeakHours: (settings) => settings.oftenSameLeakHours,
};

const atRate = { points: unitsAndIrrigation, leakGallons: "rate", ...untilTwoDry } as const;
const often = { points: units, measure: "heavy_points", leakGallons: "excess", ...untilNotOften } as const;
const noRest = { points: toilets, measure: "longest_rest", leakGallons: "refills", ...untilRested } as const;
const burst = { name: "burst", measure: "burst_hour", leakGallons: "excess", ...untilCalm } as const;

export const leakRules: readonly LeakRule[] = [
  { name: "continuous", measure: "flow_minutes", opens: continuousOpens, ...atRate, isQuiet: isBelowFloor },
  { name: "floor", measure: "lowest_hour", opens: floorOpens, ...atRate, isQuiet: isBelowFloor },
  { name: "long_run", measure: "hours_with_water", opens: longRunOpens, ...atRate },
  { name: "often", opens: oftenOpens, ...often },
  { points: ["SPOE", "DPOE", "Water Heater", "Building"], opens: burstOpens, ...burst },
  { points: toilets, opens: toiletBurstOpens, ...burst },
  {
    name: "toilet_running",
    measure: "draw_minutes",
    points: toilets,
    opens: toiletRunningOpens,
    leakGallons: "running",
    ...untilStill,
  },
  { name: "no_rest", opens: noRestOpens, ...noRest },
  {
    name: "building",
    measure: "night_hour",
    points: ["Building"],
    opens: buildingOpens,
    leakGallons: "excess",
    ...untilQuietNights,
  },
  { name: "new_meter", measure: "lowest_hour", opens: newMeterFloorOpens, ...atRate, isQuiet: isBelowFloor },
  { name: "new_meter", measure: "hours_with_water", opens: newMeterRunOpens, ...atRate },
  { name: "new_meter", opens: newMeterOftenOpens, ...often, leakGallons: "heavy rate" },
  { name: "new_meter", opens: newMeterNoRestOpens, ...noRest },
  { ...burst, name: "new_meter", points: units, opens: newMeterBurstOpens },
];

/** The row of the table that an evidence is from. Throws when there is none. */
export function ruleOf(evidence: RuleEvidence): LeakRule {
  for (const rule of leakRules) if (rule.name === evidence.rule && rule.measure === evidence.measure) return rule;
  throw new Error(`No rule ${evidence.rule} by ${evidence.measure}`);
}
