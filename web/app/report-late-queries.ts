import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";

/** Where a test turns it on. */
const key = "dripline.report-late-queries";
/** What a person does to a page that is open. */
const actions = ["pointerdown", "click", "keydown", "input"] as const;

/**
 * Reports every query that a page starts by itself as it opens: its route's loader would have started it beside the
 * loading of the page's script. What a person opens by hand, and dialogs, start theirs when they open; so do those
 * marked as `dependent`. For development and tests.
 */
export function reportLateQueries(router: AnyRouter, client: QueryClient): void {
  if (!import.meta.env.DEV && localStorage.getItem(key) === null) return;
  let isOpening = true;
  router.subscribe("onBeforeLoad", ({ toLocation }) => {
    isOpening = !("dialog" in toLocation.search);
  });
  for (const action of actions) {
    window.addEventListener(action, () => (isOpening = false), { capture: true });
  }
  /** Queries that were sent once. One without an answer was cancelled as the previous page closed, after this page's loader joined it. */
  const begun = new WeakSet<object>();
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "fetch") begun.add(event.query);
    if (!isOpening || event.type !== "observerAdded" || event.observer.options.enabled === false) return;
    const { state, queryKey, meta } = event.query;
    if (state.status !== "pending" || state.fetchStatus !== "idle" || meta?.isDependent === true) return;
    if (begun.has(event.query)) return;
    const screen = router.latestLocation.pathname;
    console.error(
      `${screen} reads ${JSON.stringify(queryKey)}, which its loader did not start. Name it in the list of the screen's queries, which its route prefetches, or mark it as dependent if it needs the answer of another.`,
    );
  });
}
