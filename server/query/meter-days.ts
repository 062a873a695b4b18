import { type RawBuilder, sql } from "kysely";

/** The table or view from which a query reads meter-days. */
export interface MeterDays {
  /** SQL for `from`: `all_meter_days` if the period may include packed months, else `meter_days`. */
  table: RawBuilder<unknown>;
  /**
   * SQL to append to a condition on the days of `row`, so that only the packed months in that range are read. Use it in
   * a subquery that ends with optimizationFence, because Postgres does not push join conditions into the view.
   */
  inMonths: (row: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Reads `meter_days` only: nothing in the period is packed. */
const unpackedDays: MeterDays = { table: sql`meter_days`, inMonths: () => sql`` };

/** All days. */
export const allMeterDays: MeterDays = {
  table: sql`all_meter_days`,
  inMonths: (row, from, to) => sql`${fromMonth(row, from)} and ${sql.ref(`${row}.packed_month_to`)} <= ${to}`,
};

/** SQL, the same for all days of a row of all_meter_days from one on. */
export function fromMonth(row: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`and ${sql.ref(`${row}.packed_month_from`)} >= date_trunc('month', (${from})::timestamp)::date`;
}

/** The days of these properties from the first day of their period on. */
export function meterDaysOf(properties: readonly { startDate: string; packedUntil: string | null }[]): MeterDays {
  const isPacked = properties.some(({ startDate, packedUntil }) => packedUntil !== null && startDate < packedUntil);
  return isPacked ? allMeterDays : unpackedDays;
}
