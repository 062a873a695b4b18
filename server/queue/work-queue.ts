import { ProblemError } from "../problem/problem.ts";

/** Costly work that is done a few pieces at a time; the rest waits, and what finds too many waiting is refused. */
export interface WorkQueue {
  /**
   * Does a piece of work when it is its turn, the first come first.
   * @throws ProblemError unavailable when too many wait
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @param atOnce pieces at work @param waiting pieces that may wait @param refusal what is said to who finds too many */
export function createWorkQueue(atOnce: number, waiting: number, refusal: string): WorkQueue {
  const line: (() => void)[] = [];
  let free = atOnce;
  return {
    run: async (work) => {
      if (free === 0) {
        if (line.length >= waiting) {
          throw new ProblemError("unavailable", refusal);
        }
        await new Promise<void>((go) => line.push(go));
      } else {
        free -= 1;
      }
      try {
        return await work();
      } finally {
        const next = line.shift();
        // The place goes from one to the next, so that nobody gets in between.
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
