import { type RawBuilder, sql } from "kysely";
import { unionOf } from "../metering/unit-bits.ts";
import { isReadDay } from "./classes.ts";
import { costOfDay } from "./priced-periods.ts";

const summed = (column: string) => sql`sum(${sql.ref(`known.${column}`)})`;

/**
 * SQL: sum of what a volume of a day costs: that of units with a price of their own, and the rest at the default one.
 */
const costOf = (volume: string, own: string, ownCost: string) => sql`sum(${costOfDay(volume, own, ownCost)})::bigint`;

const unitsOf = (column: string, bits: number, leak: RawBuilder<unknown>) =>
  sql`${unionOf(`known.${column}`, bits)} filter (where ${leak})`;

/** SQL: the sums of rows `known` of one row of `priced`, each with its name. */
const sumsOf = (bits: number) =>
  sql.join(
    Object.entries({
      ...volumes,
      read_units: unionOf("known.read_units", bits),
      toilet_leak_units: unitsOf("toilet_leak_units", bits, sql`known.toilet_leak > 0`),
      heater_leak_units: unitsOf("heater_leak_units", bits, sql`known.heater_leak > 0`),
      other_leak_units: unitsOf("other_leak_units", bits, sql`known.heater_leak + known.other_leak > 0`),
    }).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`),
  );

const volumes = {
  ...Object.fromEntries(
    [
      "gallons",
      "toilet_leak",
      "heater_leak",
      "other_leak",
      "toilet_gallons",
      "heater_gallons",
      "whole_gallons",
      "whole_bedrooms",
      "toilet_read_gallons",
      "toilet_bedrooms",
      "heater_read_gallons",
      "heater_bedrooms",
      "meters_read",
    ].map((column) => [column, sql`${summed(column)}::bigint`]),
  ),
  cost: costOf("gallons", "own_gallons", "own_cost"),
  toilet_cost: costOf("toilet_leak", "own_toilet_leak", "own_toilet_cost"),
  heater_cost: costOf("heater_leak", "own_heater_leak", "own_heater_cost"),
  other_cost: costOf("other_leak", "own_other_leak", "own_other_cost"),
};

/**
 * SQL: a row for each row of `priced` with the sums of its days: volumes, costs in millionths of a dollar, bedrooms,
 * sets of units, and `days_read`. Each period's days are fetched and summed separately, because sorting and hashing all
 * of these wide rows takes longer than summing them. Only the selected columns are calculated.
 * @param rows SQL after `from`, its alias `known`: the days of the row of `priced`, by day or by day and bedrooms
 * @param bits of the sets of units
 */
export function daySums(rows: RawBuilder<unknown>, bits: number): RawBuilder<unknown> {
  return sql`
    select priced.property_id, priced.is_previous, added.*,
      (select count(*) from (
        select sum(known.top_meters) as top_meters, sum(known.top_meters_read) as top_meters_read
        from ${rows} group by known.day) by_day where ${isReadDay("by_day")}) as days_read
    from priced cross join lateral (select ${sumsOf(bits)} from ${rows}) added`;
}

/**
 * The same of days at hand, which have no index.
 * @param join SQL after `join`, its alias `known`: a row for each day of the row of `priced`
 */
export function daySumsAtHand(join: RawBuilder<unknown>, bits: number): RawBuilder<unknown> {
  return sql`
    select priced.property_id, priced.is_previous, ${sumsOf(bits)}, count(*) filter (where ${isReadDay("known")}) as days_read
    from priced join ${join}
    group by priced.property_id, priced.is_previous`;
}
