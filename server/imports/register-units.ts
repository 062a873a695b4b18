/** Thousandths of a gallon in one unit of volume. The gallon is 231 cubic inches, the inch 25.4 mm. */
const thousandths = {
  gallon: 1000,
  litre: 1e9 / 3_785_411.784,
  "cubic foot": (1000 * 12 ** 3) / 231,
} as const;

export type VolumeUnit = keyof typeof thousandths;

/** Thousandths of a gallon in one of this unit. */
export function thousandthsPer(unit: VolumeUnit): number {
  return thousandths[unit];
}

/** The unit that people mean by a word, singular, plural or symbol; null when none is meant. */
export function volumeUnitOf(word: string): VolumeUnit | null {
  const text = word.trim().toLowerCase();
  if (["gallon", "gallons", "gal"].includes(text)) return "gallon";
  if (["litre", "litres", "liter", "liters", "l"].includes(text)) return "litre";
  if (["cubic foot", "cubic feet", "cf", "ft3", "cuft"].includes(text)) return "cubic foot";
  return null;
}

/** `litres`, `gallons`, `cubic feet`. */
export function pluralOf(unit: VolumeUnit): string {
  return unit === "cubic foot" ? "cubic feet" : `${unit}s`;
}
