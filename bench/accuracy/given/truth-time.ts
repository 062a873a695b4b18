import { quoted } from "../../../server/imports/cells/numbers.ts";
import { RowRejected } from "../../../server/imports/rejections.ts";
import { instantsAt } from "../../../server/imports/times/local-time.ts";
import { readTime, type WrittenTime } from "../../../server/imports/times/times.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { localTime } from "../detection/local-time.ts";

const NOTHING = new Set(["", "null", "na", "n/a", "nan", "nat", "none", "-"]);
const WITHOUT_CLOCK = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{2})[-/.](\d{2})/;

/** An instant of a truth file. */
export interface TruthInstant {
  /** Milliseconds since the epoch; null: the cell is empty. */
  at: number | null;
  /** A sentence where the clocks never showed the time that is written; else null. */
  skipped: string | null;
}

/**
 * Reads DD/MM/YYYY HH:MM[:SS] or ISO 8601, local unless it has an offset; a date alone is its midnight. Of a local time
 * that came twice the earlier is meant; one that the clocks skipped is the instant an hour later on the clock.
 * @throws RowRejected for anything else
 */
export function truthInstant(cell: string, column: string, timeZone: string): TruthInstant {
  const text = cell.trim();
  if (NOTHING.has(text.toLowerCase())) return { at: null, skipped: null };
  const { wall, offset } = written(text, column);
  if (offset !== null) return { at: wall - offset, skipped: null };
  const [at] = instantsAt(timeZone, wall);
  if (at !== undefined) return { at, skipped: null };
  const [later] = instantsAt(timeZone, wall + HOUR_MS);
  const never = `${column}: the clocks in ${timeZone} never showed ${quoted(text)}`;
  if (later === undefined) throw new RowRejected("unparsable", `${never}.`);
  return { at: later, skipped: `${never}; read as ${localTime(later, timeZone)}.` };
}

function written(text: string, column: string): WrittenTime {
  const clock = WITHOUT_CLOCK.test(text) ? " 00:00" : "";
  try {
    if (!YEAR_FIRST.test(text)) return readTime(text + clock, "DD/MM/YYYY");
    return readTime(text.replace(YEAR_FIRST, "$1-$2-$3") + clock, "ISO");
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    throw new RowRejected(
      "unparsable",
      `${column} is ${quoted(text)}, which is no time. Write DD/MM/YYYY HH:MM[:SS], or YYYY-MM-DD HH:MM[:SS] with or without an offset.`,
    );
  }
}
