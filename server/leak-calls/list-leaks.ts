import { type RawBuilder, sql } from "kysely";
import type { LeakState, ListedLeak } from "../../contract/leaks.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { chosenProperties, type PlacesAsked, periodTable } from "../reporting/chosen-properties.ts";
import { runsInPeriod } from "../reporting/leaking-units.ts";
import { orderBy } from "../reporting/ordering.ts";
import type { PageAsked } from "../reporting/page.ts";
import { pageCount } from "../reporting/page-count.ts";
import type { PeriodAsked } from "../reporting/period.ts";
import { knownLeaks } from "./known-leaks.ts";
import { withMoney } from "./leak-money.ts";
import { type LeakRow, listedLeak } from "./listed-leak.ts";

type Field = "started_at" | "ended_at" | "total_gallons_leaked" | "property_name";

interface Asked extends PlacesAsked, PeriodAsked, PageAsked {
  ordering: Field | `-${Field}`;
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  meter?: string | undefined;
  state?: LeakState[] | undefined;
}

const columns = {
  started_at: sql`started_at`,
  ended_at: sql`ended_at`,
  total_gallons_leaked: sql`gallons_total`,
  property_name: sql`lower(property_name)`,
};

const TIES = sql`property_id, meter_id, started_at`;

/**
 * One page of the leaks asked for. Without days all of them, with days those that ran at some time in them. Where they
 * sit, their state and the words on them are found out for the rows of the page alone, unless they are chosen by these.
 */
export async function listLeaks(
  scope: Scope,
  tx: Transactional,
  asked: Asked,
  clock: Clock,
): Promise<{ count: number; rows: ListedLeak[] }> {
  const properties = await chosenProperties(scope, tx, asked, clock);
  const period = sql`period as materialized (select * from ${periodTable(properties)} chosen)`;
  const order = orderBy(asked.ordering, columns, TIES);
  const byFacts = asked.building_id !== undefined || asked.meter !== undefined || asked.state !== undefined;
  const page = sql`${order} limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}`;
  const listed = sql`with ${period}, picked as not materialized (${ranLeaks(asked, sql`leak.*`)}), ${known(asked)}`;
  const found = await sql<LeakRow & { count: number }>`
    ${
      byFacts
        ? sql`${listed}, page as (select *, count(*) over () as count from wanted ${page})`
        : sql`with ${period},
            picked as materialized (${ranLeaks(asked, sql`leak.*, count(*) over () as count`)} ${page}),
            ${known(asked)}, page as (select * from wanted)`
    }
    ${withMoney("page", new Date(clock()))} ${order}`.execute(tx);
  const count = await pageCount(tx, asked, found.rows, listed);
  return { count, rows: found.rows.map(listedLeak) };
}

/** SQL: the leaks of the period and the units asked for; ends so that an order can follow. */
function ranLeaks(asked: Asked, selected: RawBuilder<unknown>): RawBuilder<unknown> {
  const hasPeriod = asked.days_ago !== undefined || asked.start_date !== undefined;
  return sql`
    select ${selected}
    from period
    join (select id, name as property_name from properties) owner on owner.id = period.property_id
    join leaks leak on leak.property_id = period.property_id
    where (${!hasPeriod}::boolean or ${runsInPeriod})
      and (${asked.unit_id ?? null}::bigint[] is null or leak.unit_id = any(${asked.unit_id ?? null}::bigint[]))`;
}

/** SQL: the CTEs of knownLeaks over `picked`, and `wanted`, those of them at the places and in the states asked for. */
function known(asked: Asked): RawBuilder<unknown> {
  const buildings = asked.building_id ?? null;
  const meter = asked.meter ?? null;
  const states = asked.state ?? null;
  return sql`
    ${knownLeaks(
      sql`picked`,
      sql`(${buildings}::bigint[] is null or point.building_id = any(${buildings}::bigint[]))
        and (${meter}::text is null or meters.serial_number = ${meter}::text)`,
    )},
    wanted as (select * from known where ${states}::text[] is null or state = any(${states}::text[]))`;
}
