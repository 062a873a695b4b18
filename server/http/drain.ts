import { setImmediate } from "node:timers/promises";

/** Whether a server takes new requests, and the work that it still does for those it got. */
export interface Drain {
  /** Whether it finishes what it was sent and wants no more. */
  isDraining(): boolean;
  start(): void;
  /** Counts work as being done until it ends, also when the client is gone by then. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when no work is left. */
  finished(): Promise<void>;
}

export function createDrain(): Drain {
  const inProgress = new Set<Promise<unknown>>();
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    start: () => {
      isDraining = true;
    },
    track: (work) => {
      inProgress.add(work);
      const end = () => inProgress.delete(work);
      work.then(end, end);
      return work;
    },
    finished: async () => {
      do {
        await Promise.allSettled(inProgress);
        // One step of a request may lead to the next.
        await setImmediate();
      } while (inProgress.size > 0);
    },
  };
}
