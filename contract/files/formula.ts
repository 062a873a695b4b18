/**
 * Whether a spreadsheet may take a cell for a formula, or for the beginning of one: after blanks, or after semicolons where
 * these separate columns, it begins with = + - @ or |, be they full-width; or it begins with a tab or a line break.
 */
export function mayBeFormula(cell: string): boolean {
  return /^[\t\r\n]|^[\s;]*[=+\-@|＝＋－＠｜]/.test(cell);
}
