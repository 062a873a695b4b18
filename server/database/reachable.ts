import { once } from "node:events";
import pg from "pg";

/** Timeout of connecting, and of the response, in milliseconds. */
const TIMEOUT_MS = 900;
/** Whether requests can read their tables: what every one of them needs. */
const LETS_IN = "select from organizations limit 1";
/** A request served within so many milliseconds is proof enough, however busy the connections are now. */
const SERVED_MS = 5000;
/** A megabyte of new pages, rolled back. */
const TAKES_WRITES = `begin;
  create temporary table dripline_probe on commit drop as select repeat('x', 1900) from generate_series(1, 600);
  rollback`;
/** A role without the right to create temporary tables cannot be probed. */
const NOT_ALLOWED = "42501";
const DISK_FULL = "53100";

/** Whether requests can be served from the database right now. */
export interface Reachable {
  /** Whether it responds within two seconds, and accepts writes if it last rejected one for a full disk. */
  answers(): Promise<boolean>;
  /** Notes the code of every error of the database. */
  note(code: string): void;
  /** Notes that a statement of a request succeeded. */
  served(): void;
  close(): Promise<void>;
}

/**
 * Checks on a connection of its own, so that all others may be in use, and on one of the requests' where none of these
 * has been served for a while. Concurrent checks share one result.
 * @param settings of a connection with the role of requests
 * @param requests the connections of requests
 */
export function openReachable(settings: pg.PoolConfig, requests: pg.Pool): Reachable {
  const pool = new pg.Pool({
    ...settings,
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: "dripline health",
  });
  // The next check reports it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  let isFull = false;
  let servedAt = Number.NEGATIVE_INFINITY;
  let inFlight: Promise<boolean> | null = null;
  const ask = async () => {
    let client: pg.PoolClient | null = null;
    let hasAnswered = false;
    try {
      client = await pool.connect();
      await client.query(isFull ? TAKES_WRITES : LETS_IN);
      hasAnswered = true;
      isFull = false;
    } catch (error) {
      if (!(isFull && error instanceof pg.DatabaseError && error.code === NOT_ALLOWED)) return false;
      isFull = false;
    } finally {
      client?.release(!hasAnswered);
    }
    return performance.now() - servedAt < SERVED_MS || (await serves(requests));
  };
  return {
    served: () => {
      servedAt = performance.now();
    },
    answers: () => {
      inFlight ??= ask().finally(() => {
        inFlight = null;
      });
      return inFlight;
    },
    note: (code) => {
      if (code === DISK_FULL) isFull = true;
    },
    close: () => pool.end(),
  };
}

/** Whether a connection of requests is available in time, and works. */
async function serves(requests: pg.Pool): Promise<boolean> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const probe = requests.connect().then(async (client) => {
    // Give the connection back to waiting requests: nobody waits for the result of this check any more.
    if (late.aborted) return client.release();
    try {
      await client.query(LETS_IN);
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  });
  try {
    await Promise.race([probe, once(late, "abort").then(() => Promise.reject(late.reason))]);
    return true;
  } catch {
    probe.catch(() => {});
    return false;
  }
}
