import { setTimeout as pause } from "node:timers/promises";
import { problem } from "../../../contract/call/fields.ts";
import { between } from "../../walls/processor-time.ts";
import type { Client } from "../server/client.ts";
import type { ReportRequest } from "../server/report-requests.ts";
import type { Running } from "../server/running.ts";

/** Milliseconds that answers to one request took. */
export interface Timed {
  request: ReportRequest;
  /** Bytes of an answer, and its rows where it is a list. */
  bytes: number;
  rows: number | null;
  /** Milliseconds of processors for one answer, without others; null where the system does not tell. */
  processor: number | null;
  alone: number[];
  loaded: number[];
}

const CLIENTS = 16;

/**
 * Sends one request after the other, each as soon as the last one is answered.
 * @param onRejected is called for requests that are rejected as too much, with the server's sentence
 * @throws Error when one is not answered otherwise
 */
export async function measureAlone(
  { client, processorTime }: Pick<Running, "client" | "processorTime">,
  requests: readonly ReportRequest[],
  times: number,
  onDone: (done: number) => void,
  onRejected: ((request: ReportRequest, sentence: string) => void) | null = null,
): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const request of requests) {
    const { status, text } = await client.get(request.url);
    if (status === 400 && onRejected !== null) {
      onRejected(request, problem.parse(JSON.parse(text)).detail);
      continue;
    }
    const first = answered(request.url, status, text);
    const one: Timed = {
      request,
      bytes: Buffer.byteLength(first),
      rows: rowsOf(first),
      processor: null,
      alone: [],
      loaded: [],
    };
    const before = await processorTime.read();
    for (let n = 0; n < times; n++) {
      const began = performance.now();
      await get(client, request.url);
      one.alone.push(performance.now() - began);
    }
    const after = await processorTime.read();
    if (before !== null && after !== null) one.processor = between(before, after) / times;
    onDone(timed.push(one));
  }
  return timed;
}

/**
 * Sends every request as often as `times` says, mixed, at a steady rate. A time counts from when its request was due,
 * so that one that had to wait for a free client or for others at the server took as long as people would have waited.
 */
export async function measureLoaded(
  client: Client,
  timed: readonly Timed[],
  times: (one: Timed) => number,
  perSecond: number,
  onDone: (done: number, all: number) => void,
): Promise<void> {
  const mix = shuffled(timed.flatMap((one) => Array.from({ length: times(one) }, () => one)));
  const due = mix.entries();
  const began = performance.now() + 100;
  const ask = async () => {
    for (const [n, one] of due) {
      const dueAt = began + (n * 1000) / perSecond;
      const early = dueAt - performance.now();
      if (early > 0) await pause(early);
      await get(client, one.request.url);
      one.loaded.push(performance.now() - dueAt);
      onDone(n + 1, mix.length);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask));
}

async function get(client: Client, url: string): Promise<string> {
  const { status, text } = await client.get(url);
  return answered(url, status, text);
}

function answered(url: string, status: number, text: string): string {
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text.slice(0, 1000)}`);
  return text;
}

function rowsOf(text: string): number | null {
  const answer: unknown = JSON.parse(text);
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== "object" || answer === null || !("results" in answer)) return null;
  return Array.isArray(answer.results) ? answer.results.length : null;
}

/** The same order each time. */
function shuffled<T>(values: T[]): T[] {
  let seed = 1;
  const keyed = values.map((value) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return { value, key: seed };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}
