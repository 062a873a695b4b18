import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

const SCHEME = "data-mantine-color-scheme";

const listeners = new Set<() => void>();
let printing = false;
let before: string | null = null;

/** The colours are set first: components that redraw read them from the page. */
function start() {
  const root = document.documentElement;
  before ??= root.getAttribute(SCHEME);
  root.setAttribute(SCHEME, "light");
  turn(true);
}

function end() {
  if (before !== null) document.documentElement.setAttribute(SCHEME, before);
  before = null;
  turn(false);
}

function turn(to: boolean) {
  printing = to;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("beforeprint", start);
    window.removeEventListener("afterprint", end);
  };
}

/**
 * Whether the page is being printed. Paper is white: the page has the light colours by then, and what is drawn with
 * them, charts above all, is redrawn before the browser renders the print.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}
