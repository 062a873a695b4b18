import type { FileUnit } from "../cells/register-units.ts";
import type { DateFormat } from "../times/times.ts";
import type { FileIntervals } from "./file-interval.ts";

/** What a column of a file of readings can hold. */
export const columnNames = [
  "serial",
  // The day alone, where `time` is the time of day.
  "date",
  "time",
  "value",
  "flow_time",
  "events",
  "hours",
  "minutes",
  "sequence",
  "class",
] as const;
export type ColumnName = (typeof columnNames)[number];

/** How a file of readings is to be read. */
export interface FileFormat {
  name: string;
  /** The file's header for each column that it has. */
  columns: Partial<Record<ColumnName, string>>;
  /** Whether `value` is a volume, by default of an hour, or a cumulative register. */
  kind: "hourly" | "register";
  /** The unit of `value`. */
  unit: FileUnit;
  /** Gallons of one pulse, where that is the unit. */
  gallonsPerPulse?: number;
  dateFormat: DateFormat;
  /** Whether dates that exist in the other order of day and month only are meant so; left out: they are rejected. */
  hasMixedDates?: true;
  /** The zone of local times in it; null: the property's. */
  timeZone: string | null;
  /** The smallest step of the register in `unit`; 0 where unknown. */
  count: number;
  /** Whether registers are in each meter's own unit, whatever it is; left out: they are in `unit`. */
  inOwnUnit?: true;
  /** Whether its decimals have a comma and its groups points; left out: a comma is one only where it is unmistakable. */
  decimalComma?: true;
  /** The interval of its volumes, as a person stated or its times show; left out: not known yet, or of registers. */
  intervals?: FileIntervals;
  /** Whether its times are the ends of the intervals; left out: their begins. */
  hasEndTimes?: true;
  /** The serial number of all rows, for files without a column for it; null: there is one. */
  serial: string | null;
}

/** Smart meters of the DAIAD trials: litre registers at local times of Alicante. Its own differences are not used. */
const daiad: FileFormat = {
  name: "daiad",
  columns: { serial: "user key", time: "datetime", value: "meter reading" },
  kind: "register",
  unit: "litre",
  dateFormat: "DD/MM/YYYY",
  timeZone: "Europe/Madrid",
  count: 1,
  serial: null,
};

/** The whole-house meter of AMPds2: a litre register every minute, one home near Vancouver. */
const ampds2: FileFormat = {
  name: "ampds2",
  columns: { time: "unix_ts", value: "counter" },
  kind: "register",
  unit: "litre",
  dateFormat: "unix",
  timeZone: "America/Vancouver",
  count: 0.5,
  serial: "ampds2",
};

/** The fields of the ingest call as columns: gallons by the hour. */
const driplineHours: FileFormat = {
  name: "dripline",
  columns: {
    serial: "serial",
    time: "hour",
    value: "gallons",
    flow_time: "flow_time",
    events: "events",
    hours: "hours",
    sequence: "sequence",
    class: "class",
  },
  kind: "hourly",
  unit: "gallon",
  dateFormat: "ISO",
  timeZone: null,
  count: 0,
  serial: null,
};

/** The same for intervals of up to an hour. */
const driplineIntervals: FileFormat = {
  ...driplineHours,
  columns: {
    serial: "serial",
    time: "started_at",
    minutes: "minutes",
    value: "gallons",
    flow_time: "flow_time",
    events: "events",
    sequence: "sequence",
    class: "class",
  },
};

/** The same for registers; their unit is the meter's, by default gallons. */
const driplineRegisters: FileFormat = {
  ...driplineHours,
  columns: { serial: "serial", time: "read_at", value: "register", sequence: "sequence", class: "class" },
  kind: "register",
};

/** Registers as an archive has them. */
const archivedRegisters: FileFormat = {
  ...driplineRegisters,
  columns: { ...driplineRegisters.columns, value: "register_own_unit" },
  inOwnUnit: true,
};

export const formatNames = ["daiad", "ampds2", "dripline"] as const;
export const namedFormats: readonly FileFormat[] = [
  daiad,
  ampds2,
  driplineHours,
  driplineIntervals,
  driplineRegisters,
  archivedRegisters,
];
