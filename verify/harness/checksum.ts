import { sql } from "kysely";
import { besideServer } from "../../bench/run/private-database.ts";
import type { Connections } from "../../server/database/connect.ts";

/** By table a sum over all its rows; null: it is empty. */
export type Sums = Record<string, string | null>;

/** A sum over every row of what readings and all that follows from them leave behind. */
export function checksum(folder: string): Promise<Sums> {
  return besideServer(folder, sumsOf);
}

/** The same over a database that is open. */
export async function sumsOf({ worker }: Connections): Promise<Sums> {
  // Numbers that the database gives depend on how often it was interrupted: meters and units go by their names.
  const rows = await sql<Sums>`
      select
        (select md5(string_agg(concat_ws('|', m.serial_number,
          to_jsonb(d) - '{property_id,meter_id,has_all_hours,has_registers,packed_month_from,packed_month_to}'::text[]), E'\n'
          order by m.serial_number, d.day)) from all_meter_days d join meters m on m.id = d.meter_id) as meter_days,
        (select md5(string_agg(concat_ws('|', p.name, u.name, to_jsonb(d) - 'property_id' - 'unit_id'), E'\n'
          order by p.name, u.name, d.day)) from unit_days d join units u on u.id = d.unit_id
          join properties p on p.id = d.property_id) as unit_days,
        (select md5(string_agg((to_jsonb(d) - 'property_id' - 'read_units' - 'toilet_leak_units' - 'heater_leak_units' - 'other_leak_units')::text,
          E'\n' order by p.name, d.day)) from property_days d join properties p on p.id = d.property_id)
          as property_days,
        (select md5(string_agg(concat_ws('|', m.serial_number, to_jsonb(l) - 'property_id' - 'meter_id' - 'unit_id'), E'\n'
          order by m.serial_number, l.started_at)) from leaks l join meters m on m.id = l.meter_id) as leaks,
        (select count(*)::text from superseded_readings) as superseded,
        (select md5(string_agg(concat_ws('|', source, source_row, raw, code, reason), E'\n' order by code, raw))
          from rejected_readings) as rejected`.execute(worker);
  return rows.rows[0] ?? {};
}

/** How many tables are not the same. */
export function differences(one: Sums, other: Sums): number {
  return Object.keys(one).filter((table) => one[table] !== other[table]).length;
}
