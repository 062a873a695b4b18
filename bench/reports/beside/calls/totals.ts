import { z } from "zod";
import { mills, priced, within } from "../dialect.ts";
import { cents, type Summed, thousandths } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const number = z.number().nullable();
const overview = z.object({
  gallons_consumed: number,
  gallons_leaked: number,
  leak_cost: number,
  units_with_leakage: z.number(),
});

/** One number of gallons for the whole portfolio, what of it leaked and what that cost. */
export const totals: readonly Summed[] = DAYS.map((days) => ({
  call: "/v1/reporting/overview",
  url: `/v1/reporting/overview?days_ago=${days}`,
  ours: (answer) => {
    const { gallons_consumed, gallons_leaked, leak_cost, units_with_leakage } = overview.parse(answer);
    return new Map([
      ["", [thousandths(gallons_consumed), thousandths(gallons_leaked), cents(leak_cost), units_with_leakage]],
    ]);
  },
  sql: (dialect) => `
    select '' as name, sum(unit_gallons)::bigint as n0, sum(unit_leak)::bigint as n1,
      round(sum(unit_leak * ${mills}) / 10000.0)::bigint as n2,
      count(distinct meters.unit_id) filter (where unit_leak > 0) as n3
    from ${priced} where ${within(dialect, { days, before: 0 })}`,
}));
