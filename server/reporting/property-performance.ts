import { sql } from "kysely";
import type { Performance, PropertyRow } from "../../contract/reporting.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { chosenProperties, type PlacesAsked, periodTable, withinPeriod } from "./chosen-properties.ts";
import { leakingUnits, leakOf } from "./leaking-units.ts";
import { orderBy } from "./ordering.ts";
import type { PageAsked } from "./page.ts";
import type { PeriodAsked } from "./period.ts";
import { beganOn, endedOn, isTopOfUnit } from "./services.ts";
import { asGallons } from "./volume.ts";

/** A property's leak percentage below which it is on track, and below which it is an opportunity; else critical. */
const ON_TRACK_BELOW = 10;
const OPPORTUNITIES_BELOW = 25;
/** A property's day counts as read when this percentage of its units' top meters were read. */
const READ_FROM = 80;

/** The classes in the order in which every screen lists them. */
const classes: readonly Performance[] = ["on_track", "opportunities", "critical", "zero_usage"];

type PerformanceField =
  | "property_name"
  | "state"
  | "performance"
  | "units"
  | "units_with_leakage"
  | "bedrooms"
  | "days_read"
  | "gallons_consumed"
  | "leak_percentage"
  | "gallons_leaked";

interface Asked extends PlacesAsked, PeriodAsked, PageAsked {
  ordering: PerformanceField | `-${PerformanceField}`;
}

const columns = {
  property_name: sql`lower(property_name)`,
  state: sql`state`,
  performance: sql`array_position(${classes}::text[], performance)`,
  units: sql`units`,
  units_with_leakage: sql`units_with_leakage`,
  bedrooms: sql`bedrooms`,
  days_read: sql`days_read`,
  gallons_consumed: sql`gallons_consumed`,
  leak_percentage: sql`leak_percentage`,
  gallons_leaked: sql`gallons_leaked`,
};

/**
 * One page of the chosen properties with their consumption, leaks and class. A property without a reading meter in its
 * days has no class; without a measured day its volumes are null.
 */
export async function propertyPerformance(
  scope: Scope,
  tx: Transactional,
  asked: Asked,
  clock: Clock,
): Promise<{ count: number; rows: PropertyRow[] }> {
  const properties = await chosenProperties(scope, tx, asked, clock);
  const within = withinPeriod(properties, asked, clock);
  const found = await sql<PropertyRow>`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    -- Most meters of a property serve since ever, so these are a handful of rows for each.
    top_meters as (
      select period.property_id, ${beganOn} as began_on, ${endedOn} as ended_on, count(*) as meters
      from period
      join meter_services service on service.property_id = period.property_id
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      where ${isTopOfUnit}
      group by 1, 2, 3
    ),
    days as (
      select property_days.property_id, property_days.day, property_days.gallons,
        ${leakOf("property_days")} as leaked, property_days.meters_read, property_days.top_meters_read,
        coalesce(sum(top_meters.meters), 0) as top_meters
      from period
      join property_days on property_days.property_id = period.property_id and ${within("period", "property_days.day")}
      left join top_meters on top_meters.property_id = property_days.property_id
        and property_days.day >= top_meters.began_on and property_days.day < top_meters.ended_on
      group by property_days.property_id, property_days.day
    ),
    consumed as (
      select property_id, sum(gallons)::bigint as gallons,
        case when sum(gallons) is not null then sum(leaked)::bigint end as leaked,
        sum(meters_read) as meter_days_read,
        count(*) filter (where top_meters > 0 and top_meters_read * 100 >= top_meters * ${READ_FROM}::int) as days_read
      from days group by property_id
    ),
    homes as (
      select units.property_id, count(*) as units, sum(units.bedrooms)::bigint as bedrooms
      from period join units on units.property_id = period.property_id group by units.property_id
    ),
    leaking as (
      select property_id, count(*) as units_with_leakage
      from ${leakingUnits(within)} unit group by property_id
    ),
    listed as (
      select properties.id as property_id, properties.organization_id, properties.name as property_name,
        properties.state,
        case
          when coalesce(consumed.meter_days_read, 0) = 0 or consumed.gallons is null then null
          when consumed.gallons = 0 then 'zero_usage'
          when consumed.leaked * 100 < consumed.gallons * ${ON_TRACK_BELOW}::int then 'on_track'
          when consumed.leaked * 100 < consumed.gallons * ${OPPORTUNITIES_BELOW}::int then 'opportunities'
          else 'critical'
        end as performance,
        coalesce(homes.units, 0) as units,
        coalesce(leaking.units_with_leakage, 0) as units_with_leakage,
        coalesce(homes.bedrooms, 0) as bedrooms,
        coalesce(consumed.days_read, 0) as days_read,
        consumed.gallons as gallons_consumed,
        consumed.leaked * 100.0::float8 / nullif(consumed.gallons, 0) as leak_percentage,
        consumed.leaked as gallons_leaked
      from period
      join properties on properties.id = period.property_id
      left join consumed on consumed.property_id = period.property_id
      left join homes on homes.property_id = period.property_id
      left join leaking on leaking.property_id = period.property_id
    )
    select * from listed ${orderBy(asked.ordering, columns, sql`property_id`)}
    limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}
  `.execute(tx);
  const rows = found.rows.map((row) => ({
    ...row,
    gallons_consumed: asGallons(row.gallons_consumed),
    gallons_leaked: asGallons(row.gallons_leaked),
  }));
  return { count: properties.length, rows };
}
