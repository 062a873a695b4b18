import { showProgress } from "../../server/cli/output/progress.ts";
import type { Figure } from "../record/figure.ts";
import { callFigures, requestLines } from "./load/lines.ts";
import { measureAlone, measureLoaded, type Timed } from "./load/measure.ts";
import { type ReportRequest, reportRequests } from "./server/report-requests.ts";
import type { Running } from "./server/running.ts";

/** How often each request is sent by one client, and each call by all of them together, at least. */
const ALONE = 15;
const LOADED_OF_CALL = 48;
/** How often a request is sent that is not in the mix under load: of the many orderings, or of a day long past. */
const OCCASIONAL = 5;
/** Everybody together sends so many requests a second, whether or not earlier ones are answered. */
const PER_SECOND = 20;

/** Which calls: those whose path matches. */
export interface Choice {
  only: RegExp;
  /** Whether all orderings are measured, too. */
  orderings: boolean;
  /** Whether one client is enough, for a quick look; then there are no figures. */
  alone: boolean;
  /** Whether the floors count. */
  floors: boolean;
  /** How many requests for whole portfolios everybody together sends a second. Default: 20. */
  portfoliosPerSecond?: number;
}

/** Measures every report call alone and under load, prints a line for each request, gives a figure for each call. */
export async function loads(running: Running, size: string, choice: Choice): Promise<Figure[]> {
  const { regular: requests, past, orderings } = reportRequests(running.places);
  const chosen = (of: readonly ReportRequest[]) => of.filter(({ call }) => choice.only.test(call));
  const all: Timed[] = [];
  for (const width of ["portfolio", "property"] as const) {
    const ofThis = chosen(requests).filter((request) => request.width === width);
    const perSecond = (width === "portfolio" ? choice.portfoliosPerSecond : undefined) ?? PER_SECOND;
    all.push(...(await ofWidth(running, `${size}, ${width}`, ofThis, choice.alone ? null : perSecond)));
  }
  process.stdout.write(`\n${size}: milliseconds\n${requestLines(all, choice.floors && !choice.alone)}`);
  await measureOccasional(running, `${size}, as of a day 30 days ago`, chosen(past));
  if (choice.orderings) await measureOccasional(running, `${size}, every ordering`, chosen(orderings));
  return choice.alone ? [] : callFigures(all, size, choice.floors);
}

/** Prints what requests take that are sent by one client only, a few times each, and which of them are rejected. */
async function measureOccasional(running: Running, title: string, of: readonly ReportRequest[]) {
  const progress = showProgress(title);
  let rejected = "";
  const timed = await measureAlone(
    running,
    of,
    OCCASIONAL,
    (done) => progress.update(done, of.length, ""),
    ({ url }, sentence) => {
      rejected += `rejected ${url}: ${sentence}\n`;
    },
  );
  progress.end();
  process.stdout.write(`\n${title}: milliseconds\n${requestLines(timed, false)}${rejected}`);
}

/** @param perSecond null: one client is enough */
async function ofWidth(running: Running, title: string, requests: readonly ReportRequest[], perSecond: number | null) {
  const alone = showProgress(`${title}, one client`);
  const timed = await measureAlone(running, requests, ALONE, (done) => alone.update(done, requests.length, ""));
  alone.end();
  if (perSecond === null) return timed;
  const perCall = Map.groupBy(requests, ({ call }) => call);
  const times = (one: Timed) => Math.ceil(LOADED_OF_CALL / (perCall.get(one.request.call)?.length ?? 1));
  const loaded = showProgress(`${title}, sixteen clients`);
  await measureLoaded(running.client, timed, times, perSecond, (done, count) => loaded.update(done, count, ""));
  loaded.end();
  return timed;
}
