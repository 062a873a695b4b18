import type { Differences } from "./difference.ts";
import type { InventoryRow } from "./inventory-row.ts";

/** What the steps of one inventory share. */
export interface InventoryRun {
  /** null: the default organization for new properties, any for known ones. */
  organization: string | null;
  /** Milliseconds since the epoch; when meters that are moved or swapped change places. */
  now: number;
  differences: Differences;
  refuse(row: InventoryRow, code: string, sentence: string): void;
}
