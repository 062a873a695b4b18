import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { dayNumber } from "../../time/local-day.ts";
import { countPlaces } from "./count-places.ts";
import type { Inventory } from "./inventory-types.ts";
import { readInventory } from "./read-inventory.ts";

const PropertyRow = z.object({
  inventory_version: z.int(),
  time_zone: z.string(),
  hours_from: z.string().nullable(),
  packed_until: z.string().nullable(),
});

/** Inventories by database: each pool of connections has an adapter of its own, which its transactions share. */
const caches = new WeakMap<object, Map<number, Inventory>>();

function cacheOf(tx: Transactional): Map<number, Inventory> {
  const { adapter } = tx.getExecutor();
  const found = caches.get(adapter);
  if (found !== undefined) return found;
  const made = new Map<number, Inventory>();
  caches.set(adapter, made);
  return made;
}

/**
 * Transactions that change an inventory, with what they read of it last: it is not yet true for others, and may never be.
 */
const changing = new WeakMap<Transactional, Inventory | null>();

/**
 * Makes the inventory of a property a version newer, in the transaction that changes its meters, points, periods of
 * service, excluded stretches, rejected volumes or decisions about registers, and lets this transaction see its own
 * changes up to here: to be called after them. The counts of its places are recalculated.
 */
export async function growInventory(tx: Transactional, propertyId: number): Promise<void> {
  changing.set(tx, null);
  await sql`update properties set inventory_version = inventory_version + 1 where id = ${propertyId}`.execute(tx);
  await countPlaces(tx, propertyId);
}

/**
 * The inventory of a property as the transaction sees it; read again only when its version has grown.
 * @returns null when there is no such property in scope.
 */
export async function inventoryOf(tx: Transactional, propertyId: number): Promise<Inventory | null> {
  const property = await queryRow(tx, PropertyRow)`
    select inventory_version, time_zone, hours_from, packed_until from properties where id = ${propertyId} and archived_at is null`;
  if (property === undefined) return null;
  const hoursFrom = property.hours_from === null ? null : dayNumber(property.hours_from);
  const packedUntil = property.packed_until === null ? null : dayNumber(property.packed_until);
  const read = async () => ({
    ...(await readInventory(tx, propertyId, property.inventory_version, property.time_zone)),
    hoursFrom,
    packedUntil,
  });
  const own = changing.get(tx);
  if (own !== undefined) {
    const isOwn = own?.propertyId === propertyId && own.version === property.inventory_version;
    const inventory = isOwn ? own : await read();
    changing.set(tx, inventory);
    return inventory;
  }
  const cache = cacheOf(tx);
  const cached = cache.get(propertyId);
  if (cached?.version === property.inventory_version && cached.timeZone === property.time_zone) {
    const isSame = cached.hoursFrom === hoursFrom && cached.packedUntil === packedUntil;
    return isSame ? cached : { ...cached, hoursFrom, packedUntil };
  }
  const inventory = await read();
  cache.set(propertyId, inventory);
  return inventory;
}
