import pg from "pg";
import { showProgress } from "../../../server/cli/output/progress.ts";
import { STRIDE } from "../data/copy-sites.ts";
import { type Exchange, tables } from "./exchange.ts";

const KEYS = [
  "alter table properties add primary key (id)",
  "alter table units add primary key (id)",
  "create index on units (property_id)",
  "alter table meters add primary key (id)",
  "create index on meters (property_id)",
  "create index on meters (unit_id)",
  "create index on prices (unit_id)",
  "alter table readings add primary key (meter_id, hour)",
  "create index on readings (hour)",
  "vacuum analyze",
  "checkpoint",
];

/**
 * Fills an empty database with a row for each reading, in the order in which they came, and the usual indexes: what one
 * builds behind a dashboard.
 */
export async function fillPlain(url: string, exchange: Exchange): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set timezone = 'UTC'; set maintenance_work_mem = '1GB'; set synchronous_commit = off");
  for (const name of ["properties", "units", "meters", "prices", "hours"] as const) {
    await client.query(`create table ${name} (${tables[name]})`);
    await client.query(`copy ${name} from '${exchange[name]}' (format csv)`);
  }
  await client.query("create index on hours (hour)");
  await client.query(`create table readings (${tables.hours})`);
  const days = await client.query<{ day: Date }>(
    "select distinct date_trunc('day', hour) as day from hours order by 1",
  );
  const progress = showProgress("plain table");
  for (const [done, { day }] of days.rows.entries()) {
    await client.query(
      `insert into readings
        select meter_id + n::bigint * ${STRIDE}, hour, gallons, measured, flow_time, events, leak, unit_gallons, unit_leak
        from hours cross join generate_series(0, $2::int) n
        where hour >= $1 and hour < $1::timestamptz + interval '1 day' order by hour, n, meter_id`,
      [day, exchange.copies],
    );
    progress.update(done + 1, days.rows.length, "");
  }
  await client.query("drop table hours");
  for (const [done, statement] of KEYS.entries()) {
    await client.query(statement);
    progress.update(done + 1, KEYS.length, statement);
  }
  progress.end();
  await client.end();
}
