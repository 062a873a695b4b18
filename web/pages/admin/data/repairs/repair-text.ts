import { plural, t } from "@lingui/core/macro";
import type { RepairKind } from "../../../../../contract/readings/repair-request.ts";
import type { ListedRepair } from "../../../../../contract/readings/repairs.ts";
import { leakCounts, volumeChangeText } from "../decide/effect-text.ts";

/** The labels of corrections. */
export const kindNames: Readonly<Record<RepairKind, string>> = {
  accept: t`Accepted readings`,
  reject: t`Rejected readings`,
  correct: t`Corrected readings`,
  swap: t`Swapped a meter`,
  reimport: t`Imported a range again`,
  redrive: t`Sent rejected rows again`,
  dismiss: t`Dismissed rejected rows`,
};

/** What a repair changed, short: "1 day, 120 → 38,520 gal, 1 leak opens". */
export function changeSummary(row: ListedRepair): string {
  const { days_changed, gallons_before, gallons_after, leaks_opened, leaks_gone, leaks_changed } = row;
  const leaks = leakCounts(leaks_opened, leaks_gone, leaks_changed);
  if (days_changed === 0 && leaks === "") return t`No figure`;
  return [
    plural(days_changed, { one: "# day", other: "# days" }),
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
  if (value === null) return t`not measured`;
  if (value === undefined || value === "") return "";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ITEMS).map(itemText).join("; ");
    return value.length > MOST_ITEMS
      ? t`${shown}; and ${plural(value.length - MOST_ITEMS, { one: "# more", other: "# more" })}`
      : shown;
  }
  return itemText(value);
}

function itemText(value: unknown): string {
  if (typeof value !== "object" || value === null) return cut(String(value ?? t`not measured`));
  return cut(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(
        ([name, part]) =>
          `${nameOf(name).toLowerCase()} ${typeof part === "object" && part !== null ? JSON.stringify(part) : String(part ?? t`not measured`)}`,
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
