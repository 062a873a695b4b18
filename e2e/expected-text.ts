/** Figures as screens must show them, written apart from the screens' own code. Null: not measured. */

const DASH = "–";

function decimal(value: number, digits: number): string {
  const text = Math.abs(value).toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** 1234.4 is "1,234", 0.2 is "<1". */
export function gallonsText(gallons: number | null): string {
  if (gallons === null) return DASH;
  return gallons > 0 && gallons < 0.5 ? "<1" : decimal(gallons, 0);
}

/** 1204 is "$1,204". */
export function dollarsText(dollars: number | null, digits = 0): string {
  return dollars === null ? DASH : decimal(dollars, digits).replace(/^-?/, "$&$");
}

/** Dollars of a headline: cents below ten dollars. */
export function costText(dollars: number | null): string {
  return dollarsText(dollars, dollars !== null && Math.abs(dollars) < 10 ? 2 : 0);
}

/** 12.34 is "12.3%". */
export function percentText(percent: number | null): string {
  return percent === null ? DASH : `${decimal(percent, 1)}%`;
}

/** A change with its sign: "+12.3%", "-5 pp", "+140%". */
export function changeText(change: number | null, unit = "%"): string {
  if (change === null) return DASH;
  const tenths = Math.round(change * 10);
  const size = Math.abs(tenths) / 10;
  const sign = tenths > 0 ? "+" : tenths < 0 ? "-" : "";
  return `${sign}${decimal(size, size >= 100 || tenths % 10 === 0 ? 0 : 1)}${unit === "%" ? "%" : ` ${unit}`}`;
}

const day = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Date(`${date.slice(0, 10)}T00:00Z`).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** 2024-03-03 is "Mar 03". */
export function monthDayText(date: string): string {
  return day(date, { month: "short", day: "2-digit" });
}

/** 2024-03-03 is "Mar 03, 2024". */
export function dateText(date: string): string {
  return day(date, { year: "numeric", month: "short", day: "2-digit" });
}

/** 23 is "11 PM". */
export function hourText(hour: number): string {
  const text = new Date(Date.UTC(2024, 0, 1, hour)).toLocaleTimeString("en-US", { hour: "numeric", timeZone: "UTC" });
  return text.replace("\u202f", " ");
}
