import { INTERVAL_MINUTES } from "../../ingest/days/day-intervals.ts";
import { text } from "../../problem/text.ts";
import { isTimeZone } from "../../time/local-day.ts";
import { type FileUnit, fileUnitOf } from "../cells/register-units.ts";
import { option } from "../message.ts";
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
    throw new InvalidOption("format", text`Give ${option("format")} or ${option("map")}, not both.`);
  if (kind !== undefined && map === undefined) throw wrongOption("kind", text`belongs to ${option("map")}.`);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw wrongOption("time_zone", text`${timeZone} does not exist. Give a name like America/Chicago.`);
  }
  const unit = options.unit === undefined ? undefined : fileUnitOf(options.unit);
  if (unit === null) {
    throw wrongOption("unit", text`is gallon, litre, "cubic foot", m3, CCF, kgal or pulse, not "${options.unit}".`);
  }
  const gallonsPerPulse = perPulse(options.gallonsPerPulse, unit);
  const count = options.count === undefined ? undefined : Number(options.count);
  if (count !== undefined && !(count >= 0 && count <= 10_000)) {
    throw wrongOption("count", text`is the smallest step of the register in its unit, as 0.1.`);
  }
  const mapped = map === undefined ? null : mappedFormat(map, kind ?? null);
  if (mapped?.inOwnUnit === true && unit !== undefined) {
    throw wrongOption(
      "unit",
      text`says otherwise than register_own_unit, which is in each meter's own unit. Leave one out.`,
    );
  }
  const interval = options.interval === undefined ? undefined : intervalNamed(options.interval);
  if (interval === null) {
    throw wrongOption(
      "interval",
      text`is ${INTERVAL_MINUTES.join(", ")} (minutes), hour, day, week or month, not "${options.interval}".`,
    );
  }
  // Without a size of their own, pulses are those that the inventory gives each meter.
  const isOwnPulse = unit === "pulse" && gallonsPerPulse === undefined;
  const delimiter = options.delimiter === "\\t" || options.delimiter === "tab" ? "\t" : options.delimiter;
  if (delimiter !== undefined && delimiter.length !== 1)
    throw wrongOption("delimiter", text`is one character, or tab.`);
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

function perPulse(value: string | undefined, unit: FileUnit | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (unit !== "pulse") throw wrongOption("gallons_per_pulse", text`belongs to ${option("unit")} pulse.`);
  const gallons = value.trim() === "" ? Number.NaN : Number(value);
  if (gallons >= 0.0001 && gallons <= 100_000) return gallons;
  throw wrongOption("gallons_per_pulse", text`is how many gallons one pulse is, as 10.`);
}
