import type { Clock } from "../clock.ts";
import { networkOf } from "./network-of.ts";

/** Failures that cost nothing yet: people mistype. An office shares one address, so it gets more. */
const FREE_FAILURES = { account: 5, address: 30 };
/** The first wait, in milliseconds; each further failure doubles it up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Failures are forgotten this long after the last one. */
const FORGOTTEN_MS = 60 * 60_000;
/** Accounts and addresses remembered at most; the ones not seen for longest are forgotten first. */
const REMEMBERED = 20_000;

interface Failures {
  count: number;
  lastAt: number;
  blockedUntil: number;
  /** Whether somebody was held back since the last attempt that went ahead. */
  hasHeldBack: boolean;
}

/** An attempt that may not go ahead. */
export interface HoldUp {
  /** Whole seconds to wait before the next attempt. */
  seconds: number;
  /** Whether it is the first since an attempt went ahead: worth a line on record, which those after it are not. */
  isFirst: boolean;
}

/** Slows down guessing of passwords, per account and per address, whether the account exists or not. */
export interface SignInGuard {
  /**
   * Counts an attempt before its password is looked at, so that a thousand at once are not all let through.
   * @param device one in which the account was signed in before; its attempts are counted apart from those of
   * strangers, who could keep the owner out otherwise. null: none that is known
   * @returns null when this one may go ahead
   */
  begin(email: string, address: string, device?: string | null): HoldUp | null;
  /** The attempt that went ahead was the rightful owner's. */
  succeeded(email: string, address: string, device?: string | null): void;
}

/** A guard that remembers in this process only. */
export function createSignInGuard(clock: Clock): SignInGuard {
  const remembered = new Map<string, Failures>();
  const keys = (email: string, address: string, device: string | null) =>
    device === null
      ? [
          { key: `account ${email.toLowerCase()}`, free: FREE_FAILURES.account },
          { key: `address ${networkOf(address)}`, free: FREE_FAILURES.address },
        ]
      : [{ key: `device ${device}`, free: FREE_FAILURES.account }];
  const remember = (key: string, failures: Failures) => {
    remembered.delete(key);
    remembered.set(key, failures);
    if (remembered.size <= REMEMBERED) return;
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest);
      return;
    }
  };
  return {
    begin: (email, address, device = null) => {
      const now = clock();
      const blocking = keys(email, address, device).flatMap(({ key }) => {
        const failures = remembered.get(key);
        return failures !== undefined && failures.blockedUntil > now ? [failures] : [];
      });
      if (blocking.length > 0) {
        const wait = Math.max(...blocking.map(({ blockedUntil }) => blockedUntil)) - now;
        const isFirst = blocking.some(({ hasHeldBack }) => !hasHeldBack);
        for (const failures of blocking) failures.hasHeldBack = true;
        return { seconds: Math.ceil(wait / 1000), isFirst };
      }
      for (const { key, free } of keys(email, address, device)) {
        const before = remembered.get(key);
        const count = (before === undefined || now - before.lastAt > FORGOTTEN_MS ? 0 : before.count) + 1;
        const waits = count <= free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - free - 1), LONGEST_WAIT_MS);
        remember(key, { count, lastAt: now, blockedUntil: now + waits, hasHeldBack: false });
      }
      return null;
    },
    succeeded: (email, address, device = null) => {
      const [account, from] = keys(email, address, device);
      if (account !== undefined) remembered.delete(account.key);
      const failures = from === undefined ? undefined : remembered.get(from.key);
      if (failures === undefined) return;
      failures.count -= 1;
      failures.blockedUntil = 0;
    },
  };
}
