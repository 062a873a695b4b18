import { t } from "@lingui/core/macro";
import {
  type Currency,
  currencies,
  gallonsIn,
  type Measure,
  measureSigns,
  measures,
} from "../../contract/labels/measures.ts";

/** How the figures of a page are written. */
interface Display {
  measure: Measure;
  /** null: figures of several currencies; costs stand without a sign. */
  currency: Currency | null;
}

const key = "dripline.display";

/** What this tab shows, and a new one at first: what any tab showed last. */
function findDisplay(): Display {
  const stored = typeof document === "undefined" ? null : (sessionStorage.getItem(key) ?? localStorage.getItem(key));
  const [measure, currency] = (stored ?? "").split("|");
  return {
    measure: measures.find((one) => one === measure) ?? "gallon",
    currency: currency === "none" ? null : (currencies.find((one) => one === currency) ?? "USD"),
  };
}

const shown = findDisplay();

/** In which this page shows volumes. Another one is for the next page that loads: headings are read once. */
export const { measure, currency } = shown;
const isGallon = measure === "gallon";

/** The sign after volumes: "gal", "m³". */
export const gal = measureSigns[measure];
/** The names of measures: for headings, for headings of prices, and in sentences about prices. */
export const measureNames: Readonly<Record<Measure, readonly [string, string, string]>> = {
  gallon: [t`Gallons`, t`Gallon`, t`gallon`],
  litre: [t`Liters`, t`Liter`, t`liter`],
  "cubic metre": [t`Cubic Meters`, t`Cubic Meter`, t`cubic meter`],
  "cubic foot": [t`Cubic Feet`, t`Cubic Foot`, t`cubic foot`],
  CCF: ["CCF", "CCF", "CCF"],
};
/** In texts that say the measure: "Leak Gallons" are "Leak Cubic Meters", "per gallon" is "per cubic meter". */
export const [Gallons, Gallon, gallon] = measureNames[measure];

/** A volume of the API in the measure of this page. */
export function inMeasure(gallons: number): number;
export function inMeasure(gallons: number | null): number | null;
export function inMeasure(gallons: number | null): number | null {
  return gallons === null || isGallon ? gallons : gallons / gallonsIn(measure);
}

/**
 * Remembers how figures are to be written in this tab, and loads the page again where it is not written so.
 * @param display of the signed-in user, in the organization in which they act
 */
export function showDisplay(display: Display): void {
  const stored = `${display.measure}|${display.currency ?? "none"}`;
  sessionStorage.setItem(key, stored);
  localStorage.setItem(key, stored);
  const now = findDisplay();
  if (now.measure !== measure || now.currency !== currency) window.location.reload();
}
