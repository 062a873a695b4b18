import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { STRIDE } from "../data/copy-sites.ts";
import { ZONE } from "../data/sites.ts";
import { type Exchange, tables } from "./exchange.ts";

/** The same hours in columns. */
export interface Duck {
  query(text: string): Promise<Record<string, unknown>[]>;
  close(): void;
}

/** Fills a file with them, in the order in which the readings came. */
export async function fillDuck(file: string, exchange: Exchange): Promise<void> {
  const duck = await openDuck(file);
  for (const name of ["properties", "units", "meters", "prices"] as const) {
    await duck.query(`create table ${name} (${inUtc(tables[name])})`);
    await duck.query(`copy ${name} from '${exchange[name]}' (format csv, header false)`);
  }
  await duck.query(`create temp table hours (${inUtc(tables.hours)})`);
  await duck.query(`copy hours from '${exchange.hours}' (format csv, header false)`);
  await duck.query(`create table readings as
    select meter_id + n * ${STRIDE} as meter_id, hour, gallons, measured, flow_time, events, leak, unit_gallons, unit_leak,
      ((hour at time zone 'UTC') at time zone '${ZONE}')::date as day
    from hours cross join range(${exchange.copies + 1}) copy (n) order by hour, n, meter_id`);
  await duck.query("checkpoint");
  duck.close();
}

export async function openDuck(file: string): Promise<Duck> {
  const instance = await DuckDBInstance.create(file);
  const connection: DuckDBConnection = await instance.connect();
  return {
    query: async (text) => (await connection.runAndReadAll(text)).getRowObjectsJson(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Instants are kept without a zone: all of them are UTC. */
const inUtc = (columns: string) => columns.replaceAll("timestamptz", "timestamp");
