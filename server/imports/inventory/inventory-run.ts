import type { InventoryColumn } from "../../../contract/inventory/inventory-import.ts";
import type { Transactional } from "../../database/connect.ts";
import type { Rejection } from "../../ingest/reading.ts";
import type { Sentence } from "../../problem/problem.ts";
import type { Differences } from "./difference.ts";
import type { InventoryRow } from "./inventory-row.ts";

export interface RejectedInventoryRow extends Rejection {
  /** null: the whole row. */
  column: InventoryColumn | null;
}

/** Where an inventory belongs. */
export interface InventoryPlace {
  /** By its name or its id; null: the default organization for new properties, any for known ones. */
  organization: string | number | null;
  /** All rows are of this property, which is there; null: of the one that each names. */
  propertyId: number | null;
  /**
   * Throws for properties outside the caller's scope: for callers that may not change all of them.
   * @param tx sees everything
   */
  check?: (tx: Transactional, propertyId: number) => Promise<void>;
}

/** What the steps of one inventory share. */
export interface InventoryRun extends InventoryPlace {
  /** Milliseconds since the epoch; when meters that are moved or swapped change places. */
  now: number;
  differences: Differences;
  reject(row: InventoryRow, column: InventoryColumn | null, code: string, sentence: Sentence): void;
}
