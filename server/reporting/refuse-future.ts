import { ProblemError } from "../problem/problem.ts";

/** Where the day begins first it is so many milliseconds later than in UTC. */
const FIRST_ZONE_MS = 14 * 3_600_000;

/** The days that a request may name. */
export interface DaysNamed {
  start_date?: string | undefined;
  end_date?: string | undefined;
  date?: string | undefined;
}

/**
 * Rejects days that have begun nowhere on earth yet. Today of the earliest zone is fine everywhere: the response has
 * what there is.
 * @param now milliseconds since the epoch
 * @throws ProblemError invalid_request, with every field that names such a day
 */
export function refuseFuture(named: DaysNamed, now: number): void {
  const latest = new Date(now + FIRST_ZONE_MS).toISOString().slice(0, 10);
  const fields: Record<string, string[]> = {};
  for (const field of ["start_date", "end_date", "date"] as const) {
    const day = named[field];
    if (day !== undefined && day > latest) fields[field] = [`${field} lies in the future.`];
  }
  const sentences = Object.values(fields).flat();
  if (sentences.length > 0) throw new ProblemError("invalid_request", sentences.join(" "), fields);
}
