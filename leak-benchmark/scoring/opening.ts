import type { Span } from "../leaks/shapes.ts";

/** A leak that a detector reports at a meter. Instants in milliseconds since the epoch. */
export interface Opening {
  /** Where the detector puts the leak's begin. */
  startedAt: number;
  /** When it reported it: it had seen no later reading. */
  openedAt: number;
  /** null: goes on. */
  endedAt: number | null;
  /** When it was more than a suspicion; null: never. */
  sureAt: number | null;
}

/** The first row that finds a leak, and when it did. */
export interface Finding<Row> {
  row: Row;
  at: number;
}

/** What opens within so long after a leak's end is the same leak to people, and no new row. */
const SAME_LEAK_MS = 24 * 3_600_000;

/** Whether a row and a stretch of time have some of it in common. */
export function overlaps({ startedAt, endedAt }: Pick<Opening, "startedAt" | "endedAt">, span: Span): boolean {
  return startedAt < span.until && (endedAt ?? Number.POSITIVE_INFINITY) > span.from;
}

/** Whether a row had been opened and not ended at an instant. */
export function runsAt({ openedAt, endedAt }: Pick<Opening, "openedAt" | "endedAt">, at: number): boolean {
  return openedAt <= at && at < (endedAt ?? Number.POSITIVE_INFINITY);
}

/** Whether a row from before an instant was still open then, or had ended less than a day ago; suspicions do not count. */
export function wasOpen(rows: readonly Opening[], at: number): boolean {
  const span = { from: at - SAME_LEAK_MS, until: at };
  return rows.some((row) => row.sureAt !== null && row.openedAt <= at && overlaps(row, span));
}

/**
 * Rows that a leak explains: opened after it began, with time in common with it, and not while the same meter has a row
 * open without the leak.
 * @param untouched the rows of the same meter without the leak, where they are known
 */
export function rowsOfLeak<Row extends Opening>(
  rows: readonly Row[],
  leak: Span,
  untouched: readonly Opening[],
): Row[] {
  return rows.filter(
    (row) => row.openedAt > leak.from && overlaps(row, leak) && !untouched.some((own) => runsAt(own, row.openedAt)),
  );
}

/** The first of a leak's rows to be opened, and the first to be more than a suspicion. */
export function findings<Row extends Opening>(
  own: readonly Row[],
): { any: Finding<Row> | null; sure: Finding<Row> | null } {
  return { any: first(own, ({ openedAt }) => openedAt), sure: first(own, ({ sureAt }) => sureAt) };
}

function first<Row>(rows: readonly Row[], instant: (row: Row) => number | null): Finding<Row> | null {
  let found: Finding<Row> | null = null;
  for (const row of rows) {
    const at = instant(row);
    if (at !== null && (found === null || at < found.at)) found = { row, at };
  }
  return found;
}

/** The part of a leak's life, 0 to 1, that rows cover, suspicions aside. */
export function coveredLife(own: readonly Opening[], { from, until }: Span): number {
  const spans = own.filter(({ sureAt }) => sureAt !== null).toSorted((a, b) => a.startedAt - b.startedAt);
  let [covered, reached] = [0, from];
  for (const { startedAt, endedAt } of spans) {
    const end = Math.min(endedAt ?? until, until);
    covered += Math.max(0, end - Math.max(startedAt, reached));
    reached = Math.max(reached, end);
  }
  return covered / (until - from);
}
