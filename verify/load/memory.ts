import { setTimeout as pause } from "node:timers/promises";
import { memoryOf } from "../../bench/run/program.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import { atMost, type Check, caught, type Finding } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { type Credentials, type Greedy, greedy, openGreedy } from "./greedy-connections.ts";

const MB = 1024 * 1024;
/** Connections of each kind at once, and what each may cost: four times their largest body where they are known. */
const ANONYMOUS = { connections: 100, mb: 4 };
const KNOWN = { connections: 10, mb: 32 };
/** So long they are held. */
const HELD_MS = 4000;
/** What a server has at hand for its first requests, which is no matter of connections. */
const WARM_UPS = 50;
const LOOK_MS = 20;
/** The control goes on until it has shown. */
const CONTROL_MB = 300;
const CONTROL_MS = 60_000;

export const memory: Check = {
  id: "memory",
  proves: "A connection costs a bounded amount of memory, whatever is sent on it and in whatever pieces.",
  runsIn: "full",
  run: async (say) =>
    inScratchFolder(async (folder) => {
      const findings: Finding[] = [];
      const credentials = await prepare(folder);
      for (const kind of greedy) {
        const { connections, mb } = kind.isAnonymous ? ANONYMOUS : KNOWN;
        const each = await megabytesOf(folder, null, kind, credentials, connections);
        say(`${kind.what}: ${each.toFixed(2)} MB each of ${connections}`);
        findings.push(atMost(`${kind.what}: memory of a connection`, round(each), mb, "MB"));
      }
      const [first] = greedy;
      if (first === undefined) return findings;
      say("control: a server that keeps every chunk, without a limit for public calls");
      const hoarded = await megabytesOf(folder, "hoard-chunks", first, credentials, 1);
      return [...findings, caught("control: memory of one connection", round(hoarded), CONTROL_MB, "MB")];
    }),
};

function prepare(folder: string): Promise<Credentials> {
  const work = async ({ makePlace, signInAdmin }: Scene) => {
    const { token, propertyId } = await makePlace(1);
    const { cookie } = await signInAdmin();
    return { gatewayToken: token, cookie, propertyId };
  };
  return withProduct(null, work, { folder });
}

/** Megabytes that a server of its own takes at most for each connection, beyond what it took before. */
function megabytesOf(
  folder: string,
  sabotage: Sabotage | null,
  { pieces }: Greedy,
  credentials: Credentials,
  connections: number,
): Promise<number> {
  const work = async ({ url, program }: Scene) => {
    const headers = { "content-type": "application/json" };
    for (let i = 0; i < WARM_UPS; i++) {
      await (await fetch(`${url}/v1/openapi.json`)).arrayBuffer();
      await (await fetch(`${url}/v1/session`, { method: "POST", headers, body: "{}" })).arrayBuffer();
    }
    const now = () => memoryOf(program().pid, "VmRSS") ?? Number.NaN;
    const before = now();
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, now());
    }, LOOK_MS);
    const sockets = await Promise.all(Array.from({ length: connections }, () => openGreedy(url, pieces(credentials))));
    const until = performance.now() + (sabotage === null ? HELD_MS : CONTROL_MS);
    while (performance.now() < until && (most - before) / MB / connections < CONTROL_MB) await pause(LOOK_MS);
    clearInterval(looking);
    for (const socket of sockets) socket.destroy();
    return (most - before) / MB / connections;
  };
  return withProduct(sabotage, work, { folder });
}

const round = (mb: number) => Math.round(mb * 100) / 100;
