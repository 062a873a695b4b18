import { caseState, OVER_HOURS } from "../../server/leaks/cases/case-state.ts";
import {
  type CaseLeak,
  type LeakCase,
  type LeakDay,
  leakCases,
  longestPause,
} from "../../server/leaks/cases/leak-case.ts";
import { ratedLeaks } from "../../server/metering/cases/recalculate-cases.ts";
import type { WorkDay } from "../../server/metering/days/work-day.ts";
import { unitDayOf } from "../../server/metering/roll-up/unit-day.ts";
import { leakKind } from "../../server/metering/write-leaks.ts";
import { DAY_MS, HOUR_MS } from "../../server/time/durations.ts";
import { dayText } from "../../server/time/local-day.ts";
import { leakGallons } from "../../simulator/leak.ts";
import type { SimulatedPoint } from "../../simulator/places.ts";
import { detect } from "../accuracy/detection/detector.ts";
import { type HourSeen, hoursSeen } from "../accuracy/detection/hours-seen.ts";
import { readingsOf } from "../accuracy/simulated/readings.ts";
import { type LeakyUnit, TIME_ZONE, type UnitLeak } from "../accuracy/simulated/units.ts";

/** Measured hours after a leak's true end, and its own longest pause, within which its fix is to be verified. */
const VERIFIED_WITHIN = 48;
/** Measured hours over which the product calculates the rate of a leak that was fixed. */
const RATE_HOURS = 48;
/** Hours before a fix that it leaves out. */
const BEFORE_FIX_HOURS = 12;

/** What became of a simulated leak. */
export interface CaseOutcome {
  kind: string;
  /** A case covers some of it when it ends. */
  isFound: boolean;
  /** Cases with leaks that ran at some time with it. */
  cases: number;
  /** Whether its case was over while it went on; the second without waiting for its own longest pause. */
  overTooEarly: boolean;
  overWithoutPause: boolean;
  /** Whether a fix reported at its end was verified in time; null: the next leak began before. */
  isVerified: boolean | null;
  /** Of a verified fix: what the ledger counts as saved in 30 days, as a part of what would have been lost; null: none is. */
  saved: number | null;
  /** Whether leaks that arrive in another order give other cases. */
  dependsOnOrder: boolean;
}

interface Seen {
  point: SimulatedPoint;
  id: number;
  days: WorkDay[];
}

/** Looks at the cases of a unit when each of its leaks ends, and when its fix should be verified. */
export function judgeCases({ unit, leaks }: LeakyUnit): CaseOutcome[] {
  const read = unit.points.map((point, index) => ({ point, id: index + 1, days: readingsOf(point) }));
  return leaks.map((leak, index) => judge(read, leak, leaks[index + 1]?.leak.startedAt ?? Number.POSITIVE_INFINITY));
}

function judge(read: readonly Seen[], { leak, seenBy }: UnitLeak, nextAt: number): CaseOutcome {
  const { kind, startedAt, endsAt } = leak;
  const ids = new Set(read.filter(({ point }) => seenBy.includes(point)).map(({ id }) => id));
  const isAbout = (one: LeakCase) =>
    one.leaks.some((run) => ids.has(run.meterId) && run.startedAt < endsAt && (run.endedAt ?? endsAt) > startedAt);
  const atEnd = casesAsOf(read, endsAt);
  const covering = atEnd.cases.filter(isAbout);
  const [first] = covering;
  const outcome: CaseOutcome = {
    kind,
    isFound: first !== undefined,
    cases: covering.length,
    overTooEarly: covering.some((one) => wasOver(one, atEnd, startedAt, true)),
    overWithoutPause: covering.some((one) => wasOver(one, atEnd, startedAt, false)),
    isVerified: null,
    saved: null,
    dependsOnOrder: atEnd.dependsOnOrder,
  };
  if (first === undefined) return outcome;
  const nearest = read.find(({ point }) => point === seenBy[0]);
  const since = hoursSeen(nearest?.days ?? []).filter(({ at }) => at >= endsAt + longestPause(first));
  const until = (since[VERIFIED_WITHIN - 1]?.at ?? Number.POSITIVE_INFINITY) + HOUR_MS;
  if (until >= nextAt || until === Number.POSITIVE_INFINITY) return outcome;
  const then = casesAsOf(read, until);
  const reported = [{ id: 1, kind: "fixed" as const, at: endsAt }];
  const judged = then.cases.filter(isAbout);
  const isVerified = judged.every(
    (one) => caseState(one, reported, overAt(one, then, longestPause(one))) === "verified",
  );
  const [only] = judged.length === 1 && isVerified ? judged : [];
  return { ...outcome, isVerified, saved: only === undefined ? null : savedShare(only, then, leak) };
}

/** Hours before its end over which a leak's true rate is calculated. */
const TRUE_RATE_HOURS = 72;
const SAVED_MS = 30 * DAY_MS;

/** What a fix at a leak's end saves by its case in 30 days, as a part of what the leak would have gone on to lose. */
function savedShare(one: LeakCase, { hours }: CasesThen, leak: UnitLeak["leak"]): number | null {
  const from = Math.max(leak.startedAt, leak.endsAt - TRUE_RATE_HOURS * HOUR_MS);
  const lost = (leakGallons(leak, from, leak.endsAt, 1) * SAVED_MS) / (leak.endsAt - from);
  const endedAt = one.endedAt ?? 0;
  const rates = ratedLeaks(one, one.leaks).map((rated) => {
    const stoppedAt = Math.min(rated.endedAt ?? endedAt, leak.endsAt);
    const before = stoppedAt - BEFORE_FIX_HOURS * HOUR_MS;
    const until = before - rated.startedAt >= 6 * HOUR_MS ? before : stoppedAt;
    const last = (hours.get(rated.meterId) ?? [])
      .filter(({ at, gallons }) => gallons !== null && at >= rated.startedAt && at < until)
      .slice(-RATE_HOURS);
    if (last.length === 0) return 0;
    return last.reduce((sum, { leakGallons: leaked }) => sum + leaked, 0) / last.length;
  });
  const perHour = rates.reduce((sum, rate) => sum + rate, 0);
  const savedFrom = Math.max(endedAt, leak.endsAt);
  return lost === 0 ? null : (perHour * (endedAt + SAVED_MS - savedFrom)) / HOUR_MS / lost;
}

