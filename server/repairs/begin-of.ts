import type { Reading } from "../ingest/reading.ts";
import { localDayAt } from "../metering/local-day.ts";
import { HOUR_MS } from "../metering/meter-day.ts";

/** The instant under which a reading is kept: the begin of the local hour in which its time lies, or a register's second. */
export function beginOf({ kind, at }: Pick<Reading, "kind" | "at">, timeZone: string): number {
  const { startsAt } = localDayAt(timeZone, at);
  const unit = kind === "register" ? 1000 : HOUR_MS;
  return startsAt + Math.floor((at - startsAt) / unit) * unit;
}
