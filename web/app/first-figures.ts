import type { QueryClient } from "@tanstack/react-query";

/** Milliseconds after which a loading page must show that it is loading. */
const BLANK_MS = 300;
/** Milliseconds that a picture of waiting may come later for the figures to come first. */
const TIMEOUT_MS = 150;

/**
 * Waits for the screen of the URL and its first requests, but not for long: figures that arrive soon need no skeleton
 * before them, and a server that does not answer must not leave the page blank.
 */
export async function firstFigures(router: { load(): Promise<void> }, client: QueryClient): Promise<void> {
  const loaded = router.load().then(() => Promise.race([allAnswered(client), after(TIMEOUT_MS)]));
  await Promise.race([loaded, after(BLANK_MS)]);
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function allAnswered(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const isDone = () => client.isFetching() === 0;
    if (isDone()) return resolve();
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (!isDone()) return;
      unsubscribe();
      resolve();
    });
  });
}
