import type { Register } from "../../../leak-benchmark/readings/register.ts";
import { type Home, homeOf } from "../../../leak-benchmark/scoring/home.ts";
import type { Leak } from "../../../server/leaks/advance.ts";
import type { WorkDay } from "../../../server/metering/days/work-day.ts";
import { localDayAt } from "../../../server/time/local-day.ts";
import { type Detected, detect, REACH_DAYS } from "../detection/detector.ts";
import { type HourSeen, hoursSeen } from "../detection/hours-seen.ts";
import { daysOf, litreMeter } from "../detection/registers.ts";

/** What the product makes of a meter. */
export interface Result {
  leaks: Leak[];
  seen: HourSeen[];
}

/** A home of the benchmark, with what the product finds in it as it is. */
export interface ProductHome extends Home, Result {
  untouched: Detected;
}

export function readHome(serial: string, registers: readonly Register[], timeZone: string): ProductHome {
  const days = daysOf(registers, timeZone);
  const untouched = detect(litreMeter, timeZone, days, { from: null, keepCheckpoints: true });
  return {
    ...homeOf(serial, registers, timeZone),
    untouched,
    leaks: untouched.leaks,
    seen: hoursSeen(untouched.days),
  };
}

/**
 * What the product makes of a home whose registers differ from an instant on. Goes on from the state before that day, as
 * the product does with late readings.
 */
export function rerun({ timeZone, untouched }: ProductHome, registers: readonly Register[], from: number): Result {
  const changed = localDayAt(timeZone, from).day;
  const day = Math.max(...[...untouched.checkpoints.keys()].filter((kept) => kept <= changed));
  const state = untouched.checkpoints.get(day);
  if (state === undefined) return detectAll(registers, timeZone);
  const before = untouched.days.filter((one) => one.day >= day - REACH_DAYS && one.day < day).map(copy);
  const after = daysOf(registers, timeZone).filter((one) => one.day >= day);
  const detected = detect(litreMeter, timeZone, [...before, ...after], {
    from: { day, state },
    keepCheckpoints: false,
  });
  return { leaks: detected.leaks, seen: hoursSeen(detected.days) };
}

/** What the product makes of a meter from its first reading on. */
export function detectAll(registers: readonly Register[], timeZone: string): Result {
  const detected = detect(litreMeter, timeZone, daysOf(registers, timeZone), { from: null, keepCheckpoints: false });
  return { leaks: detected.leaks, seen: hoursSeen(detected.days) };
}

function copy(day: WorkDay): WorkDay {
  return {
    ...day,
    gallons: [...day.gallons],
    estimated: day.estimated && [...day.estimated],
    leakGallons: day.leakGallons && [...day.leakGallons],
  };
}
