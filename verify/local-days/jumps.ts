import { sql } from "kysely";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import type { Connections } from "../../server/database/connect.ts";
import { differences, sumsOf } from "../harness/checksum.ts";
import { signIn, upload } from "../harness/person.ts";
import { csvOf } from "../harness/readings.ts";
import { ask, waitUntilImported } from "./at-work.ts";
import { HOUR_MS } from "./calendar.ts";
import { readingOf, rejectedAs, send, type Timed } from "./installation.ts";
import type { HourRow, ZonePlace } from "./places.ts";

const JUMP_MS = 48 * HOUR_MS;
const IMPORT_SECONDS = 60;
/** Before all hours that are sent. */
const FIRST_MS = Date.UTC(2026, 0, 1);

export interface Jumped {
  jumps: number;
  /** Rows of the true present that a clock two days behind rejected, and those of them that were rejected later, too. */
  rejected: number;
  rejectedForEver: number;
  /** Sign-ins, reports and imports that failed while the clock was wrong or afterwards. */
  stuck: string[];
  /** Tables that recalculating everything changes: leaks opened or closed by a wrong clock among them. */
  changed: number;
}

/** Sets the clock of a serving server two days ahead, two days behind and right again, with work at every stop. */
export async function jump(
  timed: Timed,
  connections: Connections,
  fresh: readonly { place: ZonePlace; rows: HourRow[] }[],
  now: number,
): Promise<Jumped> {
  const jumped: Jumped = { jumps: 0, rejected: 0, rejectedForEver: 0, stuck: [], changed: 0 };
  for (const [number, at] of [now + JUMP_MS, now - JUMP_MS, now, now + JUMP_MS, now].entries()) {
    await timed.setClock(at, "goes");
    jumped.jumps++;
    const label = `with the clock ${Math.round((at - now) / HOUR_MS)} hours off`;
    const person = await signIn(timed.url).catch((error: unknown) => {
      jumped.stuck.push(`${label}: ${error}`);
      return { url: timed.url, cookie: "" };
    });
    for (const { place, rows } of fresh) {
      // Some twice, some first to a clock that is behind.
      const some = rows.filter((_, i) => i % 2 === number % 2);
      const answers = await send(timed, place, some);
      const rejected = answers.reduce((sum, answer) => sum + answer.rejected, 0);
      if (at < now) jumped.rejected += rejectedAs(answers, "future");
      else jumped.rejectedForEver += rejected;
    }
    jumped.stuck.push(...(await ask(person, label)));
    const [first] = fresh;
    if (first === undefined) continue;
    const { propertyId } = first.place;
    const { id } = await upload(person, propertyId, csvOf(first.rows.slice(0, 1).map(readingOf)));
    const isDone = await waitUntilImported(person, propertyId, id, IMPORT_SECONDS);
    if (!isDone) jumped.stuck.push(`${label}: an import was not done within ${IMPORT_SECONDS} s`);
    await waitForRefresh(connections);
  }
  const before = await sumsOf(connections);
  await sql`
    insert into changes (property_id, meter_ids, from_seconds)
    select property_id, array_agg(id), array_agg(${FIRST_MS / 1000}::bigint) from meters group by property_id`.execute(
    connections.worker,
  );
  await waitForRefresh(connections);
  jumped.changed = differences(before, await sumsOf(connections));
  return jumped;
}
