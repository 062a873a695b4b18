import { HOUR_MS } from "../../../server/time/durations.ts";
import type { Span } from "../detection/match.ts";
import type { TruthRow } from "./truth-row.ts";

/** Up to this part of its rate on average, a leak's rate in the truth is its last one; above, its average. */
const AVERAGE_FROM = 0.95;

/**
 * When a growing leak reaches a rate (litres per hour), as far as its truth tells. It is taken to grow evenly from nothing
 * and then to stay: `rate_Lh` is where it ends, and `injected_L` says how long it grows. Where `injected_L` is the rate
 * times the hours, the rate is an average, and it grows to twice that. One that never gets there is judged from its
 * highest rate on.
 */
export function growthTo(
  litresPerHour: number,
  { litresPerHour: given, injectedLitres }: TruthRow,
  span: Span,
): number {
  const hours = (span.until - span.from) / HOUR_MS;
  if (given === null || given <= 0) return span.from;
  const average = injectedLitres === null ? given / 2 : injectedLitres / hours;
  const isAverage = average > given * AVERAGE_FROM;
  const highest = isAverage ? 2 * given : given;
  const growing = isAverage ? hours : Math.min(hours, 2 * hours * (1 - average / given));
  return Math.round(span.from + growing * Math.min(1, litresPerHour / highest) * HOUR_MS);
}
