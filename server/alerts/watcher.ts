import type { Connections } from "../database/connect.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { onRefreshed } from "../metering/signal.ts";
import type { Clock } from "../time/clock.ts";
import { propertiesBehind, updateAlerts } from "./update-alerts.ts";

/** A property that was brought up to date waits this long for more of the same; */
const GATHER_MS = 2_000;
/** and is not checked again for this long, so that gateways that send all the time cost no more than one that does. */
const APART_MS = 20_000;
/** How often all properties are checked, for devices that stop reporting. */
const ALL_MS = 10 * 60_000;
/** How often is looked for what other processes refreshed, whose server may have died before its alerts; */
const BEHIND_MS = 10_000;
/** which it is given this long for. */
const THEIRS_MS = APART_MS + GATHER_MS;
const TICK_MS = 500;

export interface AlertWatcher {
  /** Ends after the property that is being worked on. */
  stop(): Promise<void>;
}

/** Keeps the alerts up to date as long as the server runs; survives a database that comes and goes. */
export function startAlerts(connections: Connections, clock: Clock, onError: (error: unknown) => void): AlertWatcher {
  /** Property to the time (of this process) at which it is checked. */
  const due = new Map<number, number>();
  /** The same of what others refreshed. */
  const theirs = new Map<number, number>();
  const lookedAt = new Map<number, number>();
  let allDue = performance.now();
  let behindDue = performance.now() + BEHIND_MS;
  let running: Promise<void> | null = null;
  let stopped = false;

  const addAll = async () => {
    const found = await queryRows(
      connections.worker,
      IdRow,
    )`select id from properties where archived_at is null order by id`;
    for (const { id } of found) due.set(id, performance.now());
  };
  /** Each that is behind waits, so that its own server can process it first; those no longer behind are removed. */
  const addBehind = async () => {
    const behind = new Set(await propertiesBehind(connections));
    for (const propertyId of theirs.keys()) if (!behind.has(propertyId)) theirs.delete(propertyId);
    for (const propertyId of behind) {
      if (!theirs.has(propertyId)) theirs.set(propertyId, performance.now() + THEIRS_MS);
    }
  };
  const run = async () => {
    if (performance.now() >= allDue) {
      allDue = performance.now() + ALL_MS;
      await addAll();
    }
    if (performance.now() >= behindDue) {
      behindDue = performance.now() + BEHIND_MS;
      await addBehind();
    }
    for (const [propertyId, at] of [...theirs]) {
      if (stopped) return;
      if (at > performance.now()) continue;
      theirs.delete(propertyId);
      await updateAlerts(connections, propertyId, clock, "behind").catch(onError);
    }
    for (const [propertyId, at] of [...due]) {
      if (stopped) return;
      if (at > performance.now()) continue;
      due.delete(propertyId);
      lookedAt.set(propertyId, performance.now());
      // One property that fails must not keep the others from their alerts.
      await updateAlerts(connections, propertyId, clock).catch(onError);
    }
  };
  const ticking = setInterval(() => {
    if (running !== null || stopped) return;
    running = run()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, TICK_MS);
  const unsubscribe = onRefreshed((propertyId) => {
    if (due.has(propertyId)) return;
    const earliest = (lookedAt.get(propertyId) ?? Number.NEGATIVE_INFINITY) + APART_MS;
    due.set(propertyId, Math.max(performance.now() + GATHER_MS, earliest));
  });
  return {
    stop: async () => {
      stopped = true;
      unsubscribe();
      clearInterval(ticking);
      await running;
    },
  };
}
