import type { Leak } from "../../../server/leaks/advance.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";

/** A row of the leak list, its instants given in hours since 1970. */
export function leakRow(started: number, opened: number, ended: number | null, changes: Partial<Leak> = {}): Leak {
  return {
    startedAt: started * HOUR_MS,
    openedAt: opened * HOUR_MS,
    lastConfirmedAt: opened * HOUR_MS,
    endedAt: ended === null ? null : ended * HOUR_MS,
    unconfirmed: false,
    suspected: false,
    rules: ["floor"],
    confidence: "medium",
    totalGallons: 0,
    evidence: [],
    ...changes,
  };
}
