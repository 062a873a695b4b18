import type { Json, Row } from "./answer.ts";

const natural = new Intl.Collator("en", { numeric: true });

/** Names in natural order, in which 2 comes before 10. */
export function naturally(a: string, b: string): number {
  return natural.compare(a, b);
}

/** Words whose order is not that of their letters. */
const fixedOrders: Readonly<Record<string, readonly string[]>> = {
  performance: ["on_track", "opportunities", "critical", "zero_usage"],
  status: ["online", "delayed", "offline", "unknown"],
  ranking: ["green", "yellow", "red"],
};

/**
 * Rows by a field, a leading minus: descending; what is null comes last either way. Equal ones stay in the order that
 * they come in.
 */
export function ordered<R extends Row>(rows: readonly R[], ordering: string): R[] {
  const isDown = ordering.startsWith("-");
  const field = isDown ? ordering.slice(1) : ordering;
  const rank = fixedOrders[field];
  return rows.toSorted((a, b) => {
    const [left, right] = [a[field] ?? null, b[field] ?? null];
    if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
    const order = rank === undefined ? compare(left, right) : rank.indexOf(String(left)) - rank.indexOf(String(right));
    return isDown ? -order : order;
  });
}

/** The same of rows of money, which are ordered by what it was before it was rounded: by `exact`, where that has the field. */
export function orderedExactly(rows: readonly { row: Row; exact: Row }[], ordering: string): Row[] {
  const rowOf = new Map(rows.map(({ row, exact }): [Row, Row] => [{ ...row, ...exact }, row]));
  return ordered([...rowOf.keys()], ordering).map((key) => rowOf.get(key) ?? key);
}

/** Texts by their letters, whether capital or small. */
export function compare(a: Json, b: Json): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
  return left < right ? -1 : Number(left > right);
}
