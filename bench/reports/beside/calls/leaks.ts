import { z } from "zod";
import { placed, within } from "../dialect.ts";
import { type Summed, thousandths } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const URL = "/v1/reporting/leak-report/leak-overview";
const listed = z.object({
  results: z.array(z.object({ gallons_consumed: z.number().nullable(), gallons_leaked: z.number() })),
});

/** The units that leak most, and meters of no unit among them. By rank: of copies of a property it is open which is first. */
export const leaks: readonly Summed[] = DAYS.map((days) => ({
  call: URL,
  url: `${URL}?days_ago=${days}&page_size=50`,
  ours: (answer) =>
    new Map(
      listed
        .parse(answer)
        .results.map((row, rank) => [String(rank + 1), [row.gallons_leaked, row.gallons_consumed].map(thousandths)]),
    ),
  sql: (dialect) => `
    select row_number() over (order by leaked desc, gallons desc) as name, leaked as n0, gallons as n1
    from (
      select coalesce(meters.unit_id, -meters.id) as place,
        sum(case when meters.unit_id is null then leak else unit_leak end)::bigint as leaked,
        sum(case when meters.unit_id is null then gallons else unit_gallons end)::bigint as gallons
      from ${placed} where ${within(dialect, days)}
      group by 1
    ) place
    where leaked > 0 order by leaked desc, gallons desc limit 50`,
}));
