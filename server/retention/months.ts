import { sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { dayNumber } from "../time/local-day.ts";

const MonthRow = z.object({ month: z.string() });

const PropertyRow = z.object({ id: z.int(), time_zone: z.string() });

/** The months that have a partition of `meter_days` or `unit_days`, by the number of their first day, in order. */
export async function storedMonths({ worker }: Connections): Promise<number[]> {
  const rows = await queryRows(worker, MonthRow)`
    select distinct right(c.relname, 7) as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('meter_days'::regclass, 'unit_days'::regclass) and c.relname ~ '_days_[0-9]{4}_[0-9]{2}$'
    order by month`;
  return rows.map(({ month }) => dayNumber(`${month.replace("_", "-")}-01`));
}

/** The condition that a day `d` of a meter still has hours, registers or catch-up. */
export const hasHours = sql`(d.gallons is not null or d.lumps is not null or d.registers is not null or d.estimated is not null
  or d.interval_seconds is not null)`;

/** The same of any day of a packed month: gallons, catch-up or registers (see the bits of packed_months.arrays). */
export const hasPackedHours = sql`(arrays & 161 > 0 or exists (select from unnest(arrays_by_day) a where a & 161 > 0))`;

/** The properties with days of a month that still have hours, and their time zones. */
export async function propertiesWithHours(
  { worker }: Connections,
  from: string,
  until: string,
): Promise<{ propertyId: number; timeZone: string }[]> {
  const rows = await queryRows(worker, PropertyRow)`
    select p.id, p.time_zone from properties p
    join (
      select property_id from meter_days d where d.day >= ${from}::date and d.day < ${until}::date and ${hasHours}
      union
      select property_id from packed_months where month >= ${from}::date and month < ${until}::date and ${hasPackedHours}
    ) d on d.property_id = p.id
    order by p.id`;
  return rows.map(({ id, time_zone }) => ({ propertyId: id, timeZone: time_zone }));
}
