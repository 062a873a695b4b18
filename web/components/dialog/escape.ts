/**
 * Whether a key closes a dialog: Escape, pressed in it and not in a menu, a list or a calendar that is open over it.
 * @param body an element of the dialog; null: it does not stand
 */
export function isEscapeOf(event: KeyboardEvent, body: HTMLElement | null): boolean {
  if (event.key !== "Escape" || event.isComposing || body === null) return false;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  // Mantine marks a field whose list is open with this attribute.
  if (target.getAttribute("data-mantine-stop-propagation") === "true") return false;
  const own = body.closest('[role="dialog"]');
  const within = target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
  // Nothing has the focus, for example after the focused element was removed: the topmost dialog handles the key.
  if (within === null) return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) === own;
  return within === own;
}
