import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { makePeople, type Trial } from "./trial.ts";

/** So often each kind of person asks. */
const TIMES = 200;
/** The first ones make connections and compile. */
const WARM_UP = 5;
/** What goes on behind an answer must not fall into the time of the next one. */
const REST_MS = 15;

/** By how many per cent the median times of kinds of people differ, and whether anything else of their answers does. */
export interface Difference {
  percent: number;
  /** Answers with another status, body or header than the first one's. */
  otherwise: number;
}

/**
 * Signing in with a wrong password, and forgetting it: as somebody with an account, somebody who was invited and has no
 * password yet, and somebody unknown.
 */
export async function compare(trial: Trial): Promise<{ signIn: Difference; forgotten: Difference }> {
  const known = await makePeople(trial, "known", TIMES + WARM_UP);
  const invited = await makePeople(trial, "invited", TIMES + WARM_UP);
  await sql`delete from credentials c using users u where u.id = c.user_id and u.email = any(${invited}::text[])`.execute(
    trial.connections.accounts,
  );
  const unknown = known.map((email) => email.replace("known", "nobody"));
  const kinds = [known, invited, unknown];
  return {
    signIn: await differ(trial, kinds, (email) => ["/v1/session", { email, password: "Not-The-One-1!" }]),
    forgotten: await differ(trial, kinds, (email) => ["/v1/password/forgotten", { email }]),
  };
}

async function differ(
  trial: Trial,
  kinds: readonly (readonly string[])[],
  request: (email: string) => [path: string, body: object],
): Promise<Difference> {
  const times = kinds.map((): number[] => []);
  const shapes = new Set<string>();
  for (let i = 0; i < TIMES + WARM_UP; i += 1) {
    // In turns, and whoever is first is left to chance: what disturbs one disturbs the others.
    for (const kind of shuffled([...kinds.keys()])) {
      const [path, body] = request(kinds[kind]?.[i] ?? "");
      // Each from an address of its own, so that nobody has to wait.
      const headers = { "x-forwarded-for": `2001:db8:${kind}:${i.toString(16)}::1` };
      const answer = await trial.ask({ path, body, headers });
      shapes.add(shapeOf(answer));
      if (i >= WARM_UP) times[kind]?.push(answer.took);
      await pause(REST_MS);
    }
  }
  const medians = times.map(median);
  return { percent: (Math.max(...medians) / Math.min(...medians) - 1) * 100, otherwise: shapes.size - 1 };
}

/** All that an answer tells beside its time. */
function shapeOf({ status, text, headers }: Awaited<ReturnType<Trial["ask"]>>): string {
  const { date: _date, ...rest } = headers;
  return JSON.stringify([status, text.replace(/"request_id":"[^"]*"/, ""), rest]);
}

function shuffled(values: number[]): number[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
