import type { Site } from "../authorization/site.ts";
import type { World } from "../authorization/world.ts";
import { tryAddresses } from "./addresses.ts";
import { tryGenerated } from "./generated.ts";
import { tryCorpus } from "./try-corpus.ts";
import { tryWalks } from "./walk.ts";

/** With six, one seed in forty archives no property on its way, and cannot see that such are counted. */
const WALKS = 20;

/** The least of everything with which a fault in the server shows. @returns what is wrong, a sentence each */
export async function trySample(site: Site, world: World, seed: number): Promise<string[]> {
  const corpus = await tryCorpus(site, world, 11);
  const walks = await tryWalks(site, world, WALKS, seed);
  const generated = await tryGenerated(site, world, 6, seed, ({ path }) => /\/inventory\/|\/users/.test(path));
  const addresses = await tryAddresses(site, world, 9);
  return [...corpus.wrong, ...walks.wrong, ...generated.flatMap(({ wrong }) => wrong), ...addresses.wrong];
}
