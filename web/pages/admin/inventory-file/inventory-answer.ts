import type { InventoryImport } from "../../../../contract/inventory/inventory-import.ts";

/** The rows of an inventory spreadsheet, and the result of importing it, or its preview. */
export type InventoryAnswer = InventoryImport;

/** A row of a spreadsheet: its cells by the column where that is known, else by the heading. */
export type FileRow = InventoryAnswer["rows"][number];

/** Why a row cannot be taken. */
export type RejectedRow = InventoryAnswer["rejected"][number];

/** A thing that the file adds or changes. */
export type FileDifference = InventoryAnswer["differences"][number];
