import type { RepairKind } from "../../../../../contract/readings/repair-request.ts";
import type { ListedRepair } from "../../../../../contract/readings/repairs.ts";
import { formatCount } from "../../../../components/format.ts";
import { leakCounts, volumeChangeText } from "../decide/effect-text.ts";

/** The labels of corrections. */
export const kindNames: Readonly<Record<RepairKind, string>> = {
  accept: "Accepted readings",
  reject: "Rejected readings",
  correct: "Corrected readings",
  swap: "Swapped a meter",
  reimport: "Imported a range again",
  redrive: "Sent rejected rows again",
  dismiss: "Dismissed rejected rows",
};

/** What a repair changed, short: "1 day, 120 → 38,520 gal, 1 leak opens". */
export function changeSummary(row: ListedRepair): string {
  const { days_changed, gallons_before, gallons_after, leaks_opened, leaks_gone, leaks_changed } = row;
  const leaks = leakCounts(leaks_opened, leaks_gone, leaks_changed);
  if (days_changed === 0 && leaks === "") return "No figure";
  return [
    formatCount(days_changed, "day"),
    ...(gallons_before === gallons_after ? [] : [volumeChangeText(gallons_before, gallons_after)]),
    ...(leaks === "" ? [] : [leaks]),
  ].join(", ");
}

/** The request as names with values: the length of a list, the beginning of a long text. */
export function requestFacts(request: unknown): { name: string; value: string }[] {
  if (typeof request !== "object" || request === null) return [];
  const left = new Set(["kind", "reason", "preview"]);
  return Object.entries(request).flatMap(([field, value]) => {
    const formatted = left.has(field) ? "" : valueText(value);
    return formatted === "" ? [] : [{ name: nameOf(field), value: formatted }];
  });
}

const MOST_ITEMS = 5;
const MOST_LETTERS = 200;

function valueText(value: unknown): string {
  if (value === null) return "not measured";
  if (value === undefined || value === "") return "";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ITEMS).map(itemText).join("; ");
    return value.length > MOST_ITEMS
      ? `${shown}; and ${formatCount(value.length - MOST_ITEMS, "more", "more")}`
      : shown;
  }
  return itemText(value);
}

function itemText(value: unknown): string {
  if (typeof value !== "object" || value === null) return cut(String(value ?? "not measured"));
  return cut(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(
        ([name, part]) =>
          `${nameOf(name).toLowerCase()} ${typeof part === "object" && part !== null ? JSON.stringify(part) : String(part ?? "not measured")}`,
      )
      .join(", "),
  );
}

function cut(text: string): string {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

function nameOf(field: string): string {
  const label = field.replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}
