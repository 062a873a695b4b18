import { type RawBuilder, sql } from "kysely";

/**
 * SQL, CTEs: `reported` (property_id, unit_id, status, as_of, since, move_in, move_out, source), a row for each unit
 * with data from the property-management source by the day of `as_of`. The newest as-of date counts. A move that was still
 * to come on it, and has by now, changes the status; a move in on that very day does from the next day on. `since`: the
 * first day that certainly has the status; null: unknown when it began.
 * @param rows what to select from: rows of `occupancy` and `as_of`, up to the day of that
 */
export function knownOccupancy(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  reports as (
    select occupancy.property_id, occupancy.unit_id, occupancy.status, occupancy.as_of, occupancy.move_in,
      occupancy.move_out, occupancy.source, as_of.day as today,
      max(occupancy.as_of) over of_unit as newest,
      max(occupancy.as_of) filter (where occupancy.status = 'occupied') over of_unit as last_occupied,
      max(occupancy.as_of) filter (where occupancy.status = 'vacant') over of_unit as last_vacant
    from ${rows}
    window of_unit as (partition by occupancy.property_id, occupancy.unit_id)
  ),
  run as (
    select reports.*,
      case reports.status when 'occupied' then reports.last_vacant else reports.last_occupied end as last_other,
      case reports.status when 'occupied' then reports.move_in else reports.move_out + 1 end as turned,
      case when reports.move_in >= reports.as_of then greatest(reports.move_in, reports.as_of + 1) end as moves_in,
      min(reports.as_of)
        filter (where reports.status = 'occupied' and reports.as_of > coalesce(reports.last_vacant, '-infinity'))
        over of_unit as first_occupied,
      min(reports.as_of)
        filter (where reports.status = 'vacant' and reports.as_of > coalesce(reports.last_occupied, '-infinity'))
        over of_unit as first_vacant
    from reports
    window of_unit as (partition by reports.property_id, reports.unit_id)
  ),
  latest as (
    select run.*,
      run.status = 'vacant' and run.moves_in <= run.today as moved_in,
      run.status = 'occupied' and run.move_out >= run.as_of and run.move_out < run.today as moved_out
    from run where run.as_of = run.newest
  ),
  reported as materialized (
    select latest.property_id, latest.unit_id, latest.as_of, latest.move_in, latest.move_out, latest.source,
      case when latest.moved_in then 'occupied' when latest.moved_out then 'vacant' else latest.status end as status,
      case
        when latest.moved_in then latest.moves_in
        when latest.moved_out then latest.move_out + 1
        when latest.turned <= latest.as_of + 1 and (latest.last_other is null or latest.turned >= latest.last_other)
          then latest.turned
        when latest.last_other is not null
          then case latest.status when 'occupied' then latest.first_occupied else latest.first_vacant end
      end as since
    from latest
  )`;
}

/** The same for all units of the properties of the CTE `as_of`. */
export const knownOccupancyOfUnits = knownOccupancy(
  sql`as_of join occupancy on occupancy.property_id = as_of.property_id and occupancy.as_of <= as_of.day`,
);
