/** Work that is done a few pieces at a time; what waits is taken in turn between those whose it is. */
export interface FairLine {
  /**
   * Does a piece of work when its turn has come.
   * @param patience for how many milliseconds it waits for its turn at most; left out: for as long as it takes
   * @throws TurnNeverCame
   * @throws TooManyWaiting
   */
  run<T>(whose: number, work: () => Promise<T>, patience?: number): Promise<T>;
}

/** Thrown when a piece of work waited for its turn for as long as it may. */
export class TurnNeverCame extends Error {}

/** Thrown when as many of one wait as may. */
export class TooManyWaiting extends Error {}

/**
 * @param atOnce pieces at work
 * @param ofOne pieces of one of them at work just now, so that one who is held up does not hold up all; it is told how
 *   many of that one wait
 * @param maxWaiting pieces of one of them that may wait
 */
export function createFairLine(
  atOnce: number,
  ofOne: (waiting: number) => number,
  maxWaiting = Number.POSITIVE_INFINITY,
): FairLine {
  const atWork = new Map<number, number>();
  // In the order of their turns: who was served goes to the end.
  const waiting = new Map<number, (() => void)[]>();
  let free = atOnce;
  const goOn = () => {
    for (const [whose, line] of waiting) {
      if (free === 0) return;
      const busy = atWork.get(whose) ?? 0;
      if (busy >= ofOne(line.length)) continue;
      waiting.delete(whose);
      const go = line.shift();
      if (line.length > 0) waiting.set(whose, line);
      atWork.set(whose, busy + 1);
      free--;
      go?.();
    }
  };
  const leave = (whose: number) => {
    const left = (atWork.get(whose) ?? 1) - 1;
    if (left === 0) atWork.delete(whose);
    else atWork.set(whose, left);
    free++;
    goOn();
  };
  const giveUp = (whose: number, go: () => void) => {
    const left = (waiting.get(whose) ?? []).filter((other) => other !== go);
    if (left.length === 0) waiting.delete(whose);
    // In its place: nobody's turn comes later because of it.
    else waiting.set(whose, left);
  };
  return {
    run: async (whose, work, patience) => {
      if ((waiting.get(whose)?.length ?? 0) >= maxWaiting) throw new TooManyWaiting();
      await new Promise<void>((come, fail) => {
        const go = () => {
          clearTimeout(late);
          come();
        };
        const late =
          patience === undefined
            ? undefined
            : setTimeout(() => {
                giveUp(whose, go);
                fail(new TurnNeverCame());
              }, patience);
        const line = waiting.get(whose);
        if (line === undefined) waiting.set(whose, [go]);
        else line.push(go);
        goOn();
      });
      try {
        return await work();
      } finally {
        leave(whose);
      }
    },
  };
}
