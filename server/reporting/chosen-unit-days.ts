import { type RawBuilder, sql } from "kysely";
import { pricedUnitDays, sumsOfUnitDays } from "../metering/add-up-days.ts";
import { isTopOfUnit } from "../metering/top-of-unit.ts";
import { beganOn, endedOn } from "./services.ts";

/**
 * SQL: rows like those of property_days, with `is_before`, of the units of a CTE `chosen_unit` alone.
 * @param within SQL: a column of days lies in those of `period`
 * @param bits of the sets of units
 */
export function chosenUnitDays(within: (day: string) => RawBuilder<unknown>, bits: number): RawBuilder<unknown> {
  const sums = Object.entries(sumsOfUnitDays(bits)).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`);
  return sql`
    select known_unit.property_id, known_unit.day, known_unit.is_before, ${sql.join(sums)},
      (select count(*) from meter_services service
        join meter_points point on point.property_id = service.property_id and point.id = service.point_id
        join chosen_unit on chosen_unit.property_id = point.property_id and chosen_unit.unit_id = point.unit_id
        join period on period.property_id = service.property_id and not period.is_previous
        where service.property_id = known_unit.property_id and ${isTopOfUnit}
          and known_unit.day >= ${beganOn} and known_unit.day < ${endedOn}) as top_meters
    from (
      select priced.*, period.is_previous as is_before
      from period
      join chosen_unit on chosen_unit.property_id = period.property_id
      join (${pricedUnitDays}) priced on priced.property_id = chosen_unit.property_id
        and priced.unit_id = chosen_unit.unit_id and ${within("priced.day")}
    ) known_unit
    group by known_unit.property_id, known_unit.day, known_unit.is_before`;
}
