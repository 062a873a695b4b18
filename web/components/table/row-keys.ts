/** Moves the focus to the next row with j, to the one before with k. False for other keys, and at the ends. */
export function moveRow(key: string, table: HTMLElement): boolean {
  const step = key === "j" ? 1 : key === "k" ? -1 : 0;
  if (step === 0) return false;
  const rows = [...table.querySelectorAll<HTMLElement>("[data-row]")];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current < 0 ? rows[0] : rows[current + step];
  if (next === undefined) return false;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

/** The index of the row that an element stands in; 0 outside of any. */
export function rowIndex(element: Element): number {
  return Number(element.closest("[data-row]")?.getAttribute("data-row") ?? 0);
}
