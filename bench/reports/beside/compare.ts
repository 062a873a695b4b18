import pg from "pg";
import { percentile } from "../../run/percentile.ts";
import type { Client } from "../server/client.ts";
import { duckdb, postgres } from "./dialect.ts";
import type { Duck } from "./duck.ts";
import { difference, type Summed, sumsOf } from "./summed.ts";

/** Milliseconds of the same answer from all three, medians. */
export interface Beside {
  call: string;
  url: string;
  ours: number;
  plain: number;
  duck: number;
  /** What is different between the answers, in words; null: nothing. Only then the times count. */
  difference: string | null;
}

/** Each is sent so often; the first answers, which find nothing in memory, do not count. */
const TIMES = 9;
/** Answers that take seconds are requested once more only. */
const ENOUGH_MS = 4000;

/**
 * Asks all three, one after the other, over connections that stay open. The plain way may sort and hash in 256 MB.
 */
export async function besideOthers(
  requests: readonly Summed[],
  { client, plainUrl, duck }: { client: Client; plainUrl: string; duck: Duck },
  onDone: (beside: Beside) => void,
): Promise<Beside[]> {
  const plain = new pg.Client({ connectionString: plainUrl });
  await plain.connect();
  await plain.query("set work_mem = '256MB'");
  const all: Beside[] = [];
  try {
    for (const { call, url, ours, sql } of requests) {
      const mine = await timed(async () => {
        const { status, text } = await client.get(url);
        if (status !== 200) throw new Error(`${url} answered ${status}: ${text.slice(0, 500)}`);
        return ours(JSON.parse(text));
      });
      const theirs = await timed(async () => sumsOf((await plain.query(sql(postgres))).rows));
      const columns = await timed(async () => sumsOf(await duck.query(sql(duckdb))));
      const found = [difference(mine.answer, theirs.answer), difference(mine.answer, columns.answer)];
      const beside = {
        call,
        url,
        ours: mine.median,
        plain: theirs.median,
        duck: columns.median,
        difference: found.find((message) => message !== null) ?? null,
      };
      all.push(beside);
      onDone(beside);
    }
  } finally {
    await plain.end();
  }
  return all;
}

async function timed<T>(ask: () => Promise<T>): Promise<{ answer: T; median: number }> {
  const answer = await ask();
  const took: number[] = [];
  const since = performance.now();
  while (took.length === 0 || (took.length < TIMES && performance.now() - since < ENOUGH_MS)) {
    const began = performance.now();
    await ask();
    took.push(performance.now() - began);
  }
  return { answer, median: percentile(took, 0.5) };
}
