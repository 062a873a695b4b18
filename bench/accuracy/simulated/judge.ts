import type { Leak as LeakRow } from "../../../server/leaks/advance.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";
import { leakGallons } from "../../../simulator/leak.ts";
import type { SimulatedPoint } from "../../../simulator/places.ts";
import { detect } from "../detection/detector.ts";
import { type HourSeen, hoursBetween, hoursSeen, isWindowRead, measuredHoursTo } from "../detection/hours-seen.ts";
import { finding, overlaps, runsAt, volumeError } from "../detection/match.ts";
import { type MeterSort, maxDetectionHours } from "./floors.ts";
import { judgedFrom, reportedKind, type SimulatedKind } from "./kinds.ts";
import { readingsOf, withoutFlowTime } from "./readings.ts";
import { FIRST_DAY, type LeakyUnit, TIME_ZONE, type UnitLeak } from "./units.ts";

/** What became of a simulated leak. */
export interface SimulatedCase {
  kind: SimulatedKind;
  /** The nearest meter, on which it is judged: the toilet's, the heater's, or the unit's. */
  meter: MeterSort;
  /** Gallons per hour. */
  rate: number;
  hours: number | null;
  inTime: boolean;
  /** Whether three quarters of the hours to judge by are read. */
  isRead: boolean;
  /** A row from before the leak was still open when it began, so that none could be opened for it: it counts as missed. */
  isShadowed: boolean;
  rules: string[];
  volumeError: number | null;
}

/** A row that the product opened. */
export interface SimulatedOpening {
  meter: MeterSort;
  rules: string[];
  suspected: boolean;
  /** Whether a leak explains it whose water runs through this meter. */
  right: boolean;
}

export interface Outcome {
  cases: SimulatedCase[];
  openings: SimulatedOpening[];
}

/** With the meters' flow time and, on the same hours, without it. */
export interface UnitOutcome {
  withFlow: Outcome;
  withoutFlow: Outcome;
}

interface Seen {
  leaks: LeakRow[];
  hours: HourSeen[];
}

const READ_FROM = localDay(TIME_ZONE, FIRST_DAY).startsAt;

/** Reads a unit's meters for a year, and holds what the product finds against what is there. */
export function judgeUnit({ unit, leaks }: LeakyUnit): UnitOutcome {
  const withFlow = new Map<SimulatedPoint, Seen>();
  const withoutFlow = new Map<SimulatedPoint, Seen>();
  for (const point of unit.points) {
    const days = readingsOf(point);
    const bare = withoutFlowTime(days);
    const kind = { attachedTo: point.attachedTo, registerFactor: null, count: point.registerCount };
    for (const [seen, readings] of [
      [withFlow, days],
      [withoutFlow, bare],
    ] as const) {
      const found = detect(kind, TIME_ZONE, readings, { from: null, keepCheckpoints: false });
      seen.set(point, { leaks: found.leaks, hours: hoursSeen(found.days) });
    }
  }
  return { withFlow: outcomeOf(withFlow, leaks), withoutFlow: outcomeOf(withoutFlow, leaks) };
}

function outcomeOf(seen: ReadonlyMap<SimulatedPoint, Seen>, leaks: readonly UnitLeak[]): Outcome {
  const cases = leaks.flatMap((one) => caseOf(one, seen));
  const openings = [...seen].flatMap(([point, { leaks: rows }]) =>
    rows.map((row) => ({
      meter: meterSort(point),
      rules: openingRules(row),
      suspected: row.suspected,
      right: leaks.some(
        ({ leak, seenBy }) =>
          seenBy.includes(point) &&
          row.openedAt > leak.startedAt &&
          overlaps(row, { from: leak.startedAt, until: leak.endsAt }),
      ),
    })),
  );
  return { cases, openings };
}

function caseOf({ leak, seenBy }: UnitLeak, seen: ReadonlyMap<SimulatedPoint, Seen>): SimulatedCase[] {
  const [nearest] = seenBy;
  const own = nearest && seen.get(nearest);
  if (own === undefined) return [];
  const kind = reportedKind(leak, READ_FROM);
  const meter = meterSort(nearest);
  const from = judgedFrom(leak);
  const span = { from: leak.startedAt, until: leak.endsAt };
  const needed = maxDetectionHours[kind];
  const found = finding(own.leaks, span, kind === "burst", []);
  const hours = found && measuredHoursTo(own.hours, from, found.openedAt);
  let [reported, injected] = [0, 0];
  for (const hour of hoursBetween(own.hours, span.from, span.until)) {
    reported += hour.leakGallons;
    injected += leakGallons(leak, hour.at, hour.at + HOUR_MS, nearest.registerCount);
  }
  return [
    {
      kind,
      meter,
      rate: leak.gallonsPerHour,
      hours,
      inTime: hours !== null && hours <= needed,
      isRead: isWindowRead(own.hours, from, needed),
      isShadowed: found === null && own.leaks.some((row) => runsAt(row, leak.startedAt)),
      rules: found ? openingRules(found) : [],
      volumeError: found ? volumeError({ reported, injected }) : null,
    },
  ];
}

function meterSort({ attachedTo }: SimulatedPoint): MeterSort {
  if (attachedTo === "Toilet") return "toilet meter";
  return attachedTo === "Water Heater" ? "heater meter" : "unit meter";
}
