import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";

const FoundRow = z.object({ found: z.boolean() });

/** SQL: whether anything was ever read at a property, also where retention dropped the days of its meters since. */
export function wasRead(propertyId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(exists (select from meter_days d where d.property_id = ${propertyId})
    or exists (select from packed_months d where d.property_id = ${propertyId})
    or exists (select from property_days d where d.property_id = ${propertyId})
    or exists (select from device_days d where d.property_id = ${propertyId} and d.device = 'meter'))`;
}

/** Whether anything was ever read at a property, so that its time zone can no longer change. */
export async function hasReadings(tx: Transactional, propertyId: number): Promise<boolean> {
  const row = await queryRow(tx, FoundRow)`select ${wasRead(sql`${propertyId}`)} as found`;
  return row?.found === true;
}
