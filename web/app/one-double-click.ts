/**
 * Ignores the second click of a double click in a dialog unless it hits the same control as the first. The first click
 * may have saved a form; the second would then press what has taken its place, and could close what is shown only once.
 */
export function oneDoubleClick(): void {
  let first: Element | null = null;
  let isInDialog = false;
  window.addEventListener(
    "click",
    (event) => {
      if (!(event.target instanceof Element)) return;
      const control = event.target.closest("button, a, [role=dialog]");
      if (event.detail <= 1) {
        first = control;
        isInDialog = event.target.closest("[role=dialog]") !== null;
      } else if (isInDialog && control !== first) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}
