import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../../bench/reports/server/client.ts";

/** The outcomes of requests. */
export interface Params {
  /** Milliseconds from when each was due until its answer was there whole. */
  times: number[];
  /** Answers other than 200, and connections that broke: how often each. */
  rejected: Map<string, number>;
}

/**
 * Makes these requests in turns at a fixed rate, whether or not earlier ones are answered, and waits for all answers.
 * A time counts from when its request was due, so that what waits behind others took as long as people would wait.
 */
export async function askSteadily(
  client: Client,
  urls: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<Params> {
  const params: Params = { times: [], rejected: new Map() };
  const open: Promise<void>[] = [];
  const began = performance.now();
  const ask = async (url: string, dueAt: number) => {
    const status = await client.get(url).then(
      (answer) => answer.status,
      (error) => (error instanceof Error && "code" in error ? `${error.code}` : "no answer"),
    );
    if (status === 200) params.times.push(performance.now() - dueAt);
    else params.rejected.set(`${status}`, (params.rejected.get(`${status}`) ?? 0) + 1);
  };
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueAt = began + (n * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await pause(early);
    const url = urls[n % urls.length];
    if (url === undefined) throw new Error("There is nothing to be asked.");
    open.push(ask(url, dueAt));
  }
  await Promise.all(open);
  return params;
}

/** How many got another answer than 200. */
export function rejections({ rejected }: Params): number {
  return [...rejected.values()].reduce((sum, n) => sum + n, 0);
}
