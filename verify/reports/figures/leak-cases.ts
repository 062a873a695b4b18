import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";
import type { Leak, LeakKind, Meter, Property, Unit } from "../stored/stored.ts";
import type { Figures } from "./figures.ts";
import { isSilent } from "./newest-hours.ts";
import { hoursSince, serviceAt, serviceOf } from "./places-of-hours.ts";

/** A leak case: the leaks of one cause, and what they lost by local day (days since 1970-01-01), in thousandths of a gallon. */
export interface KnownCase {
  cause: LeakKind;
  leaks: Leak[];
  kinds: LeakKind[];
  startedAt: number;
  /** null: one of its leaks goes on. */
  endedAt: number | null;
  /** null: it is not over. */
  overAt: number | null;
  isSilent: boolean;
  lost: Map<number, number>;
}

interface Group {
  cause: LeakKind;
  leaks: Leak[];
}

const kinds: readonly LeakKind[] = ["toilet leak", "water heater", "other leak"];
const DAY_MS = 24 * HOUR_MS;
const known = new WeakMap<Figures, Map<string, KnownCase[]>>();

/** The cases of a unit, or of a meter that is in none. */
export function casesOf(figures: Figures, property: Property, place: Unit | Meter): KnownCase[] {
  const ofFigures = known.get(figures) ?? new Map<string, KnownCase[]>();
  known.set(figures, ofFigures);
  const key = `${"serial" in place ? "meter" : "unit"} ${place.id}`;
  const before = ofFigures.get(key);
  if (before !== undefined) return before;
  const found = workOut(figures, property, place);
  ofFigures.set(key, found);
  return found;
}

function workOut(figures: Figures, property: Property, place: Unit | Meter): KnownCase[] {
  const isMeter = "serial" in place;
  const leaks = property.meters
    .flatMap((meter) =>
      figures
        .leaksOf(property, meter)
        .map((leak) => ({ leak, unitId: serviceAt(meter, leak.startedAt)?.unitId ?? null })),
    )
    .filter(({ leak, unitId }) => (isMeter ? unitId === null && leak.meterId === place.id : unitId === place.id))
    .map(({ leak }) => leak);
  if (leaks.length === 0) return [];
  const range = figures.dataRange(property) ?? { first: 0, last: -1 };
  const days = Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
  const lostOn = (day: number): Record<LeakKind, number> => {
    if (isMeter) return { "toilet leak": 0, "water heater": 0, "other leak": figures.meter(place, day)?.leak ?? 0 };
    const of = figures.unit(property, place, day);
    return {
      "toilet leak": of?.toiletLeak ?? 0,
      "water heater": of?.heaterLeak ?? 0,
      "other leak": of?.otherLeak ?? 0,
    };
  };
  const spanOf = (day: number) => localDay(property.timeZone, day);
  const runsOn = (leak: Leak, day: number) =>
    spanOf(day).endsAt > leak.startedAt && spanOf(day).startsAt < (leak.endedAt ?? Number.POSITIVE_INFINITY);
  const causeOf = (leak: Leak): LeakKind => {
    if (leak.kind !== "other leak") return leak.kind;
    const sum = (kind: LeakKind) =>
      days.filter((day) => runsOn(leak, day)).reduce((total, day) => total + lostOn(day)[kind], 0);
    const [toilet, heater, other] = [sum("toilet leak"), sum("water heater"), sum("other leak")];
    const share = (toilet + heater) / (toilet + heater + other);
    const fixture: LeakKind = heater > toilet ? "water heater" : "toilet leak";
    const beside = leaks.filter(
      ({ kind, startedAt }) => kind === fixture && within(startedAt, leak.startedAt, 36 * HOUR_MS),
    );
    const running = leaks.some(
      ({ kind, startedAt, endedAt }) =>
        kind === fixture && startedAt <= leak.startedAt && (endedAt ?? leak.startedAt) >= leak.startedAt,
    );
    const least = beside.length > 0 ? 0.33 : running ? 0.5 : 1;
    const enough = Math.min(least, figures.rules.explainedShare);
    return share >= enough ? fixture : "other leak";
  };
  // Two leaks of a cause belong together where no more than 30 days lie between them; so do those that share a third one.
  const groups: Group[] = [];
  for (const leak of leaks) {
    const cause = causeOf(leak);
    const near = groups.filter(
      (group) =>
        group.cause === cause && group.leaks.some((other) => gap(leak, other) <= figures.rules.sameCaseDays * DAY_MS),
    );
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push({ cause, leaks: [leak, ...near.flatMap((group) => group.leaks)] });
  }
  const cases = groups.map((group) => complete(property, group, figures.rules.overAfterHours));
  const sums = new Map(cases.map((one) => [one, new Map<LeakKind, number>()]));
  for (const day of days) {
    const lost = lostOn(day);
    for (const kind of kinds) {
      if (lost[kind] === 0) continue;
      const distance = (one: KnownCase) =>
        Math.min(...one.leaks.filter((leak) => leak.kind === kind).map((leak) => away(leak, spanOf(day))));
      const owner = cases
        .filter((one) => distance(one) < Number.POSITIVE_INFINITY)
        .toSorted((a, b) => distance(a) - distance(b) || Number(b.cause === kind) - Number(a.cause === kind))[0];
      if (owner === undefined) continue;
      owner.lost.set(day, (owner.lost.get(day) ?? 0) + lost[kind]);
      const of = sums.get(owner);
      of?.set(kind, (of.get(kind) ?? 0) + lost[kind]);
    }
  }
  for (const [one, of] of sums) {
    const all = [...of.values()].reduce((sum, gallons) => sum + gallons, 0);
    one.kinds = all === 0 ? [one.cause] : kinds.filter((kind) => (of.get(kind) ?? 0) >= all / 10);
  }
  return cases;
}

