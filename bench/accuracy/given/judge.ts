import { LITRES_PER_GALLON } from "../../../leak-benchmark/leaks/shapes.ts";
import type { Leak } from "../../../server/leaks/advance.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { type HourSeen, hoursBetween, isWindowRead, measuredHoursTo } from "../detection/hours-seen.ts";
import { finding, overlaps, type Span, volumeError, wasOpen } from "../detection/match.ts";
import { growthTo } from "./growth.ts";
import type { TruthKind, TruthRow } from "./truth-row.ts";

/**
 * What a leak is judged as: the kinds of the truth, and apart from them constant leaks below 1 gal/h, constant ones
 * that the first reading already shows, and toilets that run less than RARE of the time.
 */
export const judgedKinds = [
  "constant",
  "constant below 1 gal/h",
  "growing",
  "toilet",
  "rarer toilet",
  "burst",
  "since installation",
] as const;
export type JudgedKind = (typeof judgedKinds)[number];

/** Measured hours within which a leak of each kind is to be found; null: as long as it runs. */
export const maxDetectionHours: Record<JudgedKind, number | null> = {
  constant: 30,
  "constant below 1 gal/h": 54,
  growing: 30,
  toilet: 72,
  "rarer toilet": null,
  burst: 3,
  "since installation": 72,
};

/** What became of one leak of a truth file. */
export interface JudgedLeak {
  meter: string;
  kind: TruthKind;
  judgedAs: JudgedKind;
  onset: number;
  end: number;
  litresPerHour: number | null;
  found: boolean;
  openedAt: number | null;
  /** Measured hours from the leak's first (of a growing one from where it reaches 1 gal/h) to the opening. */
  hours: number | null;
  inTime: boolean;
  /** Why the case is in no share: null when it is. */
  leftOut: "hours not read" | "already leaking" | null;
  rules: string[];
  suspected: boolean;
  reportedGallons: number;
  /** null where the truth does not tell. */
  injectedGallons: number | null;
  volumeError: number | null;
}

/** A reading within so long of the leak's begin counts as the leak having been there at the first reading. */
const INSTALLED_MS = HOUR_MS;
/** Part of its time below which a toilet runs rarely: between 1 to 5 h on, 0.5 to 6 h off, and 1 to 3 h on, 3 to 8 h off. */
const RARE = 0.36;
const READ_SHARE = 0.75;
/** A rate of 1 gal/h may be rounded in litres. */
const ABOUT = 0.99;

/** Holds one leak of a truth file against what the product made of its meter. */
export function judgeLeak(
  row: TruthRow,
  first: number,
  last: number,
  leaks: readonly Leak[],
  hours: readonly HourSeen[],
): JudgedLeak {
  const onset = row.onset ?? first;
  const span: Span = { from: onset, until: row.end ?? last };
  const litresPerHour = row.litresPerHour ?? evenRate(row, span);
  const judgedAs = judgedKind({ ...row, litresPerHour }, span, onset <= first + INSTALLED_MS);
  const judgedFrom = judgedAs === "growing" ? growthTo(LITRES_PER_GALLON, row, span) : Math.max(onset, first);
  const leastHours = maxDetectionHours[judgedAs] ?? Math.floor(((span.until - span.from) / HOUR_MS) * READ_SHARE);
  const found = finding(leaks, span, row.kind === "burst", []);
  const needed = found && measuredHoursTo(hours, judgedFrom, found.openedAt);
  const before = judgedAs !== "since installation" && wasOpen(leaks, onset);
  const reported = hoursBetween(hours, span.from, span.until).reduce((sum, hour) => sum + hour.leakGallons, 0);
  const injected = injectedGallons(row, span, hours);
  return {
    meter: row.meter,
    kind: row.kind,
    judgedAs,
    onset,
    end: span.until,
    litresPerHour,
    found: found !== null,
    openedAt: found?.openedAt ?? null,
    hours: needed,
    inTime: needed !== null && needed <= (maxDetectionHours[judgedAs] ?? Number.POSITIVE_INFINITY),
    leftOut: before ? "already leaking" : isWindowRead(hours, judgedFrom, leastHours) ? null : "hours not read",
    rules: found ? openingRules(found) : [],
    suspected: found?.suspected ?? false,
    reportedGallons: reported / 1000,
    injectedGallons: injected,
    volumeError: found && injected !== null ? volumeError({ reported: reported / 1000, injected }) : null,
  };
}

/** Rows that no leak of the truth explains: none began before the row was opened and has time in common with it. */
export function otherOpenings(leaks: readonly Leak[], truth: readonly Span[]): Leak[] {
  return leaks.filter((leak) => !truth.some((span) => leak.openedAt > span.from && overlaps(leak, span)));
}

function judgedKind({ kind, litresPerHour, injectedLitres }: TruthRow, span: Span, isInstalled: boolean): JudgedKind {
  if (kind === "growing" || kind === "burst") return kind;
  if (kind === "toilet") {
    const full = ((litresPerHour ?? 0) * (span.until - span.from)) / HOUR_MS;
    return injectedLitres !== null && injectedLitres < full * RARE ? "rarer toilet" : "toilet";
  }
  if (isInstalled) return "since installation";
  const isSlow = litresPerHour !== null && litresPerHour < LITRES_PER_GALLON * ABOUT;
  return isSlow ? "constant below 1 gal/h" : "constant";
}

/** Litres per hour of a leak that runs evenly, from its litres; null where they are not given or it does not. */
function evenRate({ kind, injectedLitres }: TruthRow, { from, until }: Span): number | null {
  const isEven = kind === "constant" || kind === "burst";
  return isEven && injectedLitres !== null && until > from ? (injectedLitres * HOUR_MS) / (until - from) : null;
}

/** What ran out in the measured hours: the truth's litres, in proportion to how many of the leak's hours are measured. */
function injectedGallons(
  { injectedLitres, litresPerHour, kind }: TruthRow,
  span: Span,
  hours: readonly HourSeen[],
): number | null {
  const length = (span.until - span.from) / HOUR_MS;
  const litres = injectedLitres ?? (kind === "constant" || kind === "burst" ? (litresPerHour ?? 0) * length : 0);
  const measured = hoursBetween(hours, span.from, span.until).filter(({ gallons }) => gallons !== null).length;
  return litres > 0 && length > 0 && measured > 0
    ? (litres / LITRES_PER_GALLON) * Math.min(1, measured / length)
    : null;
}
