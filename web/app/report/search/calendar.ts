const day = 86_400_000;

/** Today where the browser stands, yyyy-MM-dd. */
export function today(now: Date = new Date()): string {
  const [year, month, date] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

/** The calendar day so many days after another; negative: before. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

/** Days from first to last, both counted. */
export function countDays(first: string, last: string): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / day) + 1;
}
