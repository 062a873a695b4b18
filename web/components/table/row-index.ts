/** The index of the row that an element stands in; 0 outside of any. */
export function rowIndex(element: Element): number {
  return Number(element.closest("[data-row]")?.getAttribute("data-row") ?? 0);
}
