import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { dayText } from "../../time/local-day.ts";
import { addUpDays, forgetEmptyDays } from "./add-up-days.ts";
import type { UnitDay } from "./unit-day.ts";

const DayRow = z.object({ day: z.string() });

/**
 * Writes the unit-days and, from them, the days of the property, in the transaction of the hours that they sum.
 * @param silent days of units for which no meter has data: they have no row
 */
export async function rollUp(
  tx: Transactional,
  propertyId: number,
  units: UnitDay[],
  silent: { unitId: number; day: number }[],
): Promise<void> {
  if (silent.length > 0) await forgetUnitDays(tx, propertyId, silent);
  if (units.length > 0) await writeUnitDays(tx, propertyId, units);
  const days = [...new Set([...units, ...silent].map(({ day }) => dayText(day)))].sort();
  if (days.length > 0) await addUpDays(tx, propertyId, days);
  if (silent.length > 0) await forgetEmptyDays(tx, propertyId, days);
}

/** Forgets the days of units at which no meter ever sat, as the inventory has it now. */
export async function forgetLeftUnits(tx: Transactional, propertyId: number, unitsWithMeters: number[]) {
  const forgotten = await queryRows(tx, DayRow)`
    delete from unit_days where property_id = ${propertyId} and unit_id <> all(${unitsWithMeters}::bigint[])
    returning day`;
  const days = [...new Set(forgotten.map(({ day }) => day))].sort();
  if (days.length === 0) return;
  await addUpDays(tx, propertyId, days);
  await forgetEmptyDays(tx, propertyId, days);
}

const values = [
  "gallons",
  "estimated",
  "toilet_leak",
  "heater_leak",
  "other_leak",
  "toilet_gallons",
  "heater_gallons",
  "is_read",
  "is_whole",
  "toilets_read",
  "heaters_read",
  "meters_read",
  "top_meters_read",
];
const listed = sql.join(values.map((name) => sql.ref(name)));
const valuesOf = (row: string) => sql`(${sql.join(values.map((name) => sql.ref(`${row}.${name}`)))})`;
const replaced = sql.join(values.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

/** Writes those that differ from what is stored: at night most units' do not. */
async function writeUnitDays(tx: Transactional, propertyId: number, units: UnitDay[]) {
  const column = (pick: (unit: UnitDay) => number | null) => units.map(pick);
  const flags = (pick: (unit: UnitDay) => boolean | null) => units.map(pick);
  const days = units.map((unit) => dayText(unit.day));
  const [first, last] = [days.reduce((a, b) => (a < b ? a : b)), days.reduce((a, b) => (a > b ? a : b))];
  await sql`
    insert into unit_days (property_id, unit_id, day, ${listed})
    select ${propertyId}::bigint, v.* from unnest(${column((u) => u.unitId)}::bigint[],
      ${days}::date[], ${column((u) => u.gallons)}::bigint[],
      ${column((u) => u.estimated)}::bigint[], ${column((u) => u.toiletLeak)}::bigint[],
      ${column((u) => u.heaterLeak)}::bigint[], ${column((u) => u.otherLeak)}::bigint[],
      ${column((u) => u.toiletGallons)}::bigint[], ${column((u) => u.heaterGallons)}::bigint[],
      ${flags((u) => u.isRead)}::boolean[], ${flags((u) => u.isWhole)}::boolean[],
      ${flags((u) => u.toiletsRead)}::boolean[], ${flags((u) => u.heatersRead)}::boolean[],
      ${column((u) => u.metersRead)}::smallint[], ${column((u) => u.topMetersRead)}::smallint[])
      as v (unit_id, day, ${listed})
    where not exists (
      select from unit_days stored
      where stored.property_id = ${propertyId} and stored.unit_id = v.unit_id and stored.day = v.day
        and stored.day between ${first}::date and ${last}::date
        and ${valuesOf("stored")} is not distinct from ${valuesOf("v")})
    on conflict (property_id, unit_id, day) do update set ${replaced}`.execute(tx);
}

async function forgetUnitDays(tx: Transactional, propertyId: number, silent: { unitId: number; day: number }[]) {
  await sql`
    delete from unit_days u
    using unnest(${silent.map(({ unitId }) => unitId)}::bigint[], ${silent.map(({ day }) => dayText(day))}::date[])
      as v (unit_id, day)
    where u.property_id = ${propertyId} and u.unit_id = v.unit_id and u.day = v.day`.execute(tx);
}
