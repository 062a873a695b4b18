import { type RawBuilder, sql } from "kysely";
import type { DryMeterRow } from "../../../contract/devices.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { dryFrom, noConsumption } from "../../devices/no-consumption.ts";
import { type AsOf, asOfTable, propertiesAsOf } from "../../query/as-of.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import type { DeviceParams } from "./params.ts";

type DryField = "property_name" | "building_name" | "unit_name" | "meter_serial_number" | "days_without_water";

interface Params extends DeviceParams, PageParams {
  ordering: DryField | `-${DryField}`;
}

/** SQL: a value for a meter without water, from its row in another table of the property. */
const lookUpIn = (table: string, what: RawBuilder<unknown>, id: string) => sql`(
  select ${what} from ${sql.table(table)} place
  where place.property_id = found.property_id and place.id = ${sql.ref(`found.${id}`)})`;

// Names are looked up by what is ordered by them, and then for a page's meters, instead of for all.
const columns = {
  property_name: sql`(select lower(properties.name) from properties where properties.id = found.property_id)`,
  building_name: lookUpIn("buildings", sql`lower(place.name)`, "building_id"),
  unit_name: lookUpIn("units", sql`lower(place.name)`, "unit_id"),
  meter_serial_number: lookUpIn("meters", sql`place.serial_number`, "meter_id"),
  days_without_water: sql`found.last_day - coalesce(found.last_used, ${dryFrom("found")} - 1)`,
};

/** SQL, to follow `with`, ending with `found`: the meters without water in the requested buildings. */
function foundMeters(properties: readonly AsOf[], params: DeviceParams): RawBuilder<unknown> {
  const { building_id: buildings = null } = params;
  return sql`
    as_of as materialized (select * from ${asOfTable(properties)} chosen),
    ${noConsumption(properties)},
    found as materialized (
      select * from no_consumption
      where ${buildings}::bigint[] is null or no_consumption.building_id = any(${buildings}::bigint[])
    )`;
}

/** One page of the meters of units that report but have seen no water for too long, as of a date. */
export async function dryMeters(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: DryMeterRow[] }> {
  const properties = await propertiesAsOf(scope, tx, params, clock);
  const found = await sql<DryMeterRow & { count: number }>`
    with ${foundMeters(properties, params)},
    page as materialized (
      select found.*, count(*) over () as count,
        row_number() over (${orderBy(params.ordering, columns, sql`found.property_id, found.meter_id`)}) as place
      from found order by place limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select properties.id as property_id, properties.name as property_name, properties.state, found.building_id,
      buildings.name as building_name, found.unit_id, units.name as unit_name, found.attached_to,
      meters.serial_number as meter_serial_number, found.meter_id, found.occupancy,
      ${columns.days_without_water} as days_without_water, found.last_used as last_used_date, found.count
    from page found
    join properties on properties.id = found.property_id
    join meters on meters.property_id = found.property_id and meters.id = found.meter_id
    join buildings on buildings.property_id = found.property_id and buildings.id = found.building_id
    join units on units.property_id = found.property_id and units.id = found.unit_id
    order by found.place`.execute(tx);
  // Beyond the last page no row has the count.
  const none = params.page === 1 ? 0 : null;
  return { count: found.rows[0]?.count ?? none ?? (await dryMetersCount(tx, properties, params)), rows: found.rows };
}

/** How many such meters there are. */
export async function dryMetersCount(
  tx: Transactional,
  properties: readonly AsOf[],
  params: DeviceParams,
): Promise<number> {
  const counted = await sql<{ count: number }>`
    with ${foundMeters(properties, params)} select count(*) as count from found`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}

export const dryMetersReport = report(
  "GET /v1/reporting/device-health/critical-alerts/no-consumption",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => page(query, await dryMeters(scope, tx, query, clock)),
);
