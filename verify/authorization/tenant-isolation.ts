import { z } from "zod";
import { tryRights } from "../rights/try-rights.ts";
import { atLeast, type Check, type Finding, none } from "../run/check.ts";
import { sabotaged } from "../sabotage/sabotages.ts";
import { type Cluster, inCopy, withWorld } from "../world/cluster.ts";
import { tryApart } from "../world/trial.ts";
import { tryFiles } from "./files.ts";
import { tryInfluence } from "./influence.ts";
import { tryLocks } from "./locks.ts";
import { tryMatrix } from "./matrix/matrix.ts";
import { tryMessages } from "./messages.ts";
import { routeDifferences } from "./public-calls.ts";
import { openLocks } from "./second-lock.ts";

/** Requests of several tenants at the same time. */
const REQUESTS = 10_000;
/** How many wrong answers are shown. */
const SHOWN = 20;

export const tenantIsolation: Check = {
  id: "A",
  proves:
    "Nobody sees or does what is not theirs: every call of the contract as everybody about everything, either lock alone, and each guard is missed when it is gone.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    withWorld(async (cluster) => {
      const show = (sentences: readonly string[]) => {
        for (const sentence of sentences.slice(0, SHOWN)) say(sentence);
        return sentences.length;
      };
      const findings = await inCopy(cluster, async (site) => {
        const findings: Finding[] = [];
        findings.push(
          none("A1 differences of routes, contract and list of public calls", show(routeDifferences(site))),
        );
        const files = await tryFiles(site);
        findings.push(atLeast("A1 addresses of files that are not the browser's", files.requestCount, 100));
        findings.push(none("A1 files that came", show(files.wrong)));
        findings.push(none("A5 locks of the database that are open", show(await openLocks(site.connections))));
        return findings;
      });
      const began = performance.now();
      const tried = await tryReadsAndWrites(cluster);
      const seconds = Math.round((performance.now() - began) / 1000);
      say(`${tried.operations} calls as ${cluster.world.people.length} people in ${seconds} s`);
      findings.push(
        atLeast("A2 people", cluster.world.people.length, 16),
        atLeast("A2 cells", tried.cells, 5000),
        atLeast("A3 parameters tried with names from elsewhere", tried.parameters, 1000),
        atLeast("A3 organizations tried in the header", tried.organizations, 1000),
        none("A2 A3 A11 wrong answers", show(tried.wrong)),
        none("A2 calls without an example that works", show(tried.untried)),
      );
      const messages = await inCopy(cluster, (site) => tryMessages(site, cluster.world));
      findings.push(atLeast("A3 messages of a gateway about others' meters", messages.sent, 16));
      findings.push(none("A3 messages that reached them", show(messages.wrong)));
      const mixed = await interleaved(cluster);
      findings.push(atLeast("A6 requests of all tenants on four connections", mixed.requests, REQUESTS));
      say(`${mixed.answered} answered, ${mixed.errors} of them errors, ${mixed.aborted} given up`);
      findings.push(none("A6 wrong answers", show(mixed.wrong)));
      const { answers, different } = await inCopy(cluster, (site) => tryInfluence(site, cluster.world));
      findings.push(atLeast("A4 answers of one tenant, compared three times", answers, 300));
      findings.push(none("A4 answers that the other tenant's data changed", show(different)));
      return [...findings, ...(await tryRights(cluster, say)), ...(await tryLocks(cluster, say))];
    }),
};

/** The matrix in two halves at once, each in a world of its own: what only reads, and what may write. */
async function tryReadsAndWrites(cluster: Cluster) {
  const half = (reads: boolean) =>
    inCopy(cluster, (site) => tryMatrix(site, cluster.world, { only: ({ method }) => (method === "GET") === reads }));
  const [reading, writing] = await Promise.all([half(true), half(false)]);
  return {
    operations: reading.operations + writing.operations,
    cells: reading.cells + writing.cells,
    parameters: reading.parameters + writing.parameters,
    organizations: reading.organizations + writing.organizations,
    wrong: [...reading.wrong, ...writing.wrong],
    untried: [...reading.untried, ...writing.untried],
  };
}

const result = z.object({
  answered: z.number(),
  errors: z.number(),
  aborted: z.number(),
  wrong: z.array(z.string()),
});

/** Many requests at the same time at a server of its own, which has four connections for them. */
async function interleaved(cluster: Cluster) {
  const done = await tryApart(
    cluster,
    "verify/authorization/run-interleaved.ts",
    REQUESTS,
    sabotaged("small-pool"),
    result,
  );
  return { ...done, requests: done.answered + done.aborted };
}
