import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import type { AttachedTo } from "../readings/meter-day.ts";
import { dayNumber } from "../time/local-day.ts";
import { countPlaces } from "./count-places.ts";
import { readInventory } from "./read-inventory.ts";

/** A meter and where it sits now. */
export interface Meter {
  meterId: number;
  serial: string;
  attachedTo: AttachedTo;
  buildingId: number;
  /** null: a whole building, or irrigation. */
  unitId: number | null;
  /** Thousandths of a gallon per unit of its register; null: it reports hours in gallons. */
  registerFactor: number | null;
  /** Thousandths of a gallon per count of its register; 0 where unknown. */
  count: number;
  /** Thousandths of a gallon at which its register starts again at zero; null where unknown. */
  registerWidth: number | null;
  continuousUseExpected: boolean;
  /** The most that its point can pass, in thousandths of a gallon a minute. */
  mostPerMinute: number;
  /** What people said of registers that do not follow on the ones before, by their instants (milliseconds). */
  registerDecisions: Map<number, RegisterDecision>;
  /** Stretches in which only values of class 1 count. */
  setAside: Stretch[];
  /** Its periods of service anywhere, in the order of time; infinite where they are open. */
  services: Stretch[];
  /** Those at units. */
  seats: Seat[];
  /** Differs when anything differs that its hours, its leaks or the volumes of its units follow from. */
  fingerprint: number;
}

/** `counts`: the step is real, whatever its size. `starts anew`: the register is a new beginning, its step no volume. */
export type RegisterDecision = "counts" | "starts anew";

/** From an instant on to another, which is not in it; milliseconds since the epoch. */
export interface Stretch {
  from: number;
  until: number;
}

/** A period of service of a meter at a unit, in milliseconds since the epoch; infinite where it is open. */
export interface Seat {
  meterId: number;
  unitId: number;
  pointId: number;
  attachedTo: AttachedTo;
  from: number;
  until: number;
}

/** The meters of one property, as of one version of its inventory. */
export interface Inventory {
  propertyId: number;
  version: number;
  timeZone: string;
  /** Number of the first local day whose hours are kept; null: all are. */
  hoursFrom: number | null;
  bySerial: Map<string, Meter>;
  byId: Map<number, Meter>;
  /** Volumes that a person rejected, by their keys. */
  rejected: Set<string>;
  /** Who sits or sat at a unit, in the order of the meters' ids. */
  byUnit: Map<number, Seat[]>;
}

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
 * service, set-aside stretches, rejected volumes or decisions about registers, and lets this transaction see its own
 * changes up to here: to be called after them. What is counted of its places is counted anew.
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
  const found = await sql<{ inventory_version: number; time_zone: string; hours_from: string | null }>`
    select inventory_version, time_zone, hours_from from properties where id = ${propertyId} and archived_at is null`.execute(
    tx,
  );
  const property = found.rows[0];
  if (property === undefined) return null;
  const hoursFrom = property.hours_from === null ? null : dayNumber(property.hours_from);
  const read = async () => ({
    ...(await readInventory(tx, propertyId, property.inventory_version, property.time_zone)),
    hoursFrom,
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
    return cached.hoursFrom === hoursFrom ? cached : { ...cached, hoursFrom };
  }
  const inventory = await read();
  cache.set(propertyId, inventory);
  return inventory;
}
