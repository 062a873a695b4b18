import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { criticalOverview, dryMeterRow } from "../../../contract/inventory/devices.ts";
import type { Transactional } from "../../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { deviceCounts } from "../../devices/devices.ts";
import { dryFrom, noConsumption } from "../../devices/no-consumption.ts";
import { type AsOf, asOfTable, propertiesAsOf } from "../../query/as-of.ts";
import { orderBy } from "../../query/ordering.ts";
import { report } from "../../query/report.ts";
import { type DeviceParams, isRequested } from "./device-list.ts";

const DryMeter = dryMeterRow.extend({ count: z.int() });

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

/**
 * SQL, to follow `with`, ending with `found`: the meters without water in the requested buildings.
 * @param isCounted they are only counted, and when each last had water need not be looked for
 */
function foundMeters(properties: readonly AsOf[], params: DeviceParams, isCounted = false): RawBuilder<unknown> {
  const { building_id: buildings = null } = params;
  return sql`
    as_of as materialized (select * from ${asOfTable(properties)} chosen),
    ${noConsumption(properties)},
    found as ${isCounted ? sql`not materialized` : sql`materialized`} (
      select * from no_consumption
      where ${buildings}::bigint[] is null or no_consumption.building_id = any(${buildings}::bigint[])
    )`;
}

/** One page of the meters of units that report but have seen no water for too long, as of a date. */
export const dryMeters = report(
  "GET /v1/reporting/device-health/critical-alerts/no-consumption",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => {
    const properties = await propertiesAsOf(scope, tx, query, clock);
    const found = await queryRows(tx, DryMeter)`
    with ${foundMeters(properties, query)},
    page as materialized (
      select found.*, count(*) over () as count,
        row_number() over (${orderBy(query.ordering, columns, sql`found.property_id, found.meter_id`)}) as place
      from found order by place limit ${query.page_size} offset ${(query.page - 1) * query.page_size}
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
    order by found.place`;
    // Beyond the last page no row has the count.
    const count = found[0]?.count ?? (query.page === 1 ? 0 : await dryMetersCount(tx, properties, query));
    return page(query, { count, rows: found });
  },
);

/** How many such meters there are. */
async function dryMetersCount(tx: Transactional, properties: readonly AsOf[], params: DeviceParams): Promise<number> {
  const counted = await queryRow(tx, CountRow)`
    with ${foundMeters(properties, params, true)} select count(*) as count from found`;
  return counted?.count ?? 0;
}

const Critical = criticalOverview.omit({ no_consumption: true });

/** How many devices the three lists of critical devices have. */
export const criticalDevices = report(
  "GET /v1/reporting/device-health/critical-alerts/overview",
  { cache: "text" },
  async ({ scope, tx, query, clock }) => {
    const properties = await propertiesAsOf(scope, tx, query, clock);
    const found = await queryRow(tx, Critical)`
      with ${deviceCounts(properties, query.building_id !== undefined)}
      select coalesce(sum(devices.number) filter (where devices.device_type <> 'meter'), 0) as gateways_routers,
        coalesce(sum(devices.number) filter (where devices.device_type = 'meter'), 0) as meters
      from devices where devices.status = 'offline' and ${isRequested(query)}`;
    const { gateways_routers, meters } = found ?? { gateways_routers: 0, meters: 0 };
    return { gateways_routers, meters, no_consumption: await dryMetersCount(tx, properties, query) };
  },
);
