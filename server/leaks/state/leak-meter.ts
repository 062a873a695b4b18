import type { AttachedTo } from "../../readings/meter-day.ts";
import { floorAboveOwn, type LeakSettings } from "../settings/leak-settings.ts";
import type { HeldLeak } from "./held-leak.ts";
import type { LeakState } from "./leak-state.ts";

/** What the rules need of a meter beside its hours. When any of it changes, its days are fed again from the start. */
export interface LeakMeter {
  attachedTo: AttachedTo;
  /** Thousandths of a gallon for one count of the meter's register; 0 when unknown. */
  count: number;
  /** A recirculation or an ice machine: its own usual lowest hour is its zero. */
  continuousUseExpected: boolean;
  settings: LeakSettings;
}

/** Thousandths of a gallon that this meter passes in every hour without that being use or leak. */
export function zeroOf(state: LeakState, meter: LeakMeter): number {
  return meter.continuousUseExpected ? state.usualLowest : 0;
}

/**
 * Up to how many thousandths of a gallon an hour is still. A meter with expected continuous use is still as long as it is
 * no further above its usual lowest hour than the floor rule needs for a leak: half of its days are above their median.
 * Until its usual is known, everything is still: a leak opened then would keep every day out of its history for good.
 */
export function stillUpTo(state: LeakState, meter: LeakMeter): number {
  if (!meter.continuousUseExpected) return 0;
  if (state.ownDays.count < meter.settings.ownDaysNeeded) return Number.POSITIVE_INFINITY;
  return state.usualLowest + floorAboveOwn(meter.settings, meter.attachedTo);
}

/** An hour of the leak with no more than this (thousandths of a gallon) is dry. */
export function dryUpTo(leak: HeldLeak, meter: LeakMeter): number {
  if (!meter.continuousUseExpected) return leak.usualLowest;
  return leak.usualLowest + floorAboveOwn(meter.settings, meter.attachedTo);
}
