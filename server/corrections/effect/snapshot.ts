import { z } from "zod";
import { leakKind } from "../../../contract/leaks/leaks.ts";
import type { EffectLeak } from "../../../contract/readings/repair-effect.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { asGallons } from "../../query/volume.ts";

const MeterRow = z.object({ id: z.int(), serial_number: z.string() });

const UnitRow = z.object({ id: z.int(), name: z.string(), building: z.string() });

const UnitDayRow = z.object({ unit_id: z.int(), day: z.string(), gallons: z.int().nullable(), leaked: z.int() });

/** A day as reports see it; volumes in thousandths of a gallon, null: nothing was measured. */
const SeenDay = z.object({
  gallons: z.int().nullable(),
  leaked: z.int(),
  /** Of a unit: 0. */
  hoursMeasured: z.int(),
  /** Differs when any hour does; of a unit: empty. */
  hours: z.string(),
});
export type SeenDay = z.output<typeof SeenDay>;
const MeterDayRow = SeenDay.extend({ meter_id: z.int(), day: z.string() });

export interface SeenMeter {
  serial: string;
  /** By local day. */
  days: Map<string, SeenDay>;
  /** By the instant at which they started. */
  leaks: Map<string, EffectLeak>;
}

export interface SeenUnit {
  building: string;
  name: string;
  days: Map<string, SeenDay>;
}

/** What was derived from the readings of some meters at one moment. */
export interface Snapshot {
  meters: Map<number, SeenMeter>;
  units: Map<number, SeenUnit>;
}

/** Reads what is derived from these meters' readings, and the days of every unit where one is or was installed. */
export async function takeSnapshot(tx: Transactional, propertyId: number, meterIds: number[]): Promise<Snapshot> {
  const meters = await readMeters(tx, propertyId, meterIds);
  return { meters, units: await readUnits(tx, propertyId, meterIds) };
}

/** Adds another snapshot. */
export function addSnapshot(to: Snapshot, other: Snapshot): void {
  for (const [id, meter] of other.meters) to.meters.set(id, meter);
  for (const [id, unit] of other.units) to.units.set(id, unit);
}

async function readMeters(tx: Transactional, propertyId: number, meterIds: number[]): Promise<Map<number, SeenMeter>> {
  const named = await queryRows(tx, MeterRow)`
    select id, serial_number from meters where property_id = ${propertyId} and id = any(${meterIds}::bigint[])
    order by serial_number`;
  const meters = new Map(
    named.map((row): [number, SeenMeter] => [row.id, { serial: row.serial_number, days: new Map(), leaks: new Map() }]),
  );
  const days = await queryRows(tx, MeterDayRow)`
    select meter_id, day, gallons_total as gallons, leak_total as leaked, hours_measured as "hoursMeasured",
      md5(row(gallons, estimated, covered, leak_gallons, flow_time, events)::text) as hours
    from all_meter_days
    where property_id = ${propertyId} and meter_id = any(${meterIds}::bigint[])`;
  for (const { meter_id, day, ...seen } of days) meters.get(meter_id)?.days.set(day, seen);
  for (const leak of await readLeaks(tx, propertyId, meterIds)) {
    meters.get(leak.meterId)?.leaks.set(leak.leak.started_at, leak.leak);
  }
  return meters;
}

const LeakRow = z.object({
  meter_id: z.int(),
  kind: leakKind,
  started_at: z.date(),
  opened_at: z.date(),
  ended_at: z.date().nullable(),
  suspected: z.boolean(),
  unconfirmed: z.boolean(),
  rules: z.array(z.string()),
  confidence: z.enum(["high", "medium", "low"]),
  gallons_total: z.int(),
});

async function readLeaks(tx: Transactional, propertyId: number, meterIds: number[]) {
  const found = await queryRows(tx, LeakRow)`
    select meter_id, kind, started_at, opened_at, ended_at, suspected, unconfirmed, rules, confidence, gallons_total
    from leaks where property_id = ${propertyId} and meter_id = any(${meterIds}::bigint[])
    order by meter_id, started_at`;
  return found.map((row) => ({
    meterId: row.meter_id,
    leak: {
      leak_type: row.kind,
      started_at: row.started_at.toISOString(),
      opened_at: row.opened_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      suspected: row.suspected,
      unconfirmed: row.unconfirmed,
      rules: row.rules,
      confidence: row.confidence,
      total_gallons_leaked: asGallons(row.gallons_total),
    } satisfies EffectLeak,
  }));
}

async function readUnits(tx: Transactional, propertyId: number, meterIds: number[]): Promise<Map<number, SeenUnit>> {
  const named = await queryRows(tx, UnitRow)`
    select u.id, u.name, b.name as building
    from units u join buildings b on b.property_id = u.property_id and b.id = u.building_id
    where u.property_id = ${propertyId} and u.id in (
      select p.unit_id from meter_services s
      join meter_points p on p.property_id = s.property_id and p.id = s.point_id
      where s.property_id = ${propertyId} and s.meter_id = any(${meterIds}::bigint[]))
    order by b.name, u.name`;
  const units = new Map(
    named.map(({ id, name, building }): [number, SeenUnit] => [id, { building, name, days: new Map() }]),
  );
  const days = await queryRows(tx, UnitDayRow)`
    select unit_id, day, gallons, toilet_leak + heater_leak + other_leak as leaked from unit_days
    where property_id = ${propertyId} and unit_id = any(${[...units.keys()]}::bigint[])`;
  for (const { unit_id, day, gallons, leaked } of days) {
    units.get(unit_id)?.days.set(day, { gallons, leaked, hoursMeasured: 0, hours: "" });
  }
  return units;
}
