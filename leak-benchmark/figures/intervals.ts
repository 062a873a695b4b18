/** A number with the 95 % interval in which the truth lies as far as chance goes. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
  /** Cases behind it. */
  cases: number;
}

/** The 97.5th percentile of the normal distribution. */
const Z = 1.959964;

/** A share with its Wilson interval; null without cases. */
export function share(hits: number, cases: number): Estimate | null {
  if (cases === 0) return null;
  const p = hits / cases;
  const z2 = Z * Z;
  const middle = (p + z2 / (2 * cases)) / (1 + z2 / cases);
  const half = (Z / (1 + z2 / cases)) * Math.sqrt((p * (1 - p)) / cases + z2 / (4 * cases * cases));
  return { value: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half), cases };
}

/** Events by exposure (such as openings by home-year) with Byar's approximation of the exact Poisson interval. */
export function rate(events: number, exposure: number): Estimate | null {
  if (exposure <= 0) return null;
  const bound = (count: number, sign: number) =>
    count === 0 ? 0 : count * (1 - 1 / (9 * count) + (sign * Z) / (3 * Math.sqrt(count))) ** 3;
  return {
    value: events / exposure,
    low: Math.max(0, bound(events, -1)) / exposure,
    high: bound(events + 1, 1) / exposure,
    cases: events,
  };
}

/** A median with the interval between the order statistics that hold it in 95 of 100 draws; null without values. */
export function median(values: readonly number[]): Estimate | null {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return null;
  const at = (rank: number) => sorted[Math.min(n - 1, Math.max(0, rank))] ?? 0;
  const value = (at(Math.floor((n - 1) / 2)) + at(Math.ceil((n - 1) / 2))) / 2;
  const reach = (Z * Math.sqrt(n)) / 2;
  return { value, low: at(Math.floor(n / 2 - reach)), high: at(Math.ceil(n / 2 + reach) - 1), cases: n };
}

/** A share of a weight, with the Wilson interval of as many equal cases as the weights are worth; null without weight. */
export function weightedShare(cases: readonly { weight: number; isHit: boolean }[]): Estimate | null {
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);
  const all = sum(cases.map(({ weight }) => weight));
  if (all <= 0) return null;
  const hit = sum(cases.filter(({ isHit }) => isHit).map(({ weight }) => weight)) / all;
  const worth = all ** 2 / sum(cases.map(({ weight }) => weight ** 2));
  const estimate = share(hit * worth, worth);
  return estimate && { ...estimate, cases: cases.length };
}

/** A mean with the interval of the normal distribution; null without values. */
export function mean(values: readonly number[]): Estimate | null {
  const n = values.length;
  if (n === 0) return null;
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / Math.max(1, n - 1);
  const half = Z * Math.sqrt(variance / n);
  return { value, low: value - half, high: value + half, cases: n };
}
