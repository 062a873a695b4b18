import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { dayNumber, dayText } from "../time/local-day.ts";

const PropertyRow = z.object({ packed_until: z.string().nullable() });
const MonthRow = z.object({ meter_id: z.int(), month: z.string(), day_count: z.int() });

/** The columns of `meter_days`, in its order as far as the view `all_meter_days` has it. */
export const DAY_ROW_COLUMNS = [
  ..."property_id meter_id day hours gallons flow_time events sequences classes lumps".split(" "),
  ..."register_seconds registers register_sequences register_classes".split(" "),
  ..."interval_seconds interval_minutes interval_gallons interval_flow_time interval_events".split(" "),
  ..."interval_sequences interval_classes interval_estimated intervals_until".split(" "),
  ..."estimated covered leak_gallons hours_measured gallons_total estimated_total leak_total".split(" "),
  ..."flow_total events_total hours_with_flow".split(" "),
];
const dayRowColumns = sql.raw(DAY_ROW_COLUMNS.join(", "));

/** No day of the property from this one on is packed; null: none is. */
export async function packedUntilOf(tx: Transactional, propertyId: number): Promise<number | null> {
  const found = await queryRow(tx, PropertyRow)`select packed_until from properties where id = ${propertyId}`;
  return found?.packed_until == null ? null : dayNumber(found.packed_until);
}

/**
 * Moves the packed months of these days back into `meter_days`. The caller must hold the property's lock of readings
 * (shared or exclusive) or of figures, so that packing cannot run.
 * @param keys days by their numbers, each of one meter
 * @param packedUntil the result of packedUntilOf
 */
export async function unpackMonths(
  tx: Transactional,
  propertyId: number,
  keys: Iterable<{ meterId: number; day: number }>,
  packedUntil: number | null,
): Promise<void> {
  if (packedUntil === null) return;
  const wanted = new Map<string, { meterId: number; month: string }>();
  for (const { meterId, day } of keys) {
    if (day >= packedUntil) continue;
    const month = `${dayText(day).slice(0, 7)}-01`;
    wanted.set(`${meterId} ${month}`, { meterId, month });
  }
  if (wanted.size === 0) return;
  const months = [...wanted.values()];
  // Locked first: another sender may be unpacking the same ones, and then there is nothing left to do.
  const packed = await queryRows(tx, MonthRow)`
    select meter_id, month, day_count from packed_months
    where property_id = ${propertyId} and (meter_id, month) in (
      select * from unnest(${months.map(({ meterId }) => meterId)}::bigint[], ${months.map(({ month }) => month)}::date[]))
    order by meter_id, month
    for update`;
  for (const [month, rows] of Map.groupBy(packed, (row) => row.month)) {
    const meterIds = sql`${rows.map(({ meter_id }) => meter_id)}::bigint[]`;
    const unpacked = await sql`
      insert into meter_days (${dayRowColumns})
      select ${dayRowColumns} from all_meter_days
      where property_id = ${propertyId} and meter_id = any(${meterIds})
        and packed_month_from = ${month}::date and packed_month_to = ${month}::date`.execute(tx);
    const days = rows.reduce((sum, row) => sum + row.day_count, 0);
    if (Number(unpacked.numAffectedRows ?? 0) !== days)
      throw new Error(`Not all ${days} days of ${month} were unpacked.`);
    await sql`
      delete from packed_months
      where property_id = ${propertyId} and meter_id = any(${meterIds}) and month = ${month}::date`.execute(tx);
  }
}