function within(one: number, other: number, span: number): boolean {
  return one - other <= span && other - one <= span;
}

/** Time between two leaks in which neither ran. */
function gap(one: Leak, other: Leak): number {
  const [first, second] = one.startedAt <= other.startedAt ? [one, other] : [other, one];
  return first.endedAt === null ? 0 : Math.max(0, second.startedAt - first.endedAt);
}

/** How far a leak is from a day. */
function away(leak: Leak, day: { startsAt: number; endsAt: number }): number {
  if (leak.startedAt >= day.endsAt) return leak.startedAt - day.endsAt + 1;
  if (leak.endedAt !== null && leak.endedAt <= day.startsAt) return day.startsAt - leak.endedAt + 1;
  return 0;
}

/** Measured hours after which a leak is over whose meter left while it ran. */
const HOURS_AFTER_LEAVING = 72;

function complete(property: Property, { cause, leaks }: Group, overAfterHours: number): KnownCase {
  leaks.sort((a, b) => a.startedAt - b.startedAt || a.meterId - b.meterId);
  const ends = leaks.map(({ endedAt }) => endedAt);
  const endedAt = ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? 0));
  const meterOf = (leak: Leak | undefined) => property.meters.find(({ id }) => id === leak?.meterId);
  const open = leaks.filter((leak) => leak.endedAt === null);
  const silent = (meter: Meter | undefined) => meter !== undefined && isSilent(property, meter);
  const ended = leaks.filter((leak) => endedAt !== null && leak.endedAt === endedAt);
  const measured = ended.find(
    (leak) => (endedAt ?? 0) <= (leftAt(property, leak) ?? Number.POSITIVE_INFINITY) - HOUR_MS,
  );
  const last = measured ?? ended[0];
  const hours = last === undefined ? [] : hoursSince(property, last, (endedAt ?? 0) + longestPause(leaks));
  const lastHour = hours[(measured === undefined ? HOURS_AFTER_LEAVING : overAfterHours) - 1];
  const overAt = lastHour === undefined ? null : lastHour + HOUR_MS;
  const startedAt = leaks[0]?.startedAt ?? 0;
  const there = last === undefined ? undefined : meterThere(property, serviceOf(property, last)?.pointId);
  const isSilentCase =
    overAt === null &&
    (endedAt === null ? open.every((leak) => silent(meterOf(leak))) : silent(there ?? meterOf(last)));
  return { cause, leaks, kinds: [], startedAt, endedAt, overAt, isSilent: isSilentCase, lost: new Map() };
}

function leftAt(property: Property, leak: Leak): number | null {
  return serviceOf(property, leak)?.endedAt ?? null;
}

/** The meter that serves at a point now. */
function meterThere({ meters }: Property, pointId: number | undefined): Meter | undefined {
  return meters.find(({ services }) => services.some((one) => one.pointId === pointId && one.endedAt === null));
}

/** The longest stretch between two leaks in which none ran. @param leaks by their start */
export function longestPause(leaks: readonly Leak[]): number {
  const endBefore = (index: number) =>
    Math.max(...leaks.slice(0, index).map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY));
  return Math.max(0, ...leaks.slice(1).map(({ startedAt }, before) => startedAt - endBefore(before + 1)));
}
