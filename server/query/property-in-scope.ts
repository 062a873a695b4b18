import { sql } from "kysely";
import type { Scope, Transactional } from "../database/connect.ts";
import { ProblemError } from "../problem/problem.ts";

/**
 * A property that a call names.
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist.
 */
export async function propertyInScope(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
): Promise<{ id: number; name: string; timeZone: string }> {
  const found = await sql<{ id: number; name: string; timeZone: string }>`
    select id, name, time_zone as "timeZone" from properties
    where id = ${propertyId} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null`.execute(tx);
  const property = found.rows[0];
  if (property === undefined) throw new ProblemError("not_found", "There is no such property.");
  return property;
}
