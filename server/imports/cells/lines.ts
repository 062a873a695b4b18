import { text } from "../../problem/text.ts";
import { FileRejected } from "../rejections.ts";

/** One line of a file. */
export interface Line {
  /** From 1, blank lines included. */
  number: number;
  text: string;
}

const LONGEST = 1 << 20;
/** A line of nothing but blanks and delimiters, as spreadsheets leave them below a table, has no row either. */
const FILLED = /[^\s,;|"]/;

/**
 * Cuts text into its lines, in batches as the pieces come; blank ones are left out, a byte order mark is dropped.
 * @throws FileRejected when a line has more than a million characters: then it is no CSV file.
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<Line[]> {
  let number = 0;
  let rest = "";
  for await (const piece of pieces) {
    const parts = (rest + piece).split("\n");
    rest = parts.pop() ?? "";
    if (rest.length > LONGEST) {
      throw new FileRejected(
        "no_lines",
        text`A line has more than a million characters. Export the file as CSV, one reading a line.`,
      );
    }
    const lines: Line[] = [];
    for (const part of parts) add(lines, part);
    if (lines.length > 0) yield lines;
  }
  const last: Line[] = [];
  add(last, rest);
  if (last.length > 0) yield last;

  function add(lines: Line[], part: string) {
    number++;
    const begin = number === 1 && part.startsWith("\ufeff") ? 1 : 0;
    const end = part.endsWith("\r") ? part.length - 1 : part.length;
    const line = part.slice(begin, end);
    if (FILLED.test(line)) lines.push({ number, text: line });
  }
}
