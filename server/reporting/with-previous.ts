import { type RawBuilder, sql } from "kysely";
import { type Coverage, isComparable } from "./change.ts";
import { leakPercentageOf } from "./classes.ts";

/** A row's figures of the previous period; null where it is not requested. Volumes in thousandths of a gallon. */
export interface Previous {
  previous_gallons: number | null;
  previous_leaked: number | null;
  previous_percentage: number | null;
  previous_read: number | null;
  previous_expected: number | null;
}

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
export const previousColumns = sql`figures.previous_gallons, figures.previous_leaked, figures.previous_percentage,
  figures.previous_read, figures.previous_expected`;

/** Whether such a row may be compared with the days before: each of its properties by its own meters. */
export function hasPrevious(row: Coverage & Previous): boolean {
  const before = { meter_days_read: row.previous_read ?? 0, meter_days_expected: row.previous_expected ?? 0 };
  return isComparable(row, before);
}
