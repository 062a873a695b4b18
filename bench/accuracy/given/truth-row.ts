import { type DecimalSign, isCommaInDoubt } from "../../../server/imports/cells/decimals.ts";
import { numberOrNull, quoted } from "../../../server/imports/cells/numbers.ts";
import { RowRejected } from "../../../server/imports/rejections.ts";
import type { TruthColumn, TruthHeader } from "./truth-header.ts";
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
  /** Litres per hour, above 0; null where not given. */
  litresPerHour: number | null;
  /** Litres from onset to end, above 0; null where not given. */
  injectedLitres: number | null;
}

const NO_LEAK = ["onset", "end", "rate_Lh", "injected_L"] as const;
const EMPTY = /^([+-]?0+([.,]0*)?|nat|nan|null|none|n\/?a|-|)$/i;

/**
 * One line of a truth file.
 * @returns the row, and what was read otherwise than it stands there, a sentence each
 * @throws RowRejected with what is wrong
 */
export function truthRow(
  line: number,
  fields: readonly string[],
  { place }: TruthHeader,
  sign: DecimalSign,
  timeZone: string,
): { row: TruthRow; notes: string[] } {
  const cell = (column: TruthColumn) => fields[place[column]]?.trim() ?? "";
  const meter = cell("meter");
  if (meter === "") throw wrong("meter is empty.");
  const kind = truthKinds.find((name) => name === cell("kind").toLowerCase());
  if (kind === undefined) throw wrong(`kind is ${quoted(cell("kind"))}; it must be one of ${truthKinds.join(", ")}.`);
  if (kind === "none") {
    const filled = NO_LEAK.filter((column) => !EMPTY.test(cell(column)));
    if (filled.length > 0) {
      const what = filled.map((column) => `${column} ${quoted(cell(column))}`).join(", ");
      throw wrong(`kind is none, and yet the row has ${what}. Name the leak's kind, or leave them empty.`);
    }
    const row = { line, meter, kind, onset: null, end: null, litresPerHour: null, injectedLitres: null };
    return { row, notes: [] };
  }
  const amount = (column: TruthColumn) => {
    if (sign === "unmistakable" && isCommaInDoubt(cell(column))) {
      throw wrong(`${column} is ${quoted(cell(column))}, which is one number or a thousand times that. Write a point.`);
    }
    const value = numberOrNull(cell(column), column, sign);
    if (value !== null && value < 0) throw wrong(`${column} is ${value}, which is negative.`);
    return value === 0 ? null : value;
  };
  const notes: string[] = [];
  const instant = (column: TruthColumn) => {
    const { at, skipped } = truthInstant(cell(column), column, timeZone);
    if (skipped !== null) notes.push(skipped);
    return at;
  };
  const [onset, end] = [instant("onset"), instant("end")];
  if (onset !== null && end !== null && end <= onset) throw wrong("end is not after onset.");
  const [litresPerHour, injectedLitres] = [amount("rate_Lh"), amount("injected_L")];
  if (litresPerHour === null && injectedLitres === null) {
    throw wrong(`a ${kind} leak needs its rate_Lh, or at least its injected_L, above 0.`);
  }
  return { row: { line, meter, kind, onset, end, litresPerHour, injectedLitres }, notes };
}

function wrong(sentence: string): RowRejected {
  return new RowRejected("unparsable", sentence);
}
