/** Units of volume that people can choose. Stored volumes and those in JSON responses are always in US gallons. */
export const measures = ["gallon", "litre", "cubic metre", "cubic foot", "CCF"] as const;
export type Measure = (typeof measures)[number];

/** Cubic inches in one of each. A US gallon is 231 by definition, an inch 2.54 cm. */
const cubicInches: Readonly<Record<Measure, number>> = {
  gallon: 231,
  litre: 1000 / 2.54 ** 3,
  "cubic metre": 1_000_000 / 2.54 ** 3,
  "cubic foot": 1728,
  CCF: 172_800,
};

/** US gallons in one of a measure: 748.05 in a CCF (a hundred cubic feet). */
export function gallonsIn(measure: Measure): number {
  return cubicInches[measure] / 231;
}

/** The symbol after figures, on screens and in files. */
export const measureSigns: Readonly<Record<Measure, string>> = {
  gallon: "gal",
  litre: "L",
  "cubic metre": "m³",
  "cubic foot": "ft³",
  CCF: "CCF",
};

/** The name in column headings, as in "Leak Gallons". */
export const measureTitles: Readonly<Record<Measure, string>> = {
  gallon: "Gallons",
  litre: "Liters",
  "cubic metre": "Cubic Meters",
  "cubic foot": "Cubic Feet",
  CCF: "CCF",
};

/** Decimals to show beyond those of gallons, so that no precision is lost: 1 gal, 0.004 m³. */
export const moreDecimals: Readonly<Record<Measure, number>> = {
  gallon: 0,
  litre: 0,
  "cubic metre": 3,
  "cubic foot": 1,
  CCF: 3,
};

/**
 * Converts a price for one of a measure to a price per gallon, in the same currency. Rounded to nine decimals, with which
 * a price per CCF of three decimals survives the way there and back.
 */
export function pricePerGallon(cost: number, measure: Measure): number {
  return Number((cost / gallonsIn(measure)).toFixed(9));
}

/** Decimals of a price for one of each at most: water for a tenth of a cent is much in a liter. */
export const priceDecimals: Readonly<Record<Measure, number>> = {
  gallon: 3,
  litre: 6,
  "cubic metre": 3,
  "cubic foot": 3,
  CCF: 3,
};

/** Converts a price per gallon to a price for one of a measure, rounded to the decimals that such prices have. */
export function priceIn(measure: Measure, perGallon: number): number {
  return Number((perGallon * gallonsIn(measure)).toFixed(priceDecimals[measure]));
}

/** Currencies that an organization can choose for its prices and costs. Amounts are never converted. */
export const currencies = [
  "USD",
  "CAD",
  "MXN",
  "EUR",
  "GBP",
  "AUD",
  "NZD",
  "CHF",
  "SEK",
  "NOK",
  "DKK",
  "PLN",
  "CZK",
  "ILS",
  "AED",
  "ZAR",
  "INR",
  "SGD",
  "BRL",
  "CLP",
  "COP",
  "DOP",
] as const;
export type Currency = (typeof currencies)[number];

/** How amounts are written. */
export interface Money {
  /** The symbol before them: "$", "€"; letters with a space after them: "CHF ". "": they are in several currencies. */
  sign: string;
  /** Their decimals at most: Chilean pesos have none. */
  digits: number;
}

const known = new Map<Currency, Money>();

/** How amounts of a currency are written. @param currency null: of several */
export function moneyOf(currency: Currency | null): Money {
  if (currency === null) return { sign: "", digits: 2 };
  const money = known.get(currency) ?? newMoney(currency);
  known.set(currency, money);
  return money;
}

/** The symbol in headings of costs: "$", "CHF"; "¤" for several currencies. */
export function moneyTitle({ sign }: Money): string {
  return sign.trim() || "¤";
}

function newMoney(currency: Currency): Money {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const sign = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return { sign: /\p{L}$/u.test(sign) ? `${sign} ` : sign, digits };
}
