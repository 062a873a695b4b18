import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";

const Kept = z.object({ day: z.string().nullable() });

/** The first local day whose meters and units are reported, where older days were dropped; null: all are. */
export async function daysKeptFrom(scope: Scope, tx: Transactional): Promise<string | null> {
  const found = await queryRow(tx, Kept)`
    select max(days_from) as day from properties where id = any(${scope.propertyIds}::bigint[])`;
  return found?.day ?? null;
}
