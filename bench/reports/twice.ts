import type { Figure } from "../record/figure.ts";
import { percentile } from "../run/percentile.ts";
import { between } from "../walls/processor-time.ts";
import { reportRequests } from "./server/report-requests.ts";
import type { Running } from "./server/running.ts";

/** Totals, performance and costs: what all cost by properties and days. */
const CALLS = /^\/v1\/reporting\/(overview$|portfolio-insights\/)/;
const TIMES = 31;
const WARM_UP = 2;
/** The quicker half of the times is compared by its middle: what else the machine does makes some longer, none shorter. */
const QUICK = 0.25;
const MOST = { must: "be at most", value: 1.2 } as const;

/** The time that calls take over as many properties with twice the meters each, of their time without; in turns. */
export async function twiceTheMeters(once: Running, twice: Running, only: RegExp): Promise<Figure[]> {
  const requests = reportRequests(once.places).regular.filter(
    ({ call, width }) => width === "portfolio" && CALLS.test(call) && only.test(call),
  );
  process.stdout.write("\nmilliseconds, with twice the meters, ratio\n");
  const measured: { call: string; once: number; twice: number }[] = [];
  for (const { call, url } of requests) {
    const times: { once: number[]; twice: number[] } = { once: [], twice: [] };
    for (let n = -WARM_UP; n < TIMES; n++) {
      const first = await timed(once, url);
      const second = await timed(twice, url);
      if (n < 0) continue;
      times.once.push(first);
      times.twice.push(second);
    }
    const [a, b] = [percentile(times.once, QUICK), percentile(times.twice, QUICK)];
    measured.push({ call, once: a, twice: b });
    process.stdout.write(`${a.toFixed(1).padStart(8)} ${b.toFixed(1).padStart(8)} ${(b / a).toFixed(2)}  ${url}\n`);
  }
  const ratio = (of: typeof measured) =>
    of.reduce((sum, one) => sum + one.twice, 0) / of.reduce((sum, one) => sum + one.once, 0);
  return [
    { name: "time with twice the meters, all of them together", value: ratio(measured), unit: "x", goal: MOST },
    ...[...Map.groupBy(measured, ({ call }) => call)].map(([call, of]) => ({
      name: `time with twice the meters: ${call.replace("/v1/reporting/", "")}`,
      value: ratio(of),
      unit: "x",
      goal: MOST,
    })),
  ];
}

/** Milliseconds of processor time where the system tells it, so that what else the machine does counts little. */
async function timed({ client, processorTime }: Running, url: string): Promise<number> {
  const before = await processorTime.read();
  const began = performance.now();
  const { status, text } = await client.get(url);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text.slice(0, 500)}`);
  const elapsed = performance.now() - began;
  const after = await processorTime.read();
  return before === null || after === null ? elapsed : between(before, after);
}
