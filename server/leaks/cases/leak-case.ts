import { DAY_MS, HOUR_MS } from "../../time/durations.ts";

/** By where the meter is installed. */
export const leakKinds = ["toilet leak", "water heater", "other leak"] as const;
export type LeakKind = (typeof leakKinds)[number];

/** A leak of a meter at one place: a unit, or a meter that belongs to none. Instants are milliseconds since the epoch. */
export interface CaseLeak {
  meterId: number;
  kind: LeakKind;
  startedAt: number;
  /** null: no end is known. */
  endedAt: number | null;
  /** End of the last measured hour in which it was seen to run. */
  lastConfirmedAt: number;
  /** Thousandths of a gallon since its start. */
  gallons: number;
}

/** A local day of the place with its leak gallons by kind, in thousandths; no water is in two of them. */
export interface LeakDay {
  /** `yyyy-MM-dd`. */
  day: string;
  startsAt: number;
  endsAt: number;
  leaked: Record<LeakKind, number>;
}

/** All leaks of one cause, from the first on, with the water of their days. */
export interface LeakCase {
  /** The kind of the leaks that name it: those of a fixture, or of top meters which no fixture explains. */
  cause: LeakKind;
  /** In the order of their starts, at least one. */
  leaks: CaseLeak[];
  startedAt: number;
  /** null: one of its leaks has no end. */
  endedAt: number | null;
  lastConfirmedAt: number;
  /** Stretches in which at least one of its leaks ran, in order; between them it paused. */
  runs: { from: number; until: number | null }[];
  /** The kinds with a tenth of its gallons or more; without gallons its cause. */
  kinds: LeakKind[];
  /** Its share of the leak gallons of each day, above zero. */
  days: { day: string; gallons: number }[];
}

/** A leak of the same cause that starts within so many days of an end is the same case. */
const SAME_CASE_MS = 30 * DAY_MS;
/** Of what a top meter leaked, the percentage from which the fixtures below it are its cause; */
const EXPLAINED_FROM = 80;
/**
 * from which they are where its leak began while theirs ran; and where both began at the same time. The two meters' rates of a
 * small leak differ by more than a fifth: by the first number alone 1.8 % of simulated leaks had two cases
 * (`npm run bench -- cases`).
 */
const EXPLAINED_WITHIN_FROM = 50;
const EXPLAINED_TOGETHER_FROM = 33;
/** Two leaks that began within so many hours of each other began at the same time. */
const TOGETHER_MS = 36 * HOUR_MS;
/** A kind with a smaller percentage of a case's gallons is not shown. */
const SHOWN_FROM = 10;

/**
 * The cases of a place, by the start of each: a function of its leaks and their days alone, in whatever order they come.
 * A fixture's leaks are a case, with those of a top meter that they explain; what top meters leak otherwise is another.
 * The leak gallons of a day belong to exactly one case for each kind, so the cases of a place add up to its leak gallons.
 */
export function leakCases(leaks: readonly CaseLeak[], days: readonly LeakDay[]): LeakCase[] {
  const byCause = Map.groupBy(leaks.toSorted(byStart), (leak) => causeOf(leak, leaks, days));
  const cases = [...byCause].flatMap(([cause, ofCause]) => chains(ofCause).map((chain) => newCase(cause, chain)));
  cases.sort((a, b) => a.startedAt - b.startedAt || leakKinds.indexOf(a.cause) - leakKinds.indexOf(b.cause));
  const gallons = new Map(cases.map((one) => [one, noGallons()]));
  for (const day of days) {
    const ofDay = new Map<LeakCase, number>();
    for (const kind of leakKinds) {
      const leaked = day.leaked[kind];
      const owner = leaked > 0 ? ownerOf(kind, day, cases) : undefined;
      const sums = owner === undefined ? undefined : gallons.get(owner);
      if (owner === undefined || sums === undefined) continue;
      sums[kind] += leaked;
      ofDay.set(owner, (ofDay.get(owner) ?? 0) + leaked);
    }
    for (const [owner, leaked] of ofDay) owner.days.push({ day: day.day, gallons: leaked });
  }
  for (const [one, sums] of gallons) one.kinds = shownKinds(one.cause, sums);
  return cases;
}

/** The longest pause between its runs so far, in milliseconds; 0: it never paused. */
export function longestPause({ runs }: LeakCase): number {
  return Math.max(0, ...runs.slice(1).map(({ from }, before) => from - (runs[before]?.until ?? from)));
}

