import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { localDay } from "../../time/local-day.ts";
import type { Inventory } from "../inventory/inventory-types.ts";
import type { Plan } from "../plan/plan-meters.ts";

const PlaceRow = z.object({ place: z.int() });

/**
 * The places with a case that hours of these meters can still change: one that was not over before the first of them.
 * @returns units by their ids, meters that belong to no unit by the negatives of theirs
 */
export async function reachedCases(
  tx: Transactional,
  { propertyId, timeZone }: Inventory,
  plans: readonly Plan[],
): Promise<number[]> {
  const from = new Map<number, number>();
  for (const { meter, fromDay } of plans) {
    const units = meter.installations.map(({ unitId }) => unitId);
    const { startsAt } = localDay(timeZone, fromDay);
    for (const place of new Set([...units, -meter.meterId])) {
      from.set(place, Math.min(startsAt, from.get(place) ?? Number.POSITIVE_INFINITY));
    }
  }
  const rows = await queryRows(tx, PlaceRow)`
    select distinct place
    from leak_cases
    join unnest(${[...from.keys()]}::bigint[], ${[...from.values()].map((at) => new Date(at).toISOString())}::timestamptz[])
      as read (place, from_at) using (place)
    where property_id = ${propertyId} and coalesce(over_at, 'infinity') >= read.from_at`;
  return rows.map(({ place }) => place);
}
