import { isDecimalComma, isGroupedByPoints, isPointInDoubt } from "./decimals.ts";

/** Looks over the numbers of a file that may write decimals either way: does a point stand for groups in it? */
export class MixedDecimals {
  private hasCommas = false;
  private first: { line: number; text: string } | null = null;

  see(line: number, cell: string): void {
    const text = cell.trim();
    if (isDecimalComma(text) || isGroupedByPoints(text)) this.hasCommas = true;
    else if (this.first === null && isPointInDoubt(text)) this.first = { line, text };
  }

  /** The first value, such as 1.234, that the file's decimal commas put in doubt; null: none is. */
  get inDoubt(): { line: number; text: string } | null {
    return this.hasCommas ? this.first : null;
  }
}
