import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openDatabases } from "../bench/reports/data/databases.ts";
import { NOW } from "../bench/reports/now.ts";
import { questions } from "../bench/reports/questions.ts";
import { type Running, whileRunning } from "../bench/reports/running.ts";
import { inScratchFolder } from "../bench/run/scratch.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { tooManyRows, type Worst, worstOf } from "./bounds/worst.ts";
import type { Check } from "./check.ts";
import { none } from "./check.ts";

/** Ten million readings: an organization of 10,000 meters over six weeks. */
const SIZE = { properties: 50, organizations: 1, perProperty: 200, days: 42 };
const READINGS = SIZE.properties * SIZE.perProperty * SIZE.days * 24;
const ASKED_TIMES = 2;
const AT_ONCE = 100;
const SHOWN = 10;
const MB = 1024 * 1024;

/** A legal question that was answered, and how long it took. */
interface Timed {
  name: string;
  url: string;
  ms: number;
}

export const worstRequests: Check = {
  id: "D5",
  proves:
    "The worst that anybody may lawfully ask of every report and list is answered in time on ten million readings, a hundred of it at once fit into memory, and what is beyond the bounds is refused.",
  runsIn: "own name only",
  run: (say) =>
    inScratchFolder(async (folder) => {
      const postgres = await startEmbeddedPostgres(folder);
      try {
        const url = await (await openDatabases(postgres.url, folder)).portfolio(SIZE);
        const serverFolder = join(folder, "server");
        await mkdir(serverFolder, { mode: 0o755 });
        say(`${READINGS.toLocaleString("en-US")} readings are there`);
        return await whileRunning(url, serverFolder, async (running) => {
          const { asked, past, orderings } = questions(running.places);
          const today = new Date(NOW).toISOString().slice(0, 10);
          const worst = worstOf([...asked, ...past, ...orderings], running.places.property, today);
          const { timed, refused } = await askAll(running, worst);
          const slowest = timed.toSorted((one, other) => other.ms - one.ms);
          for (const { name, ms } of slowest.slice(0, SHOWN)) say(`${ms.toFixed(0)} ms: ${name}`);
          for (const name of refused) say(`never answered: ${name}`);
          const beyond = await answered(running, tooManyRows(worst));
          const control = await answered(
            running,
            worst.flatMap(({ urls }) => urls.slice(-1)),
          );
          const crowd = await askAtOnce(running, slowest);
          return [
            { what: "readings", count: READINGS, must: { reach: 10_000_000 } },
            { what: "kinds of questions, each at its worst", count: timed.length, must: { reach: 100 } },
            none("kinds of questions that were never answered", refused.length),
            { what: "slowest answer", count: slowest[0]?.ms ?? Number.NaN, unit: "ms", must: { stay: 2000 } },
            none("pages of 51 rows that were given", beyond),
            { what: "control: pages of 50 rows that were given, as must be seen", count: control, must: { reach: 1 } },
            none(`answers other than 200 and 503 to ${AT_ONCE} at once`, crowd.wrong),
            { what: `of ${AT_ONCE} at once answered with 200`, count: crowd.good, must: { reach: AT_ONCE / 2 } },
            { what: "most memory of the server", count: crowd.memory / MB, unit: "MB", must: { stay: 600 } },
          ];
        });
      } finally {
        await postgres.stop();
      }
    }),
};

/** Asks each with the longest span that it takes. */
async function askAll({ client }: Running, worst: readonly Worst[]): Promise<{ timed: Timed[]; refused: string[] }> {
  const timed: Timed[] = [];
  const refused: string[] = [];
  for (const { name, urls } of worst) {
    const url = await firstTaken(client, urls);
    if (url === null) {
      refused.push(name);
      continue;
    }
    const times: number[] = [];
    for (let time = 0; time < ASKED_TIMES; time++) {
      const began = performance.now();
      const { status } = await client.get(url);
      if (status === 200) times.push(performance.now() - began);
    }
    // The machine has other work at times: the better answer says how long it takes.
    timed.push({ name, url, ms: times.length < ASKED_TIMES ? Number.POSITIVE_INFINITY : Math.min(...times) });
  }
  return { timed, refused };
}

async function firstTaken(client: Running["client"], urls: readonly string[]): Promise<string | null> {
  for (const url of urls) {
    const { status } = await client.get(url);
    if (status === 200) return url;
    // Not refused for what it asks: it was not answered in time.
    if (status >= 500) return url;
  }
  return null;
}

async function answered({ client }: Running, urls: readonly string[]): Promise<number> {
  let good = 0;
  for (const url of new Set(urls)) if ((await client.get(url)).status === 200) good++;
  return good;
}

async function askAtOnce({ client, program }: Running, slowest: readonly Timed[]) {
  const urls = Array.from({ length: AT_ONCE }, (_, i) => slowest[i % slowest.length]?.url ?? "");
  const statuses = await Promise.all(urls.map(async (url) => (await client.get(url)).status));
  const good = statuses.filter((status) => status === 200).length;
  const wrong = statuses.filter((status) => status !== 200 && status !== 503).length;
  return { good, wrong, memory: program.peakMemory() ?? Number.NaN };
}
