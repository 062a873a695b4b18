import type { Draws } from "../../simulator/random.ts";

/** One of them. @throws RangeError for none */
export function one<T>(draws: Draws, of: readonly T[]): T {
  if (of.length === 0) throw new RangeError("There is nothing to choose from.");
  return of[draws.whole(0, of.length - 1)];
}

/** Some of them, each at most once, in the order of the list. */
export function some<T>(draws: Draws, of: readonly T[], count: number): T[] {
  const left = [...of.keys()];
  const taken: number[] = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(draws.whole(0, left.length - 1), 1));
  return taken.sort((a, b) => a - b).map((index) => of[index]);
}
