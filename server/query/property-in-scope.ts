import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";

const Property = z.object({ id: z.int(), name: z.string(), timeZone: z.string() });
type Property = z.output<typeof Property>;

/**
 * A property that a call names.
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist.
 */
export async function propertyInScope(scope: Scope, tx: Transactional, propertyId: number): Promise<Property> {
  const property = await queryRow(tx, Property)`
    select id, name, time_zone as "timeZone" from properties
    where id = ${propertyId} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null`;
  if (property === undefined) throw new ProblemError("not_found", text`There is no such property.`);
  return property;
}
