/** Gives the focus to the first field that is wrong; where none is, it stays. */
export function focusFirstWrong(formId: string): void {
  document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
