import { fieldsOf, guessDelimiter } from "../../../server/imports/fields.ts";
import { linesOf } from "../../../server/imports/lines.ts";
import { numberOrNull, quoted } from "../../../server/imports/numbers.ts";
import { RowRefused } from "../../../server/imports/refusals.ts";
import { openSourceFile } from "../../../server/imports/source-file.ts";
import type { DateFormat } from "../../../server/imports/times.ts";
import { truthInstant } from "./truth-time.ts";

export const truthKinds = ["constant", "growing", "toilet", "burst", "none"] as const;
export type TruthKind = (typeof truthKinds)[number];

/** A row of a truth file: a leak that was put into a meter's registers, or that the meter has none. */
export interface TruthRow {
  /** From 1, the header being line 1. */
  line: number;
  meter: string;
  kind: TruthKind;
  /** Milliseconds since the epoch; null: from the meter's first reading on. */
  onset: number | null;
  /** null: to the end of the readings. */
  end: number | null;
  /** Litres per hour; null where not said. */
  litresPerHour: number | null;
  /** Litres from onset to end; null where not said. */
  injectedLitres: number | null;
}

/** Something in the input that has to be put right first; the message says what. */
export class BadInput extends Error {}

const columns = ["meter", "kind", "onset", "end", "rate_Lh", "injected_L"] as const;
type Column = (typeof columns)[number];

/**
 * Reads a truth file: CSV, columns in any order and case, delimiter guessed, gzip known by its first bytes.
 * @throws BadInput with the line and what is wrong there; FileRefused, WrongUse for what is no text file
 */
export async function readTruth(path: string, timeZone: string, dateFormat: DateFormat): Promise<TruthRow[]> {
  const file = await openSourceFile(path);
  const rows: TruthRow[] = [];
  let header: { delimiter: string; place: Record<Column, number> } | null = null;
  for await (const lines of linesOf(file.text)) {
    for (const { number, text } of lines) {
      try {
        if (header === null) header = headerOf(text, file.name);
        else rows.push(rowOf(number, fieldsOf(text, header.delimiter), header.place, timeZone, dateFormat));
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        throw new BadInput(`${file.name}, line ${number}: ${error.message}`);
      }
    }
  }
  if (header === null || rows.length === 0) throw new BadInput(`${file.name} has no rows.`);
  return rows;
}

function headerOf(text: string, name: string): { delimiter: string; place: Record<Column, number> } {
  const delimiter = guessDelimiter(text);
  const names = fieldsOf(text, delimiter).map((field) => field.trim().toLowerCase());
  const at = (column: Column) => names.indexOf(column.toLowerCase());
  const missing = columns.filter((column) => at(column) < 0);
  if (missing.length > 0) {
    const has = names.map(quoted).join(", ");
    throw new BadInput(`${name} lacks ${missing.map(quoted).join(", ")} in its header, which has ${has}.`);
  }
  const place = {
    meter: at("meter"),
    kind: at("kind"),
    onset: at("onset"),
    end: at("end"),
    rate_Lh: at("rate_Lh"),
    injected_L: at("injected_L"),
  };
  return { delimiter, place };
}

function rowOf(
  line: number,
  fields: readonly string[],
  place: Record<Column, number>,
  timeZone: string,
  dateFormat: DateFormat,
): TruthRow {
  const cell = (column: Column) => fields[place[column]]?.trim() ?? "";
  const amount = (column: Column) => {
    const value = numberOrNull(cell(column), column);
    if (value !== null && value < 0) throw new RowRefused("unparsable", `${column} is ${value}, which is negative.`);
    return value;
  };
  const instant = (column: Column) => truthInstant(cell(column), column, timeZone, dateFormat);
  const meter = cell("meter");
  if (meter === "") throw new RowRefused("unparsable", "meter is empty.");
  const kind = truthKinds.find((name) => name === cell("kind").toLowerCase());
  if (kind === undefined) {
    throw new RowRefused("unparsable", `kind is ${quoted(cell("kind"))}; it must be one of ${truthKinds.join(", ")}.`);
  }
  if (kind === "none") return { line, meter, kind, onset: null, end: null, litresPerHour: null, injectedLitres: null };
  const [onset, end] = [instant("onset"), instant("end")];
  if (onset !== null && end !== null && end <= onset) throw new RowRefused("unparsable", "end is not after onset.");
  return { line, meter, kind, onset, end, litresPerHour: amount("rate_Lh"), injectedLitres: amount("injected_L") };
}
