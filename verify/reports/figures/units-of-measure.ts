/** Gallons of thousandths of a gallon; null stays null. */
export function gallonsOf(thousandths: number | null): number | null {
  return thousandths === null ? null : thousandths / 1000;
}

/** Dollars, rounded to the cent, of millionths of a dollar. */
export function dollarsOf(millionths: number): number {
  return Math.round(millionths / 10_000) / 100;
}

/** Parts of a hundred; null of nothing. */
export function percentOf(part: number, whole: number | null, roundsFirst = false): number | null {
  if (whole === null || whole === 0) return null;
  return roundsFirst ? (Math.round(part / 1000) / Math.max(1, Math.round(whole / 1000))) * 100 : (part / whole) * 100;
}
