import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { localDay } from "../../time/local-day.ts";
import type { Inventory, Meter } from "../inventory/inventory-types.ts";
import type { Plan } from "../plan/plan-meters.ts";

const PlaceRow = z.object({ place: z.int() });

/**
 * The places with a case that hours of these meters can still change: one that was not over before the first of them. Those of a
 * meter that replaced another outside of units change that one's.
 * @returns units by their ids, meters that belong to no unit by the negatives of theirs
 */
export async function reachedCases(
  tx: Transactional,
  { propertyId, timeZone, byId }: Inventory,
  plans: readonly Plan[],
): Promise<number[]> {
  const from = new Map<number, number>();
  for (const { meter, fromDay } of plans) {
    const units = meter.installations.map(({ unitId }) => unitId);
    const { startsAt } = localDay(timeZone, fromDay);
    for (const place of new Set([...units, -meter.meterId, ...replacedBy(meter, byId)])) {
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

/** The places of the meters outside of units that were at a point before this one. */
function replacedBy({ services }: Meter, byId: Inventory["byId"]): number[] {
  const later = services.filter(({ unitId, from }) => unitId === null && from !== Number.NEGATIVE_INFINITY);
  if (later.length === 0) return [];
  const points = new Set(later.map(({ pointId }) => pointId));
  const others = [...byId.values()].filter((other) => other.services.some(({ pointId }) => points.has(pointId)));
  return others.map(({ meterId }) => -meterId);
}
