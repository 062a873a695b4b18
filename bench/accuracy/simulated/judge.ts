import { LITRES_PER_GALLON } from "../../../leak-benchmark/leaks/shapes.ts";
import type { ScoredCase } from "../../../leak-benchmark/scoring/kind-measures.ts";
import { hoursBetween, readIn } from "../../../leak-benchmark/scoring/measured-hours.ts";
import { findings, overlaps, rowsOfLeak, runsAt } from "../../../leak-benchmark/scoring/opening.ts";
import { scoreLeak } from "../../../leak-benchmark/scoring/score.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";
import { leakGallons } from "../../../simulator/leak.ts";
import type { SimulatedPoint } from "../../../simulator/places.ts";
import { detect } from "../detection/detector.ts";
import { type HourSeen, hoursSeen } from "../detection/hours-seen.ts";
import { type LeakOpening, openingsOf } from "../detection/opening.ts";
import { volumeError } from "../detection/volume.ts";
import { type MeterSort, maxDetectionHours } from "./floors.ts";
import { judgedFrom, reportedKind, type SimulatedKind } from "./kinds.ts";
import { readingsOf, withoutFlowTime } from "./readings.ts";
import { FIRST_DAY, type LeakyUnit, TIME_ZONE, type UnitLeak } from "./units.ts";

/** What became of a simulated leak; its kind names the meter on which it is judged, the nearest one. */
export interface SimulatedCase extends ScoredCase {
  leak: SimulatedKind;
  meter: MeterSort;
  /** Gallons per hour. */
  rate: number;
  /** A row from before the leak was still open when it began, so that none could be opened for it: it counts as missed. */
  isShadowed: boolean;
  rules: string[];
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
  rows: LeakOpening[];
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
      seen.set(point, { rows: openingsOf(found.leaks), hours: hoursSeen(found.days) });
    }
  }
  return { withFlow: outcomeOf(withFlow, leaks), withoutFlow: outcomeOf(withoutFlow, leaks) };
}

function outcomeOf(seen: ReadonlyMap<SimulatedPoint, Seen>, leaks: readonly UnitLeak[]): Outcome {
  const cases = leaks.flatMap((one) => caseOf(one, seen));
  const openings = [...seen].flatMap(([point, { rows }]) =>
    rows.map((row) => ({
      meter: meterSort(point),
      rules: openingRules(row.leak),
      suspected: row.sureAt === null,
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
  const { any } = findings(rowsOfLeak(own.rows, span, []));
  const score = scoreLeak({ leak: span, judgedFrom: from }, own.hours, own.rows, []);
  const ran = (begin: number, end: number) => leakGallons(leak, begin, end, nearest.registerCount);
  let [reported, injected] = [0, 0];
  for (const hour of hoursBetween(own.hours, span.from, span.until)) {
    reported += hour.leakGallons;
    injected += ran(hour.at, hour.at + HOUR_MS);
  }
  return [
    {
      ...score,
      kind: groupOf(kind, meter),
      leak: kind,
      meter,
      rate: leak.gallonsPerHour,
      lost: (ran(span.from, span.until) / 1000) * LITRES_PER_GALLON,
      ...readIn(own.hours, from, span.until, needed),
      isOnLeak: false,
      isShadowed: score.any === null && own.rows.some((row) => runsAt(row, leak.startedAt)),
      rules: any ? openingRules(any.row.leak) : [],
      volumeError: score.sure ? volumeError({ reported, injected }) : null,
    },
  ];
}

/** Leaks of one kind on one sort of meter are judged together. */
export function groupOf(kind: SimulatedKind, meter: MeterSort): string {
  return `${kind}, ${meter}`;
}

function meterSort({ attachedTo }: SimulatedPoint): MeterSort {
  if (attachedTo === "Toilet") return "toilet meter";
  return attachedTo === "Water Heater" ? "heater meter" : "unit meter";
}
