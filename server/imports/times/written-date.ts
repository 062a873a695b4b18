/** Which of the two parts of a date beside its year comes first. */
export type DateOrder = "month first" | "day first";

/** A date as it is written, before anybody knows which of its parts is the day. */
export interface WrittenDate {
  /** `named`: with the name of its month, so that nothing is in doubt. */
  writing: "year first" | "slashed" | "named";
  year: number;
  /** The parts beside the year, in written order; of a named date the month first. */
  first: number;
  second: number;
  /** The text behind it: the time of day. */
  rest: string;
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?=[T\s]|$)(.*)$/s;
const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)(.*)$/s;
/** With hyphens it could be the year that comes first. */
const SHORT_YEAR = /^(\d{1,2})([/.])(\d{1,2})\2(\d{2})(?!\d)(.*)$/s;
const DAY_NAMED = /^(\d{1,2})[-\s./]+([a-z]{3,9})\.?[-\s./,]+(\d{4}|\d{2})(?!\d)(.*)$/is;
const MONTH_NAMED = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?!\d)(.*)$/is;

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** The date with which a text begins; null: it begins with none. */
export function writtenDate(text: string): WrittenDate | null {
  const [iso, year = "", , first = "", second = "", rest = ""] = YEAR_FIRST.exec(text) ?? [];
  if (iso !== undefined) return dateOf("year first", Number(year), first, second, rest);
  const [slashed, ...parts] = SLASHED.exec(text) ?? [];
  if (slashed !== undefined) return dateOf("slashed", Number(parts[2]), parts[0], parts[1], parts[3]);
  const [short, one, , two, end, after] = SHORT_YEAR.exec(text) ?? [];
  if (short !== undefined) return dateOf("slashed", longYear(Number(end)), one, two, after);
  const [compact, ...run] = COMPACT.exec(text) ?? [];
  if (compact !== undefined) return dateOf("year first", Number(run[0]), run[1], run[2], run[3]);
  const [dayNamed, day, name, ending = "", clock] = DAY_NAMED.exec(text) ?? [];
  if (dayNamed !== undefined) {
    const number = Number(ending);
    return named(name, day, ending.length === 2 ? longYear(number) : number, clock);
  }
  const [monthNamed, month, number, full, time] = MONTH_NAMED.exec(text) ?? [];
  return monthNamed === undefined ? null : named(month, number, Number(full), time);
}

function dateOf(
  writing: WrittenDate["writing"],
  year: number,
  first: string | undefined,
  second: string | undefined,
  rest = "",
): WrittenDate {
  return { writing, year, first: Number(first), second: Number(second), rest };
}

function named(month = "", day = "", year: number, rest = ""): WrittenDate | null {
  const place = months.findIndex((name) => name === month.toLowerCase() || name.slice(0, 3) === month.toLowerCase());
  return place < 0 ? null : { writing: "named", year, first: place + 1, second: Number(day), rest };
}

/** A year of two digits is one from 1990 to 2089: before it no device reported. */
function longYear(digits: number): number {
  return digits < 90 ? 2000 + digits : 1900 + digits;
}

/**
 * The day of a date as days since 1970, read in this order; null: there is none such.
 * @param isMixed whether a date that exists in the other order alone is read in that
 */
export function dayIn(
  order: DateOrder,
  { writing, year, first, second }: WrittenDate,
  isMixed: boolean,
): number | null {
  const isMonthFirst = order === "month first" || writing === "named";
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  if (isDate(year, month, day)) return dayNumber(year, month, day);
  return isMixed && writing !== "named" && isDate(year, day, month) ? dayNumber(year, day, month) : null;
}

function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

export function isDate(year: number, month: number, day: number): boolean {
  return (
    year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  );
}
