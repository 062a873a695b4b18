import { ProblemError } from "../problem/problem.ts";

/** Limits the concurrency of costly work; the rest is queued, and rejected when the queue is full. */
export interface WorkQueue {
  /**
   * Runs work when a slot is free, first in, first out.
   * @throws ProblemError unavailable when the queue is full
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @param atOnce maximum concurrency @param waiting maximum queue length @param rejection message when it is full */
export function createWorkQueue(atOnce: number, waiting: number, rejection: string): WorkQueue {
  const line: (() => void)[] = [];
  let free = atOnce;
  return {
    run: async (work) => {
      if (free === 0) {
        if (line.length >= waiting) {
          throw new ProblemError("unavailable", rejection);
        }
        await new Promise<void>((go) => line.push(go));
      } else {
        free -= 1;
      }
      try {
        return await work();
      } finally {
        const next = line.shift();
        // The slot passes directly to the next, so that no newcomer can take it.
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
