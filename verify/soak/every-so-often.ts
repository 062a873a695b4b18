import { setTimeout as pause } from "node:timers/promises";

/**
 * Does something at a fixed pace, one after the other, until the time is up. Who falls behind goes on at once.
 * @param work is given how often it was done before
 */
export async function everySoOften(
  everySeconds: number,
  seconds: number,
  work: (time: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const times = Math.floor(seconds / everySeconds);
  for (let time = 0; time < times; time++) {
    const early = began + time * everySeconds * 1000 - performance.now();
    if (early > 0) await pause(early);
    await work(time);
  }
}
