import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Connections, Scope } from "../database/connect.ts";
import { IdRow, numbers, queryRow, queryRows } from "../database/query-rows.ts";

const ScopeRow = z.object({ organizationIds: numbers, propertyIds: numbers });

/** How far somebody sees. */
export type Reach =
  | { kind: "everything" }
  /** A staff member's assigned organizations, and all properties in them. */
  | { kind: "staff"; userId: number }
  | { kind: "organization"; organizationId: number }
  | { kind: "assigned"; organizationId: number; userId: number };

/**
 * The organizations and properties in a scope, without archived properties. An assigned property that has moved to
 * another organization is hidden until it returns.
 */
export async function visiblePlaces(connections: Connections, reach: Reach): Promise<Scope> {
  if (reach.kind === "everything" || reach.kind === "staff") {
    const [ofOrganizations, ofProperties] =
      reach.kind === "everything"
        ? [sql``, sql``]
        : [
            sql`where id in ${assignedToStaff(reach.userId)}`,
            sql`and organization_id in ${assignedToStaff(reach.userId)}`,
          ];
    const found = await queryRow(connections.accounts, ScopeRow)`
      select (select coalesce(jsonb_agg(id order by id), '[]') from organizations ${ofOrganizations}) as "organizationIds",
        (select coalesce(jsonb_agg(id order by id), '[]') from properties
          where archived_at is null ${ofProperties}) as "propertyIds"
    `;
    return found ?? { organizationIds: [], propertyIds: [] };
  }
  const found = await queryRows(connections.accounts, IdRow)`
    select p.id from properties p
    where p.organization_id = ${reach.organizationId} and p.archived_at is null ${assigned(reach)}
    order by p.id
  `;
  return { organizationIds: [reach.organizationId], propertyIds: found.map((row) => row.id) };
}

function assignedToStaff(userId: number): RawBuilder<unknown> {
  return sql`(select organization_id from staff_organizations where user_id = ${userId})`;
}

function assigned(reach: Extract<Reach, { organizationId: number }>): RawBuilder<unknown> {
  if (reach.kind === "organization") return sql``;
  return sql`and exists (
    select from membership_properties mp
    where mp.property_id = p.id and mp.organization_id = p.organization_id and mp.user_id = ${reach.userId})`;
}
