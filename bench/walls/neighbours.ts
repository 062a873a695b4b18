import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";

/** Tables of a property, each after those that it points at. */
const TABLES = [
  "buildings",
  "units",
  "gateways",
  "routers",
  "meter_points",
  "meters",
  "meter_services",
  "installed_meters",
  "meter_days",
  "unit_days",
  "property_days",
  "bedroom_days",
  "unit_counts",
  "service_spans",
  "leaks",
  "leak_repairs",
  "alerts",
  "device_days",
  "occupancy",
  "repairs",
  "quarantined_readings",
  "rejected_readings",
  "register_findings",
];

/** Columns that name a row of the same property. */
const IDS = [
  "id",
  "building_id",
  "unit_id",
  "gateway_id",
  "router_id",
  "point_id",
  "service_id",
  "meter_id",
  "device_id",
  "repair_id",
];

/** Between the ids of two properties' rows. */
const STRIDE = 1_000_000;

/**
 * Adds properties that have all that the first one has. The organizations take turns, so that the ids of one have gaps.
 * Rows have ids of their own, and meters a serial number of their own.
 */
export async function addNeighbours(
  { worker }: Connections,
  propertyId: number,
  properties: number,
  organizations: number,
): Promise<void> {
  await worker.transaction().execute(async (tx) => {
    await sql`insert into organizations (name) select 'Organization ' || n from generate_series(2, ${organizations}::int) n`.execute(
      tx,
    );
    await sql`
      insert into properties (id, organization_id, name, street, city, state, zip_code, time_zone, unit_bit_count,
        last_reading_on)
      select ${propertyId} + n,
        (select id from organizations order by id offset n % ${organizations}::int limit 1),
        'Property ' || n, street, city, state, zip_code, time_zone, unit_bit_count, last_reading_on
      from properties cross join generate_series(1, ${properties}::int - 1) n
      where id = ${propertyId}`.execute(tx);
  });
  for (const table of TABLES) {
    const columns = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(worker);
    const names = columns.rows.map(({ name }) => name);
    const values = names.map((name) => {
      if (name === "property_id") return sql`property_id + n`;
      if (IDS.includes(name)) return sql`${sql.ref(name)} + n::bigint * ${STRIDE}::bigint`;
      if (name === "serial_number") return sql`serial_number || '-' || n`;
      return sql.ref(name);
    });
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(values)}
      from ${sql.table(table)} cross join generate_series(1, ${properties}::int - 1) n
      where property_id = ${propertyId} order by n`.execute(worker);
  }
}
