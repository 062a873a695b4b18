import { sql } from "kysely";
import type { Connections, Transactional } from "../../database/connect.ts";
import { updateMeterStatus } from "../last-seen/meter-status.ts";

class RolledBack extends Error {}

/** The stored status of the meters of a property, and the same recalculated from scratch. */
export async function meterStatusRows(
  { worker }: Connections,
  propertyId: number,
): Promise<{ kept: string[]; recalculated: string[] }> {
  const rows = { kept: await read(worker, propertyId), recalculated: [""] };
  try {
    await worker.transaction().execute(async (tx) => {
      await sql`delete from installed_meters where property_id = ${propertyId}`.execute(tx);
      await updateMeterStatus(tx, propertyId);
      rows.recalculated = await read(tx, propertyId);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return rows;
}

async function read(db: Connections["worker"] | Transactional, propertyId: number): Promise<string[]> {
  const found = await sql<{ line: string }>`
    select m.serial_number || ' ' || to_jsonb(s)::text as line
    from installed_meters s join meters m on m.property_id = s.property_id and m.id = s.meter_id
    where s.property_id = ${propertyId} order by line`.execute(db);
  return found.rows.map((row) => row.line);
}
