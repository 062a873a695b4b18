import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";

/** Takes a meter out of its place at an instant (milliseconds); a service that began only then never was. */
export async function endService(
  tx: Transactional,
  propertyId: number,
  serviceId: number | null,
  at: number,
): Promise<void> {
  await sql`
    delete from meter_services
    where property_id = ${propertyId} and id = ${serviceId} and began_at >= ${new Date(at)}`.execute(tx);
  await sql`
    update meter_services set ended_at = ${new Date(at)}
    where property_id = ${propertyId} and id = ${serviceId}`.execute(tx);
}
