import { type Kysely, sql } from "kysely";
import { inScope, type Scope, type Transactional } from "../database/connect.ts";
import type { Database } from "../database/types.ts";
import { ProblemError } from "../problem.ts";

/** Reads of one property of the scope. @throws ProblemError not_found for any other, whether it exists or not */
export function readProperty<T>(
  app: Kysely<Database>,
  scope: Scope,
  propertyId: number,
  read: (tx: Transactional, property: { id: number; timeZone: string }) => Promise<T>,
): Promise<T> {
  return inScope(app, scope, async (tx) => {
    const found = await sql<{ id: number; timeZone: string }>`
      select id, time_zone as "timeZone" from properties
      where id = ${propertyId} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null`.execute(tx);
    const [property] = found.rows;
    if (property === undefined) throw new ProblemError("not_found", "There is no such property.");
    return read(tx, property);
  });
}
