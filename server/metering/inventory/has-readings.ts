import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";

const FoundRow = z.object({ found: z.boolean() });

/** Whether anything was ever read at a property, so that its time zone can no longer change. */
export async function hasReadings(tx: Transactional, propertyId: number): Promise<boolean> {
  const row = await queryRow(tx, FoundRow)`
    select exists (select from meter_days where property_id = ${propertyId})
      or exists (select from packed_months where property_id = ${propertyId}) as found`;
  return row?.found === true;
}
