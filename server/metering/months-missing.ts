import type { Connections } from "../database/connect.ts";
import { areKnown, ensureMonths, forgetMonths } from "../database/partitions.ts";

/**
 * Days to be written lie in months that are not known to have their partitions. Those are made outside of the
 * transaction, which would otherwise wait for itself where the table is distributed.
 */
class MonthsMissing extends Error {
  readonly days: string[];

  constructor(days: string[]) {
    super("Months without partitions");
    this.days = days;
  }
}

/** Ensures that rows for these local days can be written. @throws an error on which withMonths creates the months */
export function needMonths(connections: Connections, days: string[]): void {
  if (!areKnown(connections.owner, days)) throw new MonthsMissing(days);
}

/** Runs a transaction that stores or refreshes; retries it each time that months prove to lack their partitions. */
export async function withMonths<T>(connections: Connections, transaction: () => Promise<T>): Promise<T> {
  let hasForgotten = false;
  for (;;) {
    try {
      return await transaction();
    } catch (error) {
      if (error instanceof MonthsMissing) await ensureMonths(connections.owner, error.days);
      else if (!isDropped(error) || hasForgotten) throw error;
      else {
        // A month that was known went with what is no longer kept.
        forgetMonths(connections.owner);
        hasForgotten = true;
      }
    }
  }
}

/** "No partition of relation found for row" is a check violation without a constraint's name. */
function isDropped(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23514" && error.message.includes("no partition");
}
