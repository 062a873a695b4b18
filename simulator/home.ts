import { type HabitName, habits } from "./habits.ts";
import type { LeakSite, LeakSource } from "./leak-site.ts";
import { Draws, hash, hashText } from "./random.ts";

/** A household and the fixtures that it uses. */
export interface Home {
  seed: number;
  /** 0 in a vacant unit. */
  people: number;
  habit: HabitName;
  /** What these people use, as a multiple of what people of their number do on average. */
  thirst: number;
  /** Somebody comes by a vacant unit now and then: cleaning, showing it. */
  visited: boolean;
  /** Thousandths of a gallon: all volumes of this home are multiples of it. */
  registerCount: number;
  toilets: Toilet[];
  heaterLeaks: LeakSite;
  plumbingLeaks: LeakSite;
}

export interface Toilet {
  gallonsPerFlush: number;
  refillMinutes: number;
  /** Share of the household's flushes. */
  share: number;
  leaks: LeakSite;
}

export interface HomePlan {
  /** Unique in the portfolio. */
  key: string;
  seed: number;
  bedrooms: number;
  vacant: boolean;
  visited: boolean;
  registerCount: number;
  leaks: { toilets: LeakSource; heater: LeakSource; plumbing: LeakSource };
}

/** People and how often a second toilet, by bedrooms 0 to 4. */
const byBedrooms: readonly { fewest: number; most: number; secondToilet: number }[] = [
  { fewest: 1, most: 1, secondToilet: 0 },
  { fewest: 1, most: 2, secondToilet: 0 },
  { fewest: 2, most: 4, secondToilet: 0.6 },
  { fewest: 3, most: 5, secondToilet: 1 },
  { fewest: 4, most: 6, secondToilet: 1 },
];

function habitOf(people: number, random: Draws): HabitName {
  const weight: Record<HabitName, number> =
    people >= 3
      ? { office: 2, family: 6, retired: 0, "night shift": 1, student: 1 }
      : { office: 5, family: 0.5, retired: 2, "night shift": 1, student: 1.5 };
  const names: HabitName[] = ["office", "family", "retired", "night shift", "student"];
  return random.weighted(names.map((name) => ({ name, weight: weight[name] }))).name;
}

/** Furnishes and fills a home. The number of its toilets is known only afterwards. */
export function makeHome(plan: HomePlan): Home {
  const seed = hash(plan.seed, hashText(plan.key));
  const random = new Draws(seed);
  const size = byBedrooms[Math.min(plan.bedrooms, byBedrooms.length - 1)];
  const people = random.whole(size.fewest, size.most);
  const toilets = random.chance(size.secondToilet) ? [0.62, 0.38] : [1];
  return {
    seed,
    people: plan.vacant ? 0 : people,
    habit: habitOf(people, random),
    thirst: Math.exp(0.2 * random.bell() - 0.02),
    visited: plan.visited,
    registerCount: plan.registerCount,
    toilets: toilets.map((share, index) => ({
      gallonsPerFlush: random.chance(0.4) ? 1.28 : 1.6,
      refillMinutes: random.between(1, 2),
      share,
      leaks: { seed: hash(seed, 101 + index), place: "toilet", source: plan.leaks.toilets },
    })),
    heaterLeaks: { seed: hash(seed, 111), place: "heater", source: plan.leaks.heater },
    plumbingLeaks: { seed: hash(seed, 112), place: "plumbing", source: plan.leaks.plumbing },
  };
}

const JOURNEY_SLOT_DAYS = 45;

/** Whether everybody is away on that day (days since 1970-01-01). */
export function isAway(home: Home, day: number): boolean {
  const shifted = day + (home.seed % JOURNEY_SLOT_DAYS);
  const random = new Draws(hash(hash(home.seed, 113), Math.floor(shifted / JOURNEY_SLOT_DAYS)));
  if (!random.chance(habits[home.habit].journeys)) return false;
  const length = random.whole(2, 9);
  const first = random.whole(0, JOURNEY_SLOT_DAYS - length);
  const dayOfSlot = shifted % JOURNEY_SLOT_DAYS;
  return dayOfSlot >= first && dayOfSlot < first + length;
}
