import type { PropertyFigure } from "./compare-queries.ts";
import { type Difference, differenceOf, type Side } from "./difference.ts";
import type { CompareFigure } from "./figures.ts";

/** A property in both periods. */
export interface Mover {
  property_id: number;
  property_name: string;
  now: number | null;
  before: number | null;
  difference: Difference;
}

type Length = Pick<Side, "days" | "open">;

/** Each property with its figure of both periods and the difference, in the given ordering; incomparable ones last. */
export function movers(
  figure: CompareFigure,
  now: Length & { rows: readonly PropertyFigure[] },
  before: Length & { rows: readonly PropertyFigure[] },
  ordering: string,
): Mover[] {
  const earlier = new Map(before.rows.map((row) => [row.property_id, row]));
  const found = now.rows.map((row): Mover => {
    const then = earlier.get(row.property_id);
    return {
      property_id: row.property_id,
      property_name: row.property_name,
      now: row.value,
      before: then?.value ?? null,
      difference: differenceOf(figure, sideOf(row, now), sideOf(then, before)),
    };
  });
  const descending = ordering.startsWith("-");
  const field = descending ? ordering.slice(1) : ordering;
  return found.toSorted((a, b) => {
    if (field === "property_name") return (descending ? -1 : 1) * a.property_name.localeCompare(b.property_name);
    const [x, y] = [weight(a, field), weight(b, field)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return descending ? y - x : x - y;
  });
}

function weight(mover: Mover, field: string): number | null {
  if (field === "now") return mover.now;
  if (field === "before") return mover.before;
  return mover.difference.kind === "said" ? Math.abs(mover.difference.value) : null;
}

function sideOf(row: PropertyFigure | undefined, { days, open }: Length): Side {
  const daysRead = row?.daysRead ?? 0;
  return { value: row?.value ?? null, days, read: Math.min(1, daysRead / days), open };
}
