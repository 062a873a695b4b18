import { emptyWorkDay, type WorkDay } from "../../../server/metering/days/work-day.ts";
import type { Lump } from "../../../server/readings/meter-day.ts";
import { simulateDay } from "../../../simulator/day.ts";
import type { SimulatedPoint } from "../../../simulator/places.ts";
import { Draws, hashText } from "../../../simulator/random.ts";
import { DAYS, FIRST_DAY, TIME_ZONE } from "./units.ts";

/** Together 3 % of all hours do not come: single ones, and silences of 2 to 24 hours. */
const SINGLE_LOST = 0.012;
const SILENCE_BEGINS = 0.018 / 13;
/** Part of the silences after which their volume comes in one reading. */
const CAUGHT_UP = 0.5;

/** A year of a meter as a server gets it: hours that are lost are null, those after a silence may come as one lump. */
export function readingsOf(point: SimulatedPoint): WorkDay[] {
  const random = new Draws(hashText(`${point.serialNumber} lost`));
  const days: WorkDay[] = [];
  let silentFor = 0;
  let lump = { hours: 0, gallons: 0 };
  for (let number = FIRST_DAY; number < FIRST_DAY + DAYS; number++) {
    const whole = simulateDay({ timeZone: TIME_ZONE }, point, number);
    const day: WorkDay = { ...emptyWorkDay(1, TIME_ZONE, number), flowTime: [], events: [], gallons: [] };
    const lumps: Lump[] = [];
    for (let hour = 0; hour < whole.hours; hour++) {
      if (silentFor === 0 && random.chance(SILENCE_BEGINS)) {
        silentFor = random.whole(2, 24);
        lump = { hours: random.chance(CAUGHT_UP) ? silentFor : 0, gallons: 0 };
      }
      const isSilent = silentFor > 0;
      const isLost = isSilent || random.chance(SINGLE_LOST);
      day.gallons.push(isLost ? null : (whole.gallons[hour] ?? null));
      day.flowTime?.push(isLost ? null : (whole.flowTime?.[hour] ?? null));
      day.events?.push(isLost ? null : (whole.events?.[hour] ?? null));
      if (!isSilent) continue;
      lump.gallons += whole.gallons[hour] ?? 0;
      silentFor--;
      if (silentFor === 0 && lump.hours > 0) lumps.push({ hour, ...lump, sequence: 0, class: 0 });
    }
    days.push(lumps.length > 0 ? { ...day, lumps } : day);
  }
  return days;
}

/** The same readings from a meter that tells no flow time. */
export function withoutFlowTime(days: readonly WorkDay[]): WorkDay[] {
  return days.map((day) => ({ ...day, gallons: [...day.gallons], flowTime: null, events: null }));
}
