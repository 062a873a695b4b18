import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import type { Cluster } from "./cluster.ts";
import { openSite, type Site } from "./site.ts";
import type { World } from "./world.ts";

/** Something that is tried at a server in a process of its own, sabotaged or not. */
type Trial = (site: Site, world: World, task: unknown) => Promise<object>;

/** The form in which most trials report: sentences. */
export const wrongOnly = z.object({ wrong: z.array(z.string()) });

/**
 * Tries a server in a process of its own over a copy of the world.
 * @param script path of the program, which calls `runTrial`
 * @param settings such as those of a sabotaged program
 * @param prepare works on the database before
 * @throws Error when the server ends with an error
 */
export function tryApart<Result>(
  cluster: Cluster,
  script: string,
  task: unknown,
  settings: Record<string, string>,
  result: z.ZodType<Result>,
  prepare: (databaseUrl: string) => Promise<void> = async () => {},
): Promise<Result> {
  return cluster.withCopy(async (databaseUrl) => {
    await prepare(databaseUrl);
    const words = [databaseUrl, cluster.worldFile, JSON.stringify(task)];
    const program = startProgram(script, words, settings);
    const code = await program.ended;
    const { out, errors } = program.output();
    if (code !== 0) throw new Error(`The server of a trial ended with ${code}: ${errors.slice(-2000)}`);
    return result.parse(JSON.parse(out));
  });
}

/** What the program of a trial does: the trial at a server over the database and the world of its arguments. */
export async function runTrial(trial: Trial): Promise<void> {
  const [databaseUrl = "", worldFile = "", task = "null"] = process.argv.slice(2);
  const { BASE_URL } = process.env;
  const world: World = deserialize(readFileSync(worldFile));
  const site = await openSite(databaseUrl, BASE_URL === undefined ? {} : { BASE_URL });
  process.stdout.write(JSON.stringify(await trial(site, world, JSON.parse(task))));
  await site.close();
}
