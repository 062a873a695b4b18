import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { hoursOf } from "./hours.ts";

/** What the product has stored, as files that both others are filled from. */
export interface Exchange {
  properties: string;
  units: string;
  meters: string;
  prices: string;
  /** Hours of the properties that all others are copies of. */
  hours: string;
  /** How many those are, and how many copies of each there are beside it. */
  sites: number;
  copies: number;
}

/** Columns of the files, as both others name and type them. */
export const tables = {
  properties: "id bigint, organization_id bigint, name text, state text, mills integer",
  units: "id bigint, property_id bigint, building_id bigint, name text, bedrooms smallint",
  meters: "id bigint, property_id bigint, unit_id bigint, attached_to text, serial_number text",
  prices: "unit_id bigint, starts_at timestamptz, ends_at timestamptz, mills integer",
  hours:
    "meter_id bigint, hour timestamptz, gallons integer, measured boolean, flow_time smallint, events smallint, leak integer, unit_gallons integer, unit_leak integer",
} as const;

const queries = {
  properties: `select properties.id, organization_id, name, state, coalesce((price * 1000)::int, 15)
    from properties left join organization_prices using (organization_id)`,
  units: "select id, property_id, building_id, name, bedrooms from units",
  meters: `select meters.id, meters.property_id, unit_id, attached_to, serial_number
    from meters
    join meter_services service on service.property_id = meters.property_id and service.meter_id = meters.id
    join meter_points point on point.property_id = service.property_id and point.id = service.point_id`,
  prices: `select unit_id, (first_day::timestamp at time zone time_zone) at time zone 'UTC',
      coalesce((nullif(last_day, 'infinity') + 1)::timestamp at time zone time_zone, '2999-01-01') at time zone 'UTC',
      (price * 1000)::int
    from unit_prices join properties on properties.id = unit_prices.property_id`,
} as const;

/**
 * Writes the files into a folder. @param url a portfolio whose properties are copies of the first `sites`
 */
export async function writeExchange(url: string, folder: string, sites: number, properties: number): Promise<Exchange> {
  await mkdir(folder, { recursive: true });
  // The Postgres that writes here may be another user.
  await chmod(folder, 0o777);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set timezone = 'UTC'; set work_mem = '512MB'");
  const write = async (name: string, query: string) => {
    const file = join(folder, `${name}.csv`);
    await client.query(`copy (${query}) to '${file}' (format csv)`);
    return file;
  };
  try {
    const hours = Array.from({ length: sites }, (_, n) => `(${hoursOf(n + 1)})`).join(" union all ");
    return {
      properties: await write("properties", queries.properties),
      units: await write("units", queries.units),
      meters: await write("meters", queries.meters),
      prices: await write("prices", queries.prices),
      hours: await write("hours", hours),
      sites,
      copies: properties / sites - 1,
    };
  } finally {
    await client.end();
  }
}
