export interface Ordering {
  field: string;
  descending: boolean;
}

/** Reads "gallons_leaked" or "-gallons_leaked" (descending). Nothing gives null. */
export function parseOrdering(ordering: string | undefined): Ordering | null {
  if (ordering === undefined || ordering === "" || ordering === "-") return null;
  return ordering.startsWith("-")
    ? { field: ordering.slice(1), descending: true }
    : { field: ordering, descending: false };
}

/** The ordering after a click on a field's header: ascending first, then to and fro. */
export function toggleOrdering(field: string, ordering: string | undefined): string {
  return ordering === field ? `-${field}` : field;
}

/** A column to order by: the name on the wire, and the one on the screen. */
export interface OrderChoice {
  sortable: string;
  header: string;
}

/** What a list can be ordered by: its columns in sight that sort, and the one that it is ordered by, in sight or not. */
export function orderChoices<Column extends { sortable?: string; header: string }>(
  columns: readonly Column[],
  inSight: readonly Column[],
  ordering: string | undefined,
): OrderChoice[] {
  const now = parseOrdering(ordering)?.field;
  return columns.flatMap((column) => {
    const { sortable, header } = column;
    if (sortable === undefined || !(inSight.includes(column) || sortable === now)) return [];
    return [{ sortable, header }];
  });
}
