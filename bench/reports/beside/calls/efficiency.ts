import { z } from "zod";
import { fitted, meterDays } from "../dialect.ts";
import type { Summed } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const URL = "/v1/reporting/portfolio-insights/water-usage-efficiency";

const use = z.object({ gallons_per_bedroom_per_day: z.number().nullable(), bedroom_days: z.number() });
const answerOf = z.object({ whole_unit: use, toilet: use, water_heater: use });

/** Gallons per bedroom and day, compared by gallons in whole ones and bedrooms times days. */
export const efficiency: readonly Summed[] = DAYS.map((days) => ({
  call: URL,
  url: `${URL}?days_ago=${days}`,
  ours: (answer) => {
    const { whole_unit, toilet, water_heater } = answerOf.parse(answer);
    const numbers = [whole_unit, toilet, water_heater].flatMap(({ gallons_per_bedroom_per_day, bedroom_days }) => [
      Math.round((gallons_per_bedroom_per_day ?? 0) * bedroom_days),
      bedroom_days,
    ]);
    return new Map([["", numbers]]);
  },
  sql: (dialect) => {
    const read = (meters: string) => `count(*) filter (where is_read and ${meters})`;
    const [whole, toilet, heater] = [
      "attached_to in ('SPOE', 'DPOE')",
      "attached_to = 'Toilet'",
      "attached_to = 'Water Heater'",
    ];
    const sums = (isRead: string, gallons: string, n: number) => `
      coalesce(round(sum(${gallons}) filter (where ${isRead}) / 1000.0), 0)::bigint as n${n},
      coalesce(sum(bedrooms) filter (where ${isRead}), 0)::bigint as n${n + 1}`;
    return `
      with ${meterDays(dialect, days)}, ${fitted},
      unit_day as (
        select meter_day.unit_id, day, max(bedrooms) as bedrooms,
          max(whole_meters) > 0 and ${read(whole)} = max(whole_meters) as whole_read,
          max(toilets) > 0 and ${read(toilet)} = max(toilets) as toilets_read,
          max(heaters) > 0 and ${read(heater)} = max(heaters) as heaters_read,
          sum(unit_gallons) as gallons, sum(gallons) filter (where ${toilet}) as toilet_gallons,
          sum(gallons) filter (where ${heater}) as heater_gallons
        from meter_day join fitted on fitted.unit_id = meter_day.unit_id group by 1, 2
      )
      select '' as name, ${sums("whole_read", "gallons", 0)}, ${sums("toilets_read", "toilet_gallons", 2)},
        ${sums("heaters_read", "heater_gallons", 4)}
      from unit_day`;
  },
}));
