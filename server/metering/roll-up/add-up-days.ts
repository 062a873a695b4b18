import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { bitsFor, unionOf, unitsWith } from "./unit-bits.ts";

const UnitBitCount = z.object({ unit_bit_count: z.int() });

const AddedDay = z.object({ day: z.string(), bedrooms: z.int() });

const DayRow = z.object({ day: z.string() });

/** SQL: sum of a value over the rows for which a condition holds; 0 without any. */
const sumOf = (value: RawBuilder<unknown>, condition = sql`true`) =>
  sql`coalesce(sum(${value}) filter (where ${condition}), 0)`;

const hasPrice = sql`mills is not null`;
const isWholeRead = sql`is_read and is_whole and gallons is not null`;
const homely = sql`greatest(bedrooms, 1)`;

/** SQL: the columns of sumsOfUnitDays that are no sets of units. */
export const volumesOfUnitDays = {
  gallons: sql`sum(gallons)`,
  estimated: sumOf(sql`estimated`),
  toilet_leak: sumOf(sql`toilet_leak`),
  heater_leak: sumOf(sql`heater_leak`),
  other_leak: sumOf(sql`other_leak`),
  toilet_gallons: sql`sum(toilet_gallons)`,
  heater_gallons: sql`sum(heater_gallons)`,
  units_read: sql`count(*) filter (where is_read)`,
  meters_read: sumOf(sql`meters_read`),
  top_meters_read: sumOf(sql`top_meters_read`),
  own_gallons: sumOf(sql`gallons`, hasPrice),
  own_toilet_leak: sumOf(sql`toilet_leak`, hasPrice),
  own_heater_leak: sumOf(sql`heater_leak`, hasPrice),
  own_other_leak: sumOf(sql`other_leak`, hasPrice),
  own_cost: sumOf(sql`gallons * mills`, hasPrice),
  own_toilet_cost: sumOf(sql`toilet_leak * mills`, hasPrice),
  own_heater_cost: sumOf(sql`heater_leak * mills`, hasPrice),
  own_other_cost: sumOf(sql`other_leak * mills`, hasPrice),
  whole_gallons: sumOf(sql`gallons`, isWholeRead),
  whole_bedrooms: sumOf(homely, isWholeRead),
  toilet_read_gallons: sumOf(sql`toilet_gallons`, sql`toilets_read`),
  toilet_bedrooms: sumOf(homely, sql`toilets_read`),
  heater_read_gallons: sumOf(sql`heater_gallons`, sql`heaters_read`),
  heater_bedrooms: sumOf(homely, sql`heaters_read`),
};

/** Sets of units that a day keeps, by the unit-days that put a unit into them. */
const sets = {
  read_units: sql`is_read`,
  toilet_leak_units: sql`toilet_leak > 0`,
  heater_leak_units: sql`heater_leak > 0`,
  other_leak_units: sql`(heater_leak + other_leak) > 0`,
};

/**
 * SQL: the columns of property_days, each an aggregate over rows of unit_days with `bedrooms`, `bit_index`, `mills`, the
 * unit's own price that day in thousandths of a dollar (null: none).
 * @param bits of the sets of units
 */
export function sumsOfUnitDays(bits: number): Record<string, RawBuilder<unknown>> {
  const units = Object.entries(sets).map(([name, condition]) => [name, unitsWith(condition, bits)]);
  return { ...volumesOfUnitDays, ...Object.fromEntries(units) };
}

/** SQL: unit-days with the bedrooms of their units and their own price; ends so that `where` can follow. */
export const pricedUnitDays = sql`
  select unit_days.*, units.bedrooms, units.bit_index, unit_prices.price * 1000 as mills
  from unit_days
  join units on units.property_id = unit_days.property_id and units.id = unit_days.unit_id
  left join unit_prices on unit_prices.property_id = unit_days.property_id and unit_prices.unit_id = unit_days.unit_id
    and unit_days.day between unit_prices.first_day and unit_prices.last_day`;

const names = [...Object.keys(volumesOfUnitDays), ...Object.keys(sets)];
const listed = sql.join(names.map((name) => sql.ref(name)));

/** SQL: the columns of property_days, and `top_meters`, each with its name, as sums over rows of bedroom_days. */
export function sumsOfBedroomDays(bits: number): RawBuilder<unknown> {
  const sum = (name: string) => (name in sets ? unionOf(name, bits) : sql`sum(${sql.ref(name)})`);
  return sql.join([...names, "top_meters"].map((name) => sql`${sum(name)} as ${sql.ref(name)}`));
}
const replaced = sql.join(
  [...names, "top_meters"].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
);

/**
 * Adds the units of a property up by day and bedrooms, and these to the days of the property, with what their water costs
 * by the prices in force. Beside those read, the top meters in service are counted, also in units without data.
 * @param days local days, sorted; those without any unit-day are left as they are
 */
export async function addUpDays(tx: Transactional, propertyId: number, days: readonly string[]): Promise<void> {
  const property = await queryRow(tx, UnitBitCount)`
    select unit_bit_count from properties where id = ${propertyId}`;
  const bits = bitsFor(property?.unit_bit_count ?? 0);
  const added = await queryRows(tx, AddedDay)`
    with known as (
      ${pricedUnitDays}
      where unit_days.property_id = ${propertyId} and unit_days.day = any(${days}::date[])
        and unit_days.day between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date
    ),
    served as (
      select known_day.day, span.bedrooms, sum(span.top_meters) as top_meters
      from (select distinct day from known) known_day
      join service_spans span on span.property_id = ${propertyId} and span.bedrooms is not null
        and known_day.day >= span.began_on and known_day.day < span.ended_on
      group by known_day.day, span.bedrooms
    )
    insert into bedroom_days (property_id, day, bedrooms, ${listed}, top_meters)
    select ${propertyId}::bigint, day, bedrooms, ${sql.join(Object.values(sumsOfUnitDays(bits)))},
      coalesce(max(top_meters), 0)
    from known full join served using (day, bedrooms)
    group by day, bedrooms
    on conflict (property_id, day, bedrooms) do update set ${replaced}
    returning day, bedrooms`;
  if (added.length === 0) return;
  await sql`
    insert into property_days (property_id, day, ${listed}, top_meters)
    select property_id, day, ${sumsOfBedroomDays(bits)} from bedroom_days
    where property_id = ${propertyId} and (day, bedrooms) in (
      select * from unnest(${added.map(({ day }) => day)}::date[], ${added.map(({ bedrooms }) => bedrooms)}::smallint[]))
    group by property_id, day
    on conflict (property_id, day) do update set ${replaced}`.execute(tx);
}

/** Recalculates all days of a property that still have unit-days, as after a change of its units. */
export async function addUpAllDays(tx: Transactional, propertyId: number): Promise<void> {
  const found = await queryRows(tx, DayRow)`
    select distinct day from unit_days where property_id = ${propertyId} order by day`;
  const days = found.map(({ day }) => day);
  if (days.length === 0) return;
  await sql`delete from bedroom_days where property_id = ${propertyId} and day = any(${days}::date[])`.execute(tx);
  await addUpDays(tx, propertyId, days);
}

/** Forgets days of a property on which no unit has a row any more. */
export async function forgetEmptyDays(tx: Transactional, propertyId: number, days: readonly string[]): Promise<void> {
  for (const table of ["bedroom_days", "property_days"]) {
    await sql`
      delete from ${sql.table(table)} p
      where p.property_id = ${propertyId} and p.day = any(${days}::date[]) and not exists (
        select from unit_days u where u.property_id = ${propertyId} and u.day = p.day)`.execute(tx);
  }
}
