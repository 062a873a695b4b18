import { sql } from "kysely";
import type { Actor } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { atRow } from "../../ingest/reading.ts";
import { growInventory } from "../../metering/inventory/inventory.ts";
import { applyMeters } from "./apply-meters.ts";
import { applyPlaces } from "./apply-places.ts";
import { applyProperty } from "./apply-property.ts";
import { contradictions } from "./contradictions.ts";
import { Differences } from "./difference.ts";
import type { InventoryRow } from "./inventory-row.ts";
import type { InventoryPlace, InventoryRun, RejectedInventoryRow } from "./inventory-run.ts";
import { knownPlaces } from "./known-places.ts";
import { recordInventory } from "./record-inventory.ts";

export interface InventoryReport {
  /** Empty when rows contradict each other. */
  differences: Differences;
  /** In the order of the file. */
  rejected: RejectedInventoryRow[];
  /** False in a dry run and when rows were rejected: then nothing was changed. */
  applied: boolean;
  /** Those that were created or changed. */
  propertyIds: number[];
}

class Undo extends Error {}

/**
 * Updates properties, units, points and meters to match an inventory, in one transaction: all of it or, when a row is
 * rejected, nothing. What the file does not name stays as it is. Changes to a property are recorded in its history.
 */
export async function applyInventory(
  connections: Connections,
  rows: InventoryRow[],
  options: InventoryPlace & { dryRun: boolean },
  who: Actor,
): Promise<InventoryReport> {
  const differences = new Differences();
  const rejected = contradictions(rows);
  // Contradicting rows have no single difference, and the database's constraint error would give no reason.
  if (rejected.length > 0) return { differences, rejected: inLineOrder(rejected), applied: false, propertyIds: [] };
  const changed: number[] = [];
  const run: InventoryRun = {
    ...options,
    now: who.at,
    differences,
    reject: (row, column, code, sentence) =>
      rejected.push({ row: row.row, raw: row.serial, column, code, reason: atRow(row.row, sentence) }),
  };
  try {
    await connections.worker.transaction().execute(async (tx) => {
      // Nobody has counted the rows that are made here, and loops of thousands over thousands take minutes.
      await sql`set local enable_nestloop = off`.execute(tx);
      await lock(tx, "inventoryImport");
      for (const group of Map.groupBy(rows, (row) => row.property).values()) {
        const before = differences.list.length;
        const propertyId = await applyProperty(tx, group, run);
        if (propertyId === null) continue;
        const known = await knownPlaces(tx, propertyId);
        await applyPlaces(tx, propertyId, group, known, run);
        await applyMeters(tx, propertyId, group, known, run);
        if (differences.list.length === before) continue;
        await growInventory(tx, propertyId);
        changed.push(propertyId);
        await recordInventory(tx, who, propertyId, differences.list.slice(before));
      }
      // A dry run executes all that the real one does, so that the reports cannot differ.
      if (options.dryRun || rejected.length > 0) throw new Undo();
    });
    return { differences, rejected, applied: true, propertyIds: changed };
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
    return { differences, rejected: inLineOrder(rejected), applied: false, propertyIds: [] };
  }
}

function inLineOrder(rejected: RejectedInventoryRow[]): RejectedInventoryRow[] {
  return rejected.toSorted((a, b) => a.row - b.row);
}
