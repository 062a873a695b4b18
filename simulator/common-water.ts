import type { CalendarDay } from "./calendar-day.ts";
import { addFlow, countWhole, type Flow, stillWater } from "./flow.ts";
import type { Home } from "./home.ts";
import { homeFlow } from "./home-water.ts";
import { addLeaks } from "./leak-site.ts";
import type { CommonUse, Garden } from "./places.ts";
import { Draws, hash } from "./random.ts";

/** Laundry room, office and cleaning by hour of the wall clock, 0 to 9. */
const commonHours = "000001356778887677665310";
const commonTotal = [...commonHours].reduce((sum, digit) => sum + Number(digit), 0);

const GALLONS_PER_COMMON_DRAW = 14;
const MINUTES_PER_COMMON_DRAW = 7;

/** Water through a building's master meter: all of its homes, metered or not, common use and the mains' leaks. */
export function buildingFlow(homes: readonly Home[], common: CommonUse, date: CalendarDay): Flow {
  const flow = stillWater(date.hours);
  const random = new Draws(hash(common.seed, date.day));
  const mean = common.gallonsPerDay / GALLONS_PER_COMMON_DRAW / commonTotal;
  for (let hour = 0; hour < date.hours; hour += 1) {
    const draws = random.poisson(mean * Number(commonHours[date.clock[hour]]));
    if (draws === 0) continue;
    flow.gallons[hour] = draws * GALLONS_PER_COMMON_DRAW * 1000 * random.between(0.8, 1.2);
    flow.minutes[hour] = Math.min(60, draws * MINUTES_PER_COMMON_DRAW);
    flow.draws[hour] = draws;
  }
  countWhole(flow.gallons, common.registerCount, random);
  for (const home of homes) addFlow(flow, homeFlow(home, date));
  addLeaks(flow, common.leaks, date, common.registerCount);
  return flow;
}

const FIRST_WATERING_HOUR = 4;
const WATERING_HOURS = 2;

/** Monday, Wednesday and Friday before sunrise, in season. */
export function gardenFlow(garden: Garden, date: CalendarDay): Flow {
  const flow = stillWater(date.hours);
  const random = new Draws(hash(garden.seed, date.day));
  const inSeason = date.month >= garden.firstMonth && date.month <= garden.lastMonth;
  if (inSeason && (date.weekday === 1 || date.weekday === 3 || date.weekday === 5)) {
    for (let hour = 0; hour < date.hours; hour += 1) {
      const since = date.clock[hour] - FIRST_WATERING_HOUR;
      if (since < 0 || since >= WATERING_HOURS) continue;
      flow.minutes[hour] = random.whole(40, 52);
      flow.gallons[hour] = flow.minutes[hour] * garden.gallonsPerMinute * 1000 * random.between(0.95, 1.05);
      flow.draws[hour] = 4;
    }
  }
  countWhole(flow.gallons, garden.registerCount, random);
  addLeaks(flow, garden.leaks, date, garden.registerCount);
  return flow;
}
