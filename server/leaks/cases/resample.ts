/** A range that holds the true value in 90 of 100 cases. */
export interface Range {
  low: number;
  high: number;
}

/** Fewer days tell nothing of how days differ. */
export const LEAST_DAYS = 3;
const TIMES = 1000;
/**
 * Days that follow each other are alike, so that drawing them one by one gives too narrow a range. By so much it is widened:
 * found on the tune half of the real homes, where nothing was repaired (`npm run bench -- cases`).
 */
const WIDENED = 1.4;

/**
 * By how much the use of a day fell: the middle of the days before less that of those since. The middle, the mean of the half
 * of the days that lies between the lowest and the highest quarters, is little moved by a week of holidays or a day of guests.
 * @param before @param since use of days, in any unit @returns null: there are too few days
 */
export function dropInUse(before: readonly number[], since: readonly number[]): (Range & { drop: number }) | null {
  const drop = middle(before) - middle(since);
  const range = resampled([before, since], ([was = [], is = []]) => drop + WIDENED * (middle(was) - middle(is) - drop));
  return range && { drop, ...range };
}

/** The 90 % range of the mean of some days, null: they are too few. */
export function rangeOfMean(days: readonly number[]): Range | null {
  return resampled([days], ([drawn = []]) => drawn.reduce((sum, value) => sum + value, 0) / drawn.length);
}

/** Draws as many days again of each list, many times; the same days give the same range. */
function resampled(lists: readonly (readonly number[])[], of: (drawn: number[][]) => number): Range | null {
  if (lists.some(({ length }) => length < LEAST_DAYS)) return null;
  const next = numbers(lists.reduce((seed, { length }) => seed * 1000 + length, 1));
  const draw = (days: readonly number[]) => days.map(() => days[Math.floor(next() * days.length)] ?? 0);
  const found = Array.from({ length: TIMES }, () => of(lists.map(draw))).sort((a, b) => a - b);
  const at = (share: number) => found[Math.round(share * (TIMES - 1))] ?? 0;
  return { low: at(0.05), high: at(0.95) };
}

function middle(days: readonly number[]): number {
  const cut = Math.floor(days.length / 4);
  const inner = days.toSorted((a, b) => a - b).slice(cut, days.length - cut);
  return inner.reduce((sum, value) => sum + value, 0) / inner.length;
}

/** Numbers from 0 to below 1, always the same ones for a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
