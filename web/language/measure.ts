import { t } from "@lingui/core/macro";
import {
  type Currency,
  currencies,
  gallonsIn,
  type Measure,
  measureSigns,
  measures,
} from "../../contract/display/measures.ts";

/** How volumes and costs are shown. */
interface Display {
  measure: Measure;
  /** null: the organizations in scope have several currencies, so costs are shown without a symbol. */
  currency: Currency | null;
}

const key = "dripline.display";

/** The display of this tab; in a new tab, that of the last one used. */
function findDisplay(): Display {
  const stored = typeof document === "undefined" ? null : (sessionStorage.getItem(key) ?? localStorage.getItem(key));
  const [measure, currency] = (stored ?? "").split("|");
  return {
    measure: measures.find((one) => one === measure) ?? "gallon",
    currency: currency === "none" ? null : (currencies.find((one) => one === currency) ?? "USD"),
  };
}

const shown = findDisplay();

/** The measure and the currency of this page. They change only with a reload, because texts such as headings are built once. */
export const { measure, currency } = shown;
const isGallon = measure === "gallon";

/** The symbol after volumes: "gal", "m³". */
export const gal = measureSigns[measure];
/** The names of each measure: in headings (plural), in headings of prices (singular), and within sentences. */
export const measureNames: Readonly<Record<Measure, readonly [string, string, string]>> = {
  gallon: [t`Gallons`, t`Gallon`, t`gallon`],
  litre: [t`Liters`, t`Liter`, t`liter`],
  "cubic metre": [t`Cubic Meters`, t`Cubic Meter`, t`cubic meter`],
  "cubic foot": [t`Cubic Feet`, t`Cubic Foot`, t`cubic foot`],
  CCF: ["CCF", "CCF", "CCF"],
};
/** The names of the page's measure, for texts such as "Leak Gallons" and "per gallon". */
export const [Gallons, Gallon, gallon] = measureNames[measure];

/** Converts gallons to the measure of this page. */
export function inMeasure(gallons: number): number;
export function inMeasure(gallons: number | null): number | null;
export function inMeasure(gallons: number | null): number | null {
  return gallons === null || isGallon ? gallons : gallons / gallonsIn(measure);
}

/**
 * Stores how this tab shows figures, and reloads the page if it shows them differently.
 * @param display of the signed-in user in their active organization
 */
export function showDisplay(display: Display): void {
  const stored = `${display.measure}|${display.currency ?? "none"}`;
  sessionStorage.setItem(key, stored);
  localStorage.setItem(key, stored);
  const now = findDisplay();
  if (now.measure !== measure || now.currency !== currency) window.location.reload();
}
