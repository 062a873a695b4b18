import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/**
 * Says that what reports sum or list of these properties has changed, in the transaction that changes it: answers that
 * somebody keeps are old from its end on.
 */
export async function growFigures(tx: Transactional, propertyIds: readonly number[]): Promise<void> {
  await sql`update properties set figures_version = figures_version + 1 where id = any(${propertyIds}::bigint[])`.execute(
    tx,
  );
}
