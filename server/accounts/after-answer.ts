/** Work that continues after its request was answered, so that the response time reveals nothing about it. */
export interface AfterAnswer {
  begin(work: () => Promise<void>): void;
  /** Resolves when no work is left. */
  finished(): Promise<void>;
}

/** @param onError called with the error of failed work, which no response can report any more */
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
