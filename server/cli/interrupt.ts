/** Aborted by the first Ctrl-C; a second one ends the process at once. */
export function interruptSignal(onInterrupt: () => void): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const stop = () => {
    onInterrupt();
    controller.abort();
  };
  process.once("SIGINT", stop);
  return { signal: controller.signal, done: () => process.off("SIGINT", stop) };
}
