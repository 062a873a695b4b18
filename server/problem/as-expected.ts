import { changedMeanwhile } from "./problem.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Refuses a change that was begun when something was otherwise than it is now.
 * @param what such as `property`
 * @param expected what the caller knows of it; what is left out may be anything
 * @throws ProblemError changed_meanwhile
 */
export function refuseUnexpected(what: string, expected: Values | undefined, found: Values): void {
  const differs = ([name, value]: [string, unknown]) => value !== undefined && value !== found[name];
  if (Object.entries(expected ?? {}).some(differs)) throw changedMeanwhile(what);
}
