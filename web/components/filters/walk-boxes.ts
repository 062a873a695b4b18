import type { KeyboardEvent } from "react";

/** Arrow keys walk through the search and the boxes of a filter's menu, as an addition to Tab, which reaches each by itself. */
export function walkBoxes(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const boxes = [...event.currentTarget.querySelectorAll("input")];
  const from = document.activeElement ?? event.currentTarget;
  const lies = (box: Element, side: number) => (from.compareDocumentPosition(box) & side) !== 0;
  const next =
    step > 0
      ? boxes.find((box) => lies(box, Node.DOCUMENT_POSITION_FOLLOWING))
      : boxes.findLast((box) => lies(box, Node.DOCUMENT_POSITION_PRECEDING));
  next?.focus();
}
