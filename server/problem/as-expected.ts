import { changedMeanwhile } from "./problem.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Rejects a change that was based on values that have changed since.
 * @param what such as `property`
 * @param expected the values that the caller knows; those left out may be anything
 * @throws ProblemError changed_meanwhile
 */
export function rejectUnexpected(what: string, expected: Values | undefined, found: Values): void {
  const differs = ([name, value]: [string, unknown]) => value !== undefined && value !== found[name];
  if (Object.entries(expected ?? {}).some(differs)) throw changedMeanwhile(what);
}
