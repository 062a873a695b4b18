import type { UplinkMapping } from "../../contract/readings/uplink-mapping.ts";
import { HOUR_MS } from "../time/durations.ts";
import { type Fields, fieldAt, isFields } from "./field.ts";
import type { Uplink } from "./uplink.ts";

const MINUTE_MS = 60_000;

/** The values of a payload by its mapping. */
export interface Mapped {
  /** Readings as a gateway sends them over HTTP, not validated yet. */
  rows: Fields[];
  /** Per cent of a full battery; null: not reported. */
  battery: number | null;
}

/**
 * Reads a decoded payload by the gateway's mapping. Pure: numbers are only multiplied and named, validation is left to
 * the one place where every reading is validated.
 * @param receivedAt milliseconds since the epoch, when the network received it
 * @param serial null: the payload has none where the mapping expects it
 * @throws MappingMisfit that states what to change where a field is missing
 */
export function applyMapping(
  mapping: UplinkMapping,
  uplink: Uplink,
  receivedAt: number,
  serial: string | null,
): Mapped {
  const { payload } = uplink;
  const battery = batteryOf(mapping, payload ?? {}) ?? uplink.battery;
  if (mapping.f_ports !== undefined && !mapping.f_ports.includes(uplink.fPort)) return { rows: [], battery };
  if (payload === null) {
    throw new MappingMisfit(
      "the network server sent no decoded payload. Give the device's profile a codec (payload formatter) there.",
    );
  }
  if (serial === null) {
    throw new MappingMisfit("the payload has no serial number where the uplink mapping expects it.");
  }
  const rows = itemsOf(mapping, payload)
    // An hour that the device did not measure holds its place in the list and is left out.
    .flatMap((item, placesAgo) => (item === null ? [] : [rowOf(mapping, [item, payload], receivedAt, placesAgo)]))
    .map((row) => ({ serial, ...row, ...sequenceOf(mapping, uplink, receivedAt) }));
  return { rows, battery };
}

/** The mapping does not fit the payload; the message ends the sentence "Row 1: …". */
export class MappingMisfit extends Error {}

/** The items of the list, the newest first; the payload itself where there is no list. */
function itemsOf({ list }: UplinkMapping, payload: Fields): (Fields | null)[] {
  if (list === undefined) return [payload];
  const items = fieldAt(payload, list.field);
  if (!Array.isArray(items)) throw missing(payload, list.field, "list");
  const fields = items.map((item: unknown) => (item === null ? null : isFields(item) ? item : { value: item }));
  return list.newest_first ? fields : fields.reverse();
}

function rowOf(mapping: UplinkMapping, scopes: Fields[], receivedAt: number, placesAgo: number): Fields {
  const { gallons, register, flow_time, events, hours } = mapping;
  const number = (amount: { field: string; factor: number } | undefined) =>
    amount === undefined ? undefined : times(find(scopes, amount.field), amount.factor);
  const length = mapping.minutes === undefined ? HOUR_MS : mapping.minutes * MINUTE_MS;
  const time = mapping.time === undefined ? null : timeOf(mapping.time, scopes, placesAgo * length);
  if (register !== undefined) {
    const at = time ?? receivedAt - placesAgo * length;
    return { read_at: new Date(at).toISOString(), register: number(register) };
  }
  const ended = mapping.time === undefined || mapping.time.marks === "end";
  // Without a time of its own it is the volume up to the message. Lists, which repeat their items in each message, and
  // hours without a length end with the last whole interval.
  const isWhole = mapping.list !== undefined || mapping.minutes === undefined;
  const end = time ?? (isWhole ? Math.floor(receivedAt / length) * length : receivedAt) - placesAgo * length;
  const begin = new Date(ended ? end - length : end).toISOString();
  return {
    ...(mapping.minutes === undefined ? { hour: begin } : { started_at: begin, minutes: mapping.minutes }),
    gallons: number(gallons),
    ...(flow_time === undefined ? {} : { flow_time: number(flow_time) }),
    ...(events === undefined ? {} : { events: find(scopes, events.field) }),
    ...(hours === undefined ? {} : { hours: find(scopes, hours.field) }),
  };
}

/**
 * Text stays text, and a negative number negative, to be rejected at validation. Rounded to thousandths, which removes
 * the error of a factor.
 */
function times(value: unknown, factor: number): unknown {
  if (typeof value !== "number" || factor === 1) return value;
  const round = value < 0 ? Math.floor : Math.round;
  return round(value * factor * 1000) / 1000;
}

/** @param before how long before the newest item of a list: a time that the items share is that of the newest */
function timeOf(time: NonNullable<UplinkMapping["time"]>, scopes: Fields[], before: number): number {
  const value = find(scopes, time.field);
  const isOwn = scopes[0] !== undefined && fieldAt(scopes[0], time.field) !== undefined;
  const unit = { iso: null, unix_seconds: 1000, unix_milliseconds: 1 }[time.format];
  const at =
    unit === null
      ? typeof value === "string" && /(Z|[+-]\d\d:?\d\d)$/.test(value)
        ? Date.parse(value)
        : Number.NaN
      : typeof value === "number"
        ? value * unit
        : Number.NaN;
  if (Number.isNaN(at) || Math.abs(at) > 8e15) {
    const wanted = unit === null ? "an ISO time with offset" : time.format.replace("_", " ");
    throw new MappingMisfit(
      `"${time.field}" is ${JSON.stringify(value)?.slice(0, 100)}, which is not ${wanted}. Change the uplink mapping's time, or the codec.`,
    );
  }
  return isOwn ? at : at - before;
}

function sequenceOf(mapping: UplinkMapping, { fCnt }: Uplink, receivedAt: number): { sequence?: number } {
  const kind = mapping.sequence ?? (mapping.list === undefined ? "send_time" : "none");
  return kind === "none" ? {} : { sequence: kind === "f_cnt" ? fCnt : receivedAt };
}

function batteryOf({ battery }: UplinkMapping, payload: Fields): number | null {
  if (battery === undefined) return null;
  const value = fieldAt(payload, battery.field);
  if (typeof value !== "number") return null;
  if (battery.unit === "percent") return value >= 0 && value <= 100 ? value : null;
  return Math.min(100, Math.max(0, ((value - battery.empty) / (battery.full - battery.empty)) * 100));
}

/** The first of the scopes that has the field. @throws MappingMisfit where none has */
function find(scopes: Fields[], path: string): unknown {
  for (const scope of scopes) {
    const value = fieldAt(scope, path);
    if (value !== undefined) return value;
  }
  throw missing(scopes[0] ?? {}, path, "field");
}

function missing(fields: Fields, path: string, what: "field" | "list"): MappingMisfit {
  const known = Object.keys(fields).slice(0, 20).join(", ").slice(0, 300);
  return new MappingMisfit(
    `the payload has no ${what} "${path}"; it has: ${known === "" ? "nothing" : known}. Change the uplink mapping, or name the ports that hold readings in its f_ports.`,
  );
}
