import type { I18n } from "@lingui/core";
import type { Language } from "../../contract/display/languages.ts";
import { gallonsIn, type Measure, type Money, measureSigns, moreDecimals } from "../../contract/display/measures.ts";
import { localeOf, textsIn } from "./texts.ts";

/** Who reads a text: its language, and the measure of its volumes. */
export interface Reader {
  i18n: I18n;
  measure: Measure;
}

/** The reader that the parameters of a call describe. */
export function readerOf({ language, measure }: { language: Language; measure: Measure }): Reader {
  return { i18n: textsIn(language), measure };
}

/** Files for programs are in English and gallons. */
export const programReader: Reader = readerOf({ language: "en", measure: "gallon" });

/**
 * A volume in the reader's measure with its symbol: "1.2 gal", "4.5 L".
 * @param thousandths of a gallon
 */
export function preciseVolume(thousandths: number, { i18n, measure }: Reader): string {
  const value = thousandths / 1000 / gallonsIn(measure);
  const digits = value < 1 ? 3 : Math.min(3, (value < 100 ? 1 : 0) + moreDecimals[measure]);
  return `${volumeFigure(value, digits, i18n)} ${measureSigns[measure]}`;
}

/** A volume with at most this many decimals. One above zero is never written as zero: "0.0004". */
export function volumeFigure(value: number, digits: number, i18n: I18n): string {
  const isTiny = value > 0 && value < 0.5 / 10 ** digits;
  const rounding = isTiny ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: digits };
  return value.toLocaleString(localeOf(i18n), rounding);
}

/** An amount with its symbol: "$1,204.50", "-CHF 3.00", with as many decimals as its currency has. */
export function moneyText(amount: number, { sign, digits }: Money, i18n: I18n): string {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const figure = Math.abs(amount).toLocaleString(localeOf(i18n), decimals);
  return `${amount < 0 && /[1-9]/.test(figure) ? "-" : ""}${sign}${figure}`;
}
