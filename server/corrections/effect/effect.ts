import { isDeepStrictEqual } from "node:util";
import type {
  DayChange,
  EffectLeak,
  MeterEffect,
  RepairEffect,
  UnitEffect,
} from "../../../contract/readings/repair-effect.ts";
import { asGallons } from "../../query/volume.ts";
import type { SeenDay, SeenMeter, SeenUnit, Snapshot } from "./snapshot.ts";

const nothing: SeenDay = { gallons: null, leaked: 0, hoursMeasured: 0, hours: "" };

/** What differs between two moments: the days, leaks and units that changed. What is the same is left out. */
export function effectOf(before: Snapshot, after: Snapshot): RepairEffect {
  const meters: MeterEffect[] = [];
  for (const [id, now] of after.meters) {
    const effect = meterEffect(before.meters.get(id), now);
    if (effect !== null) meters.push(effect);
  }
  // A meter that no longer exists loses its values.
  for (const [id, was] of before.meters) {
    const effect = after.meters.has(id)
      ? null
      : meterEffect(was, { serial: was.serial, days: new Map(), leaks: new Map() });
    if (effect !== null) meters.push(effect);
  }
  const units: UnitEffect[] = [];
  for (const [id, now] of after.units) {
    const effect = unitEffect(id, before.units.get(id), now);
    if (effect !== null) units.push(effect);
  }
  return { meters, units };
}

function meterEffect(was: SeenMeter | undefined, now: SeenMeter): MeterEffect | null {
  const changed = changedDays(was?.days ?? new Map(), now.days);
  const days = changed.map(([date, before, after]) => ({
    ...dayChange(date, before, after),
    hours_measured_before: before.hoursMeasured,
    hours_measured_after: after.hoursMeasured,
  }));
  const leaksBefore = was?.leaks ?? new Map<string, EffectLeak>();
  const leaks_opened = [...now.leaks].flatMap(([at, leak]) => (leaksBefore.has(at) ? [] : [leak]));
  const leaks_gone = [...leaksBefore].flatMap(([at, leak]) => (now.leaks.has(at) ? [] : [leak]));
  const leaks_changed = [...now.leaks].flatMap(([at, after]) => {
    const before = leaksBefore.get(at);
    return before === undefined || isDeepStrictEqual(before, after) ? [] : [{ before, after }];
  });
  if (days.length + leaks_opened.length + leaks_gone.length + leaks_changed.length === 0) return null;
  return {
    meter_serial_number: now.serial,
    ...sumsOf(changed),
    days,
    leaks_opened,
    leaks_gone,
    leaks_changed,
  };
}

function unitEffect(id: number, was: SeenUnit | undefined, now: SeenUnit): UnitEffect | null {
  const changed = changedDays(was?.days ?? new Map(), now.days);
  if (changed.length === 0) return null;
  return {
    unit_id: id,
    building_name: now.building,
    unit_name: now.name,
    ...sumsOf(changed),
    days: changed.map(([date, before, after]) => dayChange(date, before, after)),
  };
}

type Changed = [date: string, before: SeenDay, after: SeenDay];

function changedDays(before: Map<string, SeenDay>, after: Map<string, SeenDay>): Changed[] {
  const dates = [...new Set([...before.keys(), ...after.keys()])].sort();
  return dates.flatMap((date): Changed[] => {
    const [was, is] = [before.get(date) ?? nothing, after.get(date) ?? nothing];
    return isDeepStrictEqual(was, is) ? [] : [[date, was, is]];
  });
}

function dayChange(date: string, before: SeenDay, after: SeenDay): DayChange {
  return {
    date,
    gallons_before: asGallons(before.gallons),
    gallons_after: asGallons(after.gallons),
    leak_gallons_before: asGallons(before.leaked),
    leak_gallons_after: asGallons(after.leaked),
  };
}

function sumsOf(days: Changed[]) {
  const sum = (pick: (change: Changed) => number | null) =>
    asGallons(
      days.reduce<number | null>((total, change) => {
        const value = pick(change);
        return value === null ? total : (total ?? 0) + value;
      }, null),
    );
  return {
    days_changed: days.length,
    gallons_before: sum(([, before]) => before.gallons),
    gallons_after: sum(([, , after]) => after.gallons),
    leak_gallons_before: sum(([, before]) => before.leaked) ?? 0,
    leak_gallons_after: sum(([, , after]) => after.leaked) ?? 0,
  };
}
