import { sql } from "kysely";
import { z } from "zod";
import { databaseOf, type Transactional } from "../../database/connect.ts";
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

/** Meters whose inventories are kept in memory, at about 1 kB each. */
const MOST_METERS = 150_000;

/** LRU cache of inventories, least recently used first, with its number of meters. */
interface Cache {
  inventories: Map<number, Inventory>;
  meters: number;
}

const caches = new WeakMap<object, Cache>();

function cacheOf(tx: Transactional): Cache {
  const database = databaseOf(tx);
  const found = caches.get(database);
  if (found !== undefined) return found;
  const made = { inventories: new Map<number, Inventory>(), meters: 0 };
  caches.set(database, made);
  return made;
}

/** Caches an inventory as the most recently used, and evicts the least recently used. */
function keep(cache: Cache, inventory: Inventory): void {
  drop(cache, inventory.propertyId);
  cache.inventories.set(inventory.propertyId, inventory);
  cache.meters += inventory.byId.size;
  for (const oldest of cache.inventories.keys()) {
    if (cache.meters <= MOST_METERS || oldest === inventory.propertyId) break;
    drop(cache, oldest);
  }
}

function drop(cache: Cache, propertyId: number): void {
  cache.meters -= cache.inventories.get(propertyId)?.byId.size ?? 0;
  cache.inventories.delete(propertyId);
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
  const cached = cache.inventories.get(propertyId);
  if (cached?.version === property.inventory_version && cached.timeZone === property.time_zone) {
    keep(cache, cached);
    const isSame = cached.hoursFrom === hoursFrom && cached.packedUntil === packedUntil;
    return isSame ? cached : { ...cached, hoursFrom, packedUntil };
  }
  const inventory = await read();
  keep(cache, inventory);
  return inventory;
}
