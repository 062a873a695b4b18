/** No valid input has more than ten levels; thousands overflow the stack of recursive code. */
export const MAX_LEVELS = 100;

/** Whether lists and objects in a JSON value are nested deeper than any valid input. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isHolder);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) return true;
    const next: object[] = [];
    for (const holder of level) {
      for (const inner of Array.isArray(holder) ? holder : Object.values(holder)) if (isHolder(inner)) next.push(inner);
    }
    level = next;
  }
  return false;
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
