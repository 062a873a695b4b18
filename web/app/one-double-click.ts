/**
 * Lets the second click of a double click reach only what the first one did: a form that is saved before it comes is
 * followed by other buttons at the same place, and it would close at once what is shown only once.
 */
export function oneDoubleClick(): void {
  let first: Element | null = null;
  window.addEventListener(
    "click",
    (event) => {
      const control = event.target instanceof Element ? event.target.closest("button, a, [role=dialog]") : null;
      if (event.detail <= 1) first = control;
      else if (control !== first) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}
