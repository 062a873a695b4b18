import { instantsAt } from "../../../server/imports/local-time.ts";
import { RowRefused } from "../../../server/imports/refusals.ts";
import { type DateFormat, readTime, type WrittenTime } from "../../../server/imports/times.ts";
import { HOUR_MS } from "../../../server/metering/meter-day.ts";

const NOTHING = new Set(["", "null", "na", "n/a", "nan", "nat", "none", "-"]);
const WITHOUT_CLOCK = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;

/**
 * An instant of a truth file, in milliseconds since the epoch: in the format of the readings or in ISO 8601, local unless
 * it has an offset; a date alone is its midnight. Of a local time that came twice the earlier is meant; one that the
 * clocks skipped is the instant an hour later on the clock.
 * @returns null for an empty cell
 * @throws RowRefused for anything else
 */
export function truthInstant(cell: string, column: string, timeZone: string, format: DateFormat): number | null {
  const text = cell.trim();
  if (NOTHING.has(text.toLowerCase())) return null;
  const { wall, offset } = written(WITHOUT_CLOCK.test(text) ? `${text} 00:00` : text, column, format);
  if (offset !== null) return wall - offset;
  const instant = instantsAt(timeZone, wall)[0] ?? instantsAt(timeZone, wall + HOUR_MS)[0];
  if (instant === undefined) throw new RowRefused("unparsable", `${column}: the clocks never showed "${text}".`);
  return instant;
}

function written(text: string, column: string, format: DateFormat): WrittenTime {
  try {
    return readTime(text, /^\d{4}-/.test(text) ? "ISO" : format);
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    throw new RowRefused("unparsable", `${column}: ${error.message}`);
  }
}
