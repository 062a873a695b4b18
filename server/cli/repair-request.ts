import { type RepairRequest, repairRequest } from "../../contract/repair-request.ts";
import { openReadingsFile } from "../imports/readings-file.ts";
import { UsageError } from "../imports/usage-error.ts";
import { wrongValue } from "../problem/wrong-value.ts";

/** The options of `dripline repair` commands, as parsed by commander. */
export interface RepairOptions {
  reason?: string;
  preview?: true;
  as?: string;
  meter?: string[];
  hour?: string[];
  volume?: string[];
  register?: string[];
  at?: string;
  new?: string;
  closing?: string;
  opening?: string;
  registerUnit?: string;
  gallonsPerPulse?: string;
  registerCount?: string;
  registerWidth?: string;
  gateway?: string;
  from?: string;
  until?: string;
  interval?: string;
  intervalEnd?: true;
  format?: string;
  map?: string;
  kind?: string;
  unit?: string;
  timeZone?: string;
  delimiter?: string;
  decimalComma?: true;
  dateFormat?: string;
  serial?: string;
  code?: string;
  raw?: string;
}

/** The correction requested by the command's arguments. @throws UsageError with what is invalid */
export async function repairRequestOf(kind: string, args: string[], options: RepairOptions): Promise<RepairRequest> {
  const given = {
    kind,
    reason: options.reason,
    preview: options.preview === true,
    ...(await parts(kind, args, options)),
  };
  const request: unknown = JSON.parse(JSON.stringify(given));
  const read = repairRequest.safeParse(request, { error: wrongValue(request, "The repair") });
  if (read.success) return read.data;
  throw new UsageError(read.error.issues[0]?.message ?? "The repair is not valid.");
}

async function parts(kind: string, args: string[], options: RepairOptions): Promise<object> {
  switch (kind) {
    case "accept":
    case "reject":
      return { quarantine_ids: args, as: options.as };
    case "correct":
      return { meter_serial_number: options.meter?.[0], ...valuesOf(options) };
    case "swap":
      return swapOf(options);
    case "reimport":
      return {
        meter_serial_numbers: options.meter,
        from: options.from,
        until: options.until,
        csv: await csvOf(args, options),
      };
    case "redrive":
      return args.length === 0
        ? { where: { code: options.code, serial_number: options.serial } }
        : { rows: args.map((arg) => ({ id: idOf(arg), raw: options.raw })) };
    default:
      return args.length === 0
        ? { where: { code: options.code, serial_number: options.serial } }
        : { ids: args.map(idOf) };
  }
}

/** What is no plain number stays as it is, to be rejected by validation. */
function idOf(arg: string): number | string {
  return /^\d+$/.test(arg) ? Number(arg) : arg;
}

function valuesOf({ hour = [], volume = [], register = [] }: RepairOptions) {
  const hours = hour.map(pairOf).map(([at, gallons]) => ({ hour: at, gallons }));
  const intervals = volume.map(pairOf).map(([span, gallons]) => {
    const [at = "", minutes] = span.split("/");
    if (minutes === undefined) {
      throw new UsageError(`Give TIME/MINUTES=GALLONS, such as 2026-05-01T14:15:00Z/15=3.5; "${span}" has no minutes.`);
    }
    return { started_at: at, minutes: numberOf(minutes), gallons };
  });
  const registers = register.map(pairOf).map(([at, value]) => ({ read_at: at, register: value }));
  const volumes = { ...(hours.length > 0 ? { hours } : {}), ...(intervals.length > 0 ? { intervals } : {}) };
  return { ...volumes, ...(registers.length > 0 ? { registers } : {}) };
}

/** `TIME=12.5`, or `TIME=none` for what was not measured. */
function pairOf(text: string): [string, number | null] {
  const at = text.lastIndexOf("=");
  const [time, value] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (at < 1)
    throw new UsageError(`Give TIME=VALUE, such as 2026-05-01T14:00:00Z=12.5, or TIME=none; "${text}" is neither.`);
  return [time, value === "none" ? null : numberOf(value)];
}

function swapOf(options: RepairOptions) {
  const number = (text: string | undefined) => (text === undefined ? undefined : numberOf(text));
  return {
    meter_serial_number: options.meter?.[0],
    swapped_at: options.at,
    closing_register: number(options.closing),
    opening_register: number(options.opening),
    new_meter: {
      serial_number: options.new,
      register_unit: options.registerUnit === "none" ? null : options.registerUnit,
      gallons_per_pulse: number(options.gallonsPerPulse),
      register_count: number(options.registerCount),
      register_width: number(options.registerWidth),
      gateway_serial_number: options.gateway,
    },
  };
}

function numberOf(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`"${text}" is no number. Write it in digits, with a point for decimals.`);
}

async function csvOf([path = ""]: string[], options: RepairOptions) {
  const file = await openReadingsFile(path);
  let text = "";
  for await (const piece of file.text) text += piece;
  const { gallonsPerPulse } = options;
  const { format, map, kind, unit, timeZone, delimiter, decimalComma, dateFormat, serial, interval } = options;
  const columns = { format, map, kind, unit, delimiter: file.delimiter ?? delimiter, serial, interval };
  const gallons_per_pulse = gallonsPerPulse === undefined ? undefined : numberOf(gallonsPerPulse);
  return {
    text,
    ...columns,
    gallons_per_pulse,
    time_zone: timeZone,
    date_format: dateFormat,
    decimal_comma: decimalComma,
    interval_end: options.intervalEnd,
  };
}
