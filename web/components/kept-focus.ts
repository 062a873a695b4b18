import { useEffect } from "react";

/** Whether somebody who went on from here would still be where they were: within the screen, or in an open dialog. */
function isPart(element: Element): boolean {
  const whole = element.closest('main, [role="dialog"][aria-modal="true"]');
  return whole !== null && (whole !== element || !whole.matches("main"));
}

/** Gives the focus to a part of the page that has none by itself, until it goes on from there. */
function focusPart(part: HTMLElement): void {
  if (part.tabIndex < 0 && !part.hasAttribute("tabindex")) {
    part.tabIndex = -1;
    part.addEventListener("blur", () => part.removeAttribute("tabindex"), { once: true });
  }
  part.focus({ preventScroll: true });
}

/** Whether something floats over the page: a dialog, a menu, a list. */
function floats(path: readonly HTMLElement[]): boolean {
  return path.some((element) => element.hasAttribute("data-portal"));
}

/** Gives the focus back to where it was before something opened over the page, or to the nearest part that still stands. */
function goBack(before: readonly HTMLElement[]): void {
  if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
  const [opener, ...around] = before;
  const near = around.find((one) => one.isConnected);
  if (opener?.isConnected && !opener.matches(":disabled")) opener.focus({ preventScroll: true });
  else if (near !== undefined && isPart(near)) focusPart(near);
}

/**
 * Keeps a keyboard user's position when the focused element is removed: a filter chip, "Load More" at a list's end,
 * a Retry that succeeded. The focus moves to the nearest part of the screen that still exists, so that Tab continues
 * there and no key is lost. If it was in a dialog that does not restore the focus, such as one opened from another
 * dialog, it returns to where the first of them was opened. An element that is only disabled while a request is pending
 * gets the focus back afterwards.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What has or had the focus, and all around it, from inside out; empty: nobody lost it. */
    let path: readonly HTMLElement[] = [];
    /** The same of what had the focus last on the page itself, below all that floats over it. */
    let before: readonly HTMLElement[] = [];
    const note = (event: FocusEvent) => {
      path = event.composedPath().filter((target) => target instanceof HTMLElement);
      if (!floats(path)) before = path;
    };
    const keep = () => {
      const [focused] = path;
      const active = document.activeElement;
      if (focused === undefined || (active !== document.body && active !== focused)) return;
      if (focused.isConnected) {
        if (active !== focused && !focused.matches(":disabled")) focused.focus({ preventScroll: true });
        return;
      }
      const left = path.find((one) => one.isConnected);
      path = [];
      if (left !== undefined && isPart(left)) focusPart(left);
      else goBack(before);
    };
    // It was left on purpose if it still stands and can be pressed.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      queueMicrotask(() => {
        const [focused] = path;
        if (focused?.isConnected && !focused.matches(":disabled") && document.hasFocus()) path = [];
      });
    };
    // Later: the focus may be between two elements, or a page may have its own idea of where it goes.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(keep);
    });
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", leave);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", leave);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
