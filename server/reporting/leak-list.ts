import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { leakType } from "../../contract/reporting/reporting.ts";
import { DEFAULT_MILLS } from "../costs/price-of-day.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import {
  chosenProperties,
  isByBedrooms,
  matchesPlaces,
  periodTable,
  type WithinPeriod,
  withinPeriod,
} from "../query/chosen-properties.ts";
import { orderBy, orderedBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";
import type { Clock } from "../time/clock.ts";
import {
  daysOfPlace,
  daysOfRun,
  daysThere,
  type LeakParams,
  leakingPlaces,
  needsSomebody,
  newestReadings,
  runOfPlace,
  silentCase,
  usualPrices,
} from "./leak-definitions.ts";

/** A leaking place. Volumes in thousandths of a gallon, money in millionths of a dollar. */
const LeakListRow = z.object({
  /** Its place among all rows of the list, by leak gallons; 1 leaks most. */
  rank: z.int(),
  property_id: z.int(),
  property_name: z.string(),
  building_id: z.int(),
  building_name: z.string(),
  /** null: a meter of the building, or of irrigation. */
  unit_id: z.int().nullable(),
  unit_name: z.string().nullable(),
  leak_type: leakType,
  /** null: nothing was measured. */
  gallons_consumed: z.int().nullable(),
  gallons_leaked: z.int(),
  /** Each day's leak gallons of the period times the price of that day. */
  leak_expense: z.int(),
  leak_days: z.int(),
  leak_start_date: z.string(),
  leak_end_date: z.string().nullable(),
  is_active: z.boolean(),
  is_unconfirmed: z.boolean(),
  total_gallons_leaked: z.int(),
  /** The same of all days since the leak's start. */
  total_expense: z.int(),
  meter_serial_number: z.string(),
  flow_time: z.number().nullable(),
  events_sum: z.number().nullable(),
});
type LeakListRow = z.output<typeof LeakListRow>;

const Counts = z.object({ count: z.int(), outside_units_count: z.int(), outside_units_without_price: z.int() });
const Counted = LeakListRow.extend(Counts.shape);
/** Without what a list of costs does not show. */
const CountedCosts = Counted.omit({ rank: true, is_unconfirmed: true, flow_time: true, events_sum: true });

/** A page of leaks. */
export interface LeakListPage<Row> {
  count: number;
  /** How many of the leaks on all pages are of no unit. */
  outside_units_count: number;
  /** Of these, those at the default price on the last day of the period. */
  outside_units_without_price: number;
  rows: Row[];
}

const TIES = sql`place.property_id, place.unit_id nulls last, place.meter_id`;
const rank = sql`row_number() over (order by place.gallons_leaked desc, ${TIES})`;
/** SQL: nothing is known of the leak of a row `place` with its `run`, which goes on; see silentCase. */
const isUnconfirmed = sql`run.is_active and (
  select bool_and(silent.is_silent) is true
  from leak_cases one ${silentCase}
  where one.property_id = place.property_id and one.id = any(run.case_ids) and one.over_at is null
)`;

/** SQL: a case of a row `place` with its `run` needs somebody, and is not snoozed. */
const isToDo = (now: number) => sql`exists (
  select from leak_cases one
  where one.property_id = place.property_id and one.id = any(run.case_ids) and ${needsSomebody}
    and (one.snoozed_until is null
      or one.snoozed_until <= (${new Date(now)}::timestamptz at time zone place.time_zone)::date)
)`;

const FIGURES = ["run", "name", "used", "since_start", "meter", "flow"] as const;
type Figure = (typeof FIGURES)[number];

interface Field {
  key: RawBuilder<unknown>;
  needs: readonly (Figure | "expense")[];
}

/** By what the list is ordered, and which figures of every place must be known for it. */
const fields = {
  rank: { key: rank, needs: [] },
  leak_type: { key: sql`run.leak_type`, needs: ["run"] },
  property_name: { key: sql`lower(name.property_name)`, needs: ["name"] },
  building_name: { key: sql`lower(name.building_name)`, needs: ["name"] },
  unit_name: { key: sql`lower(name.unit_name)`, needs: ["name"] },
  gallons_consumed: { key: sql`used.gallons_consumed`, needs: ["used"] },
  gallons_leaked: { key: sql`place.gallons_leaked`, needs: [] },
  leak_days: { key: sql`place.leak_days`, needs: [] },
  leak_start_date: { key: sql`run.leak_start_date`, needs: ["run"] },
  total_gallons_leaked: { key: sql`since_start.total_gallons_leaked`, needs: ["run", "since_start"] },
  flow_time: { key: sql`flow.flow_time`, needs: ["name", "run", "meter", "flow"] },
  events_sum: { key: sql`flow.events_sum`, needs: ["name", "run", "meter", "flow"] },
  meter_serial_number: { key: sql`meter.meter_serial_number`, needs: ["name", "run", "meter"] },
  leak_expense: { key: sql`place.expense`, needs: ["expense"] },
  leak_expense_per_day: { key: sql`place.expense::float8 / nullif(place.leak_days, 0)`, needs: ["expense"] },
  total_expense: { key: sql`since_start.total_expense`, needs: ["run", "since_start"] },
} as const satisfies Record<string, Field>;

export type LeakListField = keyof typeof fields;
export type LeakListOrdering = LeakListField | `-${LeakListField}`;
type Params = LeakParams & PageParams & { ordering: LeakListOrdering };

/** SQL, joins to `known`, a day of a row `place`: the prices set for its unit and by its organization, in mills. */
const prices = sql`
  left join (
    select first_day, last_day, price * 1000 as mills
    from unit_prices where unit_prices.property_id = place.property_id and unit_prices.unit_id = place.unit_id offset 0
  ) own on known.day between own.first_day and own.last_day
  ${usualPrices("place")}`;
const mills = sql`coalesce(own.mills, usual.mills, ${DEFAULT_MILLS}::numeric)`;

/**
 * SQL, joins to a row `place` of one place: its figures, in this order, each of which may depend on those before it. They
 * are written for few places, such as those of a page: place by place, so that only the months of their days are opened.
 */
function figuresOf(within: WithinPeriod, isOfAll: boolean) {
  return {
    /** The names of where it is, and the bedrooms of units. */
    name: sql`
      cross join lateral (
        select property.name as property_name, building.id as building_id, building.name as building_name,
          units.name as unit_name, units.bedrooms
        from properties property
        left join units on units.property_id = property.id and units.id = place.unit_id
        left join lateral (
          select meter_points.building_id
          from meter_services
          join meter_points on meter_points.property_id = meter_services.property_id
            and meter_points.id = meter_services.point_id
          where meter_services.property_id = place.property_id and meter_services.meter_id = place.meter_id
            and meter_points.unit_id is null
          order by meter_services.began_at desc nulls last limit 1
        ) point on place.meter_id is not null
        join buildings building on building.property_id = property.id
          and building.id = coalesce(units.building_id, point.building_id)
        where property.id = place.property_id
      ) name`,
    run: runOfPlace(isOfAll),
    /** What was used in the period, and what the leak gallons of each day cost by the price of that day. */
    used: sql`
      cross join lateral (
        select sum(known.gallons)::bigint as gallons_consumed,
          coalesce(sum(known.leaked * ${mills}), 0)::bigint as leak_expense
        from ${daysOfPlace(within)} known ${prices}
        where ${within("place", "known.day")}
      ) used`,
    /** The same of the leak gallons of all days since the leak's start, of its kinds: only the months since then are opened. */
    since_start: sql`
      cross join lateral (
        select coalesce(sum(known.leaked), 0)::bigint as total_gallons_leaked,
          coalesce(sum(known.leaked * ${mills}), 0)::bigint as total_expense
        from ${daysOfRun} known ${prices}
      ) since_start`,
    /**
     * A leak of one kind is shown by the meter of that kind with most leak gallons in the period (in a period without
     * any, by one whose leak goes on, else by one still in service), so that its details show the leak of the row. Of
     * several kinds it is the top meter (of two, the one with more leak gallons), without one the fixture with most.
     */
    meter: sql`
      cross join lateral (
        select rival.meter_id, rival.serial_number as meter_serial_number
        from (
          select placed.*, count(*) over () as rivals
          from (
            select meters.id as meter_id, meters.serial_number, service.ended_at is null as serves,
              rank() over (order by
                run.leak_type = 'hybrid leak' or run.leak_type = (case point.attached_to
                  when 'Toilet' then 'toilet leak' when 'Water Heater' then 'water heater' else 'other leak' end) desc,
                run.leak_type = 'hybrid leak' and point.attached_to in ('SPOE', 'DPOE') desc) as preference
            from meter_points point
            join meter_services service on service.property_id = point.property_id and service.point_id = point.id
            join meters on meters.property_id = service.property_id and meters.id = service.meter_id
            where point.property_id = place.property_id and point.building_id = name.building_id
              and point.unit_id is not distinct from place.unit_id
              and (place.meter_id is null or meters.id = place.meter_id)
          ) placed
          where placed.preference = 1
        ) rival
        -- Only where there is a choice are their days looked at.
        cross join lateral (
          select coalesce(sum(leak_total), 0) as leaked
          from ${within.meterDays} known
          where rival.rivals > 1 and known.property_id = place.property_id and known.meter_id = rival.meter_id
            and ${within.ofMeterDay("place", "known")} and ${daysThere(sql`rival.meter_id`)} @> known.day
        ) leaked
        cross join lateral (
          select count(*) > 0 as leaks from leaks
          where rival.rivals > 1 and leaks.property_id = place.property_id and leaks.meter_id = rival.meter_id
            and leaks.ended_at is null and not leaks.suspected
        ) goes_on
        order by leaked.leaked desc, goes_on.leaks desc, rival.serves desc, rival.meter_id
        limit 1
      ) meter`,
    /** Minutes of flow and draws are those per read day of the period; null where not reported. */
    flow: sql`
      cross join lateral (
        select round(avg(flow_total) filter (where hours_measured * 4 >= hours * 3), 2) as flow_time,
          round(avg(events_total) filter (where hours_measured * 4 >= hours * 3), 2) as events_sum
        from ${within.meterDays} known
        where known.property_id = place.property_id and known.meter_id = meter.meter_id
          and ${within.ofMeterDay("place", "known")} and ${daysThere(sql`meter.meter_id`)} @> known.day
      ) flow`,
  };
}

/**
 * One page of the leaks with leak gallons in the chosen days: a row for each unit, and one for each leaking meter of a
 * building or irrigation. `include_active_leak` adds those that go on now but had no leak gallons in this period;
 * `only_active` keeps those without an end, `only_to_do` those with one that needs somebody. What needs a place's days or meters is read for the rows of the page only,
 * unless the order or a filter needs it.
 */
export function leakList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<LeakListPage<LeakListRow>> {
  return readList(scope, tx, params, clock, {
    row: Counted,
    figures: FIGURES,
    rank: sql`${rank} as rank`,
    doubt: {
      column: sql`${isUnconfirmed} as is_unconfirmed`,
      newest: sql`cross join lateral (${newestReadings(sql`(select place.property_id, place.time_zone)`)} offset 0) newest`,
    },
  });
}

/** The same without ranks, flow and doubt. */
export function leakCostList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<LeakListPage<z.output<typeof CountedCosts>>> {
  return readList(scope, tx, params, clock, {
    row: CountedCosts,
    figures: FIGURES.filter((figure) => figure !== "flow"),
    rank: sql`null as rank`,
    doubt: { column: sql`null as is_unconfirmed`, newest: sql`` },
  });
}

/** What a list has in its rows. */
interface Shown<Row> {
  row: z.ZodType<Row>;
  figures: readonly Figure[];
  /** SQL, columns, and what the second needs. */
  rank: RawBuilder<unknown>;
  doubt: { column: RawBuilder<unknown>; newest: RawBuilder<unknown> };
}

async function readList<Row extends z.output<typeof Counts>>(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
  shown: Shown<Row>,
): Promise<LeakListPage<Row>> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const within = withinPeriod(properties, params, clock);
  const [ofAll, ofPage] = [figuresOf(within, true), figuresOf(within, false)];
  const { field, isDescending } = orderedBy<LeakListOrdering, Field>(params.ordering, fields);
  const byPlace = params.building_id !== undefined || params.unit_id !== undefined || isByBedrooms(params);
  const needed = new Set<Figure | "expense">([
    ...field.needs,
    ...(byPlace ? (["name"] as const) : []),
    ...(params.only_active || params.only_to_do ? (["run"] as const) : []),
  ]);
  const order = orderBy(isDescending ? "-sort_key" : "sort_key", { sort_key: sql`place.sort_key` }, TIES);
  const columns = shown.figures.map((figure) => sql`${sql.ref(figure)}.*`);
  const rows = await queryRows(tx, shown.row)`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    ${leakingPlaces(within, params, { runs: needed.has("run"), expense: needed.has("expense") })},
    listed as (
      select place.*, ${field.key} as sort_key, ${shown.rank}
      from place ${sql.join(
        FIGURES.filter((figure) => needed.has(figure)).map((figure) => ofAll[figure]),
        sql` `,
      )}
      where ${byPlace ? matchesPlaces(params, "name.building_id", "place.unit_id", "name.bedrooms") : sql`true`}
        and ${params.only_active ? sql`run.is_active` : sql`true`}
        and ${params.only_to_do ? isToDo(clock()) : sql`true`}
    ),
    page as materialized (
      select place.*, count(*) over () as count, count(*) filter (where place.unit_id is null) over () as outside_units_count,
        count(*) filter (where place.unit_id is null and not exists (
          select from organization_prices
          where organization_id = (select organization_id from properties where id = place.property_id)
            and place.end_date between first_day and last_day)) over () as outside_units_without_price
      from listed place
      ${order} limit ${params.page_size} offset ${(params.offset ?? 0) + (params.page - 1) * params.page_size}
    )
    select place.*, ${sql.join(columns)}, ${shown.doubt.column}
    from page place
    ${sql.join(
      shown.figures.map((figure) => ofPage[figure]),
      sql` `,
    )}
    ${shown.doubt.newest}
    ${order}`;
  const [first] = rows;
  if (first === undefined && (params.page > 1 || (params.offset ?? 0) > 0)) {
    const counted = await readList(scope, tx, { ...params, page: 1, page_size: 1, offset: 0 }, clock, shown);
    return { ...counted, rows: [] };
  }
  return {
    count: first?.count ?? 0,
    outside_units_count: first?.outside_units_count ?? 0,
    outside_units_without_price: first?.outside_units_without_price ?? 0,
    rows,
  };
}
