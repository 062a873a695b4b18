import { setImmediate } from "node:timers/promises";

/** Whether a server is to be sent requests, and what it is at for those that it got. */
export interface Duty {
  /** Whether it finishes what it was sent and wants no more. */
  isLeaving(): boolean;
  leave(): void;
  /** Counts work as being at it until it ends, also when whoever asked is gone by then. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is at work any more. */
  finished(): Promise<void>;
}

export function onDuty(): Duty {
  const atWork = new Set<Promise<unknown>>();
  let leaving = false;
  return {
    isLeaving: () => leaving,
    leave: () => {
      leaving = true;
    },
    during: (work) => {
      atWork.add(work);
      const over = () => atWork.delete(work);
      work.then(over, over);
      return work;
    },
    finished: async () => {
      do {
        await Promise.allSettled(atWork);
        // One step of a request may lead to the next.
        await setImmediate();
      } while (atWork.size > 0);
    },
  };
}
