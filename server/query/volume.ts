/** Thousandths of a gallon as gallons, with at most three decimals. null stays null: not measured. */
export function asGallons(thousandths: number): number;
export function asGallons(thousandths: number | null): number | null;
export function asGallons(thousandths: number | null): number | null {
  return thousandths === null ? null : thousandths / 1000;
}

/** Leak volume per hundred of consumption of the same places and days; null without consumption. */
export function leakPercentage(leaked: number | null, consumed: number | null): number | null {
  return leaked === null || consumed === null || consumed === 0 ? null : (leaked * 100) / consumed;
}
