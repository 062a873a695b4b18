import { z } from "zod";
import type { Site } from "../world/site.ts";
import { runTrial } from "../world/trial.ts";
import type { World } from "../world/world.ts";
import { tryAddresses } from "./addresses.ts";
import { tryGenerated } from "./generated.ts";
import { tryCorpus } from "./try-corpus.ts";
import { tryWalks } from "./walk.ts";

/** With six, one seed in forty archives no property on its way, and cannot see that such are counted. */
const WALKS = 20;

/** The least of everything with which a fault in the server shows, until something is wrong. The task: the seed. */
await runTrial(async (site, world, task) => {
  const wrong = await trySample(site, world, z.number().parse(task));
  return { wrong: wrong.slice(0, 20) };
});

async function trySample(site: Site, world: World, seed: number): Promise<string[]> {
  const corpus = await tryCorpus(site, world, 11);
  if (corpus.wrong.length > 0) return corpus.wrong;
  const addresses = await tryAddresses(site, world, 9);
  if (addresses.wrong.length > 0) return addresses.wrong;
  const walks = await tryWalks(site, world, WALKS, seed);
  if (walks.wrong.length > 0) return walks.wrong;
  const generated = await tryGenerated(site, world, 6, seed, ({ path }) => /\/inventory\/|\/users/.test(path));
  return generated.flatMap(({ wrong }) => wrong);
}
