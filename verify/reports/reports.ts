import { createHastyDatabase, withPostgres } from "../../bench/run/private-database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { atLeast, type Check, none } from "../run/check.ts";
import { controls } from "./controls.ts";
import { NOW } from "./installation/installation.ts";
import { openSite } from "./installation/site.ts";
import { type Tried, tryReports } from "./try-reports.ts";

/** `SEED=7` makes again the installation and the requests of a run with that seed. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000_000));
/** How many wrong answers are shown. */
const SHOWN = 20;

export const reports: Check = {
  id: "F1",
  proves:
    "Every report equals an independent computation over the stored hours, for random questions, before and after late readings, corrections and changes of prices; and all pages of a list are the set.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    withPostgres(async (postgres) => {
      say(`seed ${SEED}`);
      const url = await createHastyDatabase(postgres.url, "reports");
      await migrate(url);
      const site = await openSite(url, NOW);
      const size = { seed: SEED, properties: 10, days: 75, requests: 10, further: 9, lists: 2 };
      return await tryReports(site, size, say)
        .then((tried) => findings(tried, say))
        .finally(site.close);
    }),
};

function findings(tried: Tried, say: (line: string) => void) {
  const show = (sentences: readonly string[]) => {
    for (const sentence of sentences.slice(0, SHOWN)) say(sentence);
    return sentences.length;
  };
  const missed = tried.missed.map(({ title }) => title);
  return [
    atLeast("F1 states of the database", tried.states, 4),
    atLeast("F1 questions", tried.requests, 1000),
    none("F1 wrong answers", show(tried.wrong)),
    none("F1 report calls and parameters that are not tried", show(tried.untried)),
    atLeast("F4 lists read page by page", tried.lists, 200),
    none("F4 pages that repeat, miss or misplace a row", show(tried.wrongPages)),
    atLeast("F1 false definitions tried", controls.length, 8),
    none("F1 false definitions that no answer tells from the true ones", show(missed)),
  ];
}
