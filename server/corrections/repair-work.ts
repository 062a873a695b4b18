import type { RepairEffect } from "../../contract/readings/repair-effect.ts";
import type { PropertyInHand } from "../ingest/in-property.ts";
import { inventoryOf } from "../metering/inventory/inventory.ts";
import type { Inventory, Meter } from "../metering/inventory/inventory-types.ts";
import { refreshMetersIn } from "../metering/refresh-property.ts";
import { ProblemError, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { effectOf } from "./effect/effect.ts";
import { effectCosts } from "./effect/effect-costs.ts";
import { addSnapshot, type Snapshot, takeSnapshot } from "./effect/snapshot.ts";
import type { Facts } from "./facts.ts";
import type { RecordedRow } from "./recorded-row.ts";

/** A correction while it is made or undone. */
export interface RepairWork extends PropertyInHand {
  repairId: number;
  /** What it stores. */
  facts: Facts;
  /** Of a redrive, the outcome of each row. */
  rejectedReadings: RecordedRow[];
  /** Snapshot of the meters affected so far, before the change. */
  before: Snapshot;
}

/** Begins work on a property, which is refreshed first: what differs afterwards is the effect of the correction. */
export async function beginWork(property: PropertyInHand, repairId: number): Promise<RepairWork> {
  const { tx, connections, propertyId, clock } = property;
  await refreshMetersIn(tx, connections, propertyId, clock);
  return {
    ...property,
    repairId,
    facts: { meterIds: [], values: [], quarantined: [], sentAgain: [], rejected: [], swap: null },
    rejectedReadings: [],
    before: { meters: new Map(), units: new Map() },
  };
}

/** Takes a snapshot of these meters; to be called before anything of them changes. */
export async function touch(work: RepairWork, meterIds: Iterable<number>): Promise<void> {
  const unseen = [...new Set(meterIds)].filter((id) => !work.facts.meterIds.includes(id));
  if (unseen.length === 0) return;
  work.facts.meterIds.push(...unseen);
  addSnapshot(work.before, await takeSnapshot(work.tx, work.propertyId, unseen));
}

/** Recalculates everything derived, and returns what differs from before. */
export async function finishWork(work: RepairWork): Promise<RepairEffect> {
  const { tx, connections, propertyId, clock, facts, before } = work;
  await refreshMetersIn(tx, connections, propertyId, clock);
  const effect = effectOf(before, await takeSnapshot(tx, propertyId, facts.meterIds));
  return { ...effect, costs: await effectCosts(tx, propertyId, effect.units) };
}

/** The meters of the property in the current state of the correction. */
export async function inventoryAtWork({ tx, propertyId }: PropertyInHand): Promise<Inventory> {
  const inventory = await inventoryOf(tx, propertyId);
  if (inventory === null) throw new ProblemError("not_found", text`There is no such property.`);
  return inventory;
}

/** The meter with this serial number. @throws ProblemError invalid_fields under the name of the field */
export function meterNamed(inventory: Inventory, serial: string, field: string): Meter {
  const meter = inventory.bySerial.get(serial);
  if (meter !== undefined) return meter;
  throw wrongField(field, text`This property has no meter with the serial number "${serial}".`);
}
