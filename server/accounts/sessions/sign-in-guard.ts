import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Connections } from "../../database/connect.ts";
import type { Database } from "../../database/types.ts";
import { networkOf } from "../../network/network-of.ts";
import type { Clock } from "../../time/clock.ts";

/** Failures that are not throttled yet: people mistype. An office shares one address, so it gets more. */
const FREE_FAILURES = { account: 5, address: 30 };
/** The first delay, in milliseconds; each further failure doubles it up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Failures are forgotten this long after the last one. */
const FORGOTTEN_MS = 60 * 60_000;
/** Expired rows that an attempt deletes: more than it adds, so that the table does not grow without bound. */
const DELETED_AT_ONCE = 10;
/** Keys that a server caches as blocked, and for how long. */
const MAX_KNOWN = 10_000;
const KNOWN_MS = 1000;

/** What is counted, each kind of attempt separately. */
export type AttemptKind = "sign-in" | "single-sign-on" | "link" | "password" | "invitation";

/** A throttled attempt. */
export interface HoldUp {
  /** Whole seconds to wait before the next attempt. */
  seconds: number;
  /** Whether it is the first since an allowed attempt: only that one is written to the audit log. */
  isFirst: boolean;
}

/**
 * Throttles brute force on passwords, per account and per network, whether the account exists or not. It counts in the
 * database, so that all servers share the counts and no restart resets them.
 */
export interface SignInGuard {
  /**
   * Counts an attempt before its password is verified, so that a thousand concurrent ones are not all allowed.
   * @param device one in which the account was signed in before; its attempts are counted apart from those of
   * strangers, who could otherwise lock the owner out. null: no known device
   * @returns null when this one is allowed
   */
  begin(email: string, address: string, device?: string | null): Promise<HoldUp | null>;
  /** The allowed attempt was the rightful owner's. */
  succeeded(email: string, address: string, device?: string | null): Promise<void>;
  /**
   * The allowed attempt had the right password, and its code is still to come. It counts for the account, whose codes
   * could be tried otherwise, and not for the network, on which others sign in.
   */
  awaitsCode(email: string, address: string, device?: string | null): Promise<void>;
}

const counted = z.array(
  z.object({
    key: z.string(),
    failures: z.number(),
    last_at: z.date(),
    blocked_until: z.date(),
    has_held_back: z.boolean(),
  }),
);

export function createSignInGuard({ accounts }: Connections, clock: Clock, kind: AttemptKind): SignInGuard {
  const blocked = blockedKeys();
  return {
    begin: async (email, address, device = null) => {
      const keys = keysOf(kind, email, address, device);
      const now = clock();
      const known = blocked.until(Object.keys(keys), now);
      if (known !== null) return { seconds: Math.ceil((known - now) / 1000), isFirst: false };
      return accounts.transaction().execute(async (tx) => {
        const before = await lockCounts(tx, Object.keys(keys));
        const blocking = before.filter(({ blocked_until }) => blocked_until.getTime() > now);
        if (blocking.length > 0) {
          // A key without counts is not stored.
          await sql`delete from sign_in_attempts where key = any (${Object.keys(keys)}::text[]) and failures = 0`.execute(
            tx,
          );
          for (const { key, blocked_until } of blocking) blocked.note(key, blocked_until.getTime(), now);
          const wait = Math.max(...blocking.map(({ blocked_until }) => blocked_until.getTime())) - now;
          const isFirst = blocking.some(({ has_held_back }) => !has_held_back);
          await sql`update sign_in_attempts set has_held_back = true
            where key = any (${blocking.map(({ key }) => key)}::text[])`.execute(tx);
          return { seconds: Math.ceil(wait / 1000), isFirst };
        }
        for (const { key, failures, last_at } of before) {
          const count = (now - last_at.getTime() > FORGOTTEN_MS ? 0 : failures) + 1;
          const free = keys[key] ?? 0;
          const wait = count <= free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - free - 1), LONGEST_WAIT_MS);
          // Not `now` where no wait is due: that would reject a concurrent attempt that began a millisecond earlier.
          const blockedUntil = new Date(wait === 0 ? 0 : now + wait);
          await sql`update sign_in_attempts set failures = ${count}, last_at = ${new Date(now)},
              blocked_until = ${blockedUntil}, has_held_back = false
            where key = ${key}`.execute(tx);
        }
        await sql`delete from sign_in_attempts where key in (
            select key from sign_in_attempts where last_at < ${new Date(now - FORGOTTEN_MS)}
            order by last_at limit ${DELETED_AT_ONCE} for update skip locked)`.execute(tx);
        return null;
      });
    },
    succeeded: async (email, address, device = null) => {
      const [account = "", network = ""] = Object.keys(keysOf(kind, email, address, device));
      await accounts.transaction().execute(async (tx) => {
        await lockCounts(tx, network === "" ? [account] : [account, network]);
        await sql`delete from sign_in_attempts where key = ${account}`.execute(tx);
        await forgive(tx, network);
      });
    },
    awaitsCode: async (email, address, device = null) => {
      const [, network] = Object.keys(keysOf(kind, email, address, device));
      if (network !== undefined) await accounts.transaction().execute((tx) => forgive(tx, network));
    },
  };
}

/**
 * Caches for a second which keys the database reported as blocked: a flood of throttled attempts costs it one
 * transaction per second and key.
 */
function blockedKeys() {
  const known = new Map<string, { until: number; notedAt: number }>();
  return {
    note: (key: string, until: number, now: number) => {
      known.delete(key);
      known.set(key, { until, notedAt: now });
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    },
    /** Until when the longest of them is blocked; null: the database must be queried. */
    until: (keys: string[], now: number): number | null => {
      const found = keys.flatMap((key) => {
        const one = known.get(key);
        return one !== undefined && one.until > now && now - one.notedAt < KNOWN_MS ? [one.until] : [];
      });
      return found.length === 0 ? null : Math.max(...found);
    },
  };
}

/**
 * The keys of an attempt, the account or device first, with the failures allowed for each. Only a digest is stored:
 * people type passwords into the e-mail field.
 */
function keysOf(kind: AttemptKind, email: string, address: string, device: string | null): Record<string, number> {
  const key = (text: string) => `${kind} ${createHash("sha256").update(text).digest("base64url")}`;
  if (device !== null) return { [key(`device ${device}`)]: FREE_FAILURES.account };
  const network = networkOf(address);
  // Requests for links to somebody else's account must not use up the limit of its owner, who is on another network.
  const account = kind === "link" ? `account ${email.toLowerCase()} from ${network}` : `account ${email.toLowerCase()}`;
  return {
    [key(account)]: FREE_FAILURES.account,
    [key(`address ${network}`)]: FREE_FAILURES.address,
  };
}

/** Takes back what an attempt counted for its network. */
async function forgive(tx: Transaction<Database>, network: string): Promise<void> {
  await sql`update sign_in_attempts set failures = greatest(failures - 1, 0), blocked_until = 'epoch'
    where key = ${network}`.execute(tx);
}

/** The counts of keys, locked until the transaction ends; always in the same order. */
async function lockCounts(tx: Transaction<Database>, keys: string[]) {
  const { rows } = await sql`insert into sign_in_attempts as old (key)
    select key from unnest(${keys}::text[]) as k (key) order by key
    on conflict (key) do update set key = old.key
    returning key, failures, last_at, blocked_until, has_held_back`.execute(tx);
  return counted.parse(rows);
}
