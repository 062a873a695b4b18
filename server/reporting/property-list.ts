import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import type { PageParams } from "../query/page.ts";
import { isComparable } from "./change.ts";
import { leakPercentageOf } from "./classes.ts";

const Numbered = z.looseObject({ listed_count: z.int(), place: z.int().nullable() });

/**
 * One page of the rows of a CTE `listed`, and how many it has, also where the page lies beyond its end.
 * @param row shape of the rows
 * @param order `order by` of a total order over the columns of `listed`
 * @param ctes SQL from `with` on, with `listed` among them
 */
export async function numberedPage<Row>(
  tx: Transactional,
  params: PageParams,
  row: z.ZodType<Row>,
  order: RawBuilder<unknown>,
  ctes: RawBuilder<unknown>,
): Promise<{ count: number; rows: Row[] }> {
  const before = (params.page - 1) * params.page_size;
  const found = await queryRows(tx, Numbered)`
    ${ctes}
    select counted.listed_count, numbered.*
    from (select count(*) as listed_count from listed) counted
    left join (select listed.*, row_number() over (${order}) as place from listed) numbered
      on numbered.place > ${before}::bigint and numbered.place <= ${before + params.page_size}::bigint
    order by numbered.place`;
  const rows = found.filter(({ place }) => place !== null).map((one) => row.parse(one));
  return { count: found[0]?.listed_count ?? 0, rows };
}

/** A property's figures of the period and the previous one; null where that is not requested. Volumes in thousandths of a gallon. */
export const Previous = z.object({
  meter_days_read: z.int(),
  meter_days_expected: z.int(),
  previous_gallons: z.int().nullable(),
  previous_leaked: z.int().nullable(),
  previous_percentage: z.number().nullable(),
  previous_read: z.int().nullable(),
  previous_expected: z.int().nullable(),
});

const ofPrevious = (value: RawBuilder<unknown>) => sql`max(${value}) filter (where is_previous) over place`;

/** SQL, for `from`: the rows of `figures`, joined with those of the previous period of the same property. */
export const figuresWithPrevious = sql`(
  select * from (
    select figures.*, ${ofPrevious(sql`gallons`)} as previous_gallons, ${ofPrevious(sql`leaked`)} as previous_leaked,
      ${ofPrevious(leakPercentageOf("figures"))} as previous_percentage,
      ${ofPrevious(sql`meter_days_read`)} as previous_read,
      ${ofPrevious(sql`meter_days_expected`)}::bigint as previous_expected
    from figures window place as (partition by property_id)
  ) both_periods where not is_previous
)`;

/** SQL: the columns of Previous of such rows, under the alias `figures`. */
export const previousColumns = sql`figures.meter_days_read, figures.meter_days_expected, figures.previous_gallons,
  figures.previous_leaked, figures.previous_percentage, figures.previous_read, figures.previous_expected`;

/** Whether such a row may be compared with the previous period: each of its properties by its own meters. */
export function hasPrevious(row: z.output<typeof Previous>): boolean {
  const before = { meter_days_read: row.previous_read ?? 0, meter_days_expected: row.previous_expected ?? 0 };
  return isComparable(row, before);
}
