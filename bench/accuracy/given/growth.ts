import { growingLeak, type LeakShape, type Span } from "../../../leak-benchmark/leaks/shapes.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import type { TruthRow } from "./truth-row.ts";

/** Up to this part of its rate on average, a leak's rate in the truth is its last one; above, its average. */
const AVERAGE_FROM = 0.95;

type Rates = Pick<TruthRow, "litresPerHour" | "injectedLitres">;

/**
 * When a growing leak reaches a rate (litres per hour), as far as its truth tells. It is taken to grow evenly from nothing
 * and then to stay: `rate_Lh` is where it ends, and `injected_L` says how long it grows. Where `injected_L` is the rate
 * times the hours, the rate is an average, and it grows to twice that. One that never gets there is judged from its
 * highest rate on.
 */
export function growthTo(litresPerHour: number, row: Rates, span: Span): number {
  const growth = growthOf(row, span);
  if (growth === null) return span.from;
  return Math.round(span.from + growth.lasts * Math.min(1, litresPerHour / growth.highest));
}

/** The leak itself, as far as its truth tells; null where that does not give its litres. */
export function growthShape(row: Rates, span: Span): LeakShape | null {
  const growth = row.injectedLitres === null ? null : growthOf(row, span);
  return growth && growingLeak(span.from, span.until, growth.highest, Math.max(1, growth.lasts));
}

/** Its highest rate, and for how many milliseconds it grows to that. */
function growthOf({ litresPerHour, injectedLitres }: Rates, { from, until }: Span) {
  const hours = (until - from) / HOUR_MS;
  if (litresPerHour === null || litresPerHour <= 0) return null;
  const average = injectedLitres === null ? litresPerHour / 2 : injectedLitres / hours;
  const isAverage = average > litresPerHour * AVERAGE_FROM;
  const highest = isAverage ? 2 * litresPerHour : litresPerHour;
  const growing = isAverage ? hours : Math.min(hours, 2 * hours * (1 - average / litresPerHour));
  return { highest, lasts: growing * HOUR_MS };
}
