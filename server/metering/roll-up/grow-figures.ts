import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";

const LastDay = z.object({ last: z.string().nullable() });

/**
 * Marks the reported figures of these properties as changed, in the transaction that changes them: cached responses are
 * stale from its commit on, and whichever server is running has to refresh the alerts.
 */
export async function growFigures(tx: Transactional, propertyIds: readonly number[]): Promise<void> {
  await sql`update properties set figures_version = figures_version + 1 where id = any(${propertyIds}::bigint[])`.execute(
    tx,
  );
}

/** The same of a property that was refreshed; with the last day on which anything was read there. */
export async function noteRefreshed(tx: Transactional, propertyId: number): Promise<void> {
  const seen = await queryRow(tx, LastDay)`
    select max(last_seen_on) as last from installed_meters
    where property_id = ${propertyId} and last_seen_on < 'infinity'`;
  await sql`
    update properties set figures_version = figures_version + 1, last_reading_on = ${seen?.last ?? null}::date
    where id = ${propertyId}`.execute(tx);
}
