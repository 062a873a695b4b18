import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/**
 * Says whether a meter is expected to use water all the time. Where that changes, its property is marked, so that the
 * meter's leaks are worked out anew.
 * @returns whether it changed
 */
export async function expectContinuousUse(
  tx: Transactional,
  propertyId: number,
  meterId: number,
  expected: boolean,
): Promise<boolean> {
  const changed = await sql`
    update meters set continuous_use_expected = ${expected}
    where property_id = ${propertyId} and id = ${meterId} and continuous_use_expected <> ${expected}
    returning id`.execute(tx);
  if (changed.rows.length === 0) return false;
  await sql`update properties set inventory_version = inventory_version + 1 where id = ${propertyId}`.execute(tx);
  return true;
}
