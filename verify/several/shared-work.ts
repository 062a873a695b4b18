import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import { propertiesBehind } from "../../server/alerts/update-alerts.ts";
import type { Connections } from "../../server/database/connect.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { type Sums, sumsOf } from "../harness/checksum.ts";
import { type Fleet, inFleet, watchWork, workOf } from "../harness/fleet.ts";
import { makeAdmin, signIn, upload } from "../harness/person.ts";
import { bodyOf, csvOf, range, readingsOf, takeReadings } from "../harness/readings.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { dropFiles, filesDone } from "./files.ts";

export const METERS = 30;
/** Places whose readings are sent, and places whose readings come in files. */
const SENT = 6;
const FILED = 3;
const BATCHES = 12;
const HOURS_A_BATCH = 8;
const UPLOADED_HOURS = 300;
const DROPPED_HOURS = 48;

export const IMPORTS = 2 * FILED;
export const ROWS_IN_FILES = FILED * METERS * (UPLOADED_HOURS + DROPPED_HOURS);

export interface SharedWork {
  sums: Sums;
  /** The open alerts, each in words that two databases have in common. */
  alerts: string[];
  /** Alerts that say the same as another one. */
  alertsTwice: number;
  /** Rows of files that were stored, and rows met again, as the imports tell. */
  imported: number;
  duplicates: number;
  /** Files in the folders of those that are done with. */
  filesDone: number;
  /** Times that asking for an import went on record. */
  recorded: number;
  /** By server, what it did. */
  refreshed: Map<string, number>;
  importedBy: Map<string, number>;
  /** Times that a server began to work in a file. */
  begun: number;
  /** Seconds after the last reading, and after the kill, until all was done; Infinity: it was not. */
  seconds: number;
}

export interface SharedWorkPlan {
  sabotage: Sabotage | null;
  /** The first of the hours whose readings are sent; those of files are before it. */
  firstHour: number;
  /** Whether one of the servers is killed in the middle of its work. */
  kills: boolean;
  /** How long is waited for everything to be done. */
  waitMs: number;
}

/** Sent readings, uploads and dropped files, spread over servers on one database. */
export function shareWork(
  cluster: EmbeddedPostgres,
  names: readonly string[],
  { sabotage, firstHour, kills, waitMs }: SharedWorkPlan,
): Promise<SharedWork> {
  const settings = (folder: string) => ({ WATCH_FOLDER: `${folder}/watched` });
  return inFleet(cluster, names, { sabotage, isShared: true, settings }, async (fleet) => {
    // All at once: one of them makes the schema.
    await Promise.all(fleet.servers.map((server) => server.start()));
    const { connections } = fleet;
    await watchWork(connections);
    const places = await makePlaces(connections, SENT + FILED, METERS);
    const filed = places.slice(SENT);
    await dropFiles(
      `${fleet.folder}/watched`,
      filed.map((place) => [
        place,
        csvOf(readingsOf(place, METERS, 0, range(firstHour - UPLOADED_HOURS - DROPPED_HOURS, DROPPED_HOURS))),
      ]),
    );
    const sent = places.slice(0, SENT);
    await sendAll(fleet, sent, firstHour);
    await uploadAll(fleet, filed, firstHour - UPLOADED_HOURS);
    if (kills) await isAtImports(connections);
    // What comes last comes to one server, and no other is notified of it: the others have to see for themselves.
    const last = firstHour + BATCHES * HOURS_A_BATCH;
    const victim = fleet.servers.at(-1);
    await Promise.all(sent.map((place) => isTaken(victim?.url ?? "", place, bodyOf(place, METERS, 0, [last]))));
    if (kills) await victim?.kill();
    const began = performance.now();
    const isDone = await becomesDone(connections, waitMs);
    return { ...(await look(fleet, filed)), seconds: isDone ? (performance.now() - began) / 1000 : Infinity };
  });
}

