import { sql } from "kysely";
import { z } from "zod";
import type { RepairEffect } from "../../../contract/readings/repair-effect.ts";
import { asDollars, millsOf } from "../../costs/price-of-day.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";

const Costs = z.object({
  cost_before: z.number(),
  cost_after: z.number(),
  leak_cost_before: z.number(),
  leak_cost_after: z.number(),
});
type Costs = z.output<typeof Costs>;

/** What the water of the unit days that change cost before and costs after, by the prices in force; undefined: no unit's day changes. */
export async function effectCosts(
  tx: Transactional,
  propertyId: number,
  units: RepairEffect["units"],
): Promise<Costs | undefined> {
  const changed = units.flatMap(({ unit_id, days }) => days.map((day) => ({ unit_id, ...day })));
  if (changed.length === 0) return undefined;
  const volumes = (of: (day: (typeof changed)[number]) => number | null) =>
    changed.map((day) => Math.round((of(day) ?? 0) * 1000));
  const mills = millsOf({
    propertyId: sql`${propertyId}::bigint`,
    unitId: sql`changed.unit_id`,
    day: sql`changed.day`,
  });
  const cost = (column: string) => sql`sum(${sql.ref(`changed.${column}`)} * in_force.mills)::bigint`;
  const row = await queryRow(tx, Costs)`
    select ${cost("before")} as cost_before, ${cost("after")} as cost_after,
      ${cost("leaked_before")} as leak_cost_before, ${cost("leaked_after")} as leak_cost_after
    from unnest(
      ${changed.map(({ unit_id }) => unit_id)}::bigint[], ${changed.map(({ date }) => date)}::date[],
      ${volumes((day) => day.gallons_before)}::bigint[], ${volumes((day) => day.gallons_after)}::bigint[],
      ${volumes((day) => day.leak_gallons_before)}::bigint[], ${volumes((day) => day.leak_gallons_after)}::bigint[]
    ) as changed (unit_id, day, before, after, leaked_before, leaked_after)
    cross join lateral (select ${mills} as mills) in_force`;
  if (row === undefined) return undefined;
  return {
    cost_before: asDollars(row.cost_before),
    cost_after: asDollars(row.cost_after),
    leak_cost_before: asDollars(row.leak_cost_before),
    leak_cost_after: asDollars(row.leak_cost_after),
  };
}
