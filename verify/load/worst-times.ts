import type { Running } from "../../bench/reports/server/running.ts";
import { lastPage, type Worst } from "./worst.ts";

/** A time that says nothing bad, whatever else the machine did. */
const QUICK_MS = 1000;
const TRIES = 4;

/** A lawful request that was answered, and how long it took; Infinity: it was cut off. */
export interface Timed {
  name: string;
  url: string;
  ms: number;
}

/** What came of the requests. */
export interface Answered {
  timed: Timed[];
  /** Names of those whom no span made lawful. */
  rejected: string[];
}

/** Asks each with the longest span that it takes, for the first and for the last page. */
export async function askWorst(client: Running["client"], worst: readonly Worst[]): Promise<Answered> {
  const timed: Timed[] = [];
  const rejected: string[] = [];
  /** By kind which span is the longest. */
  const longest = new Map<string, number>();
  for (const { name, kind, urls } of worst) {
    let isTaken = false;
    for (let step = longest.get(kind) ?? 0; step < urls.length && !isTaken; step++) {
      const url = urls[step] ?? "";
      const first = await timeOf(client, url);
      if (first === null) continue;
      isTaken = true;
      longest.set(kind, step);
      timed.push({ name, url, ms: first.ms });
      const last = lastPage(url, first.text);
      if (last === null) continue;
      const there = await timeOf(client, last);
      if (there !== null) timed.push({ name: `${name} (last page)`, url: last, ms: there.ms });
    }
    if (isTaken) continue;
    rejected.push(name);
    longest.set(kind, urls.length);
  }
  return { timed, rejected };
}

/**
 * How long an answer takes: the best of some tries where it seems slow, for the machine has other work at times.
 * @returns null: it is rejected for what it asks
 */
async function timeOf(client: Running["client"], url: string): Promise<{ ms: number; text: string } | null> {
  let best = { ms: Number.POSITIVE_INFINITY, text: "" };
  for (let time = 0; time < TRIES && best.ms > QUICK_MS; time++) {
    const began = performance.now();
    const { status, text } = await client.get(url);
    const ms = performance.now() - began;
    if (status >= 400 && status < 500) return null;
    if (status === 200 && ms < best.ms) best = { ms, text };
  }
  return best;
}
