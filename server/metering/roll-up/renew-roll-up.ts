import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { dayNumber } from "../../time/local-day.ts";
import { loadDays } from "../days/load-days.ts";
import { countPlaces } from "../inventory/count-places.ts";
import type { Inventory } from "../inventory/inventory-types.ts";
import { refreshUnits } from "./refresh-units.ts";

const RollUpDays = z.object({ first: z.string().nullable(), last: z.string().nullable() });

/** Days read at once, so that memory stays small. */
const DAYS_AT_ONCE = 31;

/** Recalculates the units of a property, day by day as far back as its hours are kept, and counts its places. */
export async function renewRollUp(tx: Transactional, inventory: Inventory): Promise<void> {
  const { propertyId, byId } = inventory;
  await countPlaces(tx, propertyId);
  const found = await queryRow(tx, RollUpDays)`
    select min(day) as first, max(day) as last from all_meter_days where property_id = ${propertyId}`;
  const { first, last } = found ?? { first: null, last: null };
  if (first === null || last === null) return;
  const end = dayNumber(last);
  for (let from = Math.max(dayNumber(first), inventory.hoursFrom ?? 0); from <= end; from += DAYS_AT_ONCE) {
    const wanted = [...byId.keys()].map((meterId) => ({ meterId, from }));
    const loaded = await loadDays(tx, inventory, wanted, from + DAYS_AT_ONCE);
    const days = [...loaded.values()].flat();
    await refreshUnits(tx, inventory, days, days);
  }
}
