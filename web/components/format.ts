import { t } from "@lingui/core/macro";
import { moneyOf, moneyTitle, moreDecimals, priceDecimals, priceIn } from "../../contract/display/measures.ts";
import { locale } from "../language/language.ts";
import { currency, gal, inMeasure, measure } from "../language/measure.ts";

/** Stands for "not measured": never a zero. */
export const NOT_MEASURED = "–";

const monthNames = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
const weekdayNames = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
const separated = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
const written = moneyOf(currency);
/** "$", "€"; letters with a space after them: "CHF 12". */
export const currencySign = written.sign;
/** The symbol in headings of costs and on axes: "$", "€"; "¤" for several currencies. */
export const money = moneyTitle(written);
const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
const prices = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 3,
  maximumFractionDigits: priceDecimals[measure],
});
const fraction = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

export type Decimals = 0 | 1 | 2 | 3;

/** A number rounded, with thousands separators. Null gives a dash. */
export function formatNumber(value: number | null, decimals: Decimals = 0): string {
  return value === null ? NOT_MEASURED : numberText(value, decimals);
}

function numberText(value: number, decimals: number): string {
  const text = (separated[decimals] ?? compact).format(value);
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

/** A number as files hold it: as it is. Null gives an empty text. */
export function plain(value: number | null): string {
  return value === null ? "" : String(value);
}

/**
 * Gallons in the measure of the page, without its symbol. A volume above zero that rounds to zero is "<1" (or "<0.1").
 * Null gives a dash.
 * @param decimals for gallons; larger measures get more
 */
export function formatGallons(gallons: number | null, decimals: Decimals = 0): string {
  return formatMeasured(inMeasure(gallons), decimals);
}

/** The same for a volume that is already in the measure of the page, as on the axes of charts. */
export function formatMeasured(volume: number | null, decimals: Decimals = 0): string {
  const digits = Math.min(3, decimals + moreDecimals[measure]);
  if (volume !== null && volume > 0 && volume < 0.5 / 10 ** digits) return `<${(1 / 10 ** digits).toFixed(digits)}`;
  return volume === null ? NOT_MEASURED : numberText(volume, digits);
}

/** Gallons in the measure of the page with its symbol: "1,204 gal", "4.558 m³". Null gives a dash. */
export function formatGallonsUnit(gallons: number | null, decimals: Decimals = 0): string {
  return gallons === null ? NOT_MEASURED : `${formatGallons(gallons, decimals)} ${gal}`;
}

/** Gallons in the measure of the page, as files hold them. Null gives an empty text. */
export function plainGallons(gallons: number | null): string {
  const volume = inMeasure(gallons);
  return volume === null ? "" : String(measure === "gallon" ? volume : Number(volume.toFixed(6)));
}

/** An amount with its currency symbol: "$1,204", "-$3"; without one for several currencies. Null gives a dash. */
export function formatDollars(dollars: number | null, decimals: Decimals = 0): string {
  if (dollars === null) return NOT_MEASURED;
  const text = formatNumber(dollars, decimals === 2 && written.digits === 0 ? 0 : decimals);
  return text.startsWith("-") ? `-${currencySign}${text.slice(1)}` : `${currencySign}${text}`;
}

/** A price per gallon as a price for one of the page's measure, whatever the currency: "$0.018", "$5.320", "$0.003963". */
export function formatPrice(perGallon: number): string {
  return `${currencySign}${prices.format(priceIn(measure, perGallon))}`;
}

/** A figure for an axis: "0.004", "950", "1.2K", "3M", "4B". */
export function formatShort(value: number): string {
  return Math.abs(value) < 1 ? fraction.format(value) : compact.format(value);
}

/** Dollars for an axis: "$0.15", "$1.2K". */
export function formatDollarsShort(dollars: number): string {
  return `${dollars < 0 ? "-" : ""}${currencySign}${formatShort(Math.abs(dollars))}`;
}

/**
 * Percent of 0 to 100: "12.3%"; whole ones of few are never none, and of nearly all never all: "<1%", ">99%". Null (nothing
 * to divide by) gives a dash.
 */
export function formatPercent(percent: number | null, decimals: Decimals = 1): string {
  if (percent === null) return NOT_MEASURED;
  if (decimals === 0 && percent > 0 && percent < 0.5) return "<1%";
  if (decimals === 0 && percent >= 99.5 && percent < 100) return ">99%";
  return `${formatNumber(percent, decimals)}%`;
}

/** Percent limits of a leak share's bands: water loss, classes of properties, the goal. */
const leakLimits = [5, 10, 25];

/**
 * A share of leaked water in percent: one just below a limit is never rounded up to it, "<5.0%" for 4.99. Null gives a
 * dash.
 */
export function formatLeakShare(percent: number | null): string {
  const limit = leakLimits.find(
    (one) => percent !== null && percent < one - 1e-9 && Math.round(10 * percent) === 10 * one,
  );
  return limit === undefined ? formatPercent(percent) : `<${formatPercent(limit)}`;
}

function parts(date: string): { year: string; month: string; day: string; monthName: string } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (match === null) return null;
  const [, year = "", month = "", day = ""] = match;
  return { year, month, day, monthName: monthNames.format(Date.UTC(Number(year), Number(month) - 1, 1)) };
}

