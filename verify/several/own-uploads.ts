import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { lockNumbers } from "../../server/database/locks.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { inFleet } from "../harness/fleet.ts";
import { makeAdmin, signIn, upload } from "../harness/person.ts";
import { csvOf, range, readingsOf } from "../harness/readings.ts";

const METERS = 6;
const HOURS = 48;
/** Servers look for files every two seconds. */
const LOOKED_MS = 5000;

/**
 * A file uploaded to a server that does not share its folder and is killed before it has worked it in.
 * @returns the import's state while only the other server runs, and when its own is back; and what it stored
 */
export function tryOwnUploads(cluster: EmbeddedPostgres): Promise<{ away: string; back: string; stored: number }> {
  const plan = { sabotage: null, isShared: false };
  return inFleet(cluster, ["one", "two"], plan, async ({ servers: [one, two], connections }) => {
    if (one === undefined || two === undefined) throw new Error("There are not two servers.");
    await Promise.all([one.start(), two.start()]);
    const [place] = await makePlaces(connections, 1, METERS);
    if (place === undefined) throw new Error("No property was made.");
    const person = await signIn(one.url, await makeAdmin(connections));
    const file = csvOf(readingsOf(place, METERS, 0, range(Math.floor(Date.now() / HOUR_MS) - 100, HOURS)));
    // Held as if another import were at the property, so that it waits when its server goes.
    const { id } = await connections.owner.connection().execute(async (session) => {
      await sql`select pg_advisory_lock(${lockNumbers.imports}, ${place.propertyId}::int)`.execute(session);
      const row = await upload(person, place.propertyId, file);
      await one.kill();
      await sql`select pg_advisory_unlock(${lockNumbers.imports}, ${place.propertyId}::int)`.execute(session);
      return row;
    });
    const look = async () => {
      const rows = await sql<{ state: string; stored: number }>`
        select state, stored from imports where id = ${id}`.execute(connections.worker);
      return rows.rows[0] ?? { state: "gone", stored: 0 };
    };
    await pause(LOOKED_MS);
    const away = await look();
    await one.start();
    for (;;) {
      const { state, stored } = await look();
      if (state !== "waiting" && state !== "running") return { away: away.state, back: state, stored };
      await pause(50);
    }
  });
}

export const UPLOADED_ROWS = METERS * HOURS;
