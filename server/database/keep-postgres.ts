import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** The connection that owns a private Postgres, and when it broke: Postgres ended, or only this connection. */
export interface Owning {
  client: pg.Client;
  broken: Promise<void>;
}

/** Backoff after a failure, or after a Postgres that ended soon: doubled each time, up to the maximum. */
const FIRST_WAIT_MS = 250;
const MOST_WAIT_MS = 30_000;
/** A Postgres that ran for so long did not fail at startup. */
const SETTLED_MS = 60_000;

export interface Keeping {
  /** Stops restarting it. @returns the connection that owns Postgres; null: it is down */
  end(): Promise<pg.Client | null>;
}

/**
 * Restarts a private Postgres that ends while the server runs, and owns it again.
 * @param again starts it where it is not running, and owns it
 * @param warn gets a line each time that it is lost, restored, or cannot be restored yet
 */
export function keepPostgres(first: Owning, again: () => Promise<Owning>, warn: (sentence: string) => void): Keeping {
  const ending = new AbortController();
  const { signal } = ending;
  const ended = new Promise<void>((done) => signal.addEventListener("abort", () => done()));
  let owner: pg.Client | null = first.client;
  let waitMs = FIRST_WAIT_MS;

  const bringBack = async (): Promise<Owning> => {
    for (;;) {
      try {
        return await again();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        warn(`The private Postgres is not back; it is tried again in ${waitMs / 1000} s. ${reason}`);
        await pause(waitMs, null, { signal });
        waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
      }
    }
  };
  const keep = async () => {
    for (let owning = first; ; ) {
      const since = performance.now();
      await Promise.race([owning.broken, ended]);
      if (signal.aborted) return;
      owner = null;
      if (performance.now() - since > SETTLED_MS) waitMs = FIRST_WAIT_MS;
      warn("The private Postgres, or the connection that owns it, ended while the server runs; it is brought back.");
      // Backoff: repeated crashes must not keep the machine busy with restarts.
      await pause(waitMs, null, { signal });
      waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
      owning = await bringBack();
      owner = owning.client;
      warn("The private Postgres is back.");
    }
  };
  const keeping = keep().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    end: async () => {
      ending.abort();
      await keeping;
      return owner;
    },
  };
}
