import { text } from "../../problem/text.ts";
import { detectDelimiter, fieldsOf } from "../cells/fields.ts";
import type { Line } from "../cells/lines.ts";
import { FileRejected, RowRejected } from "../rejections.ts";
import { type Layout, type LayoutWish, layOut } from "./layout.ts";

/** Lines at the top among which the headings are looked for: a file may have a title, a date or its author above them. */
const TITLE_LINES = 10;

/** Finds the headings of a file among its first lines. */
export class Headings {
  private readonly wish: LayoutWish;
  private lines = 0;
  /** Why the line that looks most like headings has not the columns of the format. */
  private nearest: { columns: number; error: FileRejected } | null = null;

  constructor(wish: LayoutWish) {
    this.wish = wish;
  }

  /**
   * Takes the next line. @returns the layout if it holds the headings; null: not yet
   * @throws FileRejected when there are none among the first lines
   */
  see(line: Line): Layout | null {
    try {
      return { ...layOut(line.text, this.wish), headerLine: line.number };
    } catch (error) {
      if (!(error instanceof FileRejected || error instanceof RowRejected)) throw error;
      const sentence = error instanceof FileRejected ? error.text : text`Row ${line.number}, the header: ${error.text}`;
      const columns = this.columnsOf(line.text);
      if (this.nearest === null || columns > this.nearest.columns) {
        this.nearest = { columns, error: new FileRejected(error.code, sentence) };
      }
      this.lines++;
      if (this.lines >= TITLE_LINES || error.code === "column_twice") this.reject();
      return null;
    }
  }

  /** @throws FileRejected if any line was seen */
  reject(): void {
    if (this.nearest !== null) throw this.nearest.error;
  }

  private columnsOf(line: string): number {
    try {
      return fieldsOf(line, this.wish.delimiter ?? detectDelimiter(line)).filter((field) => field.trim() !== "").length;
    } catch {
      return 0;
    }
  }
}
