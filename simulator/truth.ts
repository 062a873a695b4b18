import { HOUR_MS } from "../server/time/durations.ts";
import { localDay } from "../server/time/local-day.ts";
import { type Leak, type LeakKind, leakGallons } from "./leak.ts";
import { type LeakSite, leaksBetween } from "./leak-site.ts";
import type { Measured, SimulatedPoint, SimulatedProperty, SimulatedUnit } from "./places.ts";

/** A leak that is really there, whether any rule finds it or not. */
export interface TrueLeak {
  propertyKey: string;
  buildingName: string;
  /** Null: on the building's mains or its irrigation. */
  unitName: string | null;
  /** The meter nearest to it. */
  serialNumber: string;
  /** All meters through which its water runs, the nearest first. */
  seenBy: string[];
  kind: LeakKind;
  /** Milliseconds since the epoch. */
  from: number;
  /** Null: it still runs at the end of the simulated days. */
  to: number | null;
  /** While it runs, on average. */
  gallonsPerHour: number;
  leak: Leak;
  /** Thousandths of a gallon per count of the meters that see it. */
  registerCount: number;
}

type Passes = (measures: Measured) => boolean;

interface Spot {
  site: LeakSite;
  registerCount: number;
  buildingName: string;
  unitName: string | null;
  /** The nearest meter first. */
  seenBy: SimulatedPoint[];
}

function unitSpots(unit: SimulatedUnit, masters: SimulatedPoint[], buildingName: string): Spot[] {
  const { home } = unit;
  const spot = (site: LeakSite, nearest: Passes, others: Passes): Spot => ({
    site,
    registerCount: home.registerCount,
    buildingName,
    unitName: unit.name,
    seenBy: [
      ...unit.points.filter((point) => nearest(point.measures)),
      ...unit.points.filter((point) => others(point.measures)),
      ...masters,
    ],
  });
  const cold: Passes = ({ what }) => what === "home" || what === "cold";
  return [
    ...home.toilets.map((toilet, index) =>
      spot(toilet.leaks, (measures) => measures.what === "toilet" && measures.toilet === index, cold),
    ),
    spot(
      home.heaterLeaks,
      ({ what }) => what === "hot",
      ({ what }) => what === "home",
    ),
    spot(home.plumbingLeaks, cold, () => false),
  ];
}

function spotsOf(property: SimulatedProperty): Spot[] {
  return property.buildings.flatMap((building) => {
    const masters = building.points.filter((point) => point.measures.what === "building");
    const own = building.points.flatMap((point): Spot[] => {
      const source =
        point.measures.what === "building"
          ? point.measures.common
          : point.measures.what === "irrigation"
            ? point.measures.garden
            : null;
      if (source === null) return [];
      const { leaks: site, registerCount } = source;
      return [{ site, registerCount, buildingName: building.name, unitName: null, seenBy: [point] }];
    });
    return [...building.units.flatMap((unit) => unitSpots(unit, masters, building.name)), ...own];
  });
}

/**
 * The leaks that run at some time in the local days from `fromDay` to `toDay` (days since 1970-01-01, both included),
 * as far as a meter sees them, in the order of their begin.
 */
export function trueLeaks(property: SimulatedProperty, fromDay: number, toDay: number): TrueLeak[] {
  const last = localDay(property.timeZone, toDay);
  const end = last.startsAt + last.hours * HOUR_MS;
  return spotsOf(property)
    .filter((spot) => spot.seenBy.length > 0)
    .flatMap(({ site, seenBy, ...where }) =>
      leaksBetween(site, localDay(property.timeZone, fromDay).startsAt, end).map((leak) => ({
        propertyKey: property.key,
        ...where,
        serialNumber: seenBy[0].serialNumber,
        seenBy: seenBy.map((point) => point.serialNumber),
        kind: leak.kind,
        from: leak.startedAt,
        to: leak.endsAt > end ? null : leak.endsAt,
        gallonsPerHour: leak.gallonsPerHour,
        leak,
      })),
    )
    .sort((a, b) => a.from - b.from);
}

/** What the meters counted of a leak from one instant to another (milliseconds since the epoch), in thousandths of a gallon. */
export function trueLeakGallons(trueLeak: TrueLeak, from: number, to: number): number {
  return leakGallons(trueLeak.leak, from, to, trueLeak.registerCount);
}
