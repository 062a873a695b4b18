import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { dayText, localDay } from "../../server/time/local-day.ts";
import type { BenchPlace } from "./make-places.ts";

/** One hour of a property as columns, for an insert by arrays. */
export interface HourColumns {
  meterIds: number[];
  measuredAt: string;
  gallons: number[];
  flowTime: (number | null)[];
  events: (number | null)[];
}

interface DayRow {
  meter_id: number;
  gallons: (number | null)[];
  flow_time: (number | null)[] | null;
  events: (number | null)[] | null;
}

/** The measured hours of a local day of a property as they are stored, in the order in which they were sent. */
export async function storedHours(
  { worker }: Connections,
  { propertyId, timeZone }: BenchPlace,
  day: number,
): Promise<HourColumns[]> {
  const { startsAt, hours } = localDay(timeZone, day);
  const days = await sql<DayRow>`
    select meter_id, gallons, flow_time, events from meter_days
    where property_id = ${propertyId} and day = ${dayText(day)}::date and gallons is not null
    order by meter_id`.execute(worker);
  const columns: HourColumns[] = [];
  for (let slot = 0; slot < hours; slot++) {
    const measuredAt = new Date(startsAt + slot * HOUR_MS).toISOString();
    const hour: HourColumns = { meterIds: [], measuredAt, gallons: [], flowTime: [], events: [] };
    for (const { meter_id, gallons, flow_time, events } of days.rows) {
      const volume = gallons[slot] ?? null;
      if (volume === null) continue;
      hour.meterIds.push(meter_id);
      hour.gallons.push(volume);
      hour.flowTime.push(flow_time?.[slot] ?? null);
      hour.events.push(events?.[slot] ?? null);
    }
    if (hour.meterIds.length > 0) columns.push(hour);
  }
  return columns;
}
