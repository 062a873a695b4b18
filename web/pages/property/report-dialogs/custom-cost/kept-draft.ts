import { type CostRow, newCostRow } from "./cost-rows.ts";

const key = "dripline.custom-cost.unsaved";

/** Keeps what somebody typed when their session ends, in this tab, until they are signed in again. */
export function keepDraft(user: number, costs: readonly CostRow[]): void {
  sessionStorage.setItem(key, JSON.stringify({ user, costs }));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(key);
}

/** What the same person had typed when their session ended; undefined: nothing, or nothing that can be read. */
export function keptDraft(user: number): CostRow[] | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (!isRecord(kept) || kept.user !== user || !Array.isArray(kept.costs)) return undefined;
    const rows: unknown[] = kept.costs;
    const costs = rows.filter(isRow).map((row) => ({ ...row, key: newCostRow().key }));
    return costs.length === 0 ? undefined : costs;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isRow(value: unknown): value is CostRow {
  if (!isRecord(value)) return false;
  const { property_id, unit_ids, cost, start_date, end_date } = value;
  const texts = [cost, start_date, end_date].every((text) => typeof text === "string");
  const units = unit_ids === null || (Array.isArray(unit_ids) && unit_ids.every((id) => typeof id === "number"));
  return texts && units && (property_id === null || typeof property_id === "string");
}
