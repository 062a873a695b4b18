import { type Text, text } from "../../problem/text.ts";

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

/** A unit of the figures in a file. The file's format defines the volume of a pulse. */
export type FileUnit = VolumeUnit | "cubic metre" | "hundred cubic feet" | "thousand gallons" | "pulse";

/** Units of files that are whole multiples of a register's: 2.5 cubic meters are 2,500 liters on the register. */
const multiples = {
  gallon: ["gallon", 1],
  litre: ["litre", 1],
  "cubic foot": ["cubic foot", 1],
  "cubic metre": ["litre", 1000],
  "hundred cubic feet": ["cubic foot", 100],
  "thousand gallons": ["gallon", 1000],
} as const satisfies Record<Exclude<FileUnit, "pulse">, readonly [VolumeUnit, number]>;

export const fileUnits = [
  "gallon",
  "litre",
  "cubic foot",
  "cubic metre",
  "hundred cubic feet",
  "thousand gallons",
  "pulse",
] as const satisfies readonly FileUnit[];

/** What one of a file's unit is on a register. */
export interface RegisterUnit {
  unit: VolumeUnit | "pulse";
  /** How many of that unit. */
  multiple: number;
  /** Thousandths of a gallon in one of that unit. */
  factor: number;
}

/** The unit in which registers of a file are kept. @param format `gallonsPerPulse` belongs to pulses */
export function registerUnitOf({
  unit,
  gallonsPerPulse = 0,
}: {
  unit: FileUnit;
  gallonsPerPulse?: number;
}): RegisterUnit {
  if (unit === "pulse") return { unit, multiple: 1, factor: gallonsPerPulse * 1000 };
  const [base, multiple] = multiples[unit];
  return { unit: base, multiple, factor: thousandths[base] };
}

const spellings: Readonly<Record<FileUnit, readonly string[]>> = {
  gallon: ["gallon", "gallons", "gal", "gals"],
  litre: ["litre", "litres", "liter", "liters", "l"],
  "cubic foot": ["cubic foot", "cubic feet", "cf", "ft3", "ft³", "cuft", "cu ft"],
  "cubic metre": ["cubic metre", "cubic metres", "cubic meter", "cubic meters", "m3", "m³", "cbm"],
  "hundred cubic feet": ["hundred cubic feet", "ccf", "hcf"],
  "thousand gallons": ["thousand gallons", "kilogallon", "kilogallons", "kgal", "kgals"],
  pulse: ["pulse", "pulses"],
};

/** The unit of a file that a text names, singular, plural or symbol; null when it names none. */
export function fileUnitOf(spelling: string): FileUnit | null {
  const plain = spelling.trim().toLowerCase();
  return fileUnits.find((unit) => spellings[unit].includes(plain)) ?? null;
}

/** The unit of a register that a text names; null when it names none. */
export function volumeUnitOf(spelling: string): VolumeUnit | null {
  const unit = fileUnitOf(spelling);
  return unit === "gallon" || unit === "litre" || unit === "cubic foot" ? unit : null;
}

const plurals: Readonly<Record<FileUnit, Text>> = {
  gallon: text`gallons`,
  litre: text`liters`,
  "cubic foot": text`cubic feet`,
  "cubic metre": text`cubic meters`,
  "hundred cubic feet": text`hundred cubic feet`,
  "thousand gallons": text`thousand gallons`,
  pulse: text`pulses`,
};

/** `liters`, `gallons`, `cubic feet`. */
export function pluralOf(unit: FileUnit): Text {
  return plurals[unit];
}
