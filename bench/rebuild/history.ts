import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";
import { ensureMonths } from "../../server/database/partitions.ts";
import { keepChanges } from "../../server/ingest/changes.ts";
import { arrayText } from "../../server/metering/days/array-text.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { dayText, localDay, localDayAt } from "../../server/time/local-day.ts";
import { simulateDay } from "../../simulator/day.ts";
import type { SimulatedProperty } from "../../simulator/places.ts";
import { pointsOf } from "../../simulator/received.ts";
import { type Copy, ZONE } from "./copies.ts";

/** Meters whose days go into one statement. */
const METERS_AT_ONCE = 25;

/** Stored history, and the one hour that comes after it. */
export interface History {
  firstDay: number;
  /** Begin of the hour that is not stored yet. */
  nextHour: number;
  /** Its readings, as a gateway sends them. */
  next: { serial: string; hour: string; gallons: number; flow_time: number | null; events: number | null }[];
}

/**
 * Stores the measured hours of `days` local days before `nextHour` for the first property, and nothing that follows from
 * them.
 */
export async function storeHistory(
  connections: Connections,
  plan: SimulatedProperty,
  { propertyId, meterIds }: Copy,
  days: number,
  nextHour: number,
  onShare: (share: number) => void,
): Promise<History> {
  const lastDay = localDayAt(ZONE, nextHour).day;
  const firstDay = lastDay - days;
  await ensureMonths(
    connections.owner,
    Array.from({ length: days + 2 }, (_, i) => dayText(firstDay + i)),
  );
  const points = pointsOf(plan);
  const next: History["next"] = [];
  for (let from = 0; from < points.length; from += METERS_AT_ONCE) {
    const rows: { meterId: number; day: number; hours: number; arrays: (string | null)[] }[] = [];
    for (const point of points.slice(from, from + METERS_AT_ONCE)) {
      const { serialNumber } = point;
      const meterId = meterIds.get(serialNumber);
      if (meterId === undefined) throw new Error(`Meter ${serialNumber} is missing.`);
      for (let day = firstDay; day <= lastDay; day++) {
        const { startsAt, hours, gallons, flowTime, events } = simulateDay(plan, point, day);
        const slots = Math.min(hours, (nextHour - startsAt) / HOUR_MS);
        if (slots < hours) {
          const [flow_time, draws] = [flowTime?.[slots] ?? null, events?.[slots] ?? null];
          const hour = new Date(nextHour).toISOString();
          next.push({ serial: serialNumber, hour, gallons: gallons[slots] / 1000, flow_time, events: draws });
        }
        if (slots === 0) continue;
        const known = (values: readonly (number | null)[] | null) =>
          values === null ? null : arrayText(values.map((value, slot) => (slot < slots ? value : null)));
        rows.push({ meterId, day, hours, arrays: [known(gallons), known(flowTime), known(events)] });
      }
    }
    const array = (i: number) => rows.map(({ arrays }) => arrays[i]);
    await sql`
      insert into meter_days (property_id, meter_id, day, hours, gallons, flow_time, events)
      select ${propertyId}::bigint, v.meter_id, v.day, v.hours, v.gallons::int[], v.flow_time::smallint[],
        v.events::smallint[]
      from unnest(${rows.map(({ meterId }) => meterId)}::bigint[], ${rows.map(({ day }) => dayText(day))}::date[],
        ${rows.map(({ hours }) => hours)}::smallint[], ${array(0)}::text[], ${array(1)}::text[], ${array(2)}::text[])
        as v (meter_id, day, hours, gallons, flow_time, events)`.execute(connections.worker);
    onShare(Math.min(1, (from + METERS_AT_ONCE) / points.length));
  }
  return { firstDay, nextHour, next };
}

/** Gives another property the same measured hours, of the days since one. */
export async function copyHistory({ worker }: Connections, from: Copy, to: Copy, since: number): Promise<void> {
  await sql`
    insert into meter_days (property_id, meter_id, day, hours, gallons, flow_time, events)
    select ${to.propertyId}::bigint, theirs.id, d.day, d.hours, d.gallons, d.flow_time, d.events
    from meter_days d
    join meters ours on ours.property_id = d.property_id and ours.id = d.meter_id
    join meters theirs on theirs.property_id = ${to.propertyId} and theirs.serial_number = ours.serial_number
    where d.property_id = ${from.propertyId} and d.day >= ${dayText(since)}::date
    order by theirs.id, d.day`.execute(worker);
}

/** Says that all of it waits to be worked in. */
export async function markHistory({ worker }: Connections, copies: Copy[], { firstDay }: History): Promise<void> {
  const since = localDay(ZONE, firstDay).startsAt;
  for (const { propertyId, meterIds } of copies) {
    const changed = new Map([...meterIds.values()].map((meterId) => [meterId, since]));
    await worker.transaction().execute((tx) => keepChanges(tx, propertyId, changed));
  }
}
