import { type RawBuilder, sql } from "kysely";

/** SQL: how many units a set of them holds; none of null. */
const unitsIn = (units: RawBuilder<unknown>) => sql`coalesce(bit_count(${units}), 0)`;

/** SQL: the units that are in either set, of which either may be null. */
const leakUnits = sql`coalesce(summed.toilet_leak_units | summed.other_leak_units, summed.toilet_leak_units,
  summed.other_leak_units)`;

/**
 * SQL, a CTE over those of reportDays: `figures`, a row for each row of `period`: property_id, organization_id,
 * is_previous; gallons and leaked (toilet_leak, heater_leak, other_leak) in thousandths of a gallon, null where nothing
 * was measured; cost, leak_cost (toilet_cost, heater_cost, other_cost) in millionths of a dollar, likewise;
 * toilet_gallons, heater_gallons; whole_gallons and whole_bedrooms, toilet_ and heater_, for gallons per bedroom and
 * day; days_read, meter_days_read and meter_days_expected; units, bedrooms, whole_units, toilet_units, heater_units;
 * how many units were read (reporting_units) or leaked (leaking_units; leaking_toilets, leaking_heaters, leaking_other:
 * heaters or anything else); and the bit set of those that leaked (leak_units; null: none).
 */
export const figures = sql`
  figures as (
    select period.property_id, period.organization_id, period.is_previous,
      summed.gallons, summed.toilet_leak, summed.heater_leak, summed.other_leak,
      case when summed.gallons is not null then summed.toilet_leak + summed.heater_leak + summed.other_leak end as leaked,
      summed.toilet_gallons, summed.heater_gallons,
      summed.cost, summed.toilet_cost, summed.heater_cost, summed.other_cost,
      case when summed.gallons is not null then summed.toilet_cost + summed.heater_cost + summed.other_cost end as leak_cost,
      summed.whole_gallons, summed.whole_bedrooms, summed.toilet_read_gallons, summed.toilet_bedrooms,
      summed.heater_read_gallons, summed.heater_bedrooms,
      coalesce(summed.days_read, 0) as days_read, coalesce(summed.meters_read, 0) as meter_days_read,
      expected.meter_days as meter_days_expected, expected.units, expected.bedrooms, expected.whole_units,
      expected.toilet_units, expected.heater_units,
      ${unitsIn(sql`summed.read_units`)} as reporting_units, ${unitsIn(leakUnits)} as leaking_units,
      ${unitsIn(sql`summed.toilet_leak_units`)} as leaking_toilets,
      ${unitsIn(sql`summed.heater_leak_units`)} as leaking_heaters,
      ${unitsIn(sql`summed.other_leak_units`)} as leaking_other, ${leakUnits} as leak_units
    from period
    join expected on expected.property_id = period.property_id and expected.is_previous = period.is_previous
    left join day_sums summed on summed.property_id = period.property_id and summed.is_previous = period.is_previous
  )`;
