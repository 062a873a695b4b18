import { sql } from "kysely";
import type { Scope, Transactional } from "../database/connect.ts";
import { report } from "../query/report.ts";

interface MyProperty {
  id: number;
  name: string;
  organization_id: number | null;
  organization_name: string | null;
  city: string;
  state: string;
  time_zone: string;
  units_count: number;
}

/** The properties of the scope by name; the organization's name is null where the property belongs to none. */
export async function myProperties(
  scope: Scope,
  tx: Transactional,
  params: { organization_id?: number[] | undefined },
): Promise<MyProperty[]> {
  const organizations = params.organization_id ?? null;
  const found = await sql<MyProperty>`
    select properties.id, properties.name, properties.organization_id, organizations.name as organization_name,
      city, state, time_zone,
      coalesce(counted.units, 0) as units_count
    from properties
    left join (
      select property_id, count(*) as units from units
      where property_id = any(${scope.propertyIds}::bigint[]) group by property_id
    ) counted on counted.property_id = properties.id
    left join organizations on organizations.id = properties.organization_id
    where properties.id = any(${scope.propertyIds}::bigint[])
      and archived_at is null
      and (${organizations}::bigint[] is null or properties.organization_id = any(${organizations}::bigint[]))
    order by lower(properties.name), properties.id
  `.execute(tx);
  return found.rows;
}

export const myPropertiesReport = report(
  "GET /v1/reporting/my-properties/",
  { cache: "rolled-up" },
  ({ scope, tx, query }) => myProperties(scope, tx, query),
);
