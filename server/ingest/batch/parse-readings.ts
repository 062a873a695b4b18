import { z } from "zod";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { type Text, text } from "../../problem/text.ts";
import { isTooDeep } from "../../problem/too-deep.ts";
import { INTERVAL_MINUTES } from "../days/day-intervals.ts";
import { atRow, MOST_HOURS, type Reading, type Rejection } from "../reading.ts";

/** The most rows that one batch may hold. */
export const MOST_ROWS = 10_000;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const hourFields = new Set(["serial", "hour", "gallons", "flow_time", "events", "hours", "sequence"]);
const intervalFields = new Set(["serial", "started_at", "minutes", "gallons", "flow_time", "events", "sequence"]);
const registerFields = new Set(["serial", "read_at", "register", "sequence"]);
const fieldsOf = { hour: hourFields, interval: intervalFields, register: registerFields };
const namesOf = {
  hour: ["hour", "gallons"],
  interval: ["started_at", "gallons"],
  register: ["read_at", "register"],
} as const;
const envelope = z.strictObject({ readings: z.array(z.unknown()) });

/** One row of a body before it is judged. */
export interface Row {
  /** undefined: not JSON. */
  value: unknown;
  /** The row as received. */
  raw: string;
}

/** The rows of a body: an array, or an object with `readings`. @throws ProblemError for another shape or too many rows */
export function rowsOfJson(body: unknown, most = MOST_ROWS): Row[] {
  const rows = Array.isArray(body) ? body : envelope.safeParse(body).data?.readings;
  if (rows === undefined) {
    throw wrongField("body", 'Send an array of readings, or an object {"readings": [...]}.');
  }
  checkCount(rows.length, most);
  return rows.map((value: unknown) => ({
    value,
    // Lazy: needed only for the few rows that are rejected.
    get raw() {
      return JSON.stringify(value) ?? "null";
    },
  }));
}

/** The rows of an NDJSON body, one a line; a line that is not JSON is rejected alone. @throws ProblemError as above */
export function rowsOfLines(text: string, most = MOST_ROWS): Row[] {
  const lines = linesOf(text, 3 * most).filter((line) => line.trim() !== "");
  if (lines.length === 0) {
    throw new ProblemError("invalid_json", "The body holds no readings. Send one JSON object per line.");
  }
  checkCount(lines.length, most);
  return lines.map((line) => {
    // A byte order mark: files that editors wrote begin with one, also in the middle of those that were put together.
    const raw = line.replace(/^\uFEFF/, "");
    try {
      const value: unknown = JSON.parse(raw);
      return { value: isTooDeep(value) ? undefined : value, raw };
    } catch {
      return { value: undefined, raw };
    }
  });
}

/** The lines of a text, blank ones too. @throws ProblemError for more than any batch has */
function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  for (let from = 0; from <= text.length && lines.length <= most; ) {
    const end = text.indexOf("\n", from);
    lines.push(text.slice(from, end === -1 ? text.length : end));
    from = end === -1 ? text.length + 1 : end + 1;
  }
  if (lines.length > most) {
    const count = most.toLocaleString("en-US");
    throw new ProblemError("too_large", `The body has more than ${count} lines. Split it and send the parts.`);
  }
  return lines;
}

function checkCount(count: number, most: number) {
  if (count > most) {
    throw new ProblemError(
      "too_large",
      `A batch may have at most ${most.toLocaleString("en-US")} readings; this one has ${count.toLocaleString("en-US")}. Split it and send the parts.`,
    );
  }
}

