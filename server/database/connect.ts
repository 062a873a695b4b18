import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { writeArrays } from "./array-parameters.ts";
import { codeOf } from "./error-code.ts";
import { gathering } from "./gather.ts";

import { noteQuery } from "./query-time.ts";
import { openReachable, type Reachable } from "./reachable.ts";
import type { Database } from "./types.ts";

// Ids and sums are far below 2^53; a value beyond it is a defect and must raise an error.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database sent a whole number beyond 2^53: ${text}`);
  return value;
});
// A local day stays a text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => Number(text));

/** Connections by database role; only `owner` owns the schema. */
export interface Connections {
  /** For requests: sees only the rows in the transaction's scope. */
  app: Kysely<Database>;
  /** For refresh and imports: works across tenants. */
  worker: Kysely<Database>;
  /** For authentication and scopes. */
  accounts: Kysely<Database>;
  /** For changes of the schema, partitions included. */
  owner: Kysely<Database>;
  /** Checks whether the database is available. */
  reachable: Reachable;
  /** All pools, by the role that their connections act as. */
  pools: readonly { role: string; pool: pg.Pool }[];
  close(): Promise<void>;
}

/**
 * Where Citus is used, a transaction's scope settings are propagated to the nodes, and a transaction has one connection
 * to each node: with several it could not change properties any more. Elsewhere these settings have no effect.
 */
export const ON_MANY_NODES =
  "-c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential " +
  "-c citus.all_modifications_commutative=on";

/** Postgres adds days to an instant in the time zone of the session, on which no figure may depend. */
export const IN_UTC = "-c timezone=UTC";

export type Transactional = Transaction<Database>;

const databases = new WeakMap<object, object>();

/** Stands for the database that a transaction is in: the same object in all roles of `Connections`. */
export function databaseOf(tx: Transactional): object {
  const { adapter } = tx.getExecutor();
  return databases.get(adapter) ?? adapter;
}

/** The scope of a request; every query takes it as its first argument. */
export interface Scope {
  organizationIds: number[];
  propertyIds: number[];
}

/** Statement timeout of a request, */
export const STATEMENT_MS = 5000;
/** and of a request that changes or creates much. */
const LONG_STATEMENT_MS = 120_000;

/**
 * Creates the pools, which connect on first use.
 * @param database its logins, or one address whose login may take on all roles
 */
export function connect(database: string | Logins, onError: (error: Error) => void = () => {}): Connections {
  const pools: { role: string; pool: pg.Pool }[] = [];
  const urlFor = (role: keyof Logins) => (typeof database === "string" ? database : database[role]);
  const roleOption = (role: keyof Logins) =>
    role === "owner" || typeof database !== "string" ? "" : `-c role=dripline_${role} `;
  const open = (role: keyof Logins, max: number) => {
    // Background work has no statement timeout.
    const limit = role === "app" || role === "accounts" ? ` -c statement_timeout=${STATEMENT_MS}` : "";
    const pool = new pg.Pool({
      connectionString: urlFor(role),
      max,
      connectionTimeoutMillis: 5000,
      application_name: `dripline ${role}`,
      // Reports that may have to look up much, and hardly ever do, are estimated dear; to compile them takes longer
      // than they do.
      options: `${roleOption(role)}${role === "owner" ? "" : `-c jit=off${limit} `}${IN_UTC} ${ON_MANY_NODES}`,
    });
    pool.on("error", onError);
    // The pool handles errors of idle clients only: a connection that breaks within a transaction, between two
    // statements, would end the process. Its next statement reports the error.
    pool.on("connect", (client) => client.on("error", () => {}));
    pools.push({ role, pool });
    return pool;
  };
  const appPool = open("app", 12);
  const reachable = openReachable({ connectionString: urlFor("app"), options: roleOption("app") }, appPool);
  const shared = {};
  const over = (pool: pg.Pool) => {
    const { heed, onCreateConnection } = gathering();
    pool.on("connect", heed);
    const opened = new Kysely<Database>({
      dialect: new PostgresDialect({
        pool,
        onCreateConnection: async (connection) => {
          await onCreateConnection(connection);
          writeArrays(connection);
        },
      }),
      log: (event) => {
        noteQuery(event.query.sql, event.queryDurationMillis);
        if (event.level === "query" && pool === appPool) reachable.served();
        if (event.level === "error") reachable.note(codeOf(event.error));
      },
    });
    databases.set(opened.getExecutor().adapter, shared);
    return opened;
  };
  return {
    app: over(appPool),
    worker: over(open("worker", 4)),
    accounts: over(open("accounts", 5)),
    owner: over(open("owner", 2)),
    reachable,
    pools,
    close: async () => {
      await Promise.all([...pools.map(({ pool }) => pool.end()), reachable.close()]);
    },
  };
}

