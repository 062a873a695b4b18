import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { addUpDays } from "../metering/add-up-days.ts";

/** Rows of unit_days that are added up in one statement. */
const ROWS_AT_ONCE = 200_000;

/**
 * Adds the days of a property up anew on which the price of any of its units changed. Only days that were ever added up
 * have anything to add; a price that begins tomorrow costs nothing here.
 * @param spans local days, both ends included; an end of null is open
 */
export async function addUpPricedDays(
  tx: Transactional,
  propertyId: number,
  spans: readonly { start_date: string; end_date?: string | null | undefined }[],
): Promise<void> {
  const found = await sql<{ day: string; units: number }>`
    select day, (select coalesce(sum(units), 0) from unit_counts where property_id = ${propertyId}) as units
    from property_days
    where property_id = ${propertyId} and exists (
      select from unnest(${spans.map(({ start_date }) => start_date)}::date[],
        ${spans.map(({ end_date }) => end_date ?? "infinity")}::date[]) as span (first_day, last_day)
      where day between first_day and last_day)
    order by day`.execute(tx);
  const days = found.rows.map(({ day }) => day);
  const step = Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, found.rows[0]?.units ?? 1)));
  for (let i = 0; i < days.length; i += step) await addUpDays(tx, propertyId, days.slice(i, i + step));
}
