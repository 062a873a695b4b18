import type { Sentence } from "../problem/problem.ts";
import { Text, text } from "../problem/text.ts";

/** The most hours that one volume may cover. */
export const MOST_HOURS = 2400;

/** One reading, independent of the channel. */
export interface Reading {
  /** Its row in the batch or file, from 1 on (for a file: the line). */
  row: number;
  serial: string;
  /** The row as received, kept when it is rejected. */
  raw: string;
  /** A volume over whole hours or over an interval of an hour at most, or the state of a cumulative register. */
  kind: "hour" | "interval" | "register";
  /** Milliseconds since the epoch: begin of the hour (of the last hour covered) or interval, or the instant of the register. */
  at: number;
  /** Thousandths of a gallon; of a register: thousandths of the meter's own unit. */
  gallons: number;
  /** Minutes in which water ran, 0 to 60, of an interval to its length; null where not reported. */
  flowTime: number | null;
  /** Separate draws; null where not reported. */
  events: number | null;
  /** Hours covered: 1 unless the volume is a lump after silence. */
  hours: number;
  /** Of an interval its length; null: none. */
  minutes: number | null;
  /** The device's own counter or send time; 0 where absent. Of two values for an hour the higher sequence counts. */
  sequence: number;
  /** 0: a device, 1: a person's correction, which takes precedence over any device. */
  class: number;
}

/** What became of one row. */
export interface Outcome {
  row: number;
  status: "stored" | "duplicate" | "rejected";
  /** Of a rejected row; `quarantined` beside "stored": it is kept, but does not count until a person accepts it. */
  code?: string;
  /** Why it was rejected or quarantined, and what to do. */
  reason?: Sentence;
}

export interface Rejection {
  row: number;
  raw: string;
  code: string;
  reason: Sentence;
}

/** The reason for a row's rejection, with the row. @param what begins in lower case */
export function atRow(row: number, what: Sentence): Text {
  return text`Row ${row}: ${what}`;
}

/** The same without the row. */
export function withoutRow(reason: Sentence): Sentence {
  if (typeof reason === "string") return reason.replace(/^Row \d+: /, "");
  const [, what] = reason.values;
  return reason.message === "Row {0}: {1}" && (typeof what === "string" || what instanceof Text) ? what : reason;
}
