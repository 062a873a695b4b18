import { setTimeout as pause } from "node:timers/promises";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { bodyOf } from "../harness/readings.ts";

const METERS = 30;
const REPORTS = [
  "/v1/me",
  "/v1/reporting/my-properties/",
  "/v1/reporting/overview?days_ago=30",
  "/v1/reporting/portfolio-insights/properties/performance?days_ago=30",
  "/v1/reporting/leak-report/leak-overview?days_ago=30",
  "/v1/admin/staff/organizations/users",
  "/v1/alerts",
];

/** People and gateways at work. */
export interface Traffic {
  /** Answers that are none or of 4xx and 5xx, so far. */
  failed: readonly string[];
  /** Waits until so many requests were answered. */
  reach(requests: number): Promise<void>;
  /** Ends it. */
  stop(): Promise<{ requests: number; failed: string[] }>;
}

/** Sends readings of all places and asks for reports, until it is stopped. */
export function startTraffic(url: string, cookie: string, places: readonly BenchPlace[]): Traffic {
  const failed: string[] = [];
  let requests = 0;
  let isOver = false;
  const ask = async (path: string, options: RequestInit) => {
    try {
      const answer = await fetch(url + path, options);
      const text = await answer.text();
      if (!answer.ok) failed.push(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    } catch (error) {
      failed.push(`${path}: ${error instanceof Error ? (error.cause ?? error) : error}`);
    }
    requests++;
    await pause(10);
  };
  const send = async (place: BenchPlace) => {
    const headers = { authorization: `Bearer ${place.token}`, "content-type": "application/json" };
    for (let hour = Math.floor(Date.now() / HOUR_MS) - 4000; !isOver; hour++) {
      await ask("/v1/ingest/readings", { method: "POST", headers, body: bodyOf(place, METERS, 0, [hour]) });
    }
  };
  const read = async () => {
    for (let n = 0; !isOver; n++) await ask(REPORTS[n % REPORTS.length] ?? "", { headers: { cookie } });
  };
  const all = [...places.map(send), read(), read()];
  return {
    failed,
    reach: async (count) => {
      while (requests < count) await pause(10);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(all);
      return { requests, failed };
    },
  };
}
