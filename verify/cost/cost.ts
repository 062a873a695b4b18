import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import { maxBodyOf } from "../../server/http/route/route.ts";
import { callOf } from "../input/cases/cases.ts";
import { callersIn } from "../input/generated.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import { type Cluster, withWorld } from "../world/cluster.ts";
import { succeeds } from "../world/expected.ts";
import { type Operation, operations } from "../world/operation.ts";
import type { Request } from "../world/site.ts";
import { largeRequests } from "./large-requests.ts";

/** An answer may be so many times its request, and so much more. */
const TIMES = 20;
const MORE = 64 * 1024;
const MAX_BLOCK_MS = 100;
/** A block may be the machine's own: what is long is tried again, and the shortest counts. */
const TRIES = 4;
const FIRST_BYTES = 1024;
const GROWTH = 4;
const MAX_QUERY = 64 * 1024;
const SHOWN = 12;
const START_MS = 60_000;
/** `CALLS="POST /v1/session,GET /v1/me"` tries only these. */
const CALLS = process.env.CALLS?.split(",") ?? null;
/** Where the control shows, and up to which size: beyond it would not end. */
const CONTROL_CALL = "POST /v1/ingest/heartbeats";
const CONTROL_WAY = "unknown names in the body";
const CONTROL_BYTES = 64 * 1024;

interface Cost {
  what: string;
  status: number;
  sent: number;
  answered: number;
  blockMs: number;
}

export const cost: Check = {
  id: "cost",
  proves:
    "No answer costs more than its request: however large and wrong a request to any call is, the answer stays in proportion and the event loop is not blocked.",
  runsIn: "full",
  run: (say) =>
    withWorld(async (cluster) => {
      const costs = await measure(
        cluster,
        null,
        operations().filter(({ name }) => CALLS === null || CALLS.includes(name)),
        say,
      );
      const large = costs.filter(isTooLarge);
      const slow = costs.filter(({ blockMs }) => blockMs > MAX_BLOCK_MS);
      for (const one of [...large, ...slow].slice(0, 4 * SHOWN)) say(describeCost(one));
      const judged = costs.filter(isBounded);
      const worst = judged.toSorted((a, b) => ratioOf(b) - ratioOf(a))[0];
      const longest = costs.toSorted((a, b) => b.blockMs - a.blockMs)[0];
      if (worst !== undefined) say(`worst ratio: ${describeCost(worst)}`);
      if (longest !== undefined) say(`longest block: ${describeCost(longest)}`);
      say("control: answers that name everything that is wrong");
      const few = operations().filter(({ name }) => name === CONTROL_CALL);
      const unbounded = await measure(cluster, "endless-answers", few, () => {});
      return [
        atLeast("requests of growing size", costs.length, 3000),
        atLeast("calls", operations().length, 190),
        none("answers out of proportion to their requests", large.length),
        atMost("largest answer in bytes for each byte asked, beyond 64 kB", round(ratioOf(worst)), TIMES),
        none("requests that blocked the event loop for longer", slow.length),
        atMost("longest block of the event loop", Math.round(longest?.blockMs ?? Number.NaN), MAX_BLOCK_MS, "ms"),
        caught("control: answers out of proportion", unbounded.filter(isTooLarge).length),
        caught("control: blocks", unbounded.filter(({ blockMs }) => blockMs > MAX_BLOCK_MS).length),
      ];
    }),
};

/** Makes every call ever larger, until its bound. */
function measure(
  cluster: Cluster,
  sabotage: Sabotage | null,
  some: readonly Operation[],
  say: (line: string) => void,
): Promise<Cost[]> {
  return cluster.withCopy(async (databaseUrl) => {
    const program = startProgram("verify/cost/run-site.ts", [databaseUrl], sabotaged(sabotage));
    try {
      const { url, meter } = await addressOf(program);
      const costs: Cost[] = [];
      const people = callersIn(cluster.world);
      for (const operation of some) {
        const person = people.find((one) => succeeds(operation, one, cluster.world.home));
        if (person === undefined) throw new Error(`Nobody may make ${operation.name}.`);
        const call = callOf(operation);
        for (const large of largeRequests(call, operation, cluster.world.home.names)) {
          if (sabotage !== null && large.what !== CONTROL_WAY) continue;
          const own = large.isQuery ? MAX_QUERY : maxBodyOf(call);
          const most = sabotage === null ? own : CONTROL_BYTES;
          for (let bytes = FIRST_BYTES; bytes <= most; bytes *= GROWTH) {
            const request = large.request(Math.floor(bytes * 0.99));
            const headers = { ...request.headers, ...person.headers, "sec-fetch-site": "same-origin" };
            costs.push(await costOf(url, meter, { ...request, headers }, `${operation.name}, ${large.what}`));
          }
        }
      }
      say(`${costs.length} requests to ${some.length} calls`);
      return costs;
    } finally {
      await program.kill();
    }
  });
}

const addresses = z.object({ url: z.string(), meter: z.string() });

async function addressOf(program: ReturnType<typeof startProgram>) {
  for (const began = performance.now(); performance.now() - began < START_MS; ) {
    const { out } = program.output();
    if (out.includes("\n")) return addresses.parse(JSON.parse(out.split("\n")[0] ?? ""));
    await pause(20);
  }
  throw new Error(`The server did not start: ${program.output().errors.slice(-2000)}`);
}

async function costOf(url: string, meter: string, request: Request, what: string): Promise<Cost> {
  const { method, headers } = request;
  const body = typeof request.body === "object" ? JSON.stringify(request.body) : request.body;
  const typed = body === undefined ? headers : { "content-type": "application/json", ...headers };
  const sent = request.url.length + (body?.length ?? 0);
  let cost: Cost = { what, status: 0, sent, answered: 0, blockMs: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES && cost.blockMs > MAX_BLOCK_MS / 2; tries++) {
    await blockSince(meter);
    const answer = await send(url + request.url, { method, headers: typed, body: body ?? null, redirect: "manual" });
    cost = { ...cost, ...answer, blockMs: Math.min(cost.blockMs, await blockSince(meter)) };
  }
  return cost;
}

/** What comes back; nothing where the server answers and closes the connection before all of a large body was sent. */
async function send(url: string, request: RequestInit): Promise<Pick<Cost, "status" | "answered">> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, answered: (await response.arrayBuffer()).byteLength };
  } catch {
    return { status: 0, answered: 0 };
  }
}

/** Milliseconds of the longest block of the event loop since the last query. */
async function blockSince(meter: string): Promise<number> {
  return Number(await (await fetch(meter)).text());
}

/** Reports, files and lists that were requested are as large as what they report; all other answers are bounded. */
function isBounded({ what, status }: Cost): boolean {
  return status >= 400 || !what.startsWith("GET ");
}

function ratioOf(cost: Cost | undefined): number {
  return cost === undefined ? Number.NaN : Math.max(0, cost.answered - MORE) / cost.sent;
}

function isTooLarge(cost: Cost): boolean {
  return isBounded(cost) && ratioOf(cost) > TIMES;
}

function describeCost({ what, status, sent, answered, blockMs }: Cost): string {
  return `${what}: ${sent} bytes, ${status} with ${answered} bytes, blocked for ${Math.round(blockMs)} ms`;
}

const round = (ratio: number) => Math.round(ratio * 100) / 100;
