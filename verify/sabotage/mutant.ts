import { z } from "zod";
import { replaceSource } from "./replace-source.ts";

// Leaves out one guard, the one that the environment names.
const mutant = z.object({ file: z.string(), from: z.string(), to: z.string() });
const { file, from, to } = mutant.parse(JSON.parse(process.env.MUTANT ?? ""));
replaceSource(file, [[from, to]]);
