import type { Dialect } from "./dialect.ts";

/** What a row of an answer sums up: a name (of a property, a day, or nothing) with whole numbers. */
export type Sums = Map<string, (number | null)[]>;

/** A request whose answer sums consumption, as all three answer it. */
export interface Summed {
  call: string;
  url: string;
  /** The sums in our answer: volumes in thousandths of a gallon, money in cents. */
  ours(answer: unknown): Sums;
  /** The same in SQL: columns `name` and n0, n1 and so on, in that order. */
  sql(dialect: Dialect): string;
}

/** The rows of one of the two others. */
export function sumsOf(rows: readonly Record<string, unknown>[]): Sums {
  const sums: Sums = new Map();
  for (const { name, ...numbers } of rows) {
    const values = Object.keys(numbers)
      .toSorted()
      .map((key) => (numbers[key] === null ? null : Number(numbers[key])));
    sums.set(String(name), values);
  }
  return sums;
}

/** What is different between two answers, in words; null: nothing. */
export function difference(ours: Sums, others: Sums): string | null {
  for (const [name, values] of ours) {
    const other = others.get(name);
    if (other === undefined) return `${name || "the answer"} is ours alone`;
    const column = values.findIndex((value, i) => value !== (other[i] ?? null));
    if (column >= 0)
      return `${name || "the answer"}, number ${column}: ours ${values[column]}, theirs ${other[column]}`;
  }
  const [more] = [...others.keys()].filter((name) => !ours.has(name));
  return more === undefined ? null : `${more} is theirs alone`;
}

/** Gallons, as answers have them, in thousandths. */
export function thousandths(gallons: number | null): number | null {
  return gallons === null ? null : Math.round(gallons * 1000);
}

/** Dollars in cents. */
export function cents(dollars: number | null): number | null {
  return dollars === null ? null : Math.round(dollars * 100);
}
