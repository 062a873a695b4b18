import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { answerNotificationLinks } from "./app/notification-links.ts";
import { oneDoubleClick } from "./app/one-double-click.ts";
import { reportLateQueries } from "./app/report-late-queries.ts";
import { language } from "./language/language.ts";
import { queryClient, router } from "./router.tsx";
import { ThemeProvider } from "./theme/ThemeProvider.tsx";

/** Milliseconds after which a loading page must show that it is loading. */
const BLANK_MS = 300;
/** Milliseconds that a picture of waiting may come later for the figures to come first. */
const TIMEOUT_MS = 150;

const reloadedKey = "dripline.reloaded";
/** Milliseconds in which a second failure is no release any more. */
const AGAIN = 60_000;

// The screen that works without a network keeps the scripts that were loaded: of usually 250 entries some would be missing.
performance.setResourceTimingBufferSize(5000);
reloadOnNewRelease();
oneDoubleClick();
// Without https there is none.
if ("serviceWorker" in navigator) {
  answerNotificationLinks(navigator.serviceWorker, document, (address) => router.history.push(address));
}
reportLateQueries(router, queryClient);
document.documentElement.lang = language;

const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with the id "root".');

/** Shows the app with its first figures, or without them where they keep one waiting. */
async function open(element: HTMLElement): Promise<void> {
  await firstFigures(router, queryClient);
  createRoot(element).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  );
}

void open(root);

/**
 * A tab that was open before a release requests scripts that no longer exist. It is reloaded once; if that does not
 * help, the screen shows the error.
 */
function reloadOnNewRelease(): void {
  window.addEventListener("vite:preloadError", (event) => {
    // The router's lazy components have a reload of their own under this key; both together would load twice.
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, "1");
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (Date.now() - last < AGAIN) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  });
}

/**
 * Waits for the screen of the URL and its first requests, but not for long: figures that arrive soon need no skeleton
 * before them, and a server that does not answer must not leave the page blank.
 */
async function firstFigures(router: { load(): Promise<void> }, client: QueryClient): Promise<void> {
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
