import { Client } from "pg";
import type { Copy } from "./copies.ts";
import type { History } from "./history.ts";

/** The plain way: a row for each reading, and everything else as SQL over them. */
export interface Plain {
  client: Client;
  copies: Copy[];
  readings: number;
}

const TABLES = [
  `create table plain_readings (
    property_id bigint not null, meter_id bigint not null, measured_at timestamptz not null,
    gallons integer not null, flow_time smallint, events smallint,
    primary key (property_id, meter_id, measured_at))`,
  `create table plain_meters as
    select m.property_id, m.id as meter_id, p.unit_id, p.attached_to, z.time_zone
    from meters m
    join meter_services s on s.property_id = m.property_id and s.meter_id = m.id
    join meter_points p on p.property_id = m.property_id and p.id = s.point_id
    join properties z on z.id = m.property_id`,
  "alter table plain_meters add primary key (property_id, meter_id)",
];

const FILL = `insert into plain_readings
  select d.property_id, d.meter_id,
    (d.day::timestamp at time zone m.time_zone) + (v.slot - 1) * interval '1 hour', v.gallons, v.flow_time, v.events
  from meter_days d
  join plain_meters m using (property_id, meter_id)
  cross join lateral unnest(d.gallons, d.flow_time, d.events) with ordinality as v (gallons, flow_time, events, slot)
  where d.property_id = $1 and v.gallons is not null
  order by d.meter_id, d.day, v.slot`;

const HOUR = `insert into plain_readings
  select $1::bigint, v.meter_id, $2::timestamptz, v.gallons, v.flow_time, v.events
  from unnest($3::bigint[], $4::integer[], $5::smallint[], $6::smallint[]) as v (meter_id, gallons, flow_time, events)`;

/** Fills the plain table with the hours that these properties have. The session may sort and hash in 256 MB. */
export async function fillPlain(url: string, copies: Copy[], onShare: (share: number) => void): Promise<Plain> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("set work_mem = '256MB'");
  for (const table of TABLES) await client.query(table);
  let readings = 0;
  for (const [i, { propertyId }] of copies.entries()) {
    const filled = await client.query(FILL, [propertyId]);
    readings += filled.rowCount ?? 0;
    onShare((i + 1) / copies.length);
  }
  await client.query("vacuum analyze plain_readings");
  await client.query("analyze plain_meters");
  return { client, copies, readings };
}

/** The next hour arrives, a batch a property. */
export async function insertHour({ client, copies }: Plain, { next, nextHour }: History): Promise<void> {
  for (const { propertyId, meterIds } of copies) {
    await client.query(HOUR, [
      propertyId,
      new Date(nextHour).toISOString(),
      next.map(({ serial }) => meterIds.get(serial)),
      next.map(({ gallons }) => Math.round(gallons * 1000)),
      next.map(({ flow_time }) => flow_time),
      next.map(({ events }) => events),
    ]);
  }
}
