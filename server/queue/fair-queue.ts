/** A queue of tasks of several tenants, a few of which run at a time; waiting tenants are served round robin. */
export interface FairQueue {
  /**
   * Runs a task when a slot is free.
   * @param timeoutMs for how long it waits for a slot at most; left out: for as long as it takes
   * @throws QueueTimeout
   * @throws QueueFull
   */
  run<T>(tenantId: number, task: () => Promise<T>, timeoutMs?: number): Promise<T>;
}

/** A task's timeout in the queue. */
export class QueueTimeout extends Error {}

/** The tenant has the maximum number of tasks waiting. */
export class QueueFull extends Error {}

/**
 * @param slots tasks that run at a time
 * @param slotsOfTenant of these, how many a tenant has now, so that a slow tenant does not hold up all; it gets how
 *   many tasks of that tenant wait
 * @param maxWaiting tasks of a tenant that may wait
 */
export function createFairQueue(
  slots: number,
  slotsOfTenant: (waiting: number) => number,
  maxWaiting = Number.POSITIVE_INFINITY,
): FairQueue {
  const running = new Map<number, number>();
  // In the order in which tenants are served: a served one moves to the end.
  const waiting = new Map<number, (() => void)[]>();
  let free = slots;
  const startNext = () => {
    for (const [tenantId, queue] of waiting) {
      if (free === 0) return;
      const busy = running.get(tenantId) ?? 0;
      if (busy >= slotsOfTenant(queue.length)) continue;
      waiting.delete(tenantId);
      const start = queue.shift();
      if (queue.length > 0) waiting.set(tenantId, queue);
      running.set(tenantId, busy + 1);
      free--;
      start?.();
    }
  };
  const release = (tenantId: number) => {
    const left = (running.get(tenantId) ?? 1) - 1;
    if (left === 0) running.delete(tenantId);
    else running.set(tenantId, left);
    free++;
    startNext();
  };
  const remove = (tenantId: number, start: () => void) => {
    const left = (waiting.get(tenantId) ?? []).filter((other) => other !== start);
    if (left.length === 0) waiting.delete(tenantId);
    // The tenant keeps its position, so it is not served later for it.
    else waiting.set(tenantId, left);
  };
  return {
    run: async (tenantId, task, timeoutMs) => {
      if ((waiting.get(tenantId)?.length ?? 0) >= maxWaiting) throw new QueueFull();
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer =
          timeoutMs === undefined
            ? undefined
            : setTimeout(() => {
                remove(tenantId, start);
                reject(new QueueTimeout());
              }, timeoutMs);
        const queue = waiting.get(tenantId);
        if (queue === undefined) waiting.set(tenantId, [start]);
        else queue.push(start);
        startNext();
      });
      try {
        return await task();
      } finally {
        release(tenantId);
      }
    },
  };
}
