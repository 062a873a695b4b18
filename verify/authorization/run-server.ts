import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { z } from "zod";
import { openSite } from "../world/site.ts";
import { touched } from "../world/touched.ts";
import type { World } from "../world/world.ts";
import { watchCoverage } from "./coverage.ts";
import { tryRewritten } from "./influence.ts";
import { tryMatrix } from "./matrix.ts";

// Tries a server of its own, sabotaged or not, and writes what it saw. Its task is the only word.
const task = z.object({
  databaseUrl: z.string(),
  worldFile: z.string(),
  /** Titles of the people who try. */
  people: z.array(z.string()),
  /** Names of the calls; null: all of them. */
  calls: z.array(z.string()).nullable(),
  /** Whether one wrong answer is enough. */
  isOneEnough: z.boolean(),
  /** Spots of the sources, for each of which the calls that reach it are reported. */
  spots: z.array(z.object({ file: z.string(), at: z.number() })),
});
const { databaseUrl, worldFile, people, calls, isOneEnough, spots } = task.parse(JSON.parse(process.argv[2] ?? ""));
const world: World = deserialize(readFileSync(worldFile));
const site = await openSite(databaseUrl);
const coverage = spots.length > 0 ? await watchCoverage() : null;
const reached: string[][] = spots.map(() => []);
const before = await touched(site, world.foreign);
const isSelectedPerson = ({ title }: { title: string }) => people.includes(title);
const isSelectedCall = ({ name }: { name: string }) => calls === null || calls.includes(name);
const { wrong } = await tryMatrix(site, world, {
  people: isSelectedPerson,
  only: isSelectedCall,
  after: async ({ name }) => {
    const ran = await coverage?.take(spots);
    ran?.forEach((did, i) => {
      if (did) reached[i]?.push(name);
    });
  },
  isOver: (tried) => isOneEnough && tried.wrong.length > 0,
});
const after = await touched(site, world.foreign);
const changed = [...after.keys()].filter((table) => before.get(table) !== after.get(table));
if (!isOneEnough || wrong.length + changed.length === 0)
  wrong.push(...(await tryRewritten(site, world, isSelectedPerson, isSelectedCall)));
process.stdout.write(`${JSON.stringify({ wrong, changed, reached })}\n`);
await site.close();
