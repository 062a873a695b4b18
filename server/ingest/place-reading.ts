import { AHEAD_MS } from "../clock.ts";
import type { Inventory, Meter } from "../metering/inventory.ts";
import { dayText, type LocalDay, localDay, localDayAt } from "../metering/local-day.ts";
import { HOUR_MS } from "../metering/meter-day.ts";
import { firstOpenDay } from "../metering/retained.ts";
import type { Reading, Refusal } from "./reading.ts";

/** A reading with the meter and the local day that it belongs to. */
export interface PlacedReading {
  reading: Reading;
  meter: Meter;
  day: LocalDay;
  /** Hour: index of its slot in the day. Register: second of the day. */
  slot: number;
}

/** Before it no device told anything. */
export const EARLIEST = Date.UTC(1990, 0, 1);
/** The most that one stored hour can hold: 2.1 million gallons. */
const LARGEST_HOUR = 2_100_000_000;
const LARGEST_REGISTER = Number.MAX_SAFE_INTEGER;

/** Finds a reading's place, or the reason why it cannot be taken. `now` is milliseconds since the epoch. */
export function placeReading(inventory: Inventory, reading: Reading, now: number): PlacedReading | Refusal {
  const refuse = (code: string, reason: string): Refusal => ({ row: reading.row, raw: reading.raw, code, reason });
  const meter = inventory.bySerial.get(reading.serial);
  if (meter === undefined) {
    return refuse(
      "unknown_serial",
      `Row ${reading.row}: no meter with the serial number "${reading.serial}" is known at this property. Add it to the inventory, then send the row again.`,
    );
  }
  const reportsRegister = meter.registerFactor !== null;
  if (reportsRegister !== (reading.kind === "register")) {
    return refuse(
      "wrong_kind",
      reportsRegister
        ? `Row ${reading.row}: meter "${reading.serial}" reports a register, but the row holds gallons of an hour. Send read_at and register.`
        : `Row ${reading.row}: meter "${reading.serial}" reports gallons by the hour, but the row holds a register. Send hour and gallons, or give the meter a register unit with a list of meters.`,
    );
  }
  const largest = reading.kind === "register" ? LARGEST_REGISTER : LARGEST_HOUR;
  if (!Number.isSafeInteger(reading.gallons) || reading.gallons < 0 || reading.gallons > largest) {
    const sign = reading.gallons < 0 ? "negative" : "out of range";
    return refuse(
      sign === "negative" ? "negative" : "out_of_range",
      `Row ${reading.row}: the ${reading.kind === "register" ? "register" : "volume"} is ${sign}. Check the device, then send the row again.`,
    );
  }
  if (reading.flowTime !== null && !(reading.flowTime >= 0 && reading.flowTime <= 60)) {
    return refuse(
      "flow_time",
      `Row ${reading.row}: flow_time is ${reading.flowTime} minutes, but an hour has 0 to 60. Check the unit of the column.`,
    );
  }
  if (
    reading.events !== null &&
    !(Number.isInteger(reading.events) && reading.events >= 0 && reading.events <= 32_000)
  ) {
    return refuse(
      "events",
      `Row ${reading.row}: events is ${reading.events}, but must be a whole number from 0 to 32,000.`,
    );
  }
  if (!(reading.at >= EARLIEST)) {
    return refuse("time", `Row ${reading.row}: the time is before 1990. Check the format of the time column.`);
  }
  const day = localDayAt(inventory.timeZone, reading.at);
  const unit = reading.kind === "hour" ? HOUR_MS : 1000;
  const slot = Math.floor((reading.at - day.startsAt) / unit);
  if (day.startsAt + slot * unit > now + AHEAD_MS) {
    return refuse(
      "future",
      `Row ${reading.row}: the time ${new Date(reading.at).toISOString()} lies in the future. Check the device's clock and time zone.`,
    );
  }
  const tooOld = refuseTooOld(inventory, reading, day.startsAt + slot * unit);
  return tooOld === null ? { reading, meter, day, slot } : refuse("too_old", tooOld);
}

/** Why a reading cannot be worked in any more: its day was archived, or a volume over several hours begins there. */
function refuseTooOld(inventory: Inventory, { row, kind, hours }: Reading, at: number): string | null {
  const open = firstOpenDay(inventory);
  const begins = kind === "hour" ? at - (hours - 1) * HOUR_MS : at;
  if (open === null || begins >= localDay(inventory.timeZone, open).startsAt) return null;
  return `Row ${row}: the time ${new Date(begins).toISOString()} is older than the readings that are kept; they are taken from ${dayText(open)} on. What was stored before lies in the archive.`;
}

/** Whether what devices sent for the hour (of a lump: its last) or the instant is set aside; a person's value never is. */
export function isSetAside({ reading, meter, day, slot }: PlacedReading): boolean {
  if (meter.setAside.length === 0 || reading.class !== 0) return false;
  const at = day.startsAt + slot * (reading.kind === "hour" ? HOUR_MS : 1000);
  return meter.setAside.some(({ from, until }) => from <= at && at < until);
}

/** The most that the point can pass in the hours of a reading, in thousandths of a gallon. */
export function mostOf({ reading, meter }: PlacedReading): number {
  return meter.mostPerMinute * 60 * reading.hours;
}

/** Whether a device's volume is more than its point can pass. Registers are judged by their steps, in their order. */
export function isTooMuch(placed: PlacedReading): boolean {
  const { reading } = placed;
  return reading.gallons > mostOf(placed) && reading.kind === "hour" && reading.class === 0;
}
