/**
 * Lets the second click of a double click in a dialog reach only what the first one did: a form that is saved before it
 * comes is followed by other buttons at the same place, and it would close at once what is shown only once.
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
