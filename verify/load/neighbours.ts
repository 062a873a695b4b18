import { addAdmin } from "../../bench/reports/data/admin.ts";
import { within } from "../../bench/reports/data/databases.ts";
import { openClient } from "../../bench/reports/server/client.ts";
import { reportRequests } from "../../bench/reports/server/report-requests.ts";
import { cookieOf, type Running, whileRunning } from "../../bench/reports/server/running.ts";
import { percentile } from "../../bench/run/percentile.ts";
import { atMost, type Check, caught, exactly, none } from "../run/check.ts";
import { sabotaged } from "../sabotage/sabotages.ts";
import { askSteadily, rejections } from "./steady-requests.ts";
import { withPortfolio } from "./with-portfolio.ts";

const SIZE = { properties: 20, organizations: 2, perProperty: 200, days: 30 };
/** Reports a second of an organization that asks its share, and how many times as many another asks. */
const SHARE = 15;
const TIMES = 20;
const SECONDS = 20;
const CONTROL_SECONDS = 6;
const MOST_TIMES = 2;

interface Outcome {
  /** Milliseconds at the median. */
  alone: number;
  beside: number;
  /** Of the organization that asks too much: reports answered, and rejected. */
  answered: number;
  rejected: number;
  /** Requests of the other that were rejected. */
  wronged: number;
}

export const neighbours: Check = {
  id: "L3",
  proves: "An organization that asks for twenty times its share of reports leaves the others under twice their time.",
  runsIn: "full",
  run: (say) =>
    withPortfolio(SIZE, async (url, folder) => {
      const printOutcome = ({ alone, beside, answered, rejected }: Outcome) =>
        say(
          `median ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside one of whose reports ${answered} were answered and ${rejected} rejected`,
        );
      const ours = await whileRunning(url, `${folder}/server`, (running) => runBeside(url, running, SECONDS));
      printOutcome(ours);
      say("control: a server that lets everybody ask as many at once as they like");
      const control = await whileRunning(
        url,
        `${folder}/control`,
        (running) => runBeside(url, running, CONTROL_SECONDS),
        sabotaged("send-all-at-once"),
      );
      printOutcome(control);
      const times = ({ alone, beside }: Outcome) => Math.round((beside / alone) * 100) / 100;
      return [
        exactly("reports asked by the one", ours.answered + ours.rejected, SHARE * TIMES * SECONDS),
        none("of the other's rejected", ours.wronged),
        atMost("times that the other waits as long as alone", times(ours), MOST_TIMES),
        caught("control, no turns: times as long", times(control), MOST_TIMES),
      ];
    }),
};

async function runBeside(url: string, running: Running, seconds: number): Promise<Outcome> {
  const urls = reportRequests(running.places)
    .regular.filter(({ width }) => width === "portfolio")
    .map((request) => request.url);
  const other = openClient(running.url, cookieOf(await within(url, (connections) => addAdmin(connections, "second"))));
  try {
    // Once each, so that nothing is read for the first time.
    await askSteadily(other, urls, SHARE, urls.length / SHARE);
    const alone = await askSteadily(other, urls, SHARE, seconds);
    const flood = askSteadily(running.client, urls, SHARE * TIMES, seconds);
    const beside = await askSteadily(other, urls, SHARE, seconds);
    const much = await flood;
    return {
      alone: percentile(alone.times, 0.5),
      beside: percentile(beside.times, 0.5),
      answered: much.times.length,
      rejected: rejections(much),
      wronged: rejections(alone) + rejections(beside),
    };
  } finally {
    other.close();
  }
}
