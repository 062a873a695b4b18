/** The same answer without any row, point or figure of a list. */
export function emptied(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== "object" || answer === null) return answer;
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value));
  const none = Object.fromEntries(lists.map(([name]) => [name, []]));
  return "results" in answer ? { ...answer, ...none, count: 0, next: null, previous: null } : { ...answer, ...none };
}
