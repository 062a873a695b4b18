import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { leakType } from "../../../contract/reporting/reporting.ts";
import type { TopMeterRow } from "../../../contract/reporting/top-leaks.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import {
  chosenProperties,
  isByBedrooms,
  matchesPlaces,
  periodTable,
  withinPeriod,
} from "../../query/chosen-properties.ts";
import { orderBy, orderedBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { pageCount } from "../../query/page-count.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { type LeakParams, runsInPeriod } from "../leak-definitions.ts";
import { MeterPlace } from "./meter-rows.ts";

type MeterField = Exclude<keyof TopMeterRow, "property_id" | "building_id" | "unit_id">;

interface Params extends LeakParams, PageParams {
  ordering: MeterField | `-${MeterField}`;
}

/** Volumes in thousandths of a gallon; those consumed null: nothing was measured. */
const Row = MeterPlace.extend({
  rank: z.int(),
  leak_type: leakType,
  gallons_consumed: z.int().nullable(),
  gallons_leaked: z.int(),
  flow_time: z.number().nullable(),
  events: z.number().nullable(),
  leak_days: z.int(),
  total_gallons_leaked: z.int(),
  count: z.int(),
});

const TIES = sql`meter.property_id, meter.meter_id`;
const rank = sql`row_number() over (order by meter.gallons_leaked desc, ${TIES})`;

const FIGURES = ["run", "installed", "used"] as const;
type Figure = (typeof FIGURES)[number];

interface Field {
  key: RawBuilder<unknown>;
  needs?: Figure;
}

/** By what meters are ordered, and what must be known of every meter for it. */
const fields: Record<MeterField, Field> = {
  rank: { key: rank },
  leak_type: { key: sql`installed.leak_type`, needs: "installed" },
  property_name: { key: sql`lower(installed.property_name)`, needs: "installed" },
  building_name: { key: sql`lower(installed.building_name)`, needs: "installed" },
  unit_name: { key: sql`lower(installed.unit_name)`, needs: "installed" },
  attached_to: { key: sql`installed.attached_to`, needs: "installed" },
  meter_serial_number: { key: sql`installed.meter_serial_number`, needs: "installed" },
  gallons_consumed: { key: sql`used.gallons_consumed`, needs: "used" },
  gallons_leaked: { key: sql`meter.gallons_leaked` },
  flow_time: { key: sql`used.flow_time`, needs: "used" },
  events: { key: sql`used.events`, needs: "used" },
  leak_days: { key: sql`meter.leak_days` },
  total_gallons_leaked: { key: sql`run.total_gallons_leaked`, needs: "run" },
};

/**
 * One page of the meters with leak gallons in the chosen days, each where it is, or was last, installed. What leaked
 * since the leaks began is that of the meter's leaks that run in the period. `include_active_leak` adds the meters
 * whose leak goes on but had no leak gallons; `only_active` keeps those without an end.
 */
async function topMeters(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: TopMeterRow[] }> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const within = withinPeriod(properties, params, clock);
  const { field, isDescending } = orderedBy<Params["ordering"], Field>(params.ordering, fields);
  const order = orderBy(isDescending ? "-sort_key" : "sort_key", { sort_key: sql`meter.sort_key` }, TIES);
  const byPlace = params.building_id !== undefined || params.unit_id !== undefined || isByBedrooms(params);
  const isNeeded = (figure: Figure) =>
    field.needs === figure || (figure === "installed" && byPlace) || (figure === "run" && params.only_active === true);

  // Joins to a row `meter`, of all meters where the order or a filter needs them, else of those of the page.
  const figures: Record<Figure, RawBuilder<unknown>> = {
    run: sql`
      left join lateral (
        select coalesce(sum(leak.gallons_total), 0)::bigint as total_gallons_leaked,
          coalesce(bool_or(leak.ended_at is null), false) as is_active
        from leaks leak
        cross join lateral (select meter.starts_at, meter.ends_at) period
        where leak.property_id = meter.property_id and leak.meter_id = meter.meter_id and not leak.suspected
          and (${runsInPeriod} or (meter.gallons_leaked = 0 and leak.ended_at is null))
      ) run on true`,
    installed: sql`
      cross join lateral (
        select properties.name as property_name, point.building_id, buildings.name as building_name,
          point.unit_id, units.name as unit_name, units.bedrooms, point.attached_to,
          meters.serial_number as meter_serial_number,
          case point.attached_to when 'Toilet' then 'toilet leak' when 'Water Heater' then 'water heater'
            else 'other leak' end as leak_type
        from properties
        join meters on meters.property_id = properties.id and meters.id = meter.meter_id
        cross join lateral (
          select service.point_id from meter_services service
          where service.property_id = meter.property_id and service.meter_id = meter.meter_id
          order by service.ended_at desc nulls first, service.began_at desc nulls last limit 1
        ) latest
        join meter_points point on point.property_id = properties.id and point.id = latest.point_id
        join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
        left join units on units.property_id = point.property_id and units.id = point.unit_id
        where properties.id = meter.property_id
      ) installed`,
    used: sql`
      cross join lateral (
        select sum(gallons_total)::bigint as gallons_consumed,
          round(avg(flow_total) filter (where hours_measured * 4 >= hours * 3), 2) as flow_time,
          round(avg(events_total) filter (where hours_measured * 4 >= hours * 3), 2) as events
        from ${within.meterDays} known
        where known.property_id = meter.property_id and known.meter_id = meter.meter_id
          and ${within.ofMeterDay("meter", "known")}
      ) used`,
  };
  const ofAll = FIGURES.filter(isNeeded).map((figure) => figures[figure]);
  const silentMeters = sql`
    select distinct leak.property_id, leak.meter_id, 0::bigint, 0::bigint
    from period join leaks leak on leak.property_id = period.property_id
    where leak.ended_at is null and not leak.suspected and not exists (
      select from leaking where leaking.property_id = leak.property_id and leaking.meter_id = leak.meter_id)`;
  const listed = sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    -- Only days with leak gallons are visited.
    leaking as materialized (
      select period.property_id, of_meter.*
      from period
      cross join lateral (
        select known.meter_id, sum(known.leak_total)::bigint as gallons_leaked, count(*) as leak_days
        from ${within.meterDays} known
        where known.property_id = period.property_id and ${within.ofMeterDay("period", "known")} and known.leak_total > 0
        group by known.meter_id
      ) of_meter
    ),
    leaky as (select * from leaking ${params.include_active_leak ? sql`union all ${silentMeters}` : sql``}),
    listed as (
      select meter.*, ${field.key} as sort_key, ${rank} as rank
      from (
        select leaky.*, period.start_date, period.end_date, period.starts_at, period.ends_at
        from leaky join period on period.property_id = leaky.property_id
      ) meter ${sql.join(ofAll, sql` `)}
      where ${byPlace ? matchesPlaces(params, "installed.building_id", "installed.unit_id", "installed.bedrooms") : sql`true`}
        and ${params.only_active ? sql`run.is_active` : sql`true`}
    )`;
  const rows = await queryRows(tx, Row)`${listed},
    page as materialized (
      select meter.*, count(*) over () as count from listed meter
      ${order} limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select meter.*, run.*, installed.*, used.*
    from page meter ${figures.run} ${figures.installed} ${figures.used} ${order}`;
  const count = await pageCount(tx, params, rows, listed);
  return {
    count,
    rows: rows.map((row) => ({
      ...row,
      gallons_consumed: asGallons(row.gallons_consumed),
      gallons_leaked: asGallons(row.gallons_leaked),
      total_gallons_leaked: asGallons(row.total_gallons_leaked),
    })),
  };
}

export const topMetersReport = report(
  "GET /v1/reporting/top-meters",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => page(query, await topMeters(scope, tx, query, clock)),
);
