import type { LeakKind, Meter, Property, Unit } from "../stored/stored.ts";
import { type Days, eachDay } from "./days.ts";
import { type Figures, kindOf } from "./figures.ts";
import { daysAt } from "./places-of-hours.ts";

/** What kinds of leak a unit has in some days; thousandths of a gallon. */
export interface UnitLeak {
  toilet: number;
  heater: number;
  other: number;
}

export function unitLeakIn(figures: Figures, property: Property, unit: Unit, days: Days): UnitLeak {
  const sum: UnitLeak = { toilet: 0, heater: 0, other: 0 };
  for (const day of eachDay(days)) {
    const of = figures.unit(property, unit, day);
    if (of === null) continue;
    sum.toilet += of.toiletLeak;
    sum.heater += of.heaterLeak;
    sum.other += of.otherLeak;
  }
  return sum;
}

/** More than one kind: hybrid. */
export function leakTypeOf(kinds: readonly LeakKind[]): LeakKind | "hybrid leak" {
  const [kind] = kinds;
  return kinds.length === 1 && kind !== undefined ? kind : "hybrid leak";
}

export function meterLeakOn(figures: Figures, meter: Meter, days: readonly number[]): number {
  return days.reduce((sum, day) => sum + (figures.meter(meter, day)?.leak ?? 0), 0);
}

/** The meters of a unit, each with where it sits. */
export function metersOfUnit(property: Property, unit: Unit): { meter: Meter; attachedTo: string }[] {
  return property.meters.flatMap((meter) => {
    const service = meter.services.findLast(({ unitId }) => unitId === unit.id);
    return service === undefined ? [] : [{ meter, attachedTo: service.attachedTo }];
  });
}

/**
 * The meter that stands for a unit's leak: of one kind the one of that kind that leaks most; of several kinds the top
 * meter, without one the fixture that leaks most.
 */
export function shownMeter(
  figures: Figures,
  property: Property,
  unit: Unit,
  kinds: readonly LeakKind[],
  days: Days,
): Meter | null {
  const all = metersOfUnit(property, unit);
  const tops = all.filter(({ attachedTo }) => kindOf(attachedTo) === "other leak");
  const ofKind = all.filter(({ attachedTo }) => kinds.length === 1 && kindOf(attachedTo) === kinds[0]);
  const candidates = kinds.length === 1 && ofKind.length > 0 ? ofKind : tops.length > 0 ? tops : all;
  const leaks = candidates.map(({ meter }) => ({
    meter,
    leak: meterLeakOn(figures, meter, daysAt(property, meter, unit.id, days)),
    isThere: meter.services.some(({ endedAt }) => endedAt === null),
    isActive: figures.leaksOf(property, meter).some(({ endedAt }) => endedAt === null),
  }));
  leaks.sort(
    (a, b) =>
      b.leak - a.leak ||
      Number(b.isActive) - Number(a.isActive) ||
      Number(b.isThere) - Number(a.isThere) ||
      a.meter.id - b.meter.id,
  );
  return leaks[0]?.meter ?? null;
}
