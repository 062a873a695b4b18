import { join } from "node:path";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { openClient } from "../../bench/reports/server/client.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import type { Connections } from "../../server/database/connect.ts";
import { CountRow, queryRow } from "../../server/database/query-rows.ts";
import type { Person } from "../harness/person.ts";
import { range } from "../harness/readings.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import { addDifferences, compareStored } from "../harness/stored-hours.ts";
import { askSteadily, rejections } from "../load/steady-requests.ts";
import { atLeast, atMost, type Check, caught, exactly, type Finding, none } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import { everySoOften } from "./every-so-often.ts";
import { byFifths, type Held, heldBy } from "./held.ts";
import { signInAndOut, takeFiles } from "./people.ts";
import { type Balance, METERS, sendFiles, sendReadings } from "./readings.ts";

/** A trial may be shorter; main.ts does not let it be recorded. */
const MINUTES = Math.min(30, Number(process.env.SOAK_MINUTES ?? 30));
const CONTROL_MINUTES = 2;
const SAMPLES = 40;
const GATEWAYS = 4;
/** Each gateway sends so often, in seconds, and a file, a signing in and a download come so often. */
const EVERY = { batch: 2, file: 15, signIn: 3, download: 10 };
const REPORTS_PER_SECOND = 5;
/** What the last fifth of the time may hold, in per cent of what the second did. */
const MOST_MEMORY = 125;
const MOST_HEAP = 120;
/** And how many more of what is counted, at the least in that time: pools open and close with what there is to do. */
const MOST_MORE = 5;
const MOST_WAITING = 60;
const MEDIAN = 0.5;
const LEAST = 0;

const reports = [
  "/v1/reporting/overview?days_ago=30",
  "/v1/reporting/portfolio-insights/overview?days_ago=7",
  "/v1/reporting/portfolio-insights/properties/performance?days_ago=30",
  "/v1/reporting/leak-report/leak-overview?days_ago=30",
  "/v1/alerts",
  "/v1/me",
];

/** @param property one of which everything is taken */
const downloads = (property: number) => [
  "/v1/reporting/leak-report/leak-overview/export?days_ago=30&file_type=csv",
  "/v1/reporting/portfolio-insights/properties/performance/export?days_ago=30&file_type=xlsx",
  `/v1/reporting/leak-report/properties/${property}/export`,
];

export const soak: Check = {
  id: "L2",
  proves:
    "Half an hour of readings, files, reports, downloads and people who sign in and out leaves the server with no more memory, files and connections than it had, and every row sent is stored, there already or rejected.",
  runsIn: "own name only",
  run: async (say) => {
    say("beside it in its first minutes as control: a server that keeps something of every request");
    const [{ samples, ...ours }, control] = await Promise.all([
      soakFor(null, MINUTES, say),
      soakFor("hoard", Math.min(CONTROL_MINUTES, MINUTES), (line) => say(`control: ${line}`)),
    ]);
    const sum = (of: (one: Balance) => number) => ours.balances.reduce((all, one) => all + of(one), 0);
    const seconds = MINUTES * 60;
    const rows = (seconds * (GATEWAYS / EVERY.batch) + (6 * seconds) / EVERY.file) * METERS;
    return [
      atLeast("minutes", MINUTES, 30),
      atLeast(
        "rows sent",
        sum(({ sent }) => sent),
        rows,
      ),
      none(
        "answers that do not account for every row as it was sent",
        sum(({ unaccounted }) => unaccounted),
      ),
      none(
        "rows sent and neither stored, duplicate nor rejected",
        sum(({ sent, stored, duplicate, rejected }) => Math.abs(sent - stored - duplicate - rejected)),
      ),
      none("readings lost, wrong or unasked afterwards", ours.wrong),
      none("rejected rows that are not kept", Math.abs(sum(({ rejected }) => rejected) - ours.rejectedKept)),
      exactly("reports answered", ours.answered, seconds * REPORTS_PER_SECOND),
      none("reports with an error", ours.rejected),
      atLeast("people signed in and out", ours.people.times, seconds / EVERY.signIn),
      none("of them in vain", ours.people.failed),
      atLeast("files taken", ours.files.times, seconds / EVERY.download),
      none("of them in vain", ours.files.failed),
      ...growth(samples),
      ...seen(control.samples),
    ];
  },
};

/** In the last fifth and in the second: what the server holds once all of it was used. */
function ends(samples: readonly Held[], of: (held: Held) => number): { more: number; share: number } {
  const [, early = Number.NaN, , , late = Number.NaN] = byFifths(samples, of, MEDIAN);
  const [, before = Number.NaN, , , after = Number.NaN] = byFifths(samples, of, LEAST);
  return { more: after - before, share: Math.round((100 * late) / early) };
}

