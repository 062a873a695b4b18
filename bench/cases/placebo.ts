import { type Half, halfOf } from "../../leak-benchmark/leaks/halves.ts";
import { dropInUse } from "../../server/leaks/cases/resample.ts";
import { localDayAt } from "../../server/time/local-day.ts";
import { readRegisters } from "../accuracy/detection/registers.ts";
import { readHome } from "../accuracy/real/home.ts";

/** Days between two repairs that nobody made. */
const APART_DAYS = 21;
/** A day counts with so many measured hours, as its sum is else too low. */
const DAY_HOURS = 22;

/** A repair that nobody made in a real home: whether the range of the drop in use holds zero. */
export interface Placebo {
  half: Half;
  holdsZero: boolean;
}

/** Pretends repairs in real homes, every three weeks, and compares the days before with those since as the ledger does. */
export async function placeboRepairs(path: string, drop = dropInUse): Promise<Placebo[]> {
  const { meters, timeZone } = await readRegisters(path, null);
  const halves = halfOf(meters.keys());
  return [...meters].flatMap(([serial, registers]) => {
    const used = new Map<number, { gallons: number; hours: number }>();
    for (const { at, gallons } of readHome(serial, registers, timeZone).seen) {
      const { day } = localDayAt(timeZone, at);
      const sum = used.get(day) ?? { gallons: 0, hours: 0 };
      used.set(day, { gallons: sum.gallons + (gallons ?? 0), hours: sum.hours + 1 });
    }
    const days = [...used]
      .filter(([, { hours }]) => hours >= DAY_HOURS)
      .map(([day, { gallons }]) => ({ day, gallons }));
    const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
    const tries: Placebo[] = [];
    for (let day = first + 14; day <= last - 30; day += APART_DAYS) {
      const between = (from: number, until: number) =>
        days.filter((one) => one.day >= from && one.day < until).map(({ gallons }) => gallons);
      const range = drop(between(day - 14, day), between(day, day + 30));
      if (range === null) continue;
      tries.push({ half: halves.get(serial) ?? "tune", holdsZero: range.low <= 0 && range.high >= 0 });
    }
    return tries;
  });
}
