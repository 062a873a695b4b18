import type { Kysely } from "kysely";
import { inScope, type Scope, type Transactional } from "../database/connect.ts";
import type { Database } from "../database/types.ts";
import { propertyInScope } from "../query/property-in-scope.ts";

/** Reads of one property of the scope. @throws ProblemError not_found for any other, whether it exists or not */
export function readProperty<T>(
  app: Kysely<Database>,
  scope: Scope,
  propertyId: number,
  read: (tx: Transactional, property: { id: number; timeZone: string }) => Promise<T>,
): Promise<T> {
  return inScope(app, scope, async (tx) => read(tx, await propertyInScope(scope, tx, propertyId)));
}