const counted = [
  ["open files and connections of the process", ({ descriptors }: Held) => descriptors],
  ["connections to the database", ({ connections }: Held) => connections],
  ["files in the data folder", ({ files }: Held) => files],
] as const;

function growth(samples: readonly Held[]): Finding[] {
  const share = (what: string, of: (held: Held) => number, most: number): Finding =>
    atMost(`${what} of the last fifth, of the second`, ends(samples, of).share, most, "%");
  return [
    share("memory", ({ memory }) => memory, MOST_MEMORY),
    share("heap without garbage", ({ heap }) => heap, MOST_HEAP),
    ...counted.map(([what, of]): Finding => {
      return atMost(`more ${what} in the last fifth`, ends(samples, of).more, MOST_MORE);
    }),
    atMost(
      "oldest reading that waits for refresh, in the last fifth",
      byFifths(samples, ({ waiting }) => waiting, MEDIAN)[4] ?? Number.NaN,
      MOST_WAITING,
      "s",
    ),
  ];
}

function seen(samples: readonly Held[]): Finding[] {
  const share = (what: string, of: (held: Held) => number, most: number): Finding =>
    caught(`control, hoard: ${what}`, ends(samples, of).share, most + 1, "%");
  return [
    share("memory", ({ memory }) => memory, MOST_MEMORY),
    share("heap without garbage", ({ heap }) => heap, MOST_HEAP),
    ...counted.map(([what, of]): Finding => {
      const { more } = ends(samples, of);
      return caught(`control, hoard: more ${what}`, more, MOST_MORE + 1);
    }),
  ];
}

function soakFor(sabotage: Sabotage | null, minutes: number, say: (line: string) => void) {
  return inScratchFolder((scratch) => {
    const folder = join(scratch, "data");
    const heapFile = join(scratch, "heap");
    const settings = { ...sabotaged("heap-on-signal", sabotage), HEAP_FILE: heapFile };
    const work = async (scene: Scene) => {
      const places = await scene.makePlaces(GATEWAYS + 1, METERS);
      const person = await scene.signInAdmin();
      return scene.beside(async (connections) => {
        const look = () => heldBy(scene.program().pid ?? 0, folder, heapFile, connections);
        const work = workFor(person, places, minutes * 60);
        const [outcome, samples] = await Promise.all([work, sample(minutes, look, say)]);
        for (const [status, times] of outcome.rejections) say(`reports answered with ${status}: ${times}`);
        return { samples, ...outcome, ...(await whatIsStored(connections, outcome.balances)) };
      });
    };
    return withProduct(null, work, { folder, settings });
  });
}

/** Everything that a server has to do, at once. */
async function workFor(person: Person, places: readonly BenchPlace[], seconds: number) {
  const { url, cookie } = person;
  const [filed, ...gateways] = places;
  if (filed === undefined) throw new Error("No property was made.");
  const client = openClient(url, cookie);
  const [params, people, files, ...balances] = await Promise.all([
    askSteadily(client, reports, REPORTS_PER_SECOND, seconds),
    signInAndOut(url, EVERY.signIn, seconds),
    takeFiles(person, downloads(filed.propertyId), EVERY.download, seconds),
    sendFiles(person, filed, EVERY.file, seconds),
    ...gateways.map((place) => sendReadings(url, place, EVERY.batch, seconds)),
  ]);
  client.close();
  return {
    answered: params.times.length,
    rejected: rejections(params),
    rejections: params.rejected,
    people,
    files,
    balances,
  };
}

async function sample(minutes: number, look: () => Promise<Held>, say: (line: string) => void): Promise<Held[]> {
  const samples: Held[] = [];
  const seconds = minutes * 60;
  const began = performance.now();
  // The first time is the start.
  await everySoOften(seconds / (SAMPLES + 1), seconds, async (time) => {
    const now = (performance.now() - began) / 60_000;
    // Looks that came too late see a server with nothing to do.
    if (time === 0 || now > minutes) return;
    const held = await look();
    samples.push(held);
    if (time % (SAMPLES / 10) > 0) return;
    const { memory, heap, descriptors, connections, files, waiting } = held;
    say(
      `${now.toFixed(1)} min: ${memory.toFixed(0)} MB, heap ${heap.toFixed(0)} MB, ${descriptors} open, ${connections} connections, ${files} files, oldest waits ${waiting.toFixed(1)} s`,
    );
  });
  return samples;
}

async function whatIsStored(connections: Connections, balances: readonly Balance[]) {
  await waitForRefresh(connections);
  const compared = balances.map(({ place, firstHour, hours }) =>
    compareStored(connections, place, METERS, firstHour, range(0, hours)),
  );
  const { lost, wrong, phantom } = addDifferences(await Promise.all(compared));
  const row = await queryRow(connections.worker, CountRow)`select count(*) from rejected_readings`;
  return { wrong: lost + wrong + phantom, rejectedKept: row?.count ?? 0 };
}
