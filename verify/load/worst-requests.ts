import { NOW } from "../../bench/reports/data/now.ts";
import { reportRequests } from "../../bench/reports/server/report-requests.ts";
import { type Running, whileRunning } from "../../bench/reports/server/running.ts";
import { atLeast, atMost, type Check, caught, exactly, none } from "../run/check.ts";
import { sabotaged } from "../sabotage/sabotages.ts";
import { listsBesideReports } from "./lists.ts";
import { withPortfolio } from "./with-portfolio.ts";
import { beyond, type Worst, worstOf } from "./worst.ts";
import { askWorst, type Timed } from "./worst-times.ts";

/** Ten million readings: an organization of 10,000 meters over six weeks. */
const SIZE = { properties: 50, organizations: 1, perProperty: 200, days: 42 };
const READINGS = SIZE.properties * SIZE.perProperty * SIZE.days * 24;
const MOST_MS = 2000;
const AT_ONCE = 100;
const SHOWN = 10;
const MB = 1024 * 1024;
const TODAY = new Date(NOW).toISOString().slice(0, 10);
/** What a sabotaged list takes eight seconds for. */
const DAWDLING = "/v1/reporting/top-leak-volume/meters/day?days_ago=1&ordering=property_name";
/** After five seconds a statement is cut off, and that is reported in less than one. */
const CUT_MS = 6000;

export const worstRequests: Check = {
  id: "D5",
  proves:
    "The worst that anybody may lawfully ask of every report and list is answered in time on ten million readings, a hundred of it at once fit into memory, and what is beyond the bounds is rejected.",
  runsIn: "full",
  run: (say) =>
    withPortfolio(SIZE, async (url, folder) => {
      const ours = await whileRunning(url, `${folder}/server`, async (running) => {
        const worst = worstOfAll(running);
        const { timed, rejected } = await askWorst(running.client, worst);
        const slowest = timed.toSorted((one, other) => other.ms - one.ms);
        for (const { name, ms } of slowest.slice(0, SHOWN)) say(`${ms.toFixed(0)} ms: ${name}`);
        for (const name of rejected) say(`never lawful: ${name}`);
        const tooMuch = beyond(worst, TODAY);
        return {
          timed,
          rejected,
          slowest,
          tooMuch,
          given: await statuses(running, tooMuch),
          crowd: await askAtOnce(running, slowest),
        };
      });
      say("controls: a list that takes eight seconds, and a server without bounds");
      const slow = await whileRunning(url, `${folder}/slow`, cutOff, sabotaged("dawdling-list"));
      const boundless = await whileRunning(
        url,
        `${folder}/boundless`,
        async (running) => ({
          ...(await cutOff(running)),
          given: await statuses(running, ours.tooMuch.filter(isTried)),
        }),
        sabotaged("boundless"),
      );
      const { timed, rejected, slowest, tooMuch, given, crowd } = ours;
      return [
        atLeast("readings", READINGS, 10_000_000),
        atLeast("questions, each at its worst", timed.length, 300),
        none("that no span made lawful, beside orders of hours of several properties", rejected.filter(isMeant).length),
        atMost("slowest answer", round(slowest[0]?.ms), MOST_MS, "ms"),
        atLeast("questions beyond a bound", tooMuch.length, 100),
        none("of them not answered with 400", given.filter((status) => status !== 400).length),
        caught("control, no bounds: given", count(boundless.given, 200), 30),
        atLeast(`of ${AT_ONCE} at once answered with 200`, count(crowd.statuses, 200), AT_ONCE * 0.9),
        none(
          "answered with other than 200, 429 and 503",
          crowd.statuses.filter((status) => ![200, 429, 503].includes(status)).length,
        ),
        atMost("most memory of the server", round(crowd.memory / MB), 600, "MB"),
        exactly("a statement of eight seconds: told to ask for less, with 503", slow.status, 503),
        atMost("after", round(slow.ms), CUT_MS, "ms"),
        atLeast("control, slow list: as slow as must be seen", round(slow.ms), MOST_MS, "ms"),
        caught("control, no time limit: waited for", round(boundless.ms), CUT_MS, "ms"),
      ];
    }),
};

function worstOfAll({ places }: Running): Worst[] {
  const { regular: requests, past, orderings } = reportRequests(places);
  return worstOf([...requests, ...past, ...orderings], listsBesideReports(places.property), TODAY);
}

/** Without bounds answers take their time: some are enough. */
const isTried = (_url: string, place: number) => place % 4 === 0;

/** Hours of several properties have one order, that of time. */
const isMeant = (name: string) => !name.includes("/meters/hour (portfolio)");

async function statuses({ client }: Running, urls: readonly string[]): Promise<number[]> {
  const all: number[] = [];
  for (const url of urls) all.push((await client.get(url)).status);
  return all;
}

async function askAtOnce({ client, program }: Running, slowest: readonly Timed[]) {
  const worst = slowest.slice(0, SHOWN);
  const urls = Array.from({ length: AT_ONCE }, (_, i) => worst[i % worst.length]?.url ?? "");
  // 0: the connection broke.
  const all = await Promise.all(
    urls.map((url) =>
      client.get(url).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
  return { statuses: all, memory: program.peakMemory() ?? Number.NaN };
}

/** How long the slow list of a sabotaged build takes, and what it answers in the end. */
async function cutOff({ client }: Running): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const { status } = await client.get(DAWDLING);
  return { status, ms: performance.now() - began };
}

const count = (all: readonly number[], status: number) => all.filter((one) => one === status).length;
const round = (value: number | undefined) => Math.round(value ?? Number.NaN);
