import { plural, t } from "@lingui/core/macro";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";

/** An organization that properties leave, and which. */
export interface SourceOrganization {
  /** null: they were in none. */
  organization: string | null;
  properties: string[];
}

/**
 * Which of the properties move, by the organization that they leave, both by name; those that are there already do not.
 * @param to the organization that they are assigned to, null for none
 */
export function listSourceOrganizations(rows: readonly PropertyRow[], to: number | null): SourceOrganization[] {
  const byOrganization = new Map<string | null, string[]>();
  for (const { name, organization_id, organization_name } of rows) {
    if (organization_id === to) continue;
    const names = byOrganization.get(organization_name) ?? [];
    byOrganization.set(organization_name, [...names, name]);
  }
  return [...byOrganization]
    .map(([organization, names]) => ({ organization, properties: names.toSorted(byName) }))
    .sort((one, other) => byName(one.organization ?? "", other.organization ?? ""));
}

const byName = (one: string, other: string) => one.localeCompare(other, "en");

/** Number of names listed; the rest is counted. */
const MAX_NAMES = 3;

/** Names in a sentence: "Elm", "Elm and Oak", "Elm, Fir, Oak and 4 more". */
export function namesText(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? "";
  if (names.length > MAX_NAMES) return t`${names.slice(0, MAX_NAMES).join(", ")} and ${names.length - MAX_NAMES} more`;
  return t`${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** Buildings and units that go along: "4 buildings and 96 units". */
export function contentsText(rows: readonly PropertyRow[]): string {
  const sum = (count: (row: PropertyRow) => number) => rows.reduce((total, row) => total + count(row), 0);
  const buildings = plural(
    sum((row) => row.buildings_count),
    { one: "# building", other: "# buildings" },
  );
  return t`${buildings} and ${plural(
    sum((row) => row.units_count),
    { one: "# unit", other: "# units" },
  )}`;
}
