/** One thing that was counted, and what it must be. */
export interface Finding {
  what: string;
  count: number;
  /** Exactly this number, or at least this number. */
  must: { be: number } | { reach: number };
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

/** Whether a count is what it must be. */
export function holds({ count, must }: Finding): boolean {
  return "be" in must ? count === must.be : count >= must.reach;
}
