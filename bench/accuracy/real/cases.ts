import { Draws, hash, hashText } from "../../../leak-benchmark/leaks/draws.ts";
import { withLeak } from "../../../leak-benchmark/leaks/inject.ts";
import { type DrawnLeak, type KindRow, kindRows, type LeakKind } from "../../../leak-benchmark/leaks/kinds.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { DAY_MS, HOUR_MS } from "../../../server/time/durations.ts";
import { isWindowRead, measuredHoursTo, windowOf } from "../detection/hours-seen.ts";
import { finding, leaksBy, volumeError, volumeFound } from "../detection/match.ts";
import { type Home, type Result, rerun, runInstalled } from "./home.ts";

/** One leak put into a home, and what became of it. Instants in milliseconds since the epoch. */
export interface RealCase {
  serial: string;
  kind: LeakKind;
  /** Gallons per hour. */
  rate: number;
  from: number;
  until: number;
  /** The home leaks by itself there, so the case counts nowhere. */
  leftOut: boolean;
  openedAt: number | null;
  /** Measured hours from the leak's first to its opening; null: not found. */
  hours: number | null;
  /** Whether it was found within the required hours. */
  inTime: boolean;
  /** The rules that opened it. */
  rules: string[];
  /** What was reported and what ran out, thousandths of a gallon, and the error as a part; null: not found. */
  reported: number;
  injected: number;
  volumeError: number | null;
}

/** Every onset, size and spell follows from this number, the home and the kind. */
const SEED = 20_161;
/** Onsets are drawn up to so many times while the hours to judge by are not read. */
const TRIES = 40;
/** A home is known for so long before a leak is put in, that since installation aside. */
const KNOWN_MS = 14 * DAY_MS;

/**
 * Puts the drawn leaks into a home, one at a time, and lets the product look for each.
 * @param part of the usual number of leaks
 */
export function casesOf(home: Home, part: number): { cases: RealCase[]; undrawn: number } {
  const all = kindRows.flatMap((row) =>
    Array.from({ length: Math.max(1, Math.round(row.perHome * part)) }, (_, number) => caseOf(home, row, number)),
  );
  const cases = all.filter((one) => one !== null);
  return { cases, undrawn: all.length - cases.length };
}

function caseOf(home: Home, row: KindRow, number: number): RealCase | null {
  const random = new Draws(hash(hash(SEED, hashText(home.serial)), hash(hashText(row.kind), number)));
  const [first, last] = [home.registers[0], home.registers.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { installed } = row;
  const earliest = first.at + (installed ? 0 : KNOWN_MS);
  const latest = last.at - row.longestDays * DAY_MS;
  for (let tries = 0; tries < TRIES && latest > earliest; tries++) {
    const drawn = random.between(earliest, latest);
    const installedAt = installed && (home.registers.find(({ at }) => at >= drawn)?.at ?? drawn);
    const from = Math.round(
      installed && installedAt !== null
        ? installedAt + random.between(installed.shortestMs, installed.longestMs)
        : drawn,
    );
    const leak = row.draw(Math.round(from / 1000) * 1000, random, number, home.registers);
    if (leak === null) continue;
    if (isWindowRead(home.hours, leak.judgedFrom, judgedHours(row, leak))) return judged(home, row, leak, installedAt);
  }
  return null;
}

function judgedHours({ within }: KindRow, { shape }: DrawnLeak): number {
  return within ?? Math.floor(((shape.until - shape.from) * 0.75) / HOUR_MS);
}

function judged(home: Home, row: KindRow, leak: DrawnLeak, installedAt: number | null): RealCase {
  const { shape, judgedFrom, rate } = leak;
  const { from, until } = shape;
  const registers = withLeak(home.registers, shape);
  const result =
    installedAt === null ? rerun(home, registers, from, until) : runInstalled(home, registers, installedAt, until);
  const untouched: Result = installedAt === null ? home : runInstalled(home, home.registers, installedAt, until);
  const found = finding(result.leaks, shape, row.suspicionCounts, untouched.leaks);
  const hours = found && measuredHoursTo(result.hours, judgedFrom, found.openedAt);
  const volume = volumeFound(result.hours, untouched.hours, shape);
  return {
    serial: home.serial,
    kind: row.kind,
    rate,
    from,
    until,
    leftOut: leaksBy(untouched.leaks, { from, until: judgedFrom + windowOf(judgedHours(row, leak)) }),
    openedAt: found?.openedAt ?? null,
    hours,
    inTime: hours !== null && hours <= (row.within ?? Number.POSITIVE_INFINITY),
    rules: found ? openingRules(found) : [],
    ...volume,
    volumeError: found ? volumeError(volume) : null,
  };
}
