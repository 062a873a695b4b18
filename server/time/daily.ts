import { DAY_MS } from "./durations.ts";

/** The delay before a retry while another server does the work, which may die before its end. */
const AGAIN_MS = 30_000;

/**
 * Does work once a day, beginning some time after the start.
 * @param work may look whether it should stop early; null: another server is doing it
 * @returns stops it, and ends after the work that runs
 */
export function daily(
  firstMs: number,
  work: (isStopped: () => boolean) => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  let stopped = false;
  const runOnce = async () => {
    if (stopped) return;
    const done = await work(() => stopped);
    clearTimeout(again);
    if (done === null && !stopped) again = setTimeout(run, AGAIN_MS);
  };
  const run = () => {
    running = running.then(() => runOnce().catch(onError));
  };
  const first = setTimeout(run, firstMs);
  const next = setInterval(run, DAY_MS);
  return async () => {
    stopped = true;
    clearTimeout(first);
    clearTimeout(again);
    clearInterval(next);
    await running;
  };
}
