import { INTERVAL_MINUTES } from "../../ingest/days/day-intervals.ts";
import { isTimeZone } from "../../time/local-day.ts";
import { type FileUnit, fileUnitOf } from "../cells/register-units.ts";
import type { DateFormat } from "../times/times.ts";
import { InvalidOption, wrongOption } from "../usage-error.ts";
import { intervalNamed } from "./file-interval.ts";
import type { LayoutWish } from "./layout.ts";
import { mappedFormat } from "./mapping.ts";

/** The options of an import that define how its file is read, as given. */
export interface LayoutOptions {
  timeZone?: string;
  format?: string;
  map?: string;
  kind?: "hourly" | "register";
  unit?: string;
  gallonsPerPulse?: string;
  count?: string;
  serial?: string;
  dateFormat?: DateFormat;
  delimiter?: string;
  decimalComma?: boolean;
  interval?: string;
  intervalEnd?: boolean;
}

/** How the file is to be read, by the options. @throws InvalidOption with what to enter instead. */
export function layoutWishOf(options: LayoutOptions): LayoutWish {
  const { format, map, kind, timeZone, serial, dateFormat } = options;
  if (format !== undefined && map !== undefined)
    throw new InvalidOption("format", (spell) => `Give ${spell("format")} or ${spell("map")}, not both.`);
  if (kind !== undefined && map === undefined) throw wrongOption("kind", (spell) => `belongs to ${spell("map")}.`);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw wrongOption("time_zone", `${timeZone} does not exist. Give a name like America/Chicago.`);
  }
  const unit = options.unit === undefined ? undefined : fileUnitOf(options.unit);
  if (unit === null) {
    throw wrongOption("unit", `is gallon, litre, "cubic foot", m3, CCF, kgal or pulse, not "${options.unit}".`);
  }
  const gallonsPerPulse = perPulse(options.gallonsPerPulse, unit);
  const count = options.count === undefined ? undefined : Number(options.count);
  if (count !== undefined && !(count >= 0 && count <= 10_000)) {
    throw wrongOption("count", "is the smallest step of the register in its unit, as 0.1.");
  }
  const mapped = map === undefined ? null : mappedFormat(map, kind ?? null);
  if (mapped?.inOwnUnit === true && unit !== undefined) {
    throw wrongOption(
      "unit",
      "says otherwise than register_own_unit, which is in each meter's own unit. Leave one out.",
    );
  }
  const interval = options.interval === undefined ? undefined : intervalNamed(options.interval);
  if (interval === null) {
    throw wrongOption(
      "interval",
      `is ${INTERVAL_MINUTES.join(", ")} (minutes), hour, day, week or month, not "${options.interval}".`,
    );
  }
  // Without a size of their own, pulses are those that the inventory gives each meter.
  const isOwnPulse = unit === "pulse" && gallonsPerPulse === undefined;
  const delimiter = options.delimiter === "\\t" || options.delimiter === "tab" ? "\t" : options.delimiter;
  if (delimiter !== undefined && delimiter.length !== 1) throw wrongOption("delimiter", "is one character, or tab.");
  return {
    formatName: format ?? null,
    mapped,
    delimiter: delimiter ?? null,
    changes: {
      ...(unit === undefined ? {} : { unit }),
      ...(gallonsPerPulse === undefined ? {} : { gallonsPerPulse }),
      ...(isOwnPulse ? { inOwnUnit: true } : {}),
      ...(dateFormat === undefined ? {} : { dateFormat }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(count === undefined ? {} : { count }),
      ...(options.decimalComma === true ? { decimalComma: true } : {}),
      ...(serial === undefined ? {} : { serial }),
      ...(interval === undefined ? {} : { intervals: { interval } }),
      ...(options.intervalEnd === true ? { hasEndTimes: true } : {}),
    },
  };
}

function perPulse(text: string | undefined, unit: FileUnit | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (unit !== "pulse") throw wrongOption("gallons_per_pulse", (spell) => `belongs to ${spell("unit")} pulse.`);
  const gallons = text.trim() === "" ? Number.NaN : Number(text);
  if (gallons >= 0.0001 && gallons <= 100_000) return gallons;
  throw wrongOption("gallons_per_pulse", "is how many gallons one pulse is, as 10.");
}
