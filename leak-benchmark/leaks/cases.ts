import { DAY_MS } from "../readings/durations.ts";
import type { Register } from "../readings/register.ts";
import { Draws, hash, hashText } from "./draws.ts";
import { withLeak } from "./inject.ts";
import { type DrawnLeak, type KindRow, kindRows, type LeakKind } from "./kinds.ts";

/** A leak put into a home. */
export interface LeakCase extends DrawnLeak {
  /** Home, kind and number: the meter of the case in files. */
  id: string;
  home: string;
  kind: LeakKind;
  /** When its meter was installed; null: before the home's first reading. */
  installedAt: number | null;
}

/** Which leaks are drawn. */
export interface Drawing {
  /** Every onset, size and spell follows from this number, the home and the kind. */
  seed: number;
  /** Of the usual number of leaks. */
  part: number;
}

/** The seed of published figures. */
export const DEFAULT_SEED = 20_161;
/** Onsets are drawn up to so many times where a home's use allows no such leak. */
const TRIES = 40;
/** A home is known for so long before a leak is put in, unless its meter is new. */
const KNOWN_MS = 14 * DAY_MS;
/** How long after a leak's end readings go on, so that a rule that was about to open can. */
const AFTER_MS = 3 * DAY_MS;

/**
 * The leaks that are put into a home, one at a time, whether the hours after their onset are read or not.
 * @returns with the number of those for which the home's use allowed none
 */
export function drawCases(
  home: string,
  registers: readonly Register[],
  { seed, part }: Drawing,
): { cases: LeakCase[]; undrawn: number } {
  const all = kindRows.flatMap((row) =>
    Array.from({ length: Math.max(1, Math.round(row.perHome * part)) }, (_, number) =>
      drawCase(home, registers, row, number, seed),
    ),
  );
  const cases = all.filter((one) => one !== null);
  return { cases, undrawn: all.length - cases.length };
}

function drawCase(
  home: string,
  registers: readonly Register[],
  row: KindRow,
  number: number,
  seed: number,
): LeakCase | null {
  const random = new Draws(hash(hash(seed, hashText(home)), hash(hashText(row.kind), number)));
  const [first, last] = [registers[0], registers.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { kind, installed } = row;
  const earliest = first.at + (installed ? 0 : KNOWN_MS);
  const latest = last.at - row.longestDays * DAY_MS;
  for (let tries = 0; tries < TRIES && latest > earliest; tries++) {
    const at = random.between(earliest, latest);
    const installedAt = installed ? (registers.find((reading) => reading.at >= at)?.at ?? at) : null;
    const onset = installed ? (installedAt ?? at) + random.between(installed.shortestMs, installed.longestMs) : at;
    const drawn = row.draw(Math.round(onset / 1000) * 1000, random, number, registers);
    const id = `${home}/${kind.replaceAll(/[^a-z0-9]+/g, "-").replace(/-$/, "")}/${number}`;
    if (drawn !== null) return { ...drawn, id, home, kind, installedAt };
  }
  return null;
}

/**
 * What the meter of a case shows: its home's readings with the leak, from its installation to three days after the leak.
 * @param historyMs readings from so long before the leak on are enough, if the meter has them
 */
export function registersOfCase(one: LeakCase, registers: readonly Register[], historyMs?: number): Register[] {
  return withLeak(withoutLeak(one, registers, historyMs), one.shape);
}

/** The meter of the same readings without the leak, where the meter is new; else it is the home. */
export function meterWithout({ id, home, installedAt }: LeakCase): string {
  return installedAt === null ? home : `${id}/without`;
}

/** The same readings without the leak. */
export function withoutLeak(
  { shape, installedAt }: LeakCase,
  registers: readonly Register[],
  historyMs = Number.POSITIVE_INFINITY,
): Register[] {
  const from = installedAt ?? shape.from - historyMs;
  return registers.filter(({ at }) => at >= from && at <= shape.until + AFTER_MS);
}