/** Sends the batches of all places, each to the next server; to another one where none answers. */
async function sendAll({ servers }: Fleet, places: readonly BenchPlace[], firstHour: number): Promise<void> {
  const batches = Array.from({ length: BATCHES * places.length }, (_, n) => n);
  const sendNext = async () => {
    for (let n = batches.shift(); n !== undefined; n = batches.shift()) {
      const place = places[n % places.length];
      if (place === undefined) throw new Error("There is no place.");
      const from = firstHour + Math.floor(n / places.length) * HOURS_A_BATCH;
      const body = bodyOf(place, METERS, 0, range(from, HOURS_A_BATCH));
      for (let attempt = n + Math.floor(n / places.length); ; attempt++) {
        if (await isTaken(servers[attempt % servers.length]?.url ?? "", place, body)) break;
        await pause(20);
      }
    }
  };
  await Promise.all(servers.map(sendNext));
}

/** @returns false when there was no answer, so that nobody knows what became of it */
async function isTaken(url: string, place: BenchPlace, body: string): Promise<boolean> {
  try {
    await takeReadings({ url }, place, body);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** One file for each place, all at the server that may be killed. */
async function uploadAll({ servers, connections }: Fleet, places: readonly BenchPlace[], firstHour: number) {
  const [first, last] = [servers[0], servers.at(-1)];
  if (first === undefined || last === undefined) throw new Error("There is no server.");
  const { cookie } = await signIn(first.url, await makeAdmin(connections));
  for (const place of places) {
    const file = csvOf(readingsOf(place, METERS, 0, range(firstHour, UPLOADED_HOURS)));
    await upload({ url: last.url, cookie }, place.propertyId, file);
  }
}

/** Waits until an upload is being worked in, or all of them are. */
async function isAtImports({ worker }: Connections): Promise<void> {
  for (;;) {
    const rows = await sql<{ is_so: boolean }>`
      select coalesce(bool_or(state = 'running' and bytes_read > 0) or bool_and(state = 'done'), false) as is_so
      from imports where made_by <> 'watched folder'`.execute(worker);
    if (rows.rows[0]?.is_so === true) return;
    await pause(5);
  }
}

async function becomesDone(connections: Connections, waitMs: number): Promise<boolean> {
  const { worker } = connections;
  for (const began = performance.now(); performance.now() - began < waitMs; ) {
    const rows = await sql<{ n: number }>`
      select (select count(*) from changes) + (select count(*) from imports where state <> 'done')
        + (select abs(count(*) - ${IMPORTS}::int) from imports) as n`.execute(worker);
    if (rows.rows[0]?.n === 0 && (await propertiesBehind(connections)).length === 0) return true;
    await pause(50);
  }
  return false;
}

async function look(
  { connections, folder }: Fleet,
  filed: readonly BenchPlace[],
): Promise<Omit<SharedWork, "seconds">> {
  const { worker, owner } = connections;
  const alerts = await sql<{ words: string }>`
    select concat_ws(' ', p.name, a.kind, m.serial_number, a.device, a.began_at) as words
    from alerts a join properties p on p.id = a.property_id left join meters m on m.id = a.meter_id
    where a.closed_at is null order by 1`.execute(worker);
  const twice = await sql<{ n: number }>`
    select count(*) as n from (
      select from alerts group by property_id, kind, cause, began_at having count(*) > 1) twice`.execute(worker);
  const files = await sql<{ stored: number; duplicate: number; recorded: number }>`
    select coalesce(sum(stored), 0) as stored, coalesce(sum(duplicate), 0) as duplicate,
      (select count(*) from audit_log where action = 'import.create') as recorded from imports`.execute(owner);
  const { stored = 0, duplicate = 0, recorded = 0 } = files.rows[0] ?? {};
  return {
    sums: await sumsOf(connections),
    alerts: alerts.rows.map(({ words }) => words),
    alertsTwice: twice.rows[0]?.n ?? 0,
    imported: stored,
    duplicates: duplicate,
    filesDone: await filesDone(`${folder}/watched`, filed),
    recorded,
    refreshed: await workOf(connections, "refresh"),
    importedBy: await workOf(connections, "import"),
    begun: [...(await workOf(connections, "import begun")).values()].reduce((sum, times) => sum + times, 0),
  };
}
