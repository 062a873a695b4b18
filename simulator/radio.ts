import type { MeterDay } from "../server/readings/meter-day.ts";
import { DAY_MS } from "../server/time/durations.ts";
import type { SimulatedGateway, SimulatedPoint } from "./places.ts";
import { Draws, hash, hashText } from "./random.ts";

/** What happens between a meter and its gateway on one local day. Hours are slots of that day. */
export interface RadioDay {
  isLost(hour: number): boolean;
  /** Milliseconds from the end of an hour until the gateway has it. */
  delay: number;
  /** These hours come as one reading; from = to: none. */
  lumpFrom: number;
  lumpTo: number;
  /** This hour is sent twice; -1: none. */
  doubledHour: number;
  /** This hour is sent incomplete and corrected later; -1: none. */
  revisedHour: number;
}

/** Most meters lose almost no messages; a few are behind too much concrete. Together about 3 % of all hours. */
const BADLY_PLACED = 0.07;
const LOST_WHEN_BADLY_PLACED = 0.16;
const PATCHY_DAY = 0.03;
const LOST_ON_PATCHY_DAY = 0.25;

/** A failing battery: in each slot of so many days a meter may send no data for a while, until it is replaced. */
const BATTERY_SLOT_DAYS = 80;
const BATTERY_FAILS = 0.1;

function hasFlatBattery(seed: number, startsAt: number): boolean {
  const day = Math.floor(startsAt / DAY_MS) + (seed % BATTERY_SLOT_DAYS);
  const random = new Draws(hash(hash(seed, 3), Math.floor(day / BATTERY_SLOT_DAYS)));
  if (!random.chance(BATTERY_FAILS)) return false;
  const length = random.whole(1, 14);
  const first = random.whole(0, BATTERY_SLOT_DAYS - length);
  const dayOfSlot = day % BATTERY_SLOT_DAYS;
  return dayOfSlot >= first && dayOfSlot < first + length;
}

/** Faults of radio and meter on that day; none at all on a gateway whose faults are given. */
export function radioDay(gateway: SimulatedGateway, point: SimulatedPoint, date: MeterDay): RadioDay {
  const seed = hash(hashText(point.serialNumber), 2);
  const fate: RadioDay = {
    isLost: () => false,
    delay: 120_000 + (seed % 480) * 1000,
    lumpFrom: 0,
    lumpTo: 0,
    doubledHour: -1,
    revisedHour: -1,
  };
  if (gateway.faults !== "at random") return fate;
  if (hasFlatBattery(seed, date.startsAt)) return { ...fate, isLost: () => true };
  const daySeed = hash(seed, date.day);
  const random = new Draws(daySeed);
  const badlyPlaced = (seed % 1000) / 1000 < BADLY_PLACED;
  const loss = (badlyPlaced ? LOST_WHEN_BADLY_PLACED : 0) + (random.chance(PATCHY_DAY) ? LOST_ON_PATCHY_DAY : 0);
  if (loss > 0) {
    fate.isLost = (hour) => hash(daySeed, hour) / 2 ** 32 < loss;
  } else if (random.chance(0.012)) {
    fate.lumpFrom = random.whole(0, date.hours - 6);
    fate.lumpTo = fate.lumpFrom + random.whole(2, 6);
  }
  if (random.chance(0.02)) fate.doubledHour = random.whole(0, date.hours - 1);
  if (random.chance(0.015)) fate.revisedHour = random.whole(0, date.hours - 1);
  return fate;
}
