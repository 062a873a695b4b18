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
