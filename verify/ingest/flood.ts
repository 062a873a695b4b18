import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { bodyOf } from "../harness/readings.ts";

export const METERS = 1000;
export const FIRST_HOUR = Date.UTC(2024, 0, 1);
const TICK_MS = 10;

/** What came back of a flood. */
export interface Flood {
  /** Batches sent, and the seconds it took. */
  sent: number;
  seconds: number;
  /** The hours that were answered with 200, by the place's number in the list. */
  acknowledged: number[][];
  /** Batches answered with 429 or 503, and of those the ones without a Retry-After. */
  heldBack: number;
  withoutAdvice: number;
}

/**
 * Sends batches of `METERS` readings, another hour each, at a fixed rate, whether or not earlier ones were answered: what
 * is rejected is not sent again.
 * @param rate batches a second
 * @returns two ends: when no more is sent, and when all has its answer
 */
export function flood(
  url: string,
  places: BenchPlace[],
  rate: number,
  seconds: number,
): { timeUp: Promise<void>; all: Promise<Flood> } {
  const result: Flood = {
    sent: 0,
    acknowledged: places.map(() => []),
    heldBack: 0,
    withoutAdvice: 0,
    seconds: 0,
  };
  const agent = new Agent({ keepAlive: true });
  const senders = places.map((place, i) => ({
    place,
    acknowledged: result.acknowledged[i] ?? [],
  }));
  const open = new Set<Promise<void>>();
  const sendDue = async () => {
    const began = performance.now();
    const elapsed = () => (performance.now() - began) / 1000;
    for (let isOver = false; !isOver; await pause(TICK_MS)) {
      isOver = elapsed() >= seconds;
      while (result.sent < Math.min(elapsed(), seconds) * rate) {
        const sender = senders[result.sent % places.length];
        const hour = Math.floor(result.sent / places.length);
        result.sent++;
        if (sender === undefined) throw new Error("A flood needs places.");
        const one: Promise<void> = sendOne(
          agent,
          url,
          sender.place.token,
          bodyOf(sender.place, METERS, FIRST_HOUR, [hour]),
        ).then((answer) => {
          open.delete(one);
          if (answer?.status === 200) sender.acknowledged.push(hour);
          if (answer?.status !== 429 && answer?.status !== 503) return;
          result.heldBack++;
          if (!/^\d+$/.test(answer.retryAfter ?? "")) result.withoutAdvice++;
        });
        open.add(one);
      }
    }
    result.seconds = elapsed();
  };
  const timeUp = sendDue();
  const all = timeUp.then(async () => {
    await Promise.all(open);
    agent.destroy();
    return result;
  });
  return { timeUp, all };
}

interface Answer {
  status: number | undefined;
  retryAfter: string | undefined;
}

/** @returns null when the connection broke without an answer */
function sendOne(agent: Agent, url: string, token: string, body: string): Promise<Answer | null> {
  return new Promise((done) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const call = request(`${url}/v1/ingest/readings`, { method: "POST", agent, headers }, (response) => {
      const answer = { status: response.statusCode, retryAfter: response.headers["retry-after"] };
      response.on("error", () => done(null));
      response.on("end", () => done(answer));
      response.resume();
    });
    call.on("error", () => done(null));
    call.end(body);
  });
}
