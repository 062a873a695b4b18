import { z } from "zod";
import { dayAt, placed, within } from "../dialect.ts";
import { type Summed, thousandths } from "../summed.ts";

const CHARTS = "/v1/reporting/leak-report";
const number = z.number().nullable();
const point = z.object({ start_date: z.string() });
const gallons = z.object({
  points: z.array(point.extend({ total_consumed: number, toilet_leaks: number, other_leaks: number })),
});
const percentage = z.object({ points: z.array(point.extend({ total_consumed: number, gallons_leaked: number })) });

/** Days, and what a point stands for where the server chooses. */
const SPANS = [
  { days: 7, point: "day" },
  { days: 30, point: "day" },
  { days: 180, point: "week" },
] as const;

/** Points of a chart by their first day. */
export const charts: readonly Summed[] = SPANS.flatMap(({ days, point }): Summed[] => {
  const query = `start_date=${dayAt(days)}&end_date=${dayAt(1)}`;
  const sql =
    (columns: string): Summed["sql"] =>
    (dialect) =>
      `
    select greatest(date_trunc('${point}', ${dialect.localDay()})::date, '${dayAt(days)}'::date) as name, ${columns}
    from ${placed} where ${within(dialect, days)} and meters.unit_id is not null
    group by 1`;
  const used = "sum(unit_gallons)::bigint as n0";
  return [
    {
      call: `${CHARTS}/gallons-dynamics`,
      url: `${CHARTS}/gallons-dynamics?${query}`,
      ours: (answer) =>
        new Map(
          gallons
            .parse(answer)
            .points.filter(isNoGap)
            .map((one) => [one.start_date, [one.total_consumed, one.toilet_leaks, one.other_leaks].map(thousandths)]),
        ),
      sql: sql(`${used}, coalesce(sum(unit_leak) filter (where attached_to = 'Toilet'), 0)::bigint as n1,
        coalesce(sum(unit_leak) filter (where attached_to <> 'Toilet'), 0)::bigint as n2`),
    },
    {
      call: `${CHARTS}/leak-volume-percentage`,
      url: `${CHARTS}/leak-volume-percentage?${query}`,
      ours: (answer) =>
        new Map(
          percentage
            .parse(answer)
            .points.filter(isNoGap)
            .map((one) => [one.start_date, [one.total_consumed, one.gallons_leaked].map(thousandths)]),
        ),
      sql: sql(`${used}, sum(unit_leak)::bigint as n1`),
    },
  ];
});

/** A gap is a point of its own in a chart, and no row among sums. */
const isNoGap = ({ total_consumed }: { total_consumed: number | null }) => total_consumed !== null;
