import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";

const UnitRow = z.object({ id: z.int(), property_id: z.int() });

/** The problem for units out of scope, exactly as for ones that do not exist. */
export function noSuchUnits(): ProblemError {
  return new ProblemError("not_found", text`There is no such unit.`, { unit_ids: [text`There is no such unit.`] });
}

/**
 * The properties of units, by the units' ids.
 * @throws ProblemError not_found when any of them is not in the scope
 */
export async function propertiesOfUnits(
  scope: Scope,
  tx: Transactional,
  unitIds: readonly number[],
): Promise<Map<number, number>> {
  const wanted = [...new Set(unitIds)];
  const found = await queryRows(tx, UnitRow)`
    select units.id, units.property_id
    from units join properties on properties.id = units.property_id and archived_at is null
    where units.property_id = any(${scope.propertyIds}::bigint[]) and units.id = any(${wanted}::bigint[])`;
  if (found.length < wanted.length) throw noSuchUnits();
  return new Map(found.map((row) => [row.id, row.property_id]));
}
