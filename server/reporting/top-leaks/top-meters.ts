import { type RawBuilder, sql } from "kysely";
import type { TopMeterRow } from "../../../contract/top-leaks.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { chosenProperties, periodTable, type WithinPeriod, withinPeriod } from "../../query/chosen-properties.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { pageCount } from "../../query/page-count.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { isByBedrooms } from "../bedrooms.ts";
import { type LeakParams, matchesLeakParams } from "../leak-params.ts";
import { runsInPeriod } from "../leaking-units.ts";
import { type Stage, staged } from "../staged.ts";

type MeterField = Exclude<keyof TopMeterRow, "property_id" | "building_id" | "unit_id">;

interface Params extends LeakParams, PageParams {
  ordering: MeterField | `-${MeterField}`;
}

const columns: Record<MeterField, RawBuilder<unknown>> = {
  rank: sql`rank`,
  leak_type: sql`leak_type`,
  property_name: sql`lower(property_name)`,
  building_name: sql`lower(building_name)`,
  unit_name: sql`lower(unit_name)`,
  attached_to: sql`attached_to`,
  meter_serial_number: sql`meter_serial_number`,
  gallons_consumed: sql`gallons_consumed`,
  gallons_leaked: sql`gallons_leaked`,
  flow_time: sql`flow_time`,
  events: sql`events`,
  leak_days: sql`leak_days`,
  total_gallons_leaked: sql`total_gallons_leaked`,
};

/** What is read of a meter, in order. */
const STAGES = ["run", "seat", "used"] as const;
type StageName = (typeof STAGES)[number];

/** What must be known of every meter to order by a field; of the others nothing. */
const needs: Partial<Record<string, StageName>> = {
  leak_type: "seat",
  property_name: "seat",
  building_name: "seat",
  unit_name: "seat",
  attached_to: "seat",
  meter_serial_number: "seat",
  gallons_consumed: "used",
  flow_time: "used",
  events: "used",
  total_gallons_leaked: "run",
};

const TIES = sql`property_id, meter_id`;

/**
 * One page of the meters with leak gallons in the chosen days, each where it is, or was last, installed. What leaked
 * since the leaks began is that of the meter's leaks that run in the period. `include_active_leak` adds the meters
 * whose leak goes on but had no leak gallons; `only_active` keeps those without an end.
 */
export async function topMeters(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: TopMeterRow[] }> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const within = withinPeriod(properties, params, clock);
  const needed = stagesOf(params);
  const stages = stagesWith(within, params.include_active_leak ?? false);
  const before = staged(
    "leaky",
    STAGES.filter((name) => needed.has(name)),
    stages,
  );
  const after = staged(
    "page",
    STAGES.filter((name) => !needed.has(name)),
    stages,
  );
  const order = orderBy(params.ordering, columns, TIES);
  const listed = sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    leaking as materialized (${leakingMeters(within)}),
    leaky as (select * from leaking ${params.include_active_leak ? sql`union all ${silentMeters}` : sql``})
    ${before.ctes},
    listed as (
      select *, row_number() over (order by gallons_leaked desc, ${TIES}) as rank
      from ${sql.ref(before.last)} where ${matchesLeakParams(params)}
    )`;
  const found = await sql<TopMeterRow & { count: number }>`${listed},
    page as materialized (
      select *, count(*) over () as count from listed
      ${order} limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )${after.ctes}
    select * from ${sql.ref(after.last)} ${order}`.execute(tx);
  const rows = found.rows.map((row) => ({
    ...row,
    gallons_consumed: asGallons(row.gallons_consumed),
    gallons_leaked: asGallons(row.gallons_leaked),
    total_gallons_leaked: asGallons(row.total_gallons_leaked),
  }));
  const count = await pageCount(tx, params, found.rows, listed);
  return { count, rows };
}

/** SQL: a row for each meter with leak gallons in its property's days; only days with some are visited. */
function leakingMeters(within: WithinPeriod): RawBuilder<unknown> {
  return sql`
    select period.property_id, of_meter.*
    from period
    cross join lateral (
      select leaking.meter_id, sum(leaking.leak_total)::bigint as gallons_leaked, count(*) as leak_days
      from meter_days leaking
      where leaking.property_id = period.property_id and ${within("period", "leaking.day")} and leaking.leak_total > 0
      group by leaking.meter_id
    ) of_meter`;
}

/** SQL: rows as of leakingMeters of the meters whose leak goes on now, but had no leak gallons in the period. */
const silentMeters = sql`
  select distinct leak.property_id, leak.meter_id, 0::bigint, 0::bigint
  from period join leaks leak on leak.property_id = period.property_id
  where leak.ended_at is null and not leak.suspected and not exists (
    select from leaking where leaking.property_id = leak.property_id and leaking.meter_id = leak.meter_id)`;

function stagesWith(within: WithinPeriod, includeActive: boolean): Record<StageName, Stage> {
  return {
    run: (rows) => sql`
      select listed.*, coalesce(run.leaked, 0)::bigint as total_gallons_leaked, coalesce(run.goes_on, false) as is_active
      from ${sql.ref(rows)} listed
      join period on period.property_id = listed.property_id
      left join lateral (
        select sum(leak.gallons_total) as leaked, bool_or(leak.ended_at is null) as goes_on
        from leaks leak
        where leak.property_id = listed.property_id and leak.meter_id = listed.meter_id and not leak.suspected
          and (${runsInPeriod} or (${includeActive}::boolean and listed.gallons_leaked = 0 and leak.ended_at is null))
      ) run on true`,
    seat: (rows) => sql`
      select listed.*, properties.name as property_name, point.building_id, buildings.name as building_name,
        point.unit_id, units.name as unit_name, units.bedrooms, point.attached_to,
        meters.serial_number as meter_serial_number,
        case point.attached_to when 'Toilet' then 'toilet leak' when 'Water Heater' then 'water heater'
          else 'other leak' end as leak_type
      from ${sql.ref(rows)} listed
      join properties on properties.id = listed.property_id
      join meters on meters.property_id = listed.property_id and meters.id = listed.meter_id
      cross join lateral (
        select service.point_id from meter_services service
        where service.property_id = listed.property_id and service.meter_id = listed.meter_id
        order by service.ended_at desc nulls first, service.began_at desc nulls last limit 1
      ) latest
      join meter_points point on point.property_id = listed.property_id and point.id = latest.point_id
      join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
      left join units on units.property_id = point.property_id and units.id = point.unit_id`,
    used: (rows) => sql`
      select listed.*, used.*
      from ${sql.ref(rows)} listed
      join period on period.property_id = listed.property_id
      cross join lateral (
        select sum(gallons_total)::bigint as gallons_consumed,
          round(avg(flow_total) filter (where hours_measured * 4 >= hours * 3), 2) as flow_time,
          round(avg(events_total) filter (where hours_measured * 4 >= hours * 3), 2) as events
        from meter_days
        where meter_days.property_id = listed.property_id and meter_days.meter_id = listed.meter_id
          and ${within("period", "meter_days.day")}
      ) used`,
  };
}

/** What must be known of every meter before a page of them can be selected. */
function stagesOf(params: Params): Set<StageName> {
  const ofOrder = needs[params.ordering.replace(/^-/, "")];
  const byPlace = params.building_id !== undefined || params.unit_id !== undefined || isByBedrooms(params);
  return new Set<StageName>([
    ...(ofOrder === undefined ? [] : [ofOrder]),
    ...(byPlace ? (["seat"] as const) : []),
    ...(params.only_active ? (["run"] as const) : []),
  ]);
}