interface CasesThen {
  cases: LeakCase[];
  /** Measured hours by meter. */
  hours: Map<number, HourSeen[]>;
  /** When each run of a meter's leaks was known: its opening, by meter and start. */
  openedAt: Map<string, number>;
  dependsOnOrder: boolean;
}

/** The cases of a unit by what was measured before an instant. */
function casesAsOf(read: readonly Seen[], at: number): CasesThen {
  const hours = new Map<number, HourSeen[]>();
  const openedAt = new Map<string, number>();
  const leaks: CaseLeak[] = [];
  const meters = read.map(({ point, id, days: all }) => {
    const kind = { attachedTo: point.attachedTo, registerFactor: null, count: point.registerCount };
    const found = detect(kind, TIME_ZONE, daysBefore(all, at), { from: null, keepCheckpoints: false });
    hours.set(id, hoursSeen(found.days));
    for (const leak of found.leaks) {
      if (leak.suspected) continue;
      const { startedAt, endedAt, lastConfirmedAt } = leak;
      openedAt.set(`${id} ${startedAt}`, leak.openedAt);
      const ofMeter = { meterId: id, kind: leakKind(point.attachedTo), gallons: leak.totalGallons };
      leaks.push({ ...ofMeter, startedAt, endedAt, lastConfirmedAt });
    }
    return { pointId: id, attachedTo: point.attachedTo, days: new Map(found.days.map((day) => [day.day, day])) };
  });
  const numbers = [...new Set(meters.flatMap(({ days }) => [...days.keys()]))].sort((a, b) => a - b);
  const days = numbers.flatMap((day): LeakDay[] => {
    const [any] = meters.flatMap((meter) => meter.days.get(day) ?? []);
    if (any === undefined) return [];
    const onDay = meters.map(({ days: ofMeter, ...meter }) => {
      return { ...meter, day: ofMeter.get(day) ?? null, from: 0, until: any.hours };
    });
    const { toiletLeak, heaterLeak, otherLeak } = unitDayOf(1, day, any.hours, onDay);
    if (toiletLeak + heaterLeak + otherLeak === 0) return [];
    const leaked = { "toilet leak": toiletLeak, "water heater": heaterLeak, "other leak": otherLeak };
    return [{ day: dayText(day), startsAt: any.startsAt, endsAt: any.endsAt, leaked }];
  });
  const cases = leakCases(leaks, days);
  const shuffled = leakCases(leaks.toReversed(), days.toReversed());
  const sketch = (all: LeakCase[]) =>
    JSON.stringify(all.map((one) => ({ ...one, days: one.days.toSorted((a, b) => a.day.localeCompare(b.day)) })));
  return { cases, hours, openedAt, dependsOnOrder: sketch(cases) !== sketch(shuffled) };
}

/** Copies of the days before an instant, without the hours after it. */
function daysBefore(days: readonly WorkDay[], at: number): WorkDay[] {
  return days
    .filter(({ startsAt }) => startsAt < at)
    .map((day) => {
      const left = <T>(values: readonly (T | null)[]) =>
        values.map((value, slot) => (day.startsAt + (slot + 1) * HOUR_MS <= at ? value : null));
      const lumps = day.lumps?.filter(({ hour }) => day.startsAt + (hour + 1) * HOUR_MS <= at) ?? null;
      return {
        ...day,
        gallons: left(day.gallons),
        flowTime: day.flowTime && left(day.flowTime),
        events: day.events && left(day.events),
        lumps: lumps !== null && lumps.length === 0 ? null : lumps,
        leakGallons: null,
        estimated: null,
      };
    });
}

/** When a case was over after its last end, with a pause of its own; null: it is not. */
function overAt(one: LeakCase, { hours }: CasesThen, pause: number): number | null {
  if (one.endedAt === null) return null;
  const last = one.leaks.find(({ endedAt }) => endedAt === one.endedAt);
  const since = (hours.get(last?.meterId ?? 0) ?? []).filter(({ at }) => at >= (one.endedAt ?? 0) + pause);
  const end = since[OVER_HOURS - 1];
  return end === undefined ? null : end.at + HOUR_MS;
}

/** Whether a case was over at some time after an instant, before its next run was known or now. */
function wasOver(one: LeakCase, then: CasesThen, from: number, waits: boolean): boolean {
  return one.runs.some(({ until }, index) => {
    if (until === null || until < from) return false;
    const so = { ...one, runs: one.runs.slice(0, index + 1), endedAt: until };
    const leaks = one.leaks.filter(({ startedAt }) => startedAt < until);
    const over = overAt({ ...so, leaks }, then, waits ? longestPause(so) : 0);
    if (over === null) return false;
    const next = one.leaks.find(({ startedAt }) => startedAt >= until);
    const known = next === undefined ? null : (then.openedAt.get(`${next.meterId} ${next.startedAt}`) ?? null);
    return known === null || over <= known;
  });
}
