/** Whether two selections hold the same values, in any order. */
export function sameSelection(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0;
}
