import { isDecimalComma, isGroupedByPoints, isPointInDoubt } from "../cells/decimals.ts";

/** Checks the numbers of a file that may have decimal points or commas: does it use points as group separators? */
export class MixedDecimals {
  private hasCommas = false;
  private first: { line: number; text: string } | null = null;

  see(line: number, cell: string): void {
    const text = cell.trim();
    if (isDecimalComma(text) || isGroupedByPoints(text)) this.hasCommas = true;
    else if (this.first === null && isPointInDoubt(text)) this.first = { line, text };
  }

  /** The first value, such as 1.234, that is ambiguous because of the file's decimal commas; null: none is. */
  get inDoubt(): { line: number; text: string } | null {
    return this.hasCommas ? this.first : null;
  }
}
