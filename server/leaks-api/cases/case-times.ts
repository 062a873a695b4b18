import { sql } from "kysely";
import { z } from "zod";
import type { CaseTimes } from "../../../contract/leaks/case-times.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { chosenProperties, type PlaceParams, periodTable } from "../../query/chosen-properties.ts";
import type { PeriodParams } from "../../query/period.ts";
import { report } from "../../query/report.ts";
import { leakTypeOf } from "../../reporting/leak-definitions.ts";
import type { Clock } from "../../time/clock.ts";
import { fixes } from "./savings.ts";

const Row = z.object({
  id: z.int().nullable(),
  name: z.string(),
  cases: z.int(),
  hours_to_acknowledged: z.number().nullable(),
  hours_to_assigned: z.number().nullable(),
  hours_to_fixed: z.number().nullable(),
  hours_to_verified: z.number().nullable(),
  fixed: z.int(),
  held: z.int(),
  failed: z.int(),
});

interface Params extends PlaceParams, PeriodParams {
  by: "property" | "person" | "kind";
}

const groups = {
  property: { id: sql`one.property_id`, name: sql`properties.name` },
  person: { id: sql`null::bigint`, name: sql`coalesce(one.assignee, '')` },
  kind: { id: sql`null::bigint`, name: leakTypeOf(sql`one.kinds`) },
};

/** How long the cases took that were found in the period, by property, assignee or kind, at the median. */
export async function caseTimes(scope: Scope, tx: Transactional, params: Params, clock: Clock): Promise<CaseTimes[]> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const { id, name } = groups[params.by];
  // Done before the rules found it: at once.
  const hoursTo = (column: string, condition = sql`true`) => sql`round((percentile_cont(0.5) within group (
    order by greatest(0, extract(epoch from ${sql.ref(`one.${column}`)} - one.opened_at) / 3600))
    filter (where ${sql.ref(`one.${column}`)} is not null and ${condition}))::numeric, 1)::float8`;
  const rows = await queryRows(tx, Row)`
    with period as materialized (select * from ${periodTable(properties)} chosen)
    select ${id} as id, ${name} as name, count(*)::int as cases, ${hoursTo("acknowledged_at")} as hours_to_acknowledged,
      ${hoursTo("assigned_at")} as hours_to_assigned, ${hoursTo("fixed_at")} as hours_to_fixed,
      ${hoursTo("over_at", sql`one.state = 'verified'`)} as hours_to_verified,
      count(one.fixed_at)::int as fixed, count(*) filter (where one.state = 'verified')::int as held,
      coalesce(sum((select count(*) from ${fixes} where fix.failed)), 0)::int as failed
    from period
    join leak_cases one on one.property_id = period.property_id
    join properties on properties.id = one.property_id
    where one.opened_at >= period.starts_at and one.opened_at < period.ends_at and one.state <> 'not_a_leak'
    group by 1, 2
    order by count(*) desc, 2, 1`;
  return rows.map(({ failed, ...row }) => ({
    ...row,
    held_percentage: row.held + failed === 0 ? null : Math.round((1000 * row.held) / (row.held + failed)) / 10,
  }));
}

export const caseTimesReport = report(
  "GET /v1/reporting/case-times",
  { cache: "text" },
  ({ scope, tx, query, clock }) => caseTimes(scope, tx, query, clock),
);
