import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { z } from "zod";
import { type Logins, STATEMENT_MS } from "./connect.ts";
import { noteQuery } from "./query-time.ts";
import type { Database } from "./types.ts";

/** How often it is checked how far the standby is, in milliseconds, and how long a check may take. */
const CHECK_MS = 1000;
const TIMEOUT_MS = 2000;
/** As many as requests have to the primary. */
const CONNECTIONS = 12;

/** Which database, which of its histories, and how far its log is written, or replayed. */
const Position = z.object({ database: z.string(), timeline: z.int(), position: z.coerce.bigint() });
type Position = z.output<typeof Position>;

const POSITION = `
  select system_identifier::text as database, timeline_id as timeline,
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::text
      as position
  from pg_control_system(), pg_control_checkpoint()`;

/** Why the standby is not used: it lacks too much, or cannot be reached. */
type Unusable = "behind" | "unreachable";
/** Where a report was read: there; or from the primary, also as the standby failed on the way, or the caller changed something. */
type Read = "standby" | Unusable | "failed" | "changed";

/** A streaming replica of the database, which reports read. */
export interface Standby {
  /** The limit to what it may lack, in seconds. */
  maxLagSeconds: number;
  /** Checks every second from now on how far it is behind. */
  watch(log: StandbyLog): void;
  /** Whether reports may read it now: it has everything that was committed `lagMs` milliseconds ago or earlier. */
  current(): { app: Kysely<Database>; lagMs: number } | Unusable;
  /** What it may lack, in milliseconds; null: unknown. */
  lagMs(): number | null;
  /** Notes where a report was read. */
  count(where: Read): void;
  counts: ReadonlyMap<Read, number>;
  /** It broke while a report read it: it is not used until it passes a check. */
  broke(error: unknown): void;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface StandbySettings {
  url: string;
  maxLagSeconds: number;
}

/** Gets a sentence each time that the standby becomes usable or stops being it. */
interface StandbyLog {
  info(sentence: string): void;
  warn(sentence: string): void;
}

/**
 * Opens a standby, which is used once it is watched.
 *
 * Every second the position of the primary's log is noted with its instant: once the standby has replayed the log up to
 * there, it has all that was committed by then. So the lag needs no clock but this process's, and is right in a database
 * without writes. As the first position is of after the start of the server, the standby has its migrations, too.
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
    // The server of a standby that vanished ends no statement.
    query_timeout: STATEMENT_MS + TIMEOUT_MS,
    application_name: "dripline standby",
    options: `${role}-c jit=off -c statement_timeout=${STATEMENT_MS} -c default_transaction_read_only=on`,
  });
  const look = (connectionString: string) => {
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
  const [atPrimary, atStandby] = [look(typeof primary === "string" ? primary : primary.app), look(address)];
  // The next check finds it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const app = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => noteQuery(query.sql, queryDurationMillis),
  });
  const counts = new Map<Read, number>();
  /** Positions of the primary, oldest first, of which the standby has the first. */
  let known: { at: number; position: bigint; history: string }[] = [];
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
      const history = historyOf(first);
      if (known.some((one) => one.history !== history)) [known, hasFirst] = [[], false];
      known.push({ at, position: first.position, history });
      // So many are never needed: the second is older than the limit.
      if (known.length > maxLagSeconds + 10) known.splice(1, 1);
    }
    try {
      const there = await positionOf(atStandby);
      const last = known.at(-1);
      if (last !== undefined && last.history !== historyOf(there)) {
        throw new Error("it is another database, or of before a failover");
      }
      isReached = true;
      const newest = known.findLastIndex((one) => one.position <= there.position);
      if (newest >= 0) {
        known = known.slice(newest);
        hasFirst = true;
      }
    } catch (error) {
      isReached = false;
      problem = error instanceof Error ? error.message : String(error);
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
    watch: (to) => {
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
    broke: (error) => {
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

function historyOf({ database, timeline }: Position): string {
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
