import { setTimeout as pause } from "node:timers/promises";
import { makePeople, type Trial } from "./trial.ts";

/** So often somebody known and somebody unknown ask. */
const PAIRS = 200;
/** What goes on behind an answer must not fall into the time of the next one. */
const REST_MS = 15;

/** By how many per cent the median times of two kinds of request differ, and whether anything else of the answers does. */
export interface Difference {
  percent: number;
  /** Answers with another status, body or header than the first one's. */
  otherwise: number;
}

/** Signing in with a wrong password, and forgetting it, each as somebody with an account and somebody without. */
export async function compare(trial: Trial): Promise<{ signIn: Difference; forgotten: Difference }> {
  const known = await makePeople(trial, "known", PAIRS + 5);
  const unknown = known.map((email) => email.replace("known", "nobody"));
  return {
    signIn: await differ(trial, known, unknown, (email) => ["/v1/session", { email, password: "Not-The-One-1!" }]),
    forgotten: await differ(trial, known, unknown, (email) => ["/v1/password/forgotten", { email }]),
  };
}

async function differ(
  trial: Trial,
  known: string[],
  unknown: string[],
  request: (email: string) => [path: string, body: object],
): Promise<Difference> {
  const times: [number[], number[]] = [[], []];
  const shapes = new Set<string>();
  for (const i of known.keys()) {
    // Interleaved, and whoever is first is left to chance: what disturbs one disturbs the other.
    const turns = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const);
    for (const who of turns) {
      const email = [known, unknown][who]?.[i] ?? "";
      const [path, body] = request(email);
      // Each from an address of its own, so that nobody has to wait.
      const headers = { "x-forwarded-for": `2001:db8:${who}:${i.toString(16)}::1` };
      const answer = await trial.ask({ path, body, headers });
      shapes.add(shapeOf(answer));
      // The first ones make connections and compile.
      if (i >= known.length - PAIRS) times[who].push(answer.took);
      await pause(REST_MS);
    }
  }
  const [one, other] = [median(times[0]), median(times[1])];
  return { percent: (Math.abs(one - other) / Math.min(one, other)) * 100, otherwise: shapes.size - 1 };
}

/** All that an answer tells beside its time. */
function shapeOf({ status, text, headers }: Awaited<ReturnType<Trial["ask"]>>): string {
  const { date: _date, ...told } = headers;
  return JSON.stringify([status, text.replace(/"request_id":"[^"]*"/, ""), { ...told }]);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
