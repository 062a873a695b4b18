/** Work that goes on when its request has been answered, so that the time to the answer tells nothing of it. */
export interface AfterAnswer {
  begin(work: () => Promise<void>): void;
  /** Resolves when nothing is at work any more. */
  finished(): Promise<void>;
}

/** @param onError hears of work that failed; nobody else can */
export function afterAnswer(onError: (error: unknown) => void): AfterAnswer {
  const atWork = new Set<Promise<void>>();
  return {
    begin: (work) => {
      const running = work()
        .catch(onError)
        .finally(() => atWork.delete(running));
      atWork.add(running);
    },
    finished: async () => {
      while (atWork.size > 0) await Promise.all(atWork);
    },
  };
}