/** Parses one row. Any value of a wrong type is rejected: no text becomes a number, no null becomes zero. */
export function parseReading(row: number, given: Row): Reading | Rejection {
  const { value } = given;
  const reject = (code: string, what: Text): Rejection => ({ row, raw: given.raw, code, reason: atRow(row, what) });
  if (value === undefined) return reject("not_json", text`this line is not valid JSON. Send one JSON object per line.`);
  if (!isObject(value)) return reject("not_an_object", text`a reading is a JSON object with serial, hour and gallons.`);
  const kind = kindOf(value);
  if (kind === null) {
    return reject(
      "two_kinds",
      text`it has the fields of two kinds of readings. Send hour and gallons; or started_at, minutes and gallons; or read_at and register.`,
    );
  }
  const fields = fieldsOf[kind];
  const unknown = Object.keys(value).find((key) => !fields.has(key));
  if (unknown !== undefined) return reject("unknown_field", text`the field "${unknown}" is not known here. Remove it.`);
  const { serial, sequence = 0 } = value;
  if (typeof serial !== "string" || serial === "" || serial.length > 100) {
    return reject(
      "serial",
      text`serial is missing or not text. Send the meter's serial number in quotes, such as "A-1001".`,
    );
  }
  if (serial.includes("\uFFFD")) {
    return reject("encoding", text`the serial number "${serial}" was not sent as UTF-8. Encode the body as UTF-8.`);
  }
  if (!isCount(sequence, Number.MAX_SAFE_INTEGER)) {
    return reject("sequence", text`sequence must be a whole number from 0 on.`);
  }
  const minutes = kind === "interval" ? INTERVAL_MINUTES.find((length) => length === value.minutes) : null;
  if (minutes === undefined) return reject("minutes", text`minutes must be one of ${INTERVAL_MINUTES.join(", ")}.`);
  const [timeName, volumeName] = namesOf[kind];
  const [time, volume] = [value[timeName], value[volumeName]];
  const at = typeof time === "string" ? instantOf(time) : null;
  if (at === null) {
    return reject(
      "time",
      text`${timeName} must be an ISO time of an existing date with its offset, such as "2026-01-31T14:00:00Z".`,
    );
  }
  if (typeof volume !== "number" || !Number.isFinite(volume)) {
    if (volume === null || volume === undefined) {
      return reject("no_volume", text`${volumeName} is missing. Leave the row out where nothing was measured.`);
    }
    return reject(
      "not_a_number",
      typeof volume === "string"
        ? text`${volumeName} is text. Send a number without quotes, such as 12.5.`
        : text`${volumeName} is not a number. Send a number without quotes, such as 12.5.`,
    );
  }
  if (volume < 0)
    return reject("negative", text`${volumeName} is negative (${volume}). Check the device, then send the row again.`);
  const { flow_time: flowTime = null, events = null, hours = 1 } = value;
  const longest = minutes ?? 60;
  if (flowTime !== null && !(typeof flowTime === "number" && flowTime >= 0 && flowTime <= longest)) {
    return reject(
      "flow_time",
      text`flow_time is ${JSON.stringify(flowTime)}, but ${minutes === null ? text`an hour` : text`the interval`} has 0 to ${longest} minutes. Send minutes as a number, or leave it out.`,
    );
  }
  if (events !== null && !isCount(events, 32_000))
    return reject("events", text`events must be a whole number from 0 to 32,000.`);
  if (!isCount(hours, MOST_HOURS) || hours < 1)
    return reject("hours", text`hours must be a whole number from 1 to 2,400.`);
  return {
    row,
    serial,
    get raw() {
      return given.raw;
    },
    kind,
    at,
    gallons: Math.round(volume * 1000),
    flowTime,
    events,
    hours,
    minutes,
    sequence,
    class: 0,
  };
}

/** What kind of reading the fields of a row make; null: of more than one. */
function kindOf(value: Record<string, unknown>): Reading["kind"] | null {
  const kinds: Reading["kind"][] = [];
  if ("register" in value || "read_at" in value) kinds.push("register");
  if ("started_at" in value || "minutes" in value) kinds.push("interval");
  if ("hour" in value || ((kinds.length !== 1 || kinds[0] === "register") && "gallons" in value)) kinds.push("hour");
  return kinds.length > 1 ? null : (kinds[0] ?? "hour");
}

/** Milliseconds since the epoch; null for another format or a day that its month does not have. */
function instantOf(time: string): number | null {
  const at = INSTANT.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(at)) return null;
  // The 30th of February is read as a day in March.
  const day = Number(time.slice(8, 10));
  if (day > 28 && new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDate() !== day) return null;
  return at;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most;
}
