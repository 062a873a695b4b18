import { setImmediate } from "node:timers/promises";

/** Whether a server accepts new requests, and the work in progress of those it accepted. */
export interface Drain {
  /** Whether it is shutting down: it completes its requests and accepts no more. */
  isDraining(): boolean;
  start(): void;
  /** Counts work as in progress until it ends, also when the client has disconnected by then. */
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