/** A local day (yyyy-MM-dd) as MMM dd, yyyy: "Mar 03, 2024". Null gives a dash. */
export function formatDate(date: string | null): string {
  const found = date === null ? null : parts(date);
  if (found === null) return NOT_MEASURED;
  const { monthName, day, year } = found;
  return t`${monthName} ${day}, ${year}`;
}

/** "2024-03" as "Mar 2024". */
export function formatMonth(month: string): string {
  const found = parts(`${month}-01`);
  return found === null ? NOT_MEASURED : `${found.monthName} ${found.year}`;
}

/** The month of a local day: "Mar". */
export function formatMonthName(date: string): string {
  return parts(date)?.monthName ?? NOT_MEASURED;
}

/** A local day as MMM dd: "Mar 03". */
export function formatMonthDay(date: string): string {
  const found = parts(date);
  if (found === null) return NOT_MEASURED;
  const { monthName, day } = found;
  return t`${monthName} ${day}`;
}

/** A local day's weekday: "Sun". */
export function formatWeekday(date: string): string {
  const found = parts(date);
  if (found === null) return NOT_MEASURED;
  return weekdayNames.format(Date.UTC(Number(found.year), Number(found.month) - 1, Number(found.day)));
}

/** A local day as MM/dd: "03/03". */
export function formatMonthSlashDay(date: string): string {
  const found = parts(date);
  if (found === null) return NOT_MEASURED;
  const { month, day } = found;
  return t`${month}/${day}`;
}

/** Days from first to last, both included: "Mar 03, 2024", "Mar 03 to Mar 09, 2024". */
export function formatDateRange(start: string, end: string): string {
  if (start === end) return formatDate(start);
  const sameYear = start.slice(0, 4) === end.slice(0, 4);
  return t`${sameYear ? formatMonthDay(start) : formatDate(start)} to ${formatDate(end)}`;
}

/** A leak's days, MM/dd to MM/dd: N/A without a start; without an end it still runs, "03/03 to now". */
export function formatLeakingPeriod(start: string | null, end: string | null): string {
  if (start === null) return "N/A";
  return t`${formatMonthSlashDay(start)} to ${end === null ? t`now` : formatMonthSlashDay(end)}`;
}

/** An hour of the day, 0 to 23, as "12 AM" to "11 PM". */
export function formatHour(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`;
}

/** Minutes as "45 min", "2 h", "2 h 5 min". Null gives a dash. */
export function formatDuration(minutes: number | null): string {
  if (minutes === null) return NOT_MEASURED;
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  if (hours === 0) return t`${whole} min`;
  return whole % 60 === 0 ? `${hours} h` : t`${hours} h ${whole % 60} min`;
}

/** A count with its noun: "1 leak", "1,204 leaks". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A time of day as people write it: "21:00" as "9:00 PM". */
export function formatTime(time: string): string {
  const [hour = 0, minute = "00"] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}
