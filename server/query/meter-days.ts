import { type RawBuilder, sql } from "kysely";

/** Where a query finds the stored days of meters. */
export interface MeterDays {
  /** SQL, for `from`: rows of meter_days, those of packed months among them where any can be wanted. */
  table: RawBuilder<unknown>;
  /**
   * SQL, to follow a condition that a day of `row` lies between two others: so that only their packed months are read.
   * In a subquery that ends with optimizationFence: a join does not reach into packed months.
   */
  inMonths: (row: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** Days of which none is packed. */
const unpackedDays: MeterDays = { table: sql`meter_days`, inMonths: () => sql`` };

/** All days. */
export const allMeterDays: MeterDays = {
  table: sql`all_meter_days`,
  inMonths: (row, from, to) => {
    const of = (column: string) => sql.ref(`${row}.${column}`);
    return sql`and ${of("packed_month_from")} >= date_trunc('month', (${from})::timestamp)::date and ${of("packed_month_to")} <= ${to}`;
  },
};

/** The days of these properties from the first day of their period on. */
export function meterDaysOf(properties: readonly { startDate: string; packedUntil: string | null }[]): MeterDays {
  const isPacked = properties.some(({ startDate, packedUntil }) => packedUntil !== null && startDate < packedUntil);
  return isPacked ? allMeterDays : unpackedDays;
}
