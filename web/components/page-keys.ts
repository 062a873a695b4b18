import { type RefObject, useLayoutEffect } from "react";

/** Whether keys are text where they were pressed, or belong to a dialog above this element. */
function isTaken(target: EventTarget | null, element: Element): boolean {
  if (!(target instanceof Element)) return false;
  const typing = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu]";
  if (target.closest(typing) !== null) return true;
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
  return dialog !== null && !dialog.contains(element);
}

/** Among the elements that wait for the same keys: the one with the focus, else the first of the dialog, or of the page. */
function isActive(element: Element, kind: string): boolean {
  const within = document.querySelector('[role="dialog"][aria-modal="true"]') ?? document;
  const others = [...within.querySelectorAll(`[data-keys="${kind}"]`)];
  const focused = others.find((other) => other.contains(document.activeElement));
  return (focused ?? others[0]) === element;
}

/**
 * Single-key shortcuts, active anywhere on the page except in text input. The element carries `data-keys={kind}`; of
 * several of a kind only one receives a key. The handler returns whether it used it. No handler, no keys.
 */
export function usePageKeys(
  ref: RefObject<HTMLElement | null>,
  kind: string,
  handler: ((key: string, element: HTMLElement) => boolean) | null,
): void {
  // Before the next paint: whatever is visible already handles its keys.
  useLayoutEffect(() => {
    if (handler === null) return;
    const listen = (event: KeyboardEvent) => {
      const element = ref.current;
      if (element === null || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTaken(event.target, element) || !isActive(element, kind)) return;
      if (handler(event.key, element)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [ref, kind, handler]);
}
