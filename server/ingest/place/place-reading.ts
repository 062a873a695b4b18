import type { Inventory, Meter } from "../../metering/inventory/inventory-types.ts";
import { firstOpenDay } from "../../metering/plan/retained.ts";
import { mostPerMinuteIn } from "../../metering/registers/service.ts";
import { type Text, text } from "../../problem/text.ts";
import { LARGEST_VOLUME, largestVolumeOf } from "../../readings/meter-day.ts";
import { AHEAD_MS } from "../../time/clock.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayText, localDay } from "../../time/local-day.ts";
import { INTERVAL_MINUTES } from "../days/day-intervals.ts";
import { atRow, MOST_HOURS, type Reading, type Rejection } from "../reading.ts";
import { isWholeIn, type Place, placeOf } from "./place-of-reading.ts";

/** A reading with the meter and the local day that it belongs to. */
export interface PlacedReading extends Place {
  reading: Reading;
  meter: Meter;
}

/** No device reported anything before it. */
export const EARLIEST = Date.UTC(1990, 0, 1);
/** In thousandths of its unit, and of a gallon. */
const LARGEST_REGISTER = 1e15;

/** Finds a reading's place, or the reason why it is rejected. `now` is milliseconds since the epoch. */
export function placeReading(inventory: Inventory, reading: Reading, now: number): PlacedReading | Rejection {
  const reject = (code: string, what: Text): Rejection => ({
    row: reading.row,
    raw: reading.raw,
    code,
    reason: atRow(reading.row, what),
  });
  const meter = inventory.bySerial.get(reading.serial);
  if (meter === undefined) {
    return reject(
      "unknown_serial",
      text`no meter with the serial number "${reading.serial}" is known at this property. Add it to the inventory, then send the row again.`,
    );
  }
  const reportsRegister = meter.registerFactor !== null;
  if (reportsRegister !== (reading.kind === "register")) {
    return reject(
      "wrong_kind",
      reportsRegister
        ? text`meter "${reading.serial}" reports a register, but the row has gallons of ${reading.kind === "hour" ? text`an hour` : text`an interval`}. Send read_at and register.`
        : text`meter "${reading.serial}" reports gallons by the hour, but the row has a register. Send hour and gallons, or give the meter a register unit with a list of meters.`,
    );
  }
  if (reading.hours > MOST_HOURS) return reject("hours", text`hours must be a whole number from 1 to 2,400.`);
  const largest = largestOf(reading, meter);
  if (!Number.isSafeInteger(reading.gallons) || reading.gallons < 0 || reading.gallons > largest) {
    const isNegative = reading.gallons < 0;
    const isRegister = reading.kind === "register";
    return reject(
      isNegative ? "negative" : "out_of_range",
      isNegative
        ? isRegister
          ? text`the register is negative. Check the device, then send the row again.`
          : text`the volume is negative. Check the device, then send the row again.`
        : isRegister
          ? text`the register is out of range. Check the device, then send the row again.`
          : text`the volume is out of range. Check the device, then send the row again.`,
    );
  }
  const longest = reading.minutes ?? 60;
  if (reading.flowTime !== null && !(reading.flowTime >= 0 && reading.flowTime <= longest)) {
    const span = reading.minutes === null ? text`an hour` : text`the interval`;
    return reject(
      "flow_time",
      text`flow_time is ${reading.flowTime} minutes, but ${span} has 0 to ${longest}. Check the unit of the column.`,
    );
  }
  if (
    reading.events !== null &&
    !(Number.isInteger(reading.events) && reading.events >= 0 && reading.events <= 32_000)
  ) {
    return reject("events", text`events is ${reading.events}, but must be a whole number from 0 to 32,000.`);
  }
  if (!(reading.at >= EARLIEST)) {
    return reject("time", text`the time is before 1990. Check the format of the time column.`);
  }
  const place = placeOf(inventory.timeZone, reading);
  if (place === null) {
    return reject(
      "not_an_hour",
      text`${new Date(reading.at).toISOString()} does not start an hour in ${inventory.timeZone}. Send the start of an hour; for a volume of another length or time send started_at and minutes (${INTERVAL_MINUTES.join(", ")}).`,
    );
  }
  if (place.at > now + AHEAD_MS) {
    return reject(
      "future",
      text`the time ${new Date(reading.at).toISOString()} is in the future. Check the device's clock and time zone.`,
    );
  }
  const tooOld = rejectTooOld(inventory, reading, place);
  return tooOld === null ? { ...place, reading, meter } : reject("too_old", tooOld);
}

/** So that no sum of an hour's intervals is more than a stored hour can hold, and no register more than is exact. */
function largestOf({ kind, minutes, hours }: Reading, { registerFactor }: Meter): number {
  if (kind === "register") return Math.min(LARGEST_REGISTER, (LARGEST_REGISTER * 1000) / (registerFactor ?? 1000));
  return minutes === null ? largestVolumeOf(hours) : (LARGEST_VOLUME * minutes) / 120;
}

/** Why a reading can no longer be processed: its day was archived, or a volume over several hours begins there. */
function rejectTooOld(inventory: Inventory, { hours }: Reading, { kind, day, at }: Place): Text | null {
  const { hoursFrom } = inventory;
  const open = firstOpenDay(inventory);
  const begins = at - (hours - 1) * HOUR_MS;
  // An interval that began before the first of these days may belong to it.
  const isOpen = (since: number) => (kind === "interval" ? day.startsAt : begins) >= since;
  if (hoursFrom === null || open === null || isOpen(localDay(inventory.timeZone, open).startsAt)) return null;
  return text`the time ${new Date(begins).toISOString()} is too old: readings are accepted from ${dayText(open)} on, because hours before ${dayText(hoursFrom)} are archived.`;
}

/** Whether the value of a device is excluded; a person's never is. */
export function isExcluded({ reading, meter, at, minutes }: PlacedReading): boolean {
  const value = { at, minutes, hours: reading.hours };
  return reading.class === 0 && meter.excludedPeriods.some((stretch) => isWholeIn(value, stretch));
}

/** The most that the point can pass in the time of a reading, in thousandths of a gallon. */
export function mostOf({ reading, meter, at }: PlacedReading): number {
  const { hours, minutes } = reading;
  const most = mostPerMinuteIn(meter, at - (hours - 1) * HOUR_MS, at + (minutes ?? 60) * 60_000);
  return most * (minutes ?? 60 * hours);
}

/** Whether a device's volume is more than its point can pass. Registers are judged by their steps, in their order. */
export function isTooMuch(placed: PlacedReading): boolean {
  const { reading } = placed;
  return reading.gallons > mostOf(placed) && reading.kind !== "register" && reading.class === 0;
}
