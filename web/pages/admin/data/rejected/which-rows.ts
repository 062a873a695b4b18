import type { RejectedReading } from "../../../../../contract/readings/repairs.ts";

/** The rows of a dialog: some, by their ids, or all open ones that were rejected with one code. */
export type WhichRows = { ids: number[] } | { code: string };

/** The rows that an address names: "12,13", or "code:unknown_serial". */
export function whichRows(of: string): WhichRows {
  if (of.startsWith("code:")) return { code: of.slice(5) };
  const ids = of.split(",").map(Number);
  return { ids: [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0) };
}

/** The field of a form for a row's text. */
export function fieldOf(id: number): `raw-${number}` {
  return `raw-${id}`;
}

/** The rows to send again: with their corrected text if any, else unchanged. */
export function sentRows(
  rows: readonly Pick<RejectedReading, "id" | "raw">[],
  typed: Readonly<Record<string, string | boolean>>,
): { id: number; raw?: string }[] {
  return rows.map(({ id, raw }) => {
    const text = typed[fieldOf(id)];
    return typeof text !== "string" || text === raw ? { id } : { id, raw: text };
  });
}
