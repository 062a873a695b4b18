import type { CalendarDay } from "./calendar-day.ts";
import { countWhole, type Flow, stillWater } from "./flow.ts";
import { shares, type UseName } from "./habits.ts";
import { type Home, isAway } from "./home.ts";
import { addLeaks } from "./leak-site.ts";
import { Draws, hash } from "./random.ts";

interface Use {
  name: Exclude<UseName, "toilet">;
  /** Draws a day: of each person, and of the household whatever its number. */
  perPerson: number;
  perHome: number;
  gallons: number;
  minutes: number;
  /** How far single draws stray from the mean, as a part of it. */
  spread: number;
  /** Part of the water that comes from the heater. */
  hot: number;
  /** Separate draws that a meter sees in one use (a machine fills several times). */
  fills: number;
}

/** Draws of an apartment: 120 to 145 gallons a day altogether, a quarter of it toilets. */
const uses: readonly Use[] = [
  { name: "faucet", perPerson: 15, perHome: 9, gallons: 0.8, minutes: 0.7, spread: 0.6, hot: 0.5, fills: 1 },
  { name: "shower", perPerson: 0.78, perHome: 0, gallons: 17, minutes: 8, spread: 0.35, hot: 0.66, fills: 1 },
  { name: "bath", perPerson: 0.05, perHome: 0, gallons: 30, minutes: 7, spread: 0.2, hot: 0.62, fills: 1 },
  { name: "clothes washer", perPerson: 0.27, perHome: 0.1, gallons: 29, minutes: 13, spread: 0.2, hot: 0.2, fills: 3 },
  { name: "dishwasher", perPerson: 0.12, perHome: 0.1, gallons: 5, minutes: 4, spread: 0.15, hot: 1, fills: 3 },
];

const FLUSHES_PER_PERSON = 7.8;
const FLUSHES_PER_HOME = 2;

function rhythm(home: Home, date: CalendarDay) {
  return shares[home.habit][date.weekday === 0 || date.weekday === 6 ? "weekend" : "weekday"];
}

function dayDraws(home: Home, day: number, stream: number): Draws {
  return new Draws(hash(hash(home.seed, stream), day));
}

/** What a household uses on that day, as a multiple of its average; 0 when away. The same for all of its fixtures. */
function appetite(home: Home, day: number): number {
  return isAway(home, day) ? 0 : home.thirst * dayDraws(home, day, 1).between(0.7, 1.35);
}

/** Somebody who comes by a vacant unit washes hands and flushes once. */
function visitHour(home: Home, day: number): number | null {
  if (!home.visited) return null;
  const random = dayDraws(home, day, 2);
  return random.chance(0.015) ? random.whole(9, 16) : null;
}

/** Water into one toilet, its leaks included. */
export function toiletFlow(home: Home, date: CalendarDay, index: number): Flow {
  const toilet = home.toilets[index];
  const flow = stillWater(date.hours);
  const flushes = (hour: number, count: number) => {
    flow.gallons[hour] = count * toilet.gallonsPerFlush * 1000;
    flow.minutes[hour] = Math.min(60, count * toilet.refillMinutes);
    flow.draws[hour] = count;
  };
  if (home.people === 0) {
    const visit = index === 0 ? visitHour(home, date.day) : null;
    if (visit !== null) flushes(visit, 1);
  } else {
    const random = dayDraws(home, date.day, 10 + index);
    const byHour = rhythm(home, date).toilet;
    const mean = (home.people * FLUSHES_PER_PERSON + FLUSHES_PER_HOME) * toilet.share * appetite(home, date.day);
    for (let hour = 0; hour < date.hours && mean > 0; hour += 1) {
      const count = random.poisson(mean * byHour[date.clock[hour]]);
      if (count > 0) flushes(hour, count);
    }
  }
  countWhole(flow.gallons, home.registerCount, dayDraws(home, date.day, 20 + index));
  addLeaks(flow, toilet.leaks, date, home.registerCount);
  return flow;
}

/** All water of a home but its toilets'. Hot is what enters the heater. Minutes and draws are those of the uses. */
export interface TapFlow {
  hot: Flow;
  cold: Flow;
  /** Both together: a shower runs hot and cold at once and is one draw. */
  all: Flow;
}

function openTaps(taps: TapFlow, hour: number, use: Use, count: number, random: Draws): void {
  // The rarest of draws would be below nothing.
  const size = Math.max(0.1, 1 + (use.spread * random.bell()) / (2 * Math.sqrt(count)));
  const gallons = count * use.gallons * 1000 * size;
  const minutes = Math.min(60, count * use.minutes * size);
  const draws = count * use.fills;
  if (use.hot > 0) joinUse(taps.hot, hour, gallons * use.hot, minutes, draws);
  if (use.hot < 1) joinUse(taps.cold, hour, gallons * (1 - use.hot), minutes, draws);
  joinUse(taps.all, hour, gallons, minutes, draws);
}

function joinUse(flow: Flow, hour: number, gallons: number, minutes: number, draws: number): void {
  flow.gallons[hour] += gallons;
  flow.minutes[hour] = Math.min(60, flow.minutes[hour] + minutes);
  flow.draws[hour] += draws;
}

/** Water to taps, machines and heater, with the leaks of heater and plumbing. */
export function tapFlow(home: Home, date: CalendarDay): TapFlow {
  const taps = { hot: stillWater(date.hours), cold: stillWater(date.hours), all: stillWater(date.hours) };
  if (home.people === 0) {
    const visit = visitHour(home, date.day);
    if (visit !== null) openTaps(taps, visit, uses[0], 2, dayDraws(home, date.day, 3));
  } else {
    const random = dayDraws(home, date.day, 4);
    const much = appetite(home, date.day);
    for (let row = 0; row < uses.length && much > 0; row += 1) {
      const use = uses[row];
      const byHour = rhythm(home, date)[use.name];
      const mean = (home.people * use.perPerson + use.perHome) * much;
      for (let hour = 0; hour < date.hours; hour += 1) {
        const count = random.poisson(mean * byHour[date.clock[hour]]);
        if (count > 0) openTaps(taps, hour, use, count, random);
      }
    }
  }
  countWhole(taps.hot.gallons, home.registerCount, dayDraws(home, date.day, 5));
  countWhole(taps.cold.gallons, home.registerCount, dayDraws(home, date.day, 6));
  for (let hour = 0; hour < date.hours; hour += 1) {
    taps.all.gallons[hour] = taps.hot.gallons[hour] + taps.cold.gallons[hour];
  }
  addHomeLeaks(taps, home, date);
  return taps;
}

function addHomeLeaks(taps: TapFlow, home: Home, date: CalendarDay): void {
  addLeaks(taps.hot, home.heaterLeaks, date, home.registerCount);
  addLeaks(taps.cold, home.plumbingLeaks, date, home.registerCount);
  addLeaks(taps.all, home.heaterLeaks, date, home.registerCount);
  addLeaks(taps.all, home.plumbingLeaks, date, home.registerCount);
}
