import type { Leak } from "../../../server/leaks/advance.ts";
import { HOUR_MS } from "../../../server/metering/meter-day.ts";
import { type HourSeen, hoursBetween, isWindowRead, measuredHoursTo } from "../hours-seen.ts";
import { LITRES_PER_GALLON } from "../leak-shape.ts";
import { finding, openingRules, overlaps, runsAt, type Span, volumeError } from "../match.ts";
import { growthTo } from "./growth.ts";
import type { TruthKind, TruthRow } from "./truth-file.ts";

/** What is asked of a leak: the kinds, constant ones below 1 gal/h apart and those that the first reading already shows. */
export const judgedKinds = [
  "constant",
  "constant below 1 gal/h",
  "growing",
  "toilet",
  "burst",
  "since installation",
] as const;
export type JudgedKind = (typeof judgedKinds)[number];

/** Measured hours within which a leak of each kind is to be found. */
export const hoursAsked: Record<JudgedKind, number> = {
  constant: 30,
  "constant below 1 gal/h": 54,
  growing: 30,
  toilet: 72,
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
  saidGallons: number;
  /** null where the truth does not tell. */
  injectedGallons: number | null;
  volumeError: number | null;
}

/** A reading within so long of the leak's begin counts as the leak having been there at the first reading. */
const INSTALLED_MS = HOUR_MS;

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
  const judgedAs = judgedKind(row, onset <= first + INSTALLED_MS);
  const judgedFrom = judgedAs === "growing" ? growthTo(LITRES_PER_GALLON, row, span) : Math.max(onset, first);
  const asked = hoursAsked[judgedAs];
  const found = finding(leaks, span, row.kind === "burst", []);
  const needed = found && measuredHoursTo(hours, judgedFrom, found.openedAt);
  const before = leaks.some((leak) => !leak.suspected && runsAt(leak, onset));
  const said = hoursBetween(hours, span.from, span.until).reduce((sum, hour) => sum + hour.leakGallons, 0);
  const injected = injectedGallons(row, span, hours);
  return {
    meter: row.meter,
    kind: row.kind,
    judgedAs,
    onset,
    end: span.until,
    litresPerHour: row.litresPerHour,
    found: found !== null,
    openedAt: found?.openedAt ?? null,
    hours: needed,
    inTime: needed !== null && needed <= asked,
    leftOut: before ? "already leaking" : isWindowRead(hours, judgedFrom, asked) ? null : "hours not read",
    rules: found ? openingRules(found) : [],
    suspected: found?.suspected ?? false,
    saidGallons: said / 1000,
    injectedGallons: injected,
    volumeError: found && injected !== null ? volumeError({ said: said / 1000, injected }) : null,
  };
}

/** Rows that no leak of the truth explains: none of them was running when the row was opened or came to its end in it. */
export function otherOpenings(leaks: readonly Leak[], truth: readonly Span[]): Leak[] {
  return leaks.filter((leak) => !truth.some((span) => leak.openedAt > span.from && overlaps(leak, span)));
}

function judgedKind(row: TruthRow, isInstalled: boolean): JudgedKind {
  if (isInstalled && row.kind !== "burst") return "since installation";
  if (row.kind === "none" || row.kind === "constant") {
    return (row.litresPerHour ?? LITRES_PER_GALLON) < LITRES_PER_GALLON * 0.99 ? "constant below 1 gal/h" : "constant";
  }
  return row.kind;
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
  return litres > 0 && length > 0 ? (litres / LITRES_PER_GALLON) * Math.min(1, measured / length) : null;
}
