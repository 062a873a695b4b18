import { z } from "zod";
import { queryRow } from "../../database/query-rows.ts";
import { report } from "../../query/report.ts";
import { classes } from "../classes.ts";

const Filters = z.object({
  states: z.array(z.string()),
  organizations: z.array(z.object({ id: z.int(), name: z.string() })),
  /** null: there are no units. */
  least: z.int().nullable(),
  most: z.int().nullable(),
});

/** What the table of properties can be filtered by, of all properties of the scope. */
export const performanceFilters = report(
  "GET /v1/reporting/portfolio-insights/properties/performance/filters",
  { cache: "rolled-up" },
  async ({ scope, tx }) => {
    const found = await queryRow(tx, Filters)`
    with place as materialized (
      select id, state, organization_id from properties
      where id = any(${scope.propertyIds}::bigint[]) and archived_at is null
    ),
    counted as (
      select min(bedrooms) as least, max(bedrooms) as most
      from place join unit_counts on unit_counts.property_id = place.id
    )
    select counted.*,
      (select coalesce(json_agg(state order by lower(state), state), '[]')
        from (select distinct state from place where state <> '') known) as states,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by lower(name), id), '[]')
        from organizations where id in (select organization_id from place)) as organizations
    from counted`;
    const { states = [], organizations = [], least = null, most = null } = found ?? {};
    return {
      performance: [...classes],
      states,
      organizations,
      bedrooms: { from: Math.min(least ?? 0, 6), to: Math.min(most ?? 7, 7) },
    };
  },
);
