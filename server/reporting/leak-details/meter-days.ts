import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import type { FoundMeter } from "./find-meter.ts";

/** Totals of one local day of a meter; volumes in thousandths of a gallon, null where nothing is known. */
export interface DayTotals {
  day: string;
  /** Length of the day in hours. */
  hours: number;
  hours_measured: number;
  hours_wet: number;
  gallons_total: number | null;
  estimated_total: number;
  leak_total: number;
  /** Minutes; null where the meter does not report them. */
  flow_total: number | null;
  events_total: number | null;
}

/** The meter's days from `from` up to the end of the period, oldest first; days without any row are not among them. */
export async function meterDays(tx: Transactional, meter: FoundMeter, from: string): Promise<DayTotals[]> {
  const found = await sql<DayTotals>`
    select day, hours, hours_measured, hours_wet, gallons_total, estimated_total, leak_total, flow_total, events_total
    from meter_days
    where property_id = ${meter.place.property_id} and meter_id = ${meter.meterId}
      and day between ${from}::date and ${meter.period.lastDate}::date
    order by day
  `.execute(tx);
  return found.rows;
}
