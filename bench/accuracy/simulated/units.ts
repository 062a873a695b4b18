import { DAY_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";
import { buildProperty, type Metering } from "../../../simulator/build-property.ts";
import { makes } from "../../../simulator/demo-plan.ts";
import type { SimulatedPoint, SimulatedUnit } from "../../../simulator/places.ts";
import { Draws, hash, hashText } from "../../../simulator/random.ts";
import { drawInstalled, drawLeak, type PlacedLeak } from "./kinds.ts";

export const TIME_ZONE = "America/New_York";
/** 2025-01-01, and a year from there: both changes of the clocks are in it. */
export const FIRST_DAY = 20_089;
export const DAYS = 365;
const SEED = 7_919_000;
const LEAKS_A_YEAR = 3;
/** Before the first leak, so that a meter knows its own days; those since installation aside. */
const QUIET_DAYS = 14;
/** Between a leak and the next one of a unit, so that none is taken for the other. */
const APART_DAYS = 5;
const SINCE_INSTALLATION = 0.12;

const metering: readonly { metering: Metering; weight: number }[] = [
  { metering: "whole", weight: 25 },
  { metering: "whole and toilets", weight: 30 },
  { metering: "whole and heater", weight: 15 },
  { metering: "everything", weight: 20 },
  { metering: "hot and cold", weight: 10 },
];

/** A leak and the meters of its unit through which its water runs, the nearest first. */
export interface UnitLeak extends PlacedLeak {
  seenBy: SimulatedPoint[];
}

export interface LeakyUnit {
  unit: SimulatedUnit;
  leaks: UnitLeak[];
}

/** A building of so many units, each with three leaks in the year. Nothing in the tests uses these seeds. */
export function leakyUnits(building: number, units: number): LeakyUnit[] {
  const key = `accuracy-${building}`;
  const property = buildProperty({
    key,
    seed: SEED + building,
    index: building,
    units,
    buildingNames: ["Main"],
    metering,
    ...makes.ultrasonic,
    vacancy: 0.06,
    risk: { chance: 0, severity: 1 },
    master: false,
    irrigation: false,
    gateway: { silentFrom: null, faults: [] },
  });
  return property.buildings
    .flatMap((one) => one.units)
    .map((unit) => withLeaks(unit, hash(SEED + building, hashText(unit.name))));
}

function withLeaks(unit: SimulatedUnit, seed: number): LeakyUnit {
  for (const point of unit.points) point.reportsFlow = true;
  const random = new Draws(seed);
  const begin = localDay(TIME_ZONE, FIRST_DAY).startsAt;
  const hasToiletMeter = unit.points.some(({ attachedTo }) => attachedTo === "Toilet");
  const slot = (DAYS * DAY_MS) / LEAKS_A_YEAR;
  const leaks = Array.from({ length: LEAKS_A_YEAR }, (_, number): UnitLeak => {
    const leakSeed = hash(seed, number);
    const placed =
      number === 0 && random.chance(SINCE_INSTALLATION)
        ? drawInstalled(begin, hasToiletMeter, leakSeed, random)
        : drawLeak(
            begin + number * slot + (number === 0 ? QUIET_DAYS * DAY_MS : 0),
            begin + (number + 1) * slot - APART_DAYS * DAY_MS,
            leakSeed,
            random,
          );
    return put(unit, placed, leakSeed);
  });
  return { unit, leaks };
}

/** Puts a leak on its spot of the home. */
function put({ home, points }: SimulatedUnit, placed: PlacedLeak, seed: number): UnitLeak {
  const index = placed.place === "toilet" ? seed % home.toilets.length : -1;
  const toilet = home.toilets[index];
  const site = toilet ? toilet.leaks : placed.place === "heater" ? home.heaterLeaks : home.plumbingLeaks;
  site.source = "chance" in site.source ? [placed.leak] : [...site.source, placed.leak];
  const passes = ({ measures }: SimulatedPoint) => {
    if (measures.what === "toilet") return measures.toilet === index;
    if (measures.what === "hot") return placed.place === "heater";
    return measures.what === "home" || (measures.what === "cold" && placed.place !== "heater");
  };
  const isFixture = ({ attachedTo }: SimulatedPoint) => attachedTo === "Toilet" || attachedTo === "Water Heater";
  const seenBy = points.filter(passes).sort((a, b) => Number(isFixture(b)) - Number(isFixture(a)));
  return { ...placed, seenBy };
}
