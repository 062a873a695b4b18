import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { z } from "zod";
import { IN_UTC, type Logins, STATEMENT_MS } from "./connect.ts";
import { noteQuery } from "./query-time.ts";
import type { Database } from "./types.ts";

/** Interval between lag checks, and how long one may take, in milliseconds. */
const CHECK_MS = 1000;
const TIMEOUT_MS = 2000;
/** As many as requests have to the primary. */
const CONNECTIONS = 12;

/** Cluster, timeline and current LSN (replayed LSN on a standby), in bytes. */
const Position = z.object({ database: z.string(), timeline: z.int(), is_standby: z.boolean(), lsn: z.coerce.bigint() });
type Position = z.output<typeof Position>;

const POSITION = `
  select system_identifier::text as database, timeline_id as timeline, pg_is_in_recovery() as is_standby,
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::text
      as lsn
  from pg_control_system(), pg_control_checkpoint()`;

/** Why the standby is not used: it lags too much, or cannot be reached. */
type Unusable = "behind" | "unreachable";
/** Where a report was read: on the standby; or, with the reason, on the primary. */
type ReportSource = "standby" | Unusable | "failed" | "changed";

/** A streaming standby, from which reports are read. */
export interface Standby {
  /** The limit of its lag, in seconds. */
  maxLagSeconds: number;
  /** Checks its lag every second from now on. */
  startChecks(log: StandbyLog): void;
  /** Whether reports may read it now: it has everything that was committed `lagMs` milliseconds ago or earlier. */
  current(): { app: Kysely<Database>; lagMs: number } | Unusable;
  /** Its lag, in milliseconds; null: unknown. */
  lagMs(): number | null;
  /** Notes where a report was read. */
  count(where: ReportSource): void;
  counts: ReadonlyMap<ReportSource, number>;
  /** Marks it as unusable after a failed report, until the next successful check. */
  markUnusable(error: unknown): void;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface StandbySettings {
  url: string;
  maxLagSeconds: number;
}

/** Logs when the standby becomes usable or unusable. */
interface StandbyLog {
  info(sentence: string): void;
  warn(sentence: string): void;
}

/**
 * Opens a standby, which is used once its checks are started.
 *
 * Every second the primary's current LSN is recorded with the time just before: once the standby has replayed that LSN, it
 * has everything committed by that time. So the lag needs no clock but this process's, and is right in a database without
 * writes. The first LSN is recorded after the server has migrated, so a standby in use has the migrations.
 * @param primary the logins of the primary: the standby has the same
 */
export function openStandby({ url, maxLagSeconds }: StandbySettings, primary: Logins | string): Standby {
  const maxLagMs = maxLagSeconds * 1000;
  const address = standbyAddress(url, primary);
  const role = typeof primary === "string" ? "-c role=dripline_app " : "";
  const pool = new pg.Pool({
    connectionString: address,
    max: CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    // A standby that has disappeared cannot cancel a statement: the client does.
    query_timeout: STATEMENT_MS + TIMEOUT_MS,
    application_name: "dripline standby",
    options: `${role}${IN_UTC} -c jit=off -c statement_timeout=${STATEMENT_MS} -c default_transaction_read_only=on`,
  });
  const openCheckPool = (connectionString: string) => {
    const own = new pg.Pool({
      connectionString,
      max: 1,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: "dripline lag",
      options: role,
    });
    own.on("error", () => {});
    own.on("connect", (client) => client.on("error", () => {}));
    return own;
  };
  const [atPrimary, atStandby] = [
    openCheckPool(typeof primary === "string" ? primary : primary.app),
    openCheckPool(address),
  ];
  // Errors of idle connections are detected by the next check.
  pool.on("error", () => {});
  const clients = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.on("error", () => {});
    clients.add(client);
    client.on("end", () => clients.delete(client));
  });
  const app = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => noteQuery(query.sql, queryDurationMillis),
  });
  const counts = new Map<ReportSource, number>();
  /** LSNs of the primary, oldest first; the standby has replayed the first. */
  let known: { at: number; lsn: bigint; timeline: string }[] = [];
  let hasFirst = false;
  let isReached = false;
  let problem = "it was not reached yet";
  let logged: string | null = null;
  let log: StandbyLog | null = null;
  const lagMs = () => {
    const [first] = known;
    return first === undefined || !hasFirst ? null : performance.now() - first.at;
  };
  const current: Standby["current"] = () => {
    if (!isReached) return "unreachable";
    const lag = lagMs();
    return lag === null || lag > maxLagMs ? "behind" : { app, lagMs: lag };
  };
  const logState = () => {
    const now = current();
    const state = typeof now === "string" ? now : "usable";
    if (state === logged) return;
    logged = state;
    if (state === "usable") log?.info("Reports are read from the standby.");
    else {
      const why = state === "behind" ? `is more than ${maxLagSeconds} s behind` : `cannot be used: ${problem}`;
      log?.warn(`Reports are read from the primary: the standby ${why}.`);
    }
  };
  const check = async () => {
    const at = performance.now();
    const first = await positionOf(atPrimary).catch(() => null);
    if (first !== null) {
      const timeline = timelineOf(first);
      if (known.some((one) => one.timeline !== timeline)) [known, hasFirst] = [[], false];
      known.push({ at, lsn: first.lsn, timeline });
      // Bounds the list: only the first and those within the limit are needed.
      if (known.length > maxLagSeconds + 10) known.splice(1, 1);
    }
    try {
      const there = await positionOf(atStandby);
      const last = known.at(-1);
      if (last !== undefined && last.timeline !== timelineOf(there)) {
        throw new Error("it is another database, or of before a failover");
      }
      if (!there.is_standby) throw new Error("it is no standby any more");
      isReached = true;
      const newest = known.findLastIndex((one) => one.lsn <= there.lsn);
      // One that was restored from an older backup may be behind the first.
      hasFirst = newest >= 0;
      if (hasFirst) known = known.slice(newest);
    } catch (error) {
      isReached = false;
      problem = error instanceof Error ? error.message : String(error);
      // Reports that wait for its answer are read from the primary now.
      for (const { connection } of clients) connection.stream.destroy();
    }
    logState();
  };
  let checking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    checking ??= check().finally(() => {
      checking = null;
    });
  };
  return {
    maxLagSeconds,
    startChecks: (to) => {
      log = to;
      begin();
      timer = setInterval(begin, CHECK_MS).unref();
    },
    current,
    lagMs,
    counts,
    count: (where) => {
      counts.set(where, (counts.get(where) ?? 0) + 1);
    },
    markUnusable: (error) => {
      isReached = false;
      problem = error instanceof Error ? error.message : String(error);
      logState();
    },
    pool,
    close: async () => {
      clearInterval(timer);
      await checking;
      await Promise.all([pool.end(), atPrimary.end(), atStandby.end()]);
    },
  };
}

async function positionOf(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query(POSITION);
  return Position.parse(rows[0]);
}

function timelineOf({ database, timeline }: Position): string {
  return `${database} ${timeline}`;
}

/** The address of the standby with the login that requests have at the primary. */
function standbyAddress(url: string, primary: Logins | string): string {
  if (typeof primary === "string") return url;
  const [address, login] = [new URL(url), new URL(primary.app)];
  address.username = login.username;
  address.password = login.password;
  return address.href;
}
