import { t } from "@lingui/core/macro";
import type { CallAnswer } from "../../api.ts";

type Properties = CallAnswer<"GET /v1/reporting/my-properties/">;

/** Organizations of the properties, each once, by name. */
export function organizationOptions(properties: Properties): { value: string; label: string; count: number }[] {
  const found = new Map<string, { value: string; label: string; count: number }>();
  for (const { organization_id, organization_name } of properties) {
    if (organization_id === null) continue;
    const value = String(organization_id);
    const known = found.get(value) ?? { value, label: organization_name ?? t`Unnamed organization`, count: 0 };
    found.set(value, { ...known, count: known.count + 1 });
  }
  return [...found.values()].sort((a, b) => a.label.localeCompare(b.label));
}

/** Names that the label of the developer has room for. */
const MOST_NAMES = 2;

interface ChosenPlaces {
  organization_id?: readonly number[];
  property_id?: readonly number[];
}

/**
 * Whose the chosen properties are; null while that is not known, undefined where nobody is named. All organizations that
 * staff see need no names.
 */
export function developerLabel(
  properties: Properties | undefined,
  search: ChosenPlaces,
  isStaff: boolean,
): string | null | undefined {
  const isOfAll = search.organization_id === undefined && search.property_id === undefined;
  if (isStaff && isOfAll && organizationOptions(properties ?? []).length !== 1) return undefined;
  return properties === undefined ? null : developersText(properties, search);
}

/** The properties that a report is of: all where it names none. */
export function chosenProperties(properties: Properties, { organization_id, property_id }: ChosenPlaces): Properties {
  return properties.filter(
    (property) =>
      (!organization_id || (property.organization_id !== null && organization_id.includes(property.organization_id))) &&
      (!property_id || property_id.includes(property.id)),
  );
}

/** The first names and how many more; undefined where nobody is known. */
function developersText(properties: Properties, search: ChosenPlaces): string | undefined {
  const names = organizationOptions(chosenProperties(properties, search)).map(({ label }) => label);
  if (names.length === 0) return undefined;
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` +${more}` : "");
}

const byName = new Intl.Collator("en-US", { numeric: true });

/**
 * Properties of the chosen organizations (all where none is chosen), each once and all by name, whichever organization
 * they are of; it is named behind properties that share a name.
 */
export function propertyOptions(properties: Properties, organizations: readonly number[] | undefined) {
  const chosen = properties.filter(
    ({ organization_id }) => !organizations || (organization_id !== null && organizations.includes(organization_id)),
  );
  const each = [...new Map(chosen.map((property) => [property.id, property])).values()];
  const named = Map.groupBy(each, ({ name }) => name);
  const isShared = (name: string) => (named.get(name)?.length ?? 0) > 1;
  return each
    .map(({ id, name, organization_name }) => ({
      value: String(id),
      label: isShared(name) ? `${name} (${organization_name ?? t`No organization`})` : name,
    }))
    .toSorted((one, other) => byName.compare(one.label, other.label));
}

/** A selection as filters show it: what is not filtered is all chosen. */
export function shownSelection(ids: readonly number[] | undefined, options: readonly { value: string }[]): string[] {
  return ids?.map(String) ?? options.map(({ value }) => value);
}

/** A selection as the URL keeps it: undefined where it leaves nothing out. */
export function keptSelection(chosen: readonly string[], options: readonly { value: string }[]): number[] | undefined {
  return chosen.length === 0 || chosen.length >= options.length ? undefined : chosen.map(Number);
}

/** What of a selection is offered; undefined where nothing is left of it. */
export function offeredOf(chosen: readonly number[], offered: readonly number[]): readonly number[] | undefined {
  const kept = chosen.filter((id) => offered.includes(id));
  return kept.length === 0 ? undefined : kept;
}

/** A selection on a chip: the name of one, the number of several. */
export function chipText(ids: readonly number[], options: readonly { value: string; label: string }[]): string {
  const [first] = ids;
  if (ids.length > 1 || first === undefined) return t`${ids.length} selected`;
  return options.find(({ value }) => value === String(first))?.label ?? t`No. ${first}`;
}
