import { sql } from "kysely";
import { type AverageConsumption, averageConsumption } from "../../contract/reporting/leak-report.ts";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { servicesInUnits } from "../metering/inventory/top-of-unit.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { allMeterDays } from "../query/meter-days.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { localPeriod } from "../query/period.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";

const call = "GET /v1/reporting/leak-report/properties/{id}/overview";
const Property = reportingCalls[call].response.omit({ average_consumption: true });

/**
 * Name, address and contact of one property, and what its units use on a day; its meters are those in service now.
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist.
 */
export const propertyOverview = report(call, { cache: "rolled-up" }, async ({ scope, tx, params, clock }) => {
  const property = await queryRow(tx, Property)`
    select properties.id as property_id, properties.organization_id, organizations.name as organization_name,
      properties.name, city, state, street, zip_code, contact_phone, contact_email, time_zone,
      (select count(*) from units where units.property_id = properties.id) as units_count,
      (select count(distinct meter_id) from meter_services
        where meter_services.property_id = properties.id and ended_at is null) as meters_count
    from properties
    left join organizations on organizations.id = properties.organization_id
    where properties.id = any(${scope.propertyIds}::bigint[]) and archived_at is null and properties.id = ${params.id}`;
  if (property === undefined) throw new ProblemError("not_found", text`There is no such property.`);
  return { ...property, average_consumption: await averagesByBedrooms(tx, property, clock) };
});

/**
 * What a unit of a property uses on a day, by bedrooms: averages over the unit-days of the last 30 complete days that
 * were read. Minutes and draws are those of its top meters together, of days on which all of them report; null: there
 * is no such day. The caller has seen to it that the property is within the scope.
 */
async function averagesByBedrooms(
  tx: Transactional,
  property: { property_id: number; time_zone: string },
  clock: Clock,
): Promise<AverageConsumption[]> {
  const { startDate, endDate } = localPeriod(property.time_zone, { days_ago: 30 }, clock());
  const within = sql`between ${startDate}::date and ${endDate}::date`;
  const found = await queryRows(tx, averageConsumption)`
    with top_meter as materialized (
      select unit_id, meter_id, top_days
      from ${servicesInUnits(sql`(select ${property.property_id}::bigint as property_id, ${property.time_zone}::text as time_zone)`)}
        service
      where not isempty(top_days)
    ),
    -- Added up side by side: joined by unit and day, one of the two would be gone through for every unit.
    unit_day as materialized (
      select unit_id, day, sum(gallons) as gallons, bool_or(is_read) as is_read,
        case when count(of_meter) = count(flow_time) then sum(flow_time) end as flow_time,
        case when count(of_meter) = count(events) then sum(events) end as events
      from (
        select unit_id, day, gallons, is_read, null::bigint as of_meter, null::int as flow_time, null::int as events
        from unit_days
        where property_id = ${property.property_id} and day ${within}
        union all
        select top_meter.unit_id, known.day, null, null, known.meter_id, known.flow_total, known.events_total
        from top_meter
        cross join lateral (
          select * from all_meter_days known
          where known.property_id = ${property.property_id} and known.meter_id = top_meter.meter_id
            and known.day ${within} and known.day <@ top_meter.top_days
            ${allMeterDays.inMonths("known", sql`${startDate}::date`, sql`${endDate}::date`)}
          ${optimizationFence}
        ) known
      ) known_days
      group by unit_id, day
    )
    select units.bedrooms as bedroom_type, count(distinct units.id) as units,
      round(avg(unit_day.gallons))::bigint as total_gallons,
      round(avg(unit_day.flow_time), 2) as flow_time, round(avg(unit_day.events), 2) as events
    from units
    left join unit_day on unit_day.unit_id = units.id and unit_day.is_read
    where units.property_id = ${property.property_id}
    group by units.bedrooms order by units.bedrooms`;
  return found.map((row) => ({ ...row, total_gallons: asGallons(row.total_gallons) }));
}
