import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { registersWait, volumeWaits } from "../metering/plan/waits-for-decision.ts";

/** A result of the database is cached for so long. */
const WAITING_MS = 5000;
const STORED_MS = 60_000;

const Waiting = z.object({ marks: z.int(), oldest: z.number() });
const Stored = z.object({ rejected: z.int(), quarantined: z.int(), leaks: z.int(), opened: z.int() });

/** SQL, a condition: the row is of a property that is not archived. Nobody refreshes an archived one, or decides there. */
const isLive = sql`exists (select from properties where properties.id = property_id and properties.archived_at is null)`;

/** Gauges of the database's contents: the same on every server of one database. */
export function gaugeStored(registry: Registry, { worker }: Connections): void {
  const up: Gauge = new Gauge({
    name: "dripline_database_up",
    help: "1 while the database answers, else 0.",
    registers: [registry],
    collect: async () => up.set((await waiting()) === null ? 0 : 1),
  });
  const waiting = remembered(
    () => queryRow(worker, Waiting)`
      select count(*) as marks, coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as oldest
      from changes where ${isLive}`,
    WAITING_MS,
  );
  const stored = remembered(
    () => queryRow(worker, Stored)`
      select (select count(*) from rejected_readings where state = 'open' and ${isLive}) as rejected,
        (select count(*) from quarantined_readings volume where ${volumeWaits("volume")} and ${isLive})
          + (select count(*) from register_findings finding where ${registersWait("finding")} and ${isLive}) as quarantined,
        count(*) filter (where ended_at is null) as leaks,
        count(*) filter (where opened_at > now() - interval '24 hours') as opened
      from leaks where not suspected and ${isLive}`,
    STORED_MS,
  );
  const show = <T>(name: string, help: string, from: () => Promise<T | null>, value: (row: T) => number) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: async () => {
        const row = await from();
        // Not a number is what Prometheus takes for "not known".
        gauge.set(row === null ? Number.NaN : value(row));
      },
    });
  };
  show("dripline_refresh_waiting", "Marks that wait for refresh.", waiting, ({ marks }) => marks);
  show("dripline_refresh_oldest_seconds", "Age of the oldest of them.", waiting, ({ oldest }) => oldest);
  show(
    "dripline_rejected_rows",
    "Rejected rows that nobody has corrected or dismissed.",
    stored,
    ({ rejected }) => rejected,
  );
  show("dripline_quarantined_rows", "Quarantined rows not decided on.", stored, ({ quarantined }) => quarantined);
  show("dripline_leaks_open", "Leaks that go on.", stored, ({ leaks }) => leaks);
  show("dripline_leaks_opened_last_day", "Leaks opened in the last 24 hours.", stored, ({ opened }) => opened);
}

/** Caches a query's result for so many milliseconds; null while there is none. */
function remembered<T>(ask: () => Promise<T | undefined>, milliseconds: number): () => Promise<T | null> {
  let lastQueriedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<T | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - lastQueriedAt > milliseconds) {
      lastQueriedAt = performance.now();
      answer = ask().then(
        (row) => row ?? null,
        () => {
          // A failed query is retried the next time.
          lastQueriedAt = Number.NEGATIVE_INFINITY;
          return null;
        },
      );
    }
    return answer;
  };
}
