import { sql } from "kysely";
import type { Performance } from "../../../contract/reporting.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { report } from "../../query/report.ts";
import { classes } from "../classes.ts";

interface Filters {
  performance: Performance[];
  states: string[];
  organizations: { id: number; name: string }[];
  bedrooms: { from: number; to: number };
}

/** What the table of properties can be filtered by, of all properties of the scope. */
export async function performanceFilters(scope: Scope, tx: Transactional): Promise<Filters> {
  const found = await sql<Omit<Filters, "performance" | "bedrooms"> & { least: number | null; most: number | null }>`
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
    from counted`.execute(tx);
  const { states = [], organizations = [], least = null, most = null } = found.rows[0] ?? {};
  return {
    performance: [...classes],
    states,
    organizations,
    bedrooms: { from: Math.min(least ?? 0, 6), to: Math.min(most ?? 7, 7) },
  };
}

export const performanceFiltersReport = report(
  "GET /v1/reporting/portfolio-insights/properties/performance/filters",
  { cache: "rolled-up" },
  ({ scope, tx }) => performanceFilters(scope, tx),
);
