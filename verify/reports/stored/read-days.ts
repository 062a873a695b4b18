import { type Kysely, sql } from "kysely";
import type { Database } from "../../../server/database/types.ts";
import { dayNumber } from "../../../server/time/local-day.ts";
import type { Stored } from "./stored.ts";

interface DayRow {
  meter_id: number;
  day: string;
  hours: number;
  gallons: (number | null)[] | null;
  flow_time: (number | null)[] | null;
  events: (number | null)[] | null;
  estimated: (number | null)[] | null;
  covered: number;
  leak_gallons: (number | null)[] | null;
  lumps: { hour: number; hours: number }[] | null;
  register_seconds: number[] | null;
}

/** The hours of all meters, and no total of them. */
export async function readDays(worker: Kysely<Database>, stored: Stored): Promise<void> {
  for (const property of stored.properties) {
    const meters = new Map(property.meters.map((meter) => [meter.id, meter]));
    const rows = await sql<DayRow>`
      select meter_id, day, hours, gallons, flow_time, events, estimated, covered, leak_gallons, lumps, register_seconds
      from all_meter_days where property_id = ${property.id} order by meter_id, day`.execute(worker);
    for (const row of rows.rows) {
      meters.get(row.meter_id)?.days.set(dayNumber(row.day), {
        hours: row.hours,
        gallons: row.gallons ?? [],
        flowTime: row.flow_time,
        events: row.events,
        estimated: row.estimated,
        covered: row.covered,
        leak: row.leak_gallons,
        lumps: row.lumps ?? [],
        registerSeconds: row.register_seconds ?? [],
      });
    }
  }
}
