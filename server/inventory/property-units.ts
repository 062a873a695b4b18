import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { byNames } from "../query/by-names.ts";
import { checkOrganizationInScope } from "../query/organization-in-scope.ts";

const Named = z.object({ id: z.int(), name: z.string() });
type Named = z.output<typeof Named>;
const NamedWithUnits = Named.extend({ units: z.array(Named) });

interface Params {
  organization_id?: number[] | undefined;
  property_id?: number[] | undefined;
}

const byName = byNames((row: Named) => row.name);

/** The requested properties of the scope, by name, each with its units by name. */
export async function propertyUnits(
  scope: Scope,
  tx: Transactional,
  params: Params,
): Promise<(Named & { units: Named[] })[]> {
  const found = await queryRows(tx, NamedWithUnits)`
    select p.id, p.name, coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name)) from units u where u.property_id = p.id), '[]') as units
    from properties p
    where p.id = any(${scope.propertyIds}::bigint[]) and p.archived_at is null
      and (${params.property_id ?? null}::bigint[] is null or p.id = any(${params.property_id ?? null}::bigint[]))
      and (${params.organization_id ?? null}::bigint[] is null
        or p.organization_id = any(${params.organization_id ?? null}::bigint[]))`;
  return found.toSorted(byName).map((row) => ({ ...row, units: row.units.toSorted(byName) }));
}

/** The properties of the scope in one organization, by name. @throws ProblemError not_found for one out of the scope */
export async function organizationProperties(
  scope: Scope,
  tx: Transactional,
  organizationId: number,
): Promise<Named[]> {
  checkOrganizationInScope(scope, organizationId);
  const found = await queryRows(tx, Named)`
    select id, name from properties
    where organization_id = ${organizationId} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null`;
  return found.toSorted(byName);
}
