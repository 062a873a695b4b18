import { sql } from "kysely";

/**
 * SQL: whether `point` is top of its unit: its volume is the unit's. SPOE is; without one DPOE are; without these the
 * fixtures are. Building and irrigation points belong to no unit.
 */
export const isTopOfUnit = sql`(point.unit_id is not null and not exists (
  select from meter_points above
  where above.property_id = point.property_id and above.building_id = point.building_id
    and above.unit_id = point.unit_id
    and (above.attached_to = 'SPOE' and point.attached_to <> 'SPOE'
      or above.attached_to = 'DPOE' and point.attached_to not in ('SPOE', 'DPOE'))))`;
