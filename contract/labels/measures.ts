/** Measures in which people read volumes. Everything is stored, and every answer in JSON is, in gallons. */
export const measures = ["gallon", "litre", "cubic metre", "cubic foot", "CCF"] as const;
export type Measure = (typeof measures)[number];

/** Cubic inches: a US gallon is 231 by law, an inch 2.54 cm. */
const cubicInches: Readonly<Record<Measure, number>> = {
  gallon: 231,
  litre: 1000 / 2.54 ** 3,
  "cubic metre": 1_000_000 / 2.54 ** 3,
  "cubic foot": 1728,
  CCF: 172_800,
};

/** Gallons in one of a measure: 748.05 in a CCF, a hundred cubic feet. */
export function gallonsIn(measure: Measure): number {
  return cubicInches[measure] / 231;
}

/** Its sign beside figures, on screens and in files. */
export const measureSigns: Readonly<Record<Measure, string>> = {
  gallon: "gal",
  litre: "L",
  "cubic metre": "m³",
  "cubic foot": "ft³",
  CCF: "CCF",
};

/** Its name in headings: "Leak Gallons". */
export const measureTitles: Readonly<Record<Measure, string>> = {
  gallon: "Gallons",
  litre: "Liters",
  "cubic metre": "Cubic Meters",
  "cubic foot": "Cubic Feet",
  CCF: "CCF",
};

/** Decimals that a volume gets beyond those of gallons, so that it says as much: 1 gal, 0.004 m³. */
export const moreDecimals: Readonly<Record<Measure, number>> = {
  gallon: 0,
  litre: 0,
  "cubic metre": 3,
  "cubic foot": 1,
  CCF: 3,
};

/** Dollars for a gallon, of those for one of a measure. Nine decimals: a price per CCF comes back as it was typed. */
export function pricePerGallon(cost: number, measure: Measure): number {
  return Number((cost / gallonsIn(measure)).toFixed(9));
}

/** Of a price of a gallon, that for one of a measure, with the three decimals that prices have. */
export function priceIn(measure: Measure, perGallon: number): number {
  return Number((perGallon * gallonsIn(measure)).toFixed(3));
}

/** Currencies of prices and costs. Nothing is converted: an organization's prices are in its currency. */
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

/** The sign before figures: "$", "€"; letters with a space after them, "CHF ". */
export function currencySign(currency: Currency): string {
  const written = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const sign = written.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  return /\p{L}$/u.test(sign) ? `${sign} ` : sign;
}
