import { z } from "zod";
import { preloads } from "./preloads.ts";
import { replaceSource } from "./replace-source.ts";
import { sabotages } from "./sabotages.ts";

// Loaded before a program's own first line: does to it what the environment names.
const all = { ...sabotages, ...preloads };
for (const name of (process.env.SABOTAGES ?? "").split(",").filter((part) => part !== "")) {
  if (!isSabotage(name)) throw new Error(`There is no sabotage ${name}.`);
  const found = all[name];
  if (typeof found === "function") found();
  else replaceSource(found);
}
if (process.env.MUTANT !== undefined) {
  const mutant = z.object({ file: z.string(), from: z.string(), to: z.string() });
  const { file, from, to } = mutant.parse(JSON.parse(process.env.MUTANT));
  replaceSource({ [file]: [[from, to]] });
}

function isSabotage(name: string): name is keyof typeof all {
  return Object.hasOwn(all, name);
}
