import { sql } from "kysely";
import type { Connections } from "../../database/connect.ts";

/** Bit sets of units, whose bits depend on the order in which units were created. */
const setsOfUnits = ["read_units", "toilet_leak_units", "heater_leak_units", "other_leak_units"];

/**
 * Everything stored and derived at a property as lines of text, with names for ids, so that two properties compare.
 * @param without columns of meter days that are left out
 */
export async function derivedRows(
  { worker }: Connections,
  propertyId: number,
  without: string[] = [],
): Promise<string[]> {
  const rows = await sql<{ line: string }>`
    select 'meter day ' || m.serial_number || ' ' || (to_jsonb(d) - '{property_id,meter_id,has_all_hours,has_registers,packed_month_from,packed_month_to}'::text[] - ${without}::text[])::text as line
    from all_meter_days d join meters m on m.property_id = d.property_id and m.id = d.meter_id
    where d.property_id = ${propertyId}
    union all
    select 'unit day ' || u.name || ' ' || (to_jsonb(d) - 'property_id' - 'unit_id')::text
    from unit_days d join units u on u.property_id = d.property_id and u.id = d.unit_id
    where d.property_id = ${propertyId}
    union all
    select 'property day ' || (to_jsonb(d) - 'property_id' - ${setsOfUnits}::text[])::text from property_days d
    where d.property_id = ${propertyId}
    union all
    select 'bedroom day ' || (to_jsonb(d) - 'property_id' - ${setsOfUnits}::text[])::text from bedroom_days d
    where d.property_id = ${propertyId}
    union all
    select 'units of a day ' || d.day || (
      select jsonb_agg(u.name || get_bit(d.read_units, u.bit_index) || get_bit(d.toilet_leak_units, u.bit_index)
        || get_bit(d.heater_leak_units, u.bit_index) || get_bit(d.other_leak_units, u.bit_index) order by u.name) from units u where u.property_id = d.property_id)
    from property_days d where d.property_id = ${propertyId}
    union all
    select 'last reading ' || coalesce(last_reading_on::text, 'never') from properties where id = ${propertyId}
    union all
    select 'units ' || (to_jsonb(c) - 'property_id')::text from unit_counts c where c.property_id = ${propertyId}
    union all
    select 'meters ' || (to_jsonb(s) - 'property_id')::text from service_spans s where s.property_id = ${propertyId}
    union all
    select 'leak ' || m.serial_number || ' ' || coalesce(u.name, '') || ' ' || (to_jsonb(l) - 'property_id' - 'meter_id' - 'unit_id')::text
    from leaks l join meters m on m.property_id = l.property_id and m.id = l.meter_id
    left join units u on u.property_id = l.property_id and u.id = l.unit_id
    where l.property_id = ${propertyId}
    union all
    select 'case ' || coalesce(u.name, '') || ' ' || m.serial_number || ' ' || (
      select array_agg(other.serial_number order by position)
      from unnest(c.meter_ids) with ordinality as part (meter_id, position)
      join meters other on other.property_id = c.property_id and other.id = part.meter_id
    )::text || ' ' || (to_jsonb(c) - '{property_id,id,place,unit_id,meter_id,meter_ids}'::text[])::text || ' ' || coalesce((
      select jsonb_agg(to_jsonb(d) - 'property_id' - 'case_id' order by d.day) from leak_case_days d
      where d.property_id = c.property_id and d.case_id = c.id)::text, '')
    from leak_cases c join meters m on m.property_id = c.property_id and m.id = c.meter_id
    left join units u on u.property_id = c.property_id and u.id = c.unit_id
    where c.property_id = ${propertyId}
    union all
    select 'superseded ' || m.serial_number || ' ' ||
      (to_jsonb(s) - 'property_id' - 'meter_id' - 'received_at')::text
    from superseded_readings s join meters m on m.property_id = s.property_id and m.id = s.meter_id
    where s.property_id = ${propertyId}
    union all
    select 'finding ' || m.serial_number || ' ' || (to_jsonb(f) - 'property_id' - 'meter_id')::text
    from register_findings f join meters m on m.property_id = f.property_id and m.id = f.meter_id
    where f.property_id = ${propertyId}
    union all
    select 'quarantined ' || m.serial_number || ' ' ||
      (to_jsonb(q) - 'property_id' - 'meter_id' - 'id' - 'received_at')::text
    from quarantined_readings q join meters m on m.property_id = q.property_id and m.id = q.meter_id
    where q.property_id = ${propertyId}
    order by line`.execute(worker);
  return rows.rows.map((row) => row.line);
}
