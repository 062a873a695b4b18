import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "./connect.ts";
import { queryRow } from "./query-rows.ts";
import type { Database } from "./types.ts";

const LockRow = z.object({ held: z.boolean() });

/**
 * Numbers of Postgres' advisory locks. Servers of two releases run side by side during an update: a number keeps its
 * meaning.
 */
export const lockNumbers = {
  /** The one server that uses a data folder with a private Postgres. */
  dataFolder: 710_001,
  migrations: 710_002,
  partitions: 710_003,
  /** Keyed by property: its derived figures (hours, leaks, roll-ups), corrections of its readings, its prices. */
  propertyFigures: 710_004,
  /** Keyed by property: retried batches of readings run one by one. */
  retriedBatches: 710_005,
  /** Keyed by property: its readings, shared by ingestion, exclusive for a correction. */
  readings: 710_006,
  /** Keyed by a text of property, gateway and key. */
  idempotencyKey: 710_010,
  /** Keyed by property. */
  imports: 710_011,
  retention: 710_012,
  packing: 710_014,
  auditChain: 710_013,
  /** Keyed by property. */
  alerts: 710_020,
  /** Keyed by property: making messages of its outbox. */
  outbox: 710_030,
  /** Keyed by organization. */
  organizationPrice: 710_021,
  inventoryImport: 710_022,
  /** Keyed by organization; 0: properties without an organization. */
  propertyNames: 710_023,
  organizationNames: 710_024,
  firstAdmin: 710_025,
  /** Changes after which an installation or organization might have no administrator. */
  lastAdmin: 710_026,
  /** Claims of messages to webhooks. */
  webhookClaims: 710_031,
  /** Keyed by organization: the number of its reports by mail on a schedule. */
  scheduledReports: 710_032,
} as const;
export type LockName = keyof typeof lockNumbers;

/** Waits for a lock and holds it until the transaction ends. @param key the property or organization of a keyed lock */
export async function lock(tx: Transactional, name: LockName, key?: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${argumentsOf(name, key)})`.execute(tx);
}

/** The same as a shared lock; an exclusive lock waits for all of them. */
export async function lockShared(tx: Transactional, name: LockName, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${argumentsOf(name, key)})`.execute(tx);
}

/** Takes a lock until the transaction ends, if it is free. @param key a text is hashed */
export async function tryLock(tx: Transactional, name: LockName, key?: number | string): Promise<boolean> {
  const found = await queryRow(tx, LockRow)`
    select pg_try_advisory_xact_lock(${argumentsOf(name, key)}) as held`;
  return found?.held === true;
}

/**
 * Runs work while no other server holds the lock, or any of several. They are session locks, which keep one connection
 * until the work is done.
 * @returns null when another server holds one
 */
export function whileLocked<T>(
  db: Kysely<Database>,
  names: LockName | readonly LockName[],
  key: number | undefined,
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  return db.connection().execute(async (session) => {
    const held: RawBuilder<unknown>[] = [];
    try {
      for (const name of [names].flat()) {
        const lockArgs = argumentsOf(name, key);
        const found = await queryRow(session, LockRow)`select pg_try_advisory_lock(${lockArgs}) as held`;
        if (found?.held !== true) return null;
        held.push(lockArgs);
      }
      return { result: await work() };
    } finally {
      for (const lockArgs of held) await sql`select pg_advisory_unlock(${lockArgs})`.execute(session);
    }
  });
}

function argumentsOf(name: LockName, key: number | string | undefined): RawBuilder<unknown> {
  const number = lockNumbers[name];
  if (key === undefined) return sql`${number}::bigint`;
  return typeof key === "number" ? sql`${number}::int, ${key}::int` : sql`hashtextextended(${key}, ${number}::bigint)`;
}
