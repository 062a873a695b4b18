import type { Register } from "../../../leak-benchmark/readings/register.ts";
import type { Leak } from "../../../server/leaks/advance.ts";
import type { WorkDay } from "../../../server/metering/days/work-day.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDayAt } from "../../../server/time/local-day.ts";
import { type Detected, detect, REACH_DAYS } from "../detection/detector.ts";
import { type HourSeen, hoursSeen } from "../detection/hours-seen.ts";
import { daysOf, litreMeter } from "../detection/registers.ts";

/** What the product makes of a meter. */
export interface Result {
  leaks: Leak[];
  hours: HourSeen[];
}

/** A real home, with what the product finds in it as it is. */
export interface Home extends Result {
  serial: string;
  timeZone: string;
  registers: readonly Register[];
  untouched: Detected;
}

/** How long after a leak's end readings still go to the product, so that a rule that was about to open can. */
const AFTER_MS = 72 * HOUR_MS;

export function readHome(serial: string, registers: readonly Register[], timeZone: string): Home {
  const days = daysOf(registers, timeZone);
  const untouched = detect(litreMeter, timeZone, days, { from: null, keepCheckpoints: true });
  return { serial, timeZone, registers, untouched, leaks: untouched.leaks, hours: hoursSeen(untouched.days) };
}

/**
 * What the product makes of a home whose registers differ from an instant on, up to three days after another. Goes on
 * from the state before the day of the first, as the product does with late readings.
 */
export function rerun(home: Home, registers: readonly Register[], from: number, until: number): Result {
  const { timeZone, untouched } = home;
  const changed = localDayAt(timeZone, from).day;
  const day = Math.max(...[...untouched.checkpoints.keys()].filter((kept) => kept <= changed));
  const state = untouched.checkpoints.get(day);
  const upTo = registers.filter(({ at }) => at <= until + AFTER_MS);
  if (state === undefined) return run(upTo, timeZone);
  const before = untouched.days.filter((one) => one.day >= day - REACH_DAYS && one.day < day).map(copy);
  const after = daysOf(upTo, timeZone).filter((one) => one.day >= day);
  const detected = detect(litreMeter, timeZone, [...before, ...after], {
    from: { day, state },
    keepCheckpoints: false,
  });
  return { leaks: detected.leaks, hours: hoursSeen(detected.days) };
}

/** What the product makes of a meter that was put in at an instant and read until three days after another. */
export function runInstalled(home: Home, registers: readonly Register[], from: number, until: number): Result {
  return run(
    registers.filter(({ at }) => at >= from && at <= until + AFTER_MS),
    home.timeZone,
  );
}

function run(registers: readonly Register[], timeZone: string): Result {
  const detected = detect(litreMeter, timeZone, daysOf(registers, timeZone), { from: null, keepCheckpoints: false });
  return { leaks: detected.leaks, hours: hoursSeen(detected.days) };
}

function copy(day: WorkDay): WorkDay {
  return {
    ...day,
    gallons: [...day.gallons],
    estimated: day.estimated && [...day.estimated],
    leakGallons: day.leakGallons && [...day.leakGallons],
  };
}
