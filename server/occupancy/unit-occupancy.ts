import { sql } from "kysely";
import { z } from "zod";
import { type Occupancy, type OccupancyRow, occupancyRow } from "../../contract/inventory/occupancy.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { asOf, asOfTable } from "../query/as-of.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";
import { propertyInScope } from "../query/property-in-scope.ts";
import { asGallons } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";
import { asOfWeek, inLastSevenDays, occupancyOf, unitWeek } from "./last-seven-days.ts";
import { knownOccupancyOfUnits } from "./reported-occupancy.ts";

const ListedUnit = occupancyRow.extend({ count: z.int() });

type OccupancyField =
  | "building_name"
  | "unit_name"
  | "last_7_days_gallons"
  | "gallons_while_vacant"
  | "occupancy"
  | "as_of";

interface Params extends PageParams {
  ordering: OccupancyField | `-${OccupancyField}`;
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  occupancy?: Occupancy[] | undefined;
}

const columns = {
  building_name: sql`lower(building_name)`,
  unit_name: sql`lower(unit_name)`,
  last_7_days_gallons: sql`last_7_days_gallons`,
  gallons_while_vacant: sql`gallons_while_vacant`,
  occupancy: sql`occupancy`,
  as_of: sql`as_of`,
};

/**
 * One page of the units of a property with their occupancy and what they used in the last seven complete local days.
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist.
 */
export async function unitOccupancy(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: OccupancyRow[] }> {
  const { timeZone } = await propertyInScope(scope, tx, propertyId);
  const properties = [asOf(propertyId, timeZone, clock())];
  const { building_id: buildings = null, unit_id: units = null, occupancy = null } = params;
  const listed = sql`
    with as_of as materialized (select * from ${asOfTable(properties)} chosen),
    ${knownOccupancyOfUnits},
    ${unitWeek(properties)},
    homes as (
      select units.property_id, units.building_id, buildings.name as building_name, units.id as unit_id,
        units.name as unit_name, unit_week.gallons as last_7_days_gallons, case when reported.status = 'vacant' then (
          select sum(unit_days.gallons)::bigint
          from ${asOfWeek} join unit_days on unit_days.property_id = as_of.property_id
          where unit_days.unit_id = units.id and ${inLastSevenDays(properties, "unit_days.day")}
            and unit_days.day >= coalesce(reported.since, '-infinity')
        ) end as gallons_while_vacant, ${occupancyOf} as occupancy,
        reported.as_of, reported.since, reported.move_in, reported.move_out, reported.source
      from units
      join buildings on buildings.property_id = units.property_id and buildings.id = units.building_id
      left join unit_week on unit_week.property_id = units.property_id and unit_week.unit_id = units.id
      left join reported on reported.property_id = units.property_id and reported.unit_id = units.id
      where units.property_id = ${propertyId}
    ),
    listed as (
      select * from homes
      where (${buildings}::bigint[] is null or building_id = any(${buildings}::bigint[]))
        and (${units}::bigint[] is null or unit_id = any(${units}::bigint[]))
        and (${occupancy}::text[] is null or occupancy = any(${occupancy}::text[]))
    )`;
  const found = await queryRows(tx, ListedUnit)`
    ${listed} select *, count(*) over () as count from listed
    ${orderBy(params.ordering, columns, sql`lower(building_name), lower(unit_name), unit_id`)}
    limit ${params.page_size} offset ${(params.page - 1) * params.page_size}`;
  const rows = found.map((row) => ({
    ...row,
    last_7_days_gallons: asGallons(row.last_7_days_gallons),
    gallons_while_vacant: asGallons(row.gallons_while_vacant),
  }));
  if (rows.length > 0 || params.page === 1) return { count: found[0]?.count ?? 0, rows };
  const counted = await queryRow(tx, CountRow)`${listed} select count(*) as count from listed`;
  return { count: counted?.count ?? 0, rows };
}
