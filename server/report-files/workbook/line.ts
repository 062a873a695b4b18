import type { CellValue } from "hucre/xlsx";

/** A cell of a sheet as its reader sees it. */
export interface SheetCell {
  value: CellValue;
  /** Format of its number or day; left out: as a spreadsheet writes it. */
  format?: string | undefined;
  isBold?: boolean;
  /** Of the sheet's title. */
  isLarge?: boolean;
  /** Of long texts. */
  isWrapped?: boolean;
}

export type Line = readonly SheetCell[];

/** Lines that belong together, with the width that each of their columns needs, in characters. */
export interface Block {
  lines: readonly Line[];
  widths: readonly number[];
  /** Which of its lines heads a list that can be filtered and sorted; left out: none. */
  filterLine?: number;
  /** How many of its last lines are totals, which are neither filtered nor sorted; left out: none. */
  totalLines?: number;
}

export interface Sheet {
  name: string;
  /** What the sheet has, for screen readers. */
  summary: string;
  /** One below the other, with an empty line between. */
  blocks: readonly Block[];
}

export function bold(value: CellValue): SheetCell {
  return { value, isBold: true };
}
