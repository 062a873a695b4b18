import { type RawBuilder, sql } from "kysely";
import type { LeakState, ListedLeak } from "../../contract/leaks.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { chosenProperties, type PlacesAsked, periodTable } from "../reporting/chosen-properties.ts";
import { runsInPeriod } from "../reporting/leaking-units.ts";
import { orderBy } from "../reporting/ordering.ts";
import type { PageAsked } from "../reporting/page.ts";
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

/** One page of the leaks asked for. Without days all of them, with days those that ran at some time in them. */
export async function listLeaks(
  scope: Scope,
  tx: Transactional,
  asked: Asked,
  clock: Clock,
): Promise<{ count: number; rows: ListedLeak[] }> {
  const properties = await chosenProperties(scope, tx, asked, clock);
  const hasPeriod = asked.days_ago !== undefined || asked.start_date !== undefined;
  const listed = sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    ${knownLeaks(sql`(${!hasPeriod}::boolean or ${runsInPeriod})
      and (${asked.building_id ?? null}::bigint[] is null or point.building_id = any(${asked.building_id ?? null}::bigint[]))
      and (${asked.unit_id ?? null}::bigint[] is null or leak.unit_id = any(${asked.unit_id ?? null}::bigint[]))
      and (${asked.meter ?? null}::text is null or meters.serial_number = ${asked.meter ?? null}::text)`)},
    wanted as (select * from known
      where ${asked.state ?? null}::text[] is null or state = any(${asked.state ?? null}::text[]))`;
  const order = orderBy(asked.ordering, columns, sql`property_id, meter_id, started_at`);
  const found = await sql<LeakRow & { count: number }>`${listed},
    page as (select *, count(*) over () as count from wanted
      ${order} limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size})
    ${withMoney("page", new Date(clock()))} ${order}`.execute(tx);
  // Beyond the last page no row says how many there are.
  const count = found.rows[0]?.count ?? (asked.page === 1 ? 0 : await countOf(tx, listed));
  return { count, rows: found.rows.map(listedLeak) };
}

async function countOf(tx: Transactional, listed: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`${listed} select count(*) as count from wanted`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}
