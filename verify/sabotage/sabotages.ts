import { messages } from "./messages.ts";
import { people } from "./people.ts";
import type { preloads } from "./preloads.ts";
import { readings } from "./readings.ts";
import { serving } from "./serving.ts";

/** Builds sabotaged on purpose, which a check must catch: without one, a green check means nothing. */
export const sabotages = { ...readings, ...serving, ...people, ...messages };

/** What is done to a program as it starts. */
export type Sabotage = keyof typeof sabotages | keyof typeof preloads;

/** One piece of a source file that something else stands for. */
export interface Mutant {
  /** From the project's root. */
  file: string;
  from: string;
  to: string;
}

const NODE_OPTIONS = `--import ${new URL("load.ts", import.meta.url).href}`;

/** Settings that make a program of the project start sabotaged; none for the product as it is. */
export function sabotaged(...names: readonly (Sabotage | null)[]): Record<string, string> {
  const some = names.filter((name) => name !== null);
  return some.length === 0 ? {} : { NODE_OPTIONS, SABOTAGES: some.join(",") };
}

/** Settings that make a program of the project start with a mutant, such as one that leaves out one guard. */
export function mutated({ file, from, to }: Mutant): Record<string, string> {
  return { NODE_OPTIONS, MUTANT: JSON.stringify({ file, from, to }) };
}
