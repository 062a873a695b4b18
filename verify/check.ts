/** One thing that was counted, and what it must be. */
export interface Finding {
  what: string;
  count: number;
  /** Exactly this number, at least or at most this number. */
  must: { be: number } | { reach: number } | { stay: number };
}

/** What there must be none of. */
export function none(what: string, count: number): Finding {
  return { what, count, must: { be: 0 } };
}

/** A check of what must hold under load, fault and attack. */
export interface Check {
  /** Its number in the list of what must hold, such as `E1`. */
  id: string;
  /** What it proves, in a sentence. */
  proves: string;
  /** Does it and counts. `say` prints a line of progress. */
  run(say: (line: string) => void): Promise<Finding[]>;
}

/** What a count must be, in words. */
export function inWords(must: Finding["must"]): string {
  if ("be" in must) return `must be ${must.be}`;
  return "reach" in must ? `must reach ${must.reach}` : `must stay within ${must.stay}`;
}

/** Whether a count is what it must be. */
export function holds({ count, must }: Finding): boolean {
  if ("be" in must) return count === must.be;
  return "reach" in must ? count >= must.reach : count <= must.stay;
}
