import { z } from "zod";
import { touched } from "../world/touched.ts";
import { runTrial } from "../world/trial.ts";
import { watchCoverage } from "./coverage.ts";
import { tryRewritten } from "./influence.ts";
import { tryMatrix } from "./matrix/matrix.ts";

const taskShape = z.object({
  /** Titles of the people who try. */
  people: z.array(z.string()),
  /** Names of the calls; null: all of them. */
  calls: z.array(z.string()).nullable(),
  /** Whether one wrong answer is enough. */
  isOneEnough: z.boolean(),
  /** Spots of the sources, for each of which the calls that reach it are reported. */
  spots: z.array(z.object({ file: z.string(), at: z.number() })),
});

/** Makes calls as some people and reports what is wrong and what of the other tenant has changed. */
await runTrial(async (site, world, task) => {
  const { people, calls, isOneEnough, spots } = taskShape.parse(task);
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
  return { wrong, changed, reached };
});
