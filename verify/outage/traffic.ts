import { setTimeout as pause } from "node:timers/promises";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { bodyOf, failureOf } from "../harness/readings.ts";

export const FIRST_HOUR = Date.UTC(2026, 4, 1);
const REPORTS = [
  "/v1/reporting/overview?start_date=2026-05-01&end_date=2026-05-07",
  "/v1/reporting/portfolio-insights/overview?start_date=2026-05-01&end_date=2026-05-07",
  "/v1/reporting/leak-report/leak-overview?start_date=2026-05-01&end_date=2026-05-07",
  "/v1/reporting/portfolio-insights/finances/costs?start_date=2026-05-01&end_date=2026-05-07",
];
/** Between two requests of one sender or reader. */
const APART_MS = 15;

export type Kind = "write" | "read";

/** What one request came to. */
export interface Answer {
  kind: Kind;
  /** When it was sent and answered, in milliseconds of `performance.now()`. */
  sentAt: number;
  at: number;
  /** Its status; null: there was none, for the reason in `failure`. */
  status: number | null;
  retryAfter: string | null;
  /** Such as ECONNREFUSED; empty where there was an answer. */
  failure: string;
}

/** Senders and readers at work, one request after another each. */
export interface Traffic {
  answers: Answer[];
  /** Acknowledged hours of each place, from the first on without a gap. */
  hours(): number[];
  /** The first good answer of a kind that was requested after a moment; null until there is one. */
  firstGood(kind: Kind, after: number): Answer | null;
  end(): Promise<void>;
}

/**
 * Sends the hours of each place, one after another, each again until it is acknowledged, and reads reports.
 * @param cookie of whoever reads
 * @param from the hour with which each begins; left out: the first
 * @param enough tells a sender or reader from a request's outcome to stop; left out: they go on until `end`
 */
export function startTraffic(
  url: string,
  places: readonly BenchPlace[],
  {
    meters,
    cookie,
    readers,
    from = [],
    enough = () => false,
  }: {
    meters: number;
    cookie: string;
    readers: number;
    from?: readonly number[];
    enough?: (answer: Answer) => boolean;
  },
): Traffic {
  const answers: Answer[] = [];
  const acknowledged = places.map((_, i) => from[i] ?? 0);
  let isOver = false;
  const ask = async (kind: Kind, path: string, options: RequestInit, take: (text: string) => void) => {
    const sentAt = performance.now();
    const answer: Answer = { kind, sentAt, at: sentAt, status: null, retryAfter: null, failure: "" };
    try {
      const response = await fetch(`${url}${path}`, options);
      const text = await response.text();
      answer.status = response.status;
      answer.retryAfter = response.headers.get("retry-after");
      if (response.ok) take(text);
    } catch (error) {
      answer.failure = failureOf(error);
    }
    answer.at = performance.now();
    answers.push(answer);
    return answer;
  };
  const sender = async (place: BenchPlace, i: number) => {
    const headers = { authorization: `Bearer ${place.token}`, "content-type": "application/json" };
    while (!isOver) {
      const hour = acknowledged[i] ?? 0;
      const options = { method: "POST", headers, body: bodyOf(place, meters, FIRST_HOUR, [hour]) };
      const answer = await ask("write", "/v1/ingest/readings", options, (text) => {
        const { stored, duplicate } = ingestAnswer.parse(JSON.parse(text));
        if (stored + duplicate !== meters) throw new Error(`A batch was not taken whole: ${text.slice(0, 300)}`);
        acknowledged[i] = hour + 1;
      });
      if (enough(answer)) return;
      await pause(APART_MS);
    }
  };
  const reader = async (_: unknown, i: number) => {
    for (let n = i; !isOver; n++) {
      const path = REPORTS[n % REPORTS.length] ?? "";
      if (enough(await ask("read", path, { headers: { cookie } }, () => {}))) return;
      await pause(APART_MS);
    }
  };
  const running = [...places.map(sender), ...Array.from({ length: readers }, reader)];
  return {
    answers,
    hours: () => [...acknowledged],
    firstGood: (kind, after) =>
      answers.find((answer) => answer.kind === kind && answer.sentAt >= after && answer.status === 200) ?? null,
    end: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
