import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import type { Cluster } from "./cluster.ts";
import type { Trial } from "./world.ts";

/** The trials by name, and further settings of their servers. */
export const trials = {
  calls: { load: async () => (await import("../authorization/calls-trial.ts")).trial },
  interleaved: { load: async () => (await import("../authorization/interleaved.ts")).trial },
  rights: { load: async () => (await import("../rights/mutants/trial.ts")).trial },
  input: { load: async () => (await import("../input/sample.ts")).trial },
  writes: { load: async () => (await import("../record/try-writes.ts")).trial },
  texts: { load: async () => (await import("../in-the-browser/sample.ts")).trial },
  "behind https": {
    load: async () => (await import("../in-the-browser/sample.ts")).trial,
    baseUrl: "https://water.example.com",
  },
} satisfies Record<string, { load: () => Promise<Trial>; baseUrl?: string }>;
export type TrialName = keyof typeof trials;

/** The form in which most trials report: sentences. */
export const wrongOnly = z.object({ wrong: z.array(z.string()) });

/**
 * Tries a server in a process of its own over a copy of the world.
 * @param settings such as those of a sabotaged program
 * @param prepare works on the database before
 * @throws Error when the server ends with an error
 */
export function tryApart<Result>(
  cluster: Cluster,
  name: TrialName,
  task: unknown,
  settings: Record<string, string>,
  result: z.ZodType<Result>,
  prepare: (databaseUrl: string) => Promise<void> = async () => {},
): Promise<Result> {
  return cluster.withCopy(async (databaseUrl) => {
    await prepare(databaseUrl);
    const words = [name, databaseUrl, cluster.worldFile, JSON.stringify(task)];
    const program = startProgram("verify/world/run-trial.ts", words, settings);
    const code = await program.ended;
    const { out, errors } = program.output();
    if (code !== 0) throw new Error(`The server of a trial ended with ${code}: ${errors.slice(-2000)}`);
    return result.parse(JSON.parse(out));
  });
}