/** An array of whole numbers as Postgres reads it. */
function literal(ids: readonly number[]): string {
  if (!ids.every(Number.isSafeInteger)) throw new Error("A scope holds whole numbers only.");
  return `'{${ids.join(",")}}'`;
}

/** The statements that set the scope of a transaction. */
function contextOf(scope: Scope): string {
  return (
    `set local dripline.properties = ${literal(scope.propertyIds)}; ` +
    `set local dripline.property_ranges = ${rangesLiteral(scope.propertyIds)}; ` +
    `set local dripline.organizations = ${literal(scope.organizationIds)}`
  );
}

/** The same as ranges, `int8multirange`: as few as there are gaps. */
function rangesLiteral(ids: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range !== undefined && id <= range.last + 1) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  return `'{${ranges.map(({ first, last }) => `[${first},${last}]`).join(",")}}'`;
}

/** The transactions of scopes with a snapshot. */
const heldBy = new WeakMap<Scope, Transactional>();

/**
 * A copy of a scope that sees the database as it was at one instant: whatever runs `inScope` of it runs in one
 * read-only transaction, which holds a connection until `release` is called.
 */
export async function atOneInstant<S extends Scope>(
  app: Kysely<Database>,
  scope: S,
): Promise<{ scope: S; release: () => Promise<void> }> {
  const tx = await app.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    await sql.raw(`${contextOf(scope)}; ${longStatements}`).execute(tx);
  } catch (error) {
    await tx.rollback().execute();
    throw error;
  }
  const held = { ...scope };
  heldBy.set(held, tx);
  return { scope: held, release: () => tx.rollback().execute() };
}

const longStatements = `set local statement_timeout = ${LONG_STATEMENT_MS}`;

/**
 * Runs `work` in one read-only transaction in which the database shows the scope's rows only, all as they were at one
 * instant, however many statements it takes.
 */
export function inSnapshot<T>(
  app: Kysely<Database>,
  scope: Scope,
  work: (tx: Transactional) => Promise<T>,
): Promise<T> {
  const held = heldBy.get(scope);
  if (held !== undefined) return work(held);
  return app
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql.raw(contextOf(scope)).execute(tx);
      return work(tx);
    });
}

/** Whether a scope is one of `atOneInstant`, which sees what its transaction does. */
export function isHeld(scope: Scope): boolean {
  return heldBy.has(scope);
}

/**
 * Runs `work` in one transaction in which the database shows the scope's rows only.
 * @param pace `long` for what lawfully takes longer than a report may, such as pricing thousands of units
 */
export function inScope<T>(
  app: Kysely<Database>,
  scope: Scope,
  work: (tx: Transactional) => Promise<T>,
  pace: "prompt" | "long" = "prompt",
): Promise<T> {
  const held = heldBy.get(scope);
  if (held !== undefined) return work(held);
  return app.transaction().execute(async (tx) => {
    await sql.raw(pace === "long" ? `${contextOf(scope)}; ${longStatements}` : contextOf(scope)).execute(tx);
    return work(tx);
  });
}

/**
 * Runs a part of a transaction of another role as a request's own role: it sees what the transaction did until then,
 * and of that, as of all else, the scope's rows only.
 */
export async function asRequest<T>(
  tx: Transactional,
  scope: Scope,
  work: (tx: Transactional) => Promise<T>,
): Promise<T> {
  await sql.raw(contextOf(scope)).execute(tx);
  // Connections to nodes have that role already, so the setting need not be propagated; what propagates is the whole
  // text of a statement, so this is one of its own.
  await sql
    .raw(
      "set local citus.propagate_set_commands = none; set local role dripline_app; " +
        "set local citus.propagate_set_commands = local",
    )
    .execute(tx);
  const result = await work(tx);
  // Back to the connection's own role.
  await sql.raw("reset role").execute(tx);
  return result;
}

/** The addresses that the server's pools connect to, each with a login of its own: no statement gets another role there. */
export interface Logins {
  app: string;
  worker: string;
  accounts: string;
  owner: string;
}
