import { type RawBuilder, sql } from "kysely";

/**
 * SQL, in an update of an organization's webhooks or routes: the properties that are wanted, with those of the row that are
 * hidden, as they are archived or another organization's: who changes it sees them again once they return.
 */
export function withHiddenProperties(
  organizationId: number,
  wanted: readonly number[] | null,
): RawBuilder<number[] | null> {
  if (wanted === null) return sql`null`;
  return sql`${wanted}::bigint[] || array(
    select known.id from unnest(property_ids) as known (id)
    where not exists (
      select from properties
      where properties.id = known.id and properties.organization_id = ${organizationId} and properties.archived_at is null))`;
}
