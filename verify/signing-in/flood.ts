import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { postLines, range, readingsOf } from "../harness/readings.ts";
import { makePeople, PASSWORD, type Trial } from "./trial.ts";
import { type Answer, cookieHeader } from "./visitor.ts";

const METERS = 200;
const DAYS = 30;
/** A batch holds so many hours of all meters: as many rows as it may. */
const HOURS_AT_ONCE = 50;

/** So many people sign in each second, more than any password can be looked at. */
const PER_SECOND = 400;
const HEALTH_PER_SECOND = 10;
const REPORTS_PER_SECOND = 5;
/** Who signs in is answered within this, in milliseconds, be it that they must try again. */
const LONGEST_WAIT_MS = 10_000;

const REPORTS = [
  "/v1/reporting/overview?days_ago=30",
  "/v1/reporting/my-properties/",
  "/v1/reporting/portfolio-insights/properties/performance?days_ago=30",
  "/v1/reporting/leak-report/leak-overview?days_ago=30",
];

export interface Flooded {
  /** Milliseconds that 95 of 100 took at most. */
  health: number;
  reports: number;
  /** Answers of these other than good ones, shortened. */
  failed: string[];
  signIns: number;
  evaluated: number;
  /** Answered with a request to try again later. */
  rejected: number;
  /** Neither of the two. */
  otherwise: number;
  /** Sign-ins that waited too long for their answer. */
  tooLong: number;
  longestMs: number;
}

/** A property with a month of readings, and somebody who sees everything. @returns their Cookie header */
export async function fill(trial: Trial): Promise<string> {
  const [place] = await makePlaces(trial.connections, 1, METERS);
  if (place === undefined) throw new Error("No property was made.");
  const firstHour = (Math.floor(Date.now() / HOUR_MS) - DAYS * 24) * HOUR_MS;
  for (let hour = 0; hour < DAYS * 24; hour += HOURS_AT_ONCE) {
    const hours = range(hour, Math.min(HOURS_AT_ONCE, DAYS * 24 - hour));
    const { status, text } = await postLines(trial, place, readingsOf(place, METERS, firstHour, hours));
    if (status !== 200) throw new Error(`Readings were answered with ${status}: ${text}`);
  }
  await waitForRefresh(trial.connections);
  const [email = ""] = await makePeople(trial, "reader", 1);
  await sql`update users set staff_role = 'IONAdmin' where email = ${email}`.execute(trial.connections.accounts);
  return cookieHeader((await trial.ask({ path: "/v1/session", body: { email, password: PASSWORD } })).cookies);
}

/** Asks for health and reports while nobody, or a flood of people, signs in. */
export async function flood(trial: Trial, cookie: string, isFlood: boolean, seconds: number): Promise<Flooded> {
  const known = isFlood ? await makePeople(trial, "flooding", 100) : [];
  const [health, reports, signIns] = await Promise.all([
    steadily(HEALTH_PER_SECOND, seconds, (i) =>
      trial.ask({ method: "GET", path: i % 2 === 0 ? "/health/live" : "/health/ready" }),
    ),
    steadily(REPORTS_PER_SECOND, seconds, (i) =>
      trial.ask({ method: "GET", path: REPORTS[i % REPORTS.length] ?? "", headers: { cookie } }),
    ),
    steadily(isFlood ? PER_SECOND : 0, seconds, (i) =>
      trial.ask({
        path: "/v1/session",
        // One in ten has an account, which soon must wait; each comes from an address of its own.
        body: {
          email: i % 10 === 0 ? (known[(i / 10) % known.length] ?? "") : `n${i}@example.com`,
          password: `Wet-Stairs-${i}!`,
        },
        headers: { "x-forwarded-for": `2001:db8:${i.toString(16)}::1` },
      }),
    ),
  ]);
  const withStatus = (...statuses: number[]) => signIns.filter(({ status }) => statuses.includes(status)).length;
  const [evaluated, rejected] = [withStatus(401), withStatus(429, 503)];
  return {
    health: percentile(health),
    reports: percentile(reports),
    failed: [...health, ...reports]
      .filter(({ status }) => status !== 200)
      .map(({ status, text }) => `${status} ${text.slice(0, 150)}`),
    signIns: signIns.length,
    evaluated,
    rejected,
    otherwise: signIns.length - evaluated - rejected,
    tooLong: signIns.filter(({ took }) => took > LONGEST_WAIT_MS).length,
    longestMs: Math.max(0, ...signIns.map(({ took }) => took)),
  };
}

/** Asks at a steady rate, whether answers come or not. @returns all answers */
async function steadily(perSecond: number, seconds: number, ask: (i: number) => Promise<Answer>): Promise<Answer[]> {
  const pending: Promise<Answer>[] = [];
  const began = performance.now();
  for (let i = 0; i < perSecond * seconds; i += 1) {
    const early = began + (i * 1000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    const sent = performance.now();
    // An answer that does not come counts as one that is not good.
    pending.push(
      ask(i).catch((error: unknown) => ({
        status: 0,
        headers: {},
        text: String(error),
        cookies: [],
        took: performance.now() - sent,
      })),
    );
  }
  return await Promise.all(pending);
}

function percentile(answers: readonly Answer[]): number {
  const sorted = answers.map(({ took }) => took).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
