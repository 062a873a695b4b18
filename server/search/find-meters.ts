import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type FoundMeter, foundMeter } from "../../contract/search.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { optimizationFence } from "../query/optimization-fence.ts";

/** So many of the best matches are first checked for being in service: nearly always these are enough. */
const TRIED = 200;

const Match = z.object({ property_id: z.int(), id: z.int() });
type Match = z.output<typeof Match>;

const isInService = sql`exists (
  select from installed_meters meter
  where meter.property_id = known.property_id and meter.meter_id = known.id and meter.ended_at is null)`;

/**
 * Meters in service whose serial number has `text` in it: the number itself first, then those that begin with it, then
 * by number. All serial numbers of the properties are scanned: behind row-level security no index finds a substring.
 * Small and capital letters of ASCII are the same, others are as they are: no serial number has them.
 * @param propertyIds within the scope
 */
export async function findMeters(
  propertyIds: readonly number[],
  tx: Transactional,
  text: string,
  limit: number,
): Promise<FoundMeter[]> {
  const best = await matches(propertyIds, tx, text, sql`true`, TRIED);
  const placed = await placesOf(tx, best, limit);
  if (placed.length === limit || best.length < TRIED) return placed;
  return placesOf(tx, await matches(propertyIds, tx, text, isInService, limit), limit);
}

async function matches(
  propertyIds: readonly number[],
  tx: Transactional,
  text: string,
  isWanted: RawBuilder<unknown>,
  limit: number,
): Promise<Match[]> {
  return queryRows(tx, Match)`
    select property_id, id from (
      select property_id, id, serial_number,
        position(lower(${text}::text collate "C") in lower(serial_number collate "C")) as begins_at
      from meters where property_id = any(${propertyIds}::bigint[]) ${optimizationFence}
    ) known
    where begins_at > 0 and ${isWanted}
    order by begins_at > 1, length(serial_number) > length(${text}::text), serial_number collate "C", property_id, id
    limit ${limit}`;
}

/** Where those of some meters that are in service are installed, in their order. */
async function placesOf(tx: Transactional, meters: readonly Match[], limit: number): Promise<FoundMeter[]> {
  if (meters.length === 0) return [];
  return queryRows(tx, foundMeter)`
    select match.property_id, properties.name as property_name, meter.building_id, buildings.name as building_name,
      meter.unit_id, units.name as unit_name, meter.attached_to, meters.serial_number as meter_serial_number
    from unnest(${meters.map((meter) => meter.property_id)}::bigint[], ${meters.map((meter) => meter.id)}::bigint[])
      with ordinality match (property_id, id, place)
    join installed_meters meter on meter.property_id = match.property_id and meter.meter_id = match.id
      and meter.ended_at is null
    join meters on meters.property_id = match.property_id and meters.id = match.id
    join properties on properties.id = match.property_id
    join buildings on buildings.property_id = match.property_id and buildings.id = meter.building_id
    left join units on units.property_id = match.property_id and units.id = meter.unit_id
    order by match.place limit ${limit}`;
}
