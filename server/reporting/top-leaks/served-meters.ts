import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import {
  type BedroomParams,
  beganOn,
  chosenProperties,
  endedOn,
  hasBedrooms,
  isByBedrooms,
  matchesPlaces,
  type PlaceParams,
  periodTable,
} from "../../query/chosen-properties.ts";
import { type MeterDays, meterDaysOf } from "../../query/meter-days.ts";
import type { PeriodParams } from "../../query/period.ts";
import type { Clock } from "../../time/clock.ts";
import { dayNumber } from "../../time/local-day.ts";

/** Whose meters a list is about, and on which days. */
export interface MetersParams extends PlaceParams, PeriodParams, BedroomParams {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
}

/** How many meters of a property serve from one local day on until before another, within the period. */
export interface Span {
  propertyId: number;
  timeZone: string;
  /** Numbers of days. */
  first: number;
  end: number;
  meters: number;
}

const SpanRow = z.object({
  property_id: z.int(),
  time_zone: z.string(),
  first_day: z.string(),
  end_day: z.string(),
  meters: z.int(),
});
const KeptFrom = z.object({ day: z.string().nullable() });

/** The meters of a list: how many there are by days, and the SQL that finds them. */
export interface ServedMeters {
  spans: Span[];
  properties: number;
  /** The local day from which on hours of all properties are kept; null: all are. */
  hoursKeptFrom: string | null;
  /**
   * SQL, the CTEs `period` and `served`: a row for each period of service that has a day in the period: property_id,
   * service_id, meter_id, building_id, unit_id, attached_to, began_on, and end_on, the first day that is out of it.
   */
  ctes: RawBuilder<unknown>;
  /** The days of meters among which those of the list are. */
  meterDays: MeterDays;
  /** SQL, a condition on `point`, that of a period of service, and `units`, its unit: it is requested. */
  isRequested: RawBuilder<unknown>;
}

/**
 * The meters in service in the requested days, up to today, at the requested places. They are counted from the spans of
 * service of each property, so that a list's length is known without reading them; of chosen buildings and units one by
 * one.
 * @param keptHours only days whose hours are kept
 */
export async function servedMeters(
  scope: Scope,
  tx: Transactional,
  params: MetersParams,
  clock: Clock,
  keptHours: boolean,
): Promise<ServedMeters> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const isRequested = matchesPlaces(params, "point.building_id", "point.unit_id", "units.bedrooms");
  const period = sql`
    period as materialized (
      select chosen.property_id, chosen.time_zone, chosen.last_date, properties.hours_from,
        case when ${keptHours}::boolean then greatest(chosen.start_date, properties.hours_from)
          else chosen.start_date end as start_date
      from ${periodTable(properties)} chosen join properties on properties.id = chosen.property_id
    )`;
  const ctes = sql`${period}, served as (${services(isRequested)})`;
  const hasPlaces = params.building_id !== undefined || params.unit_id !== undefined;
  const counted = hasPlaces
    ? sql`select property_id, began_on as first_day, end_on as end_day, count(*) as meters from served group by 1, 2, 3`
    : sql`
      select span.property_id, greatest(span.began_on, period.start_date) as first_day,
        least(span.ended_on, period.last_date + 1) as end_day, span.meters
      from period join service_spans span on span.property_id = period.property_id
      where ${isByBedrooms(params) ? hasBedrooms(params, "span.bedrooms") : sql`true`}`;
  const spans = await queryRows(tx, SpanRow)`
    with ${ctes}, counted as (${counted})
    select counted.*, period.time_zone from counted join period on period.property_id = counted.property_id
    where first_day < end_day order by property_id, first_day, end_day`;
  const kept = await queryRow(tx, KeptFrom)`with ${period} select max(hours_from) as day from period`;
  return {
    spans: spans.map((row) => ({
      propertyId: row.property_id,
      timeZone: row.time_zone,
      first: dayNumber(row.first_day),
      end: dayNumber(row.end_day),
      meters: row.meters,
    })),
    properties: properties.length,
    hoursKeptFrom: kept?.day ?? null,
    ctes,
    meterDays: meterDaysOf(properties),
    isRequested,
  };
}

function services(isRequested: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (
      select service.property_id, service.id as service_id, service.meter_id, point.building_id, point.unit_id,
        point.attached_to, period.time_zone, greatest(${beganOn}, period.start_date) as began_on,
        least(${endedOn}, period.last_date + 1) as end_on
      from period
      join meter_services service on service.property_id = period.property_id
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      left join units on units.property_id = point.property_id and units.id = point.unit_id
      where ${isRequested}
    ) service
    where began_on < end_on`;
}