function byStart(a: CaseLeak, b: CaseLeak): number {
  return a.startedAt - b.startedAt || a.meterId - b.meterId;
}

/** The kind of leak that is the cause of one: its own, or of a top meter's that of the fixture which explains it. */
function causeOf(leak: CaseLeak, leaks: readonly CaseLeak[], days: readonly LeakDay[]): LeakKind {
  if (leak.kind !== "other leak") return leak.kind;
  const sums = noGallons();
  for (const day of days) {
    if (day.endsAt <= leak.startedAt || day.startsAt >= (leak.endedAt ?? Number.POSITIVE_INFINITY)) continue;
    for (const kind of leakKinds) sums[kind] += day.leaked[kind];
  }
  const fixtures = sums["toilet leak"] + sums["water heater"];
  const fixture = sums["toilet leak"] >= sums["water heater"] ? "toilet leak" : "water heater";
  const below = leaks.filter(({ kind }) => kind === fixture);
  const isTogether = below.some(({ startedAt }) => Math.abs(startedAt - leak.startedAt) <= TOGETHER_MS);
  const isWithin = below.some((other) => other.startedAt <= leak.startedAt && endOf(other) >= leak.startedAt);
  const from = isTogether ? EXPLAINED_TOGETHER_FROM : isWithin ? EXPLAINED_WITHIN_FROM : EXPLAINED_FROM;
  return fixtures === 0 || fixtures * 100 < (fixtures + sums["other leak"]) * from ? "other leak" : fixture;
}

/** Splits leaks of one cause, by start, where none of them ran for more than 30 days. */
function chains(leaks: CaseLeak[]): CaseLeak[][] {
  const found: CaseLeak[][] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const leak of leaks) {
    const chain = found.at(-1);
    if (chain === undefined || leak.startedAt - until > SAME_CASE_MS) found.push([leak]);
    else chain.push(leak);
    until = Math.max(until, endOf(leak));
  }
  return found;
}

function newCase(cause: LeakKind, leaks: CaseLeak[]): LeakCase {
  const runs: { from: number; until: number | null }[] = [];
  for (const { startedAt, endedAt } of leaks) {
    const run = runs.at(-1);
    if (run === undefined || (run.until !== null && startedAt > run.until)) {
      runs.push({ from: startedAt, until: endedAt });
    } else if (run.until !== null) {
      run.until = endedAt === null ? null : Math.max(run.until, endedAt);
    }
  }
  return {
    cause,
    leaks,
    startedAt: runs[0]?.from ?? 0,
    endedAt: runs.at(-1)?.until ?? null,
    lastConfirmedAt: Math.max(...leaks.map(({ lastConfirmedAt }) => lastConfirmedAt)),
    runs,
    kinds: [],
    days: [],
  };
}

/** The case to which the leak gallons of a kind on a day belong: of those that have leaks of the kind the nearest one. */
function ownerOf(kind: LeakKind, day: LeakDay, cases: readonly LeakCase[]): LeakCase | undefined {
  const distance = ({ leaks }: LeakCase) => {
    const away = leaks.filter((leak) => leak.kind === kind).map((leak) => awayFrom(leak, day));
    return Math.min(Number.POSITIVE_INFINITY, ...away);
  };
  // What no fixture explains goes before what one does.
  const near = cases
    .map((one) => ({ one, away: distance(one), isOwn: one.cause === kind }))
    .filter(({ away }) => away < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.away - b.away || Number(b.isOwn) - Number(a.isOwn));
  return near[0]?.one;
}

/** Milliseconds between a leak and a day; 0: it ran on that day. */
function awayFrom(leak: CaseLeak, day: LeakDay): number {
  return Math.max(0, leak.startedAt - day.endsAt + 1, day.startsAt - endOf(leak) + 1);
}

function endOf({ endedAt }: CaseLeak): number {
  return endedAt ?? Number.POSITIVE_INFINITY;
}

function noGallons(): Record<LeakKind, number> {
  return { "toilet leak": 0, "water heater": 0, "other leak": 0 };
}

function shownKinds(cause: LeakKind, gallons: Record<LeakKind, number>): LeakKind[] {
  const all = leakKinds.reduce((sum, kind) => sum + gallons[kind], 0);
  if (all === 0) return [cause];
  return leakKinds.filter((kind) => gallons[kind] * 100 >= all * SHOWN_FROM);
}
