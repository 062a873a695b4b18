import { gallonsIn, type Money, measureSigns, moreDecimals } from "../../../contract/display/measures.ts";
import type { Reader } from "../../language/reader.ts";
import { localeOf } from "../../language/texts.ts";

/** Stands for what was not measured. */
export const NOT_MEASURED = "–";

/** Limits of the classes of properties: a share just below one is never rounded up to it. */
const shareLimits = [5, 10, 25];

export type Formats = ReturnType<typeof formatsFor>;

/** How figures stand in sentences and tables of a file: rounded as on the screens. */
export function formatsFor({ display: { reader, money } }: { display: { reader: Reader; money: Money } }) {
  const { i18n, measure } = reader;
  const { sign, digits: moneyDigits } = money;
  const locale = localeOf(i18n);
  const number = (value: number, digits: number) => {
    const text = value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
  };
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
  const year = new Intl.DateTimeFormat(locale, { year: "numeric", timeZone: "UTC" });

  /** An amount without its symbol: cents only under ten. */
  const amount = (dollars: number | null) =>
    dollars === null ? NOT_MEASURED : number(dollars, dollars !== 0 && Math.abs(dollars) < 10 ? moneyDigits : 0);
  /** A volume without its unit. @param gallons above zero is never written as zero */
  const volume = (gallons: number | null) => {
    if (gallons === null) return NOT_MEASURED;
    const digits = moreDecimals[measure];
    const value = gallons / gallonsIn(measure);
    if (value > 0 && value < 0.5 / 10 ** digits) return `<${number(1 / 10 ** digits, digits)}`;
    return number(value, digits);
  };
  /** "+12.3", "−1.5", "0" */
  const change = (value: number) => {
    const rounded = Math.round(value * 10) / 10;
    const figure = number(Math.abs(rounded), Math.abs(rounded) >= 100 || Number.isInteger(rounded) ? 0 : 1);
    return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${figure}`;
  };
  return {
    amount,
    volume,
    measureSign: measureSigns[measure],
    moneySign: sign.trim(),
    count: (value: number) => number(value, 0),
    cost: (dollars: number | null) =>
      dollars === null ? NOT_MEASURED : `${dollars < 0 ? "-" : ""}${sign}${amount(Math.abs(dollars))}`,
    volumeUnit: (gallons: number | null) =>
      gallons === null ? NOT_MEASURED : `${volume(gallons)} ${measureSigns[measure]}`,
    /** A part of the water in percent. */
    share: (percent: number | null) => {
      if (percent === null) return NOT_MEASURED;
      const limit = shareLimits.find((one) => percent < one - 1e-9 && Math.round(10 * percent) === 10 * one);
      return limit === undefined ? `${number(percent, 1)}%` : `<${number(limit, 1)}%`;
    },
    /** A change against the previous period in percent of it: "+12.3%". */
    change: (percent: number | null) => (percent === null ? NOT_MEASURED : `${change(percent)}%`),
    /** A change of a share, which is itself in percent. */
    changeOfShare: (points: number) => i18n._("{change} percentage points", { change: change(points) }),
    /** A local day, yyyy-MM-dd. */
    day: (text: string) => day.format(new Date(text)),
    month: (text: string) => month.format(new Date(text)),
    year: (text: string) => year.format(new Date(text)),
  };
}
