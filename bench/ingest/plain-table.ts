import pg from "pg";
import type { Connections } from "../../server/database/connect.ts";
import type { BenchPlace } from "./make-places.ts";
import { type HourColumns, storedHours } from "./stored-hours.ts";

/** What the same readings cost in a table of one row each. */
export interface PlainTable {
  readings: number;
  /** Thousandths of a gallon. */
  gallons: number;
  /** Seconds spent in inserts, all connections at once; reading what to insert is not in it. */
  seconds: number;
  /** Bytes of the table with its primary key. */
  bytes: number;
}

const CREATE = `create table plain_readings (
  property_id bigint not null,
  meter_id bigint not null,
  measured_at timestamptz not null,
  gallons integer not null,
  flow_time smallint,
  events smallint,
  primary key (property_id, meter_id, measured_at)
)`;

const INSERT = `insert into plain_readings
  select $1::bigint, v.meter_id, $2::timestamptz, v.gallons, v.flow_time, v.events
  from unnest($3::bigint[], $4::integer[], $5::smallint[], $6::smallint[]) as v (meter_id, gallons, flow_time, events)`;

/**
 * Fills a plain table with what the product has stored, in the same batches (one hour of a property), the same order and
 * over as many connections as there were senders, each batch safe on disk before the next.
 */
export async function fillPlainTable(
  connections: Connections,
  url: string,
  places: BenchPlace[],
  firstDay: number,
  days: number,
): Promise<PlainTable> {
  const clients = await Promise.all(
    places.map(async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  await clients[0].query(CREATE);
  let seconds = 0;
  for (let day = firstDay; day < firstDay + days; day++) {
    const hours = await Promise.all(places.map((place) => storedHours(connections, place, day)));
    const began = performance.now();
    await Promise.all(clients.map((client, i) => insertAll(client, places[i].propertyId, hours[i])));
    seconds += (performance.now() - began) / 1000;
  }
  const sums = await clients[0].query<{ readings: number; gallons: number; bytes: number }>(
    `select count(*) as readings, coalesce(sum(gallons), 0)::bigint as gallons,
       pg_total_relation_size('plain_readings') as bytes from plain_readings`,
  );
  await Promise.all(clients.map((client) => client.end()));
  const { readings, gallons, bytes } = sums.rows[0];
  return { readings, gallons, seconds, bytes };
}

async function insertAll(client: pg.Client, propertyId: number, hours: HourColumns[]) {
  for (const { meterIds, measuredAt, gallons, flowTime, events } of hours) {
    await client.query(INSERT, [propertyId, measuredAt, meterIds, gallons, flowTime, events]);
  }
}
