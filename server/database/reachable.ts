import pg from "pg";

/** So long may connecting take, and so long the answer. */
const PATIENCE_MS = 900;
/** A megabyte of new pages, none of which stays. */
const TAKES_WRITES = `begin;
  create temporary table dripline_probe on commit drop as select repeat('x', 1900) from generate_series(1, 600);
  rollback`;
/** Whoever may make no temporary tables cannot be asked. */
const NOT_ALLOWED = "42501";
const DISK_FULL = "53100";

/** Whether requests can be served from the database right now. */
export interface Reachable {
  /** Whether it answers within two seconds, and takes writes if it last refused one for a full disk. */
  answers(): Promise<boolean>;
  /** Hears of every error of the database. */
  note(code: string): void;
  close(): Promise<void>;
}

/** Asks on a connection of its own, so that all others may be taken. Whoever asks meanwhile gets the same answer. */
export function openReachable(settings: pg.PoolConfig): Reachable {
  const pool = new pg.Pool({
    ...settings,
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: "dripline health",
  });
  // The next question tells.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  let isFull = false;
  let asking: Promise<boolean> | null = null;
  const ask = async () => {
    let client: pg.PoolClient | null = null;
    let hasAnswered = false;
    try {
      client = await pool.connect();
      await client.query(isFull ? TAKES_WRITES : "select 1");
      hasAnswered = true;
      isFull = false;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === NOT_ALLOWED)) return false;
      isFull = false;
    } finally {
      client?.release(!hasAnswered);
    }
    return true;
  };
  return {
    answers: () => {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    note: (code) => {
      if (code === DISK_FULL) isFull = true;
    },
    close: () => pool.end(),
  };
}
