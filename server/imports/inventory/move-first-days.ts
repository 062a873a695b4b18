import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { localMidnight } from "../../time/local-midnight.ts";

/** Keeps the first days of service of a property's meters, before its time zone changes: without readings they are days. */
export async function moveFirstDays(tx: Transactional, propertyId: number, timeZone: string): Promise<void> {
  const day = sql`(began_at at time zone (select time_zone from properties where id = ${propertyId}))::date`;
  await sql`
    update meter_services set began_at = ${localMidnight(day, sql`${timeZone}::text`)}
    where property_id = ${propertyId} and began_at is not null`.execute(tx);
}
