import { z } from "zod";
import { mills, priced, within } from "../dialect.ts";
import { cents, type Summed, thousandths } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const number = z.number().nullable();
const REPORTS = "/v1/reporting";

/** Everything in one row: gallons, what of it leaked, cents of that, units that leak. */
const sum = (columns: string) => (dialect: Parameters<Summed["sql"]>[0], days: number) =>
  `select '' as name, ${columns} from ${priced} where ${within(dialect, days)}`;
const cost = (gallons: string, of = "true") =>
  `round(coalesce(sum(${gallons} * ${mills}) filter (where ${of}), 0) / 10000.0)::bigint`;
const leakingUnits = "count(distinct meters.unit_id) filter (where unit_leak > 0)";
const isToilet = "attached_to = 'Toilet'";
const headline = sum(
  `sum(unit_gallons)::bigint as n0, sum(unit_leak)::bigint as n1, ${cost("unit_leak")} as n2, ${leakingUnits} as n3`,
);

const headlineOf = z
  .object({ gallons_consumed: number, gallons_leaked: number, leak_cost: number, units_with_leakage: number })
  .transform((row) => [
    thousandths(row.gallons_consumed),
    thousandths(row.gallons_leaked),
    cents(row.leak_cost),
    row.units_with_leakage,
  ]);

const cards = z.object({ cards: z.array(z.object({ id: z.string(), value: number, toilet_leak_value: number })) });

const costs = z
  .object({ total_cost: number, toilet_leak_cost: number, other_leak_cost: number, water_cost: number })
  .transform((row) => [row.total_cost, row.toilet_leak_cost, row.other_leak_cost, row.water_cost].map(cents));

/** Calls with one row of sums over all that is requested. */
export const totals: readonly Summed[] = DAYS.flatMap((days): Summed[] => [
  {
    call: `${REPORTS}/overview`,
    url: `${REPORTS}/overview?days_ago=${days}`,
    ours: (answer) => new Map([["", headlineOf.parse(answer)]]),
    sql: (dialect) => headline(dialect, days),
  },
  {
    call: `${REPORTS}/portfolio-insights/properties/overview`,
    url: `${REPORTS}/portfolio-insights/properties/overview?days_ago=${days}`,
    ours: (answer) => new Map([["", headlineOf.parse(answer)]]),
    sql: (dialect) => headline(dialect, days),
  },
  {
    call: `${REPORTS}/portfolio-insights/overview`,
    url: `${REPORTS}/portfolio-insights/overview?days_ago=${days}`,
    ours: (answer) => new Map([["", ofCards(answer)]]),
    sql: (dialect) =>
      sum(`sum(unit_gallons)::bigint as n0, sum(unit_leak)::bigint as n1,
        coalesce(sum(unit_leak) filter (where ${isToilet}), 0)::bigint as n2, ${cost("unit_leak")} as n3,
        ${cost("unit_leak", isToilet)} as n4, ${leakingUnits} as n5`)(dialect, days),
  },
  {
    call: `${REPORTS}/portfolio-insights/costs`,
    url: `${REPORTS}/portfolio-insights/costs?days_ago=${days}`,
    ours: (answer) => new Map([["", costs.parse(answer)]]),
    sql: (dialect) =>
      sum(`${cost("unit_leak")} as n0, ${cost("unit_leak", isToilet)} as n1,
        ${cost("unit_leak", `not ${isToilet}`)} as n2, ${cost("unit_gallons")} as n3`)(dialect, days),
  },
]);

function ofCards(answer: unknown): (number | null)[] {
  const of = (id: string) => cards.parse(answer).cards.find((card) => card.id === id);
  const [used, leaked, price, units] = ["gallons_consumed", "gallons_leaked", "leak_cost", "units_with_leakage"].map(
    of,
  );
  return [
    thousandths(used?.value ?? null),
    thousandths(leaked?.value ?? null),
    thousandths(leaked?.toilet_leak_value ?? null),
    cents(price?.value ?? null),
    cents(price?.toilet_leak_value ?? null),
    units?.value ?? null,
  ];
}
