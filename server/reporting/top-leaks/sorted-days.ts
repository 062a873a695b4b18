import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import type { MeterDays } from "../../query/meter-days.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { dayServed, daysServed, type KeyOrder, pageOf, placeColumns, placedMeters, withPlaces } from "./meter-rows.ts";
import type { ServedMeters } from "./served-meters.ts";

/** A page of days in an order. */
export interface DaysParams<Row> {
  shape: z.ZodType<Row>;
  order: KeyOrder;
  page: PageParams;
  /** SQL: the figures of `known`, a row of meter_days that may be missing. */
  stored: RawBuilder<unknown>;
}

const TIES = sql`date desc, property_id, service_id`;
const inOrder = ({ ordering }: KeyOrder) => orderBy(ordering, { key: sql`key` }, TIES);

/**
 * A page of days ordered by where their meters are installed, its key over names of places: the meters alone determine
 * which days these are, and only the stored days of the page are read.
 */
export async function daysByPlace<Row>(
  tx: Transactional,
  { ctes, meterDays }: ServedMeters,
  params: DaysParams<Row>,
): Promise<Row[]> {
  const { shape, order, page, stored } = params;
  return queryRows(tx, shape)`
    with ${ctes},
    placed as materialized (${placedMeters(order.key)}),
    listed as (
      select property_id, service_id, began_on + n as date, key
      from placed cross join lateral generate_series(0, end_on - began_on - 1) n
    ),
    page as materialized (select * from listed ${inOrder(order)} ${pageOf(page)})
    ${shown(meterDays, stored)} ${inOrder(order)}`;
}

/**
 * A page of days ordered by what is stored of them, its key over `stored`, in whichever direction: days for which the
 * key is null come last, so that the page is looked for among the others first.
 */
export async function daysByValue<Row>(
  tx: Transactional,
  served: ServedMeters,
  params: DaysParams<Row>,
): Promise<Row[]> {
  const { shape, order, page, stored } = params;
  const rows = await queryRows(tx, shape)`
    with ${served.ctes},
    listed as (
      select property_id, service_id, date, ${order.key} as key
      from (
        select served.property_id, served.service_id, served.attached_to, known.day as date, ${stored}
        from served cross join lateral ${daysServed(served.meterDays)} known
      ) day
    ),
    page as materialized (select * from listed where key is not null ${inOrder(order)} ${pageOf(page)})
    ${shown(served.meterDays, stored)} ${inOrder(order)}`;
  if (rows.length === page.page_size) return rows;
  const byNothing = { ordering: "key", key: sql`(${order.key} is null)::int`, unstored: sql`1` } as const;
  const withRest = await daysByClass<Row>(tx, served, { shape, order: byNothing, page, stored });
  return [...rows, ...withRest.slice(rows.length)];
}

/**
 * A page of days ordered by a key with few values: the number of each on each day determines where the page starts, and
 * only the days that it touches are sorted.
 * @param order `unstored` is the key of a day of which nothing is stored
 */
export async function daysByClass<Row>(
  tx: Transactional,
  { ctes, meterDays }: ServedMeters,
  { shape, order, page, stored }: DaysParams<Row> & { order: { unstored: RawBuilder<unknown> } },
): Promise<Row[]> {
  const offset = (page.page - 1) * page.page_size;
  const byClass = orderBy(order.ordering, { key: sql`key` }, sql`date desc`);
  return queryRows(tx, shape)`
    with ${ctes},
    due as (
      select began_on + n as date, sum(meters) as days
      from (select began_on, end_on, count(*) as meters from served group by 1, 2) span
      cross join lateral generate_series(0, end_on - began_on - 1) n group by 1
    ),
    stored as materialized (
      select date, ${order.key} as key, count(*) as days
      from (select served.attached_to, known.day as date, ${stored}
        from served cross join lateral ${daysServed(meterDays)} known) day group by 1, 2
    ),
    counted as (
      select date, key, sum(days) as days
      from (
        select date, key, days from stored
        union all select date, ${order.unstored}, days from due
        union all select date, ${order.unstored}, -days from stored
      ) class group by 1, 2
    ),
    passed as (select *, sum(days) over (${byClass}) - days as before from counted where days > 0),
    touched as materialized (
      select * from passed where before < ${offset + page.page_size}::bigint and before + days > ${offset}::bigint
    ),
    listed as (
      select property_id, service_id, date, ${order.key} as key
      from (
        select served.property_id, served.service_id, served.attached_to, touched.date, ${stored}
        from (select distinct date from touched) touched
        join served on touched.date >= served.began_on and touched.date < served.end_on
        ${dayServed(meterDays, sql`touched.date`)}
      ) day
    ),
    page as materialized (
      select listed.* from listed join touched on touched.date = listed.date and touched.key = listed.key
      ${orderBy(order.ordering, { key: sql`listed.key` }, sql`listed.date desc, property_id, service_id`)}
      limit ${page.page_size} offset ${offset}::bigint - (select coalesce(min(before), 0) from touched)::bigint
    )
    ${shown(meterDays, stored)} ${inOrder(order)}`;
}

/** SQL: the rows of `page`, each with its place and what is stored of it. */
function shown(meterDays: MeterDays, stored: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${placeColumns}, served.service_id, page.date, page.key, ${stored}
    from page
    join served on served.property_id = page.property_id and served.service_id = page.service_id ${withPlaces}
    ${dayServed(meterDays, sql`page.date`)}`;
}
