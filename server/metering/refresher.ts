import { availableParallelism } from "node:os";
import { sql } from "kysely";
import type { Connections } from "../database/connect.ts";
import { defaultLeakSettings } from "../leaks/settings/leak-settings.ts";
import type { Clock } from "../time/clock.ts";
import { PROPERTIES_AT_ONCE, waitingProperties } from "./refresh-all.ts";
import { refreshProperty } from "./refresh-property.ts";
import { onChange, signalRefreshed } from "./signal.ts";

/** With two cores, refreshing a second property would slow down senders. */
const AT_ONCE_WITH_SENDERS = availableParallelism() > 2 ? PROPERTIES_AT_ONCE : 1;
/** After this long without a stored reading, no sender counts as active. */
const QUIET_MS = 500;
/** Marks of one property are gathered this long, so that a burst of batches is processed once. */
const GATHER_MS = 250;
/** How often to poll for marks left by other servers, commands or this one before a restart. */
const LOOK_MS = 2000;
/** How often leaks of meters that stopped reporting are checked. */
const SILENCE_MS = 3_600_000;

export interface Refresher {
  /** Ends after the property that is being processed. */
  stop(): Promise<void>;
}

/** Keeps days, roll-ups and leaks up to date as long as the server runs; survives database outages. */
export function startRefresher(connections: Connections, clock: Clock, onError: (error: unknown) => void): Refresher {
  const waiting = new Set<number>();
  const busy = new Set<number>();
  const running = new Set<Promise<void>>();
  let stopped = false;
  let gathering: NodeJS.Timeout | null = null;
  let storedAt = Number.NEGATIVE_INFINITY;

  /** The first pending one that is not being processed; one that is, is processed again afterwards. */
  const nextProperty = () => [...waiting].find((propertyId) => !busy.has(propertyId));
  const atOnce = () => (performance.now() - storedAt > QUIET_MS ? PROPERTIES_AT_ONCE : AT_ONCE_WITH_SENDERS);
  const run = async () => {
    while (!stopped && running.size <= atOnce()) {
      const propertyId = nextProperty();
      if (propertyId === undefined) return;
      waiting.delete(propertyId);
      busy.add(propertyId);
      try {
        const result = await refreshProperty(connections, propertyId, clock);
        if (result !== null && result.left > 0) waiting.add(propertyId);
        if (result !== null && result.done > 0) signalRefreshed(propertyId);
      } catch (error) {
        onError(error);
      } finally {
        busy.delete(propertyId);
      }
      if (waiting.size > 0) wake();
    }
  };
  const start = () => {
    const runner = run().finally(() => {
      running.delete(runner);
      if (nextProperty() !== undefined) wake();
    });
    running.add(runner);
  };
  const wake = () => {
    if (running.size >= atOnce() || stopped || gathering !== null) return;
    gathering = setTimeout(() => {
      gathering = null;
      while (running.size < atOnce()) start();
    }, GATHER_MS);
  };
  const unsubscribe = onChange((propertyId) => {
    storedAt = performance.now();
    waiting.add(propertyId);
    wake();
  });
  const look = async () => {
    try {
      for (const propertyId of await waitingProperties(connections.worker)) waiting.add(propertyId);
      if (waiting.size > 0) wake();
    } catch (error) {
      onError(error);
    }
  };
  let background: Promise<unknown> = Promise.resolve();
  const looking = setInterval(() => {
    background = look();
  }, LOOK_MS);
  const silence = setInterval(() => {
    background = background.then(() => markSilent(connections, clock).catch(onError));
  }, SILENCE_MS);
  return {
    stop: async () => {
      stopped = true;
      unsubscribe();
      clearInterval(looking);
      clearInterval(silence);
      if (gathering !== null) clearTimeout(gathering);
      await background;
      await Promise.all(running);
    },
  };
}

/** Marks meters whose leak has not been confirmed for as long as their settings let it be open, so that it closes. */
export async function markSilent(connections: Connections, clock: Clock): Promise<void> {
  const second = Math.floor(clock() / 1000);
  await sql`
    insert into changes (property_id, meter_ids, from_seconds)
    select l.property_id, array_agg(l.meter_id), array_agg(${second}::bigint)
    from leaks l join properties p on p.id = l.property_id
    left join organizations o on o.id = p.organization_id
    where l.ended_at is null and p.archived_at is null
      and l.last_confirmed_at < ${new Date(clock()).toISOString()}::timestamptz - interval '24 hours' * coalesce(
        ((case when p.leak_preset is null then o.leak_settings else p.leak_settings end) ->> 'silentDaysToClose')::int, ${defaultLeakSettings.silentDaysToClose}::int)
    group by l.property_id
    returning id`.execute(connections.worker);
}
