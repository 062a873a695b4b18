/** What a person fills in: a text anywhere, and anything in a form or a dialog. */
const FILLED_IN = "textarea, input:not([type=checkbox], [type=radio]), form *, [role=dialog] *";

/**
 * Answers the service worker, which asks this window to go to the page of a notification that was clicked. The window
 * does, unless it has a field that somebody has filled in: its text would be lost with the page.
 * @param worker sends addresses, each with a port for the answer
 * @param page where people type
 */
export function answerNotificationLinks(worker: EventTarget, page: EventTarget, go: (address: string) => void): void {
  const filledIn = new Set<Element>();
  const forgetGone = () => {
    for (const field of filledIn) if (!field.isConnected) filledIn.delete(field);
  };
  page.addEventListener("input", ({ target }) => {
    forgetGone();
    if (target instanceof Element && target.matches(FILLED_IN)) filledIn.add(target);
  });
  worker.addEventListener("message", (event) => {
    if (!(event instanceof MessageEvent) || typeof event.data !== "string") return;
    forgetGone();
    const isFree = filledIn.size === 0;
    event.ports[0]?.postMessage(isFree);
    if (isFree) go(event.data);
  });
}
