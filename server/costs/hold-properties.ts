import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { isLockTimeout } from "../database/error-code.ts";
import { lock } from "../database/locks.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";

/** How long a change of prices waits for another one, for a correction, or for the refresh, of the same property. */
const LONGEST_WAIT = "15s";

/**
 * Holds properties until the transaction ends: nothing else adds up their days meanwhile, or changes their prices.
 * @param propertyIds in ascending order, so that no two calls wait for each other
 * @throws ProblemError unavailable when others are at one of them for long
 */
export async function holdProperties(tx: Transactional, propertyIds: readonly number[]): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LONGEST_WAIT)}`.execute(tx);
  try {
    for (const propertyId of propertyIds) {
      await lock(tx, "propertyFigures", propertyId);
    }
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new ProblemError(
      "unavailable",
      text`A long calculation or another change is running at a property of these units. Nothing was changed; try again in a minute.`,
    );
  }
  await sql`set local lock_timeout = 0`.execute(tx);
}
