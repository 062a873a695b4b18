import { withWorld } from "./authorization/cluster.ts";
import { tryMatrix } from "./authorization/matrix.ts";
import { routeDifferences } from "./authorization/public-calls.ts";
import { openLocks } from "./authorization/second-lock.ts";
import { openSite, type Site } from "./authorization/site.ts";
import type { Check, Finding } from "./check.ts";

/** How many wrong answers are shown. */
const SHOWN = 20;

export const walls: Check = {
  id: "A",
  proves:
    "Nobody sees or does what is not theirs: every call of the contract as everybody about everything, either lock alone, and each guard is missed when it is gone.",
  run: (say) =>
    withWorld(async (cluster) => {
      const show = (sentences: readonly string[]) => {
        for (const sentence of sentences.slice(0, SHOWN)) say(sentence);
        return sentences.length;
      };
      return inSite(await cluster.copy(), async (site) => {
        const findings: Finding[] = [];
        findings.push(
          zero("A1 differences of routes, contract and list of public calls", show(routeDifferences(site))),
        );
        findings.push(zero("A5 locks of the database that are open", show(await openLocks(site.connections))));
        const began = performance.now();
        const tried = await tryMatrix(site, cluster.world);
        const seconds = Math.round((performance.now() - began) / 1000);
        say(`${tried.operations} calls as ${cluster.world.people.length} people in ${seconds} s`);
        findings.push({ what: "A2 people", count: cluster.world.people.length, must: { reach: 16 } });
        findings.push({ what: "A2 cells", count: tried.cells, must: { reach: 5000 } });
        findings.push({
          what: "A3 parameters tried with names from elsewhere",
          count: tried.parameters,
          must: { reach: 1000 },
        });
        findings.push(zero("A2 A3 A11 wrong answers", show(tried.wrong)));
        findings.push(zero("A2 calls without an example that works", show(tried.untried)));
        return findings;
      });
    }),
};

function zero(what: string, count: number): Finding {
  return { what, count, must: { be: 0 } };
}

async function inSite<T>(url: string, work: (site: Site) => Promise<T>): Promise<T> {
  const site = await openSite(url);
  try {
    return await work(site);
  } finally {
    await site.close();
  }
}
