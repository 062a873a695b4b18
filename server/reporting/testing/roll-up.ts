import type { Connections } from "../../database/connect.ts";
import { sumOf } from "./hours.ts";
import type { TestMeter, TestProperty } from "./places.ts";

interface StoredDay {
  meter: TestMeter;
  hours: number;
  gallons: (number | null)[];
  estimated: (number | null)[];
  leaked: number[];
  isRead: boolean;
}

interface UnitDay {
  gallons: number | null;
  estimated: number;
  toilet_leak: number;
  heater_leak: number;
  other_leak: number;
  toilet_gallons: number | null;
  heater_gallons: number | null;
  is_read: boolean;
}

/** Fills unit_days and property_days of a property from the stored days of its meters, all of which are given. */
export async function rollUp({ worker }: Connections, property: TestProperty, meters: readonly TestMeter[]) {
  const byDay = await storedDays({ worker }, property, meters);
  for (const [day, stored] of byDay) {
    const units: UnitDay[] = [];
    const read = stored.filter((one) => one.isRead);
    const topRead = read.filter(({ meter }) => topMeters(meters, meter.unitId).includes(meter));
    for (const unitId of new Set(meters.flatMap((meter) => meter.unitId ?? []))) {
      const unit = unitDay(
        stored.filter(({ meter }) => meter.unitId === unitId),
        topMeters(meters, unitId),
      );
      units.push(unit);
      await worker
        .insertInto("unit_days")
        .values({ property_id: property.id, unit_id: unitId, day, ...unit })
        .execute();
    }
    const total = (field: "estimated" | "toilet_leak" | "heater_leak" | "other_leak") =>
      units.reduce((sum, unit) => sum + unit[field], 0);
    await worker
      .insertInto("property_days")
      .values({
        property_id: property.id,
        day,
        gallons: sumOf(units.map((unit) => unit.gallons)),
        estimated: total("estimated"),
        toilet_leak: total("toilet_leak"),
        heater_leak: total("heater_leak"),
        other_leak: total("other_leak"),
        toilet_gallons: sumOf(units.map((unit) => unit.toilet_gallons)),
        heater_gallons: sumOf(units.map((unit) => unit.heater_gallons)),
        units_read: units.filter((unit) => unit.is_read).length,
        meters_read: read.length,
        top_meters_read: topRead.length,
      })
      .execute();
  }
}

/** SPOE and DPOE; in a unit without them its fixtures. */
function topMeters(meters: readonly TestMeter[], unitId: number | null): TestMeter[] {
  if (unitId === null) return [];
  const own = meters.filter((meter) => meter.unitId === unitId);
  const top = own.filter((meter) => meter.attachedTo === "SPOE" || meter.attachedTo === "DPOE");
  return top.length > 0 ? top : own;
}

async function storedDays(
  { worker }: Pick<Connections, "worker">,
  property: TestProperty,
  meters: readonly TestMeter[],
): Promise<Map<string, StoredDay[]>> {
  const rows = await worker.selectFrom("meter_days").selectAll().where("property_id", "=", property.id).execute();
  const byDay = new Map<string, StoredDay[]>();
  for (const row of rows) {
    const meter = meters.find(({ id }) => id === row.meter_id);
    if (meter === undefined) throw new Error(`Meter ${row.meter_id} is missing from the roll-up.`);
    const slots = Array.from({ length: row.hours }, (_, slot) => slot);
    const stored: StoredDay = {
      meter,
      hours: row.hours,
      gallons: slots.map((slot) => row.gallons?.[slot] ?? row.estimated?.[slot] ?? null),
      estimated: row.estimated ?? [],
      leaked: slots.map((slot) => row.leak_gallons?.[slot] ?? 0),
      isRead: row.hours_measured * 4 >= row.hours * 3,
    };
    byDay.set(row.day, [...(byDay.get(row.day) ?? []), stored]);
  }
  return byDay;
}

/** Hour by hour as docs/rules.md has it: fixtures explain the top meters' leak first, other is the rest. */
function unitDay(stored: readonly StoredDay[], top: readonly TestMeter[]): UnitDay {
  const hours = stored[0]?.hours ?? 0;
  const topDays = stored.filter(({ meter }) => top.includes(meter));
  const isOf = (attachedTo: string) => stored.filter(({ meter }) => meter.attachedTo === attachedTo);
  const topIsFixture = topDays.every(
    ({ meter }) => meter.attachedTo === "Toilet" || meter.attachedTo === "Water Heater",
  );
  const sums = { toilet: 0, heater: 0, other: 0, top: 0 };
  const volumes: (number | null)[] = [];
  for (let slot = 0; slot < hours; slot += 1) {
    const leakAt = (days: readonly StoredDay[]) => days.reduce((sum, day) => sum + (day.leaked[slot] ?? 0), 0);
    const parts = topDays.map((day) => day.gallons[slot] ?? null);
    const volume = parts.length < top.length || parts.includes(null) ? null : sumOf(parts);
    const cap = volume ?? Number.POSITIVE_INFINITY;
    const toilet = Math.min(leakAt(isOf("Toilet")), cap);
    const heater = Math.min(leakAt(isOf("Water Heater")), cap - toilet);
    const above = topIsFixture ? 0 : leakAt(topDays);
    volumes.push(volume);
    sums.toilet += toilet;
    sums.heater += heater;
    sums.other += Math.max(0, above - toilet - heater);
    sums.top += above;
  }
  const explained = sums.top > 0 && sums.toilet + sums.heater >= 0.8 * sums.top;
  return {
    gallons: sumOf(volumes),
    estimated: sumOf(topDays.flatMap((day) => day.estimated)) ?? 0,
    toilet_leak: sums.toilet,
    heater_leak: sums.heater,
    other_leak: explained ? 0 : sums.other,
    toilet_gallons: sumOf(isOf("Toilet").flatMap((day) => day.gallons)),
    heater_gallons: sumOf(isOf("Water Heater").flatMap((day) => day.gallons)),
    is_read: topDays.length === top.length && topDays.every((day) => day.isRead),
  };
}
