import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { LeakState, ListedLeak } from "../../contract/leaks/leaks.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { chosenProperties, type PlaceParams, periodTable } from "../query/chosen-properties.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";
import { pageCount } from "../query/page-count.ts";
import type { PeriodParams } from "../query/period.ts";
import { report } from "../query/report.ts";
import { runsInPeriod } from "../reporting/leak-definitions.ts";
import type { Clock } from "../time/clock.ts";
import { knownLeaks } from "./known-leaks.ts";
import { withMoney } from "./leak-money.ts";
import { LeakRow, listedLeak } from "./listed-leak.ts";

const CountedLeak = LeakRow.extend({ count: z.int() });

type Field = "started_at" | "ended_at" | "repaired_at" | "total_gallons_leaked" | "property_name";

interface Params extends PlaceParams, PeriodParams, PageParams {
  ordering: Field | `-${Field}`;
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  meter?: string | undefined;
  state?: LeakState[] | undefined;
  repaired_since?: string | undefined;
}

const columns = {
  started_at: sql`started_at`,
  ended_at: sql`ended_at`,
  repaired_at: sql`repaired_at`,
  total_gallons_leaked: sql`gallons_total`,
  property_name: sql`lower(property_name)`,
};

const TIES = sql`property_id, meter_id, started_at`;

/**
 * One page of the requested leaks: without days all of them, with days those that ran at some time in them. Their place,
 * state and repairs are read for the rows of the page only, unless the params filter by these.
 */
export async function listLeaks(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: ListedLeak[] }> {
  // Here `state` is that of the leak, not the one in which its property lies.
  const properties = await chosenProperties(scope, tx, { ...params, state: undefined }, clock);
  const period = sql`period as materialized (select * from ${periodTable(properties)} chosen)`;
  const order = orderBy(params.ordering, columns, TIES);
  const byRepair = params.repaired_since !== undefined || params.ordering.endsWith("repaired_at");
  const byFacts = byRepair || [params.building_id, params.meter, params.state].some((chosen) => chosen !== undefined);
  const page = sql`${order} limit ${params.page_size} offset ${(params.page - 1) * params.page_size}`;
  const now = new Date(clock());
  const listed = sql`with ${period}, picked as not materialized (${ranLeaks(params, sql`leak.*`)}), ${known(params)}`;
  const found = await queryRows(tx, CountedLeak)`
    ${
      byFacts
        ? sql`${listed}, page as (select *, count(*) over () as count from wanted ${page})`
        : sql`with ${period},
            picked as materialized (${ranLeaks(params, sql`leak.*, count(*) over () as count`)} ${page}),
            ${known(params)}, page as (select * from wanted)`
    }
    ${withMoney("page", now)} ${order}`;
  const count = await pageCount(tx, params, found, sql`${listed}, listed as (select * from wanted)`);
  return { count, rows: found.map(listedLeak) };
}

/** SQL: the leaks of the period and the requested units, on meters with a repair since `repaired_since`. */
function ranLeaks(params: Params, selected: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = params.repaired_since ?? null;
  return sql`
    select ${selected}
    from period
    join (select id, name as property_name from properties) owner on owner.id = period.property_id
    join leaks leak on leak.property_id = period.property_id
    where (${!hasPeriod(params)}::boolean or ${runsInPeriod})
      and (${params.unit_id ?? null}::bigint[] is null or leak.unit_id = any(${params.unit_id ?? null}::bigint[]))
      and (${since}::timestamptz is null or exists (
        select from leak_repairs mark
        where mark.property_id = leak.property_id and mark.meter_id = leak.meter_id and mark.repaired_at >= ${since}
      ))`;
}

/** SQL: the CTEs of knownLeaks over `picked`, and `wanted`, those of them at the requested places and states. */
function known(params: Params): RawBuilder<unknown> {
  const buildings = params.building_id ?? null;
  const meter = params.meter ?? null;
  const states = params.state ?? null;
  const since = params.repaired_since ?? null;
  return sql`
    ${knownLeaks(
      sql`picked`,
      sql`(${buildings}::bigint[] is null or point.building_id = any(${buildings}::bigint[]))
        and (${meter}::text is null or meters.serial_number = ${meter}::text)`,
    )},
    wanted as (
      select known.* from known
      where (${states}::text[] is null or state = any(${states}::text[]))
        and (${since}::timestamptz is null or repaired_at >= ${since}))`;
}

function hasPeriod({ days_ago, start_date }: Params): boolean {
  return days_ago !== undefined || start_date !== undefined;
}

export const leaksReport = report("GET /v1/leaks", { cache: "text" }, async ({ scope, tx, query, clock, page }) =>
  page(query, await listLeaks(scope, tx, query, clock)),
);
