import { showProgress } from "../../server/cli/output/progress.ts";
import type { Caller } from "./portfolio.ts";
import { between } from "./processor-time.ts";
import type { Site } from "./site.ts";

/** One request of one caller; medians, in milliseconds of processor time where the system gives it. */
export interface Compared {
  call: string;
  url: string;
  caller: Caller;
  locked: number;
  open: number;
}

/** Both are warm after so many answers. */
const WARM_UP = 2;
/** A request is sent so many times as often, as long as all of that takes no longer. */
const MORE = 5;
const QUICK_MS = 2000;

/**
 * Sends every request to both sites in turns, quick ones more often, each first in every other round, so that whatever
 * else the machine does slows both alike.
 * @throws Error when the two answer differently
 */
export async function compareSites(
  sites: { locked: Site; open: Site },
  callers: readonly Caller[],
  requests: readonly { call: string; url: string }[],
  rounds: number,
): Promise<Compared[]> {
  const progress = showProgress("questions");
  const compared: Compared[] = [];
  let done = 0;
  for (const caller of callers) {
    for (const { call, url } of requests) {
      const measured = await measureAlternately(sites, caller.token, url, rounds);
      if (measured !== null) compared.push({ call, url, caller, ...measured });
      progress.update(++done, callers.length * requests.length, `${caller.name} ${url}`);
    }
  }
  progress.end();
  return compared;
}

/** null: the caller may not ask this. */
async function measureAlternately(
  { locked, open }: { locked: Site; open: Site },
  token: string,
  url: string,
  rounds: number,
) {
  const times: { locked: number[]; open: number[] } = { locked: [], open: [] };
  const began = performance.now();
  const isQuick = () => performance.now() - began < QUICK_MS;
  for (let round = -WARM_UP; round < rounds || (round < rounds * MORE && isQuick()); round++) {
    const isLockedFirst = round % 2 === 0;
    const first = await timed(isLockedFirst ? locked : open, token, url);
    const second = await timed(isLockedFirst ? open : locked, token, url);
    if (first.text !== second.text) throw new Error(`${url} is answered differently with the lock open.`);
    if (first.text === null) return null;
    if (round < 0) continue;
    times.locked.push((isLockedFirst ? first : second).milliseconds);
    times.open.push((isLockedFirst ? second : first).milliseconds);
  }
  return { locked: median(times.locked), open: median(times.open) };
}

async function timed(site: Site, token: string, url: string) {
  const before = await site.processorTime.read();
  const began = performance.now();
  const text = await site.get(token, url);
  const elapsed = performance.now() - began;
  const after = await site.processorTime.read();
  return { text, milliseconds: before === null || after === null ? elapsed : between(before, after) };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  if (low === undefined || high === undefined) throw new Error("There is no median of nothing.");
  return (low + high) / 2;
}
