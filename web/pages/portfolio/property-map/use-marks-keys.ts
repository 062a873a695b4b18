import { type FocusEvent, type KeyboardEvent, useState } from "react";

/**
 * How the marks of a map are reached: one by Tab, the others by the arrow keys, Home and End, in their order.
 * @param onEscape called on Escape, which leaves the focus where it is
 */
export function useMarksKeys(count: number, onEscape: () => void) {
  const [chosen, setChosen] = useState(0);
  const last = Math.max(0, count - 1);
  const reached = Math.min(chosen, last);
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.dataset.mark !== undefined) setChosen(Number(event.target.dataset.mark));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") onEscape();
    const next = {
      ArrowRight: reached + 1,
      ArrowDown: reached + 1,
      ArrowLeft: reached - 1,
      ArrowUp: reached - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const mark = event.currentTarget.querySelector(`[data-mark="${Math.max(0, Math.min(last, next))}"]`);
    if (mark instanceof HTMLElement) mark.focus();
  };
  return { reached, onFocus, onKeyDown };
}
