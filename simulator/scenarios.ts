import { HOUR_MS } from "../server/time/durations.ts";
import { localDay } from "../server/time/local-day.ts";
import { buildProperty, type Metering } from "./build-property.ts";
import { makes } from "./demo-plan.ts";
import type { Leak, LeakKind } from "./leak.ts";
import type { SimulatedGateway, SimulatedProperty } from "./places.ts";
import { type TrueLeak, trueLeaks } from "./truth.ts";

/** A property of two units in which one thing happens. */
export interface Scenario {
  property: SimulatedProperty;
  /** Days since 1970-01-01, both included: enough quiet days before the event to know what is usual. */
  fromDay: number;
  lastDay: number;
  truth: TrueLeak[];
}

export const scenarioNames = [
  "night leak",
  "burst",
  "dead gateway",
  "late batch",
  "clock change",
  "vacant unit",
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

const TIME_ZONE = "America/New_York";
const DAYS_BEFORE = 39;
const GOES_ON_DAYS = 30;

/** An instant by local day and hours after midnight. */
function instant(day: number, hours: number): number {
  return localDay(TIME_ZONE, day).startsAt + hours * HOUR_MS;
}

function leak(kind: LeakKind, gallonsPerHour: number, startedAt: number, endsAt: number): Leak {
  return { kind, seed: 1, startedAt, endsAt, gallonsPerHour };
}

interface Setting {
  metering?: Metering;
  vacant?: boolean;
  gateway?: Partial<Pick<SimulatedGateway, "silentFrom" | "faults">>;
  /** In the first of the two units; the other one keeps dry. */
  toiletLeak?: Leak;
  plumbingLeak?: Leak;
}

function scenario(name: ScenarioName, lastDay: number, setting: Setting): Scenario {
  const index = scenarioNames.indexOf(name);
  const key = name.replaceAll(" ", "-");
  const property: SimulatedProperty = {
    key,
    name: `${name[0].toUpperCase()}${name.slice(1)}`,
    street: `${12 + index} Sample St`,
    city: "Albany",
    state: "NY",
    zipCode: "12207",
    contactPhone: "(518) 555-0100",
    contactEmail: `${key}@example.com`,
    timeZone: TIME_ZONE,
    ...buildProperty({
      key,
      seed: 1,
      index: 50 + index,
      units: 2,
      buildingNames: ["Main Building"],
      metering: [{ metering: setting.metering ?? "whole and toilets", weight: 1 }],
      ...makes.ultrasonic,
      vacancy: 0,
      risk: { chance: 0, severity: 1 },
      master: false,
      irrigation: false,
      gateway: { silentFrom: null, faults: [], ...setting.gateway },
    }),
  };
  const [unit] = property.buildings[0].units;
  if (setting.vacant) {
    unit.vacant = true;
    unit.home.people = 0;
  }
  if (setting.toiletLeak !== undefined) unit.home.toilets[0].leaks.source = [setting.toiletLeak];
  if (setting.plumbingLeak !== undefined) unit.home.plumbingLeaks.source = [setting.plumbingLeak];
  const fromDay = lastDay - DAYS_BEFORE;
  return { property, fromDay, lastDay, truth: trueLeaks(property, fromDay, lastDay) };
}

function lastClockChange(before: number): number {
  let day = before;
  while (localDay(TIME_ZONE, day).hours === 24) day -= 1;
  return day;
}

const settings: Record<ScenarioName, (lastDay: number) => Setting> = {
  "night leak": (lastDay) => ({
    plumbingLeak: leak("constant", 2.5, instant(lastDay - 3, 22), instant(lastDay + GOES_ON_DAYS, 9)),
  }),
  burst: (lastDay) => ({
    metering: "whole",
    plumbingLeak: leak("burst", 300, instant(lastDay, 14), instant(lastDay, 20)),
  }),
  "dead gateway": (lastDay) => ({ gateway: { silentFrom: instant(lastDay - 2, 9) } }),
  "late batch": (lastDay) => ({
    gateway: { faults: [{ from: instant(lastDay - 1, 6), to: instant(lastDay, 12), hours: "late", repeats: true }] },
    toiletLeak: leak("running toilet", 6, instant(lastDay - 2, 18), instant(lastDay + GOES_ON_DAYS, 9)),
  }),
  "clock change": (lastDay) => ({
    toiletLeak: leak("running toilet", 3, instant(lastDay - 4, 12), instant(lastDay, 15)),
  }),
  "vacant unit": (lastDay) => ({
    vacant: true,
    toiletLeak: leak("running toilet", 1.5, instant(lastDay - 12, 10), instant(lastDay + GOES_ON_DAYS, 9)),
  }),
};

/**
 * A named scenario whose last complete local day is `lastDay` (days since 1970-01-01); the clock change takes the latest
 * 23- or 25-hour day at least two days before it, and ends two days after that. It has no fault but the named one.
 */
export function simulateScenario(name: ScenarioName, lastDay: number): Scenario {
  const last = name === "clock change" ? lastClockChange(lastDay - 2) + 2 : lastDay;
  return scenario(name, last, settings[name](last));
}
