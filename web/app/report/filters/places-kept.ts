import { t } from "@lingui/core/macro";
import type { PlaceGroup } from "../../../components/filters/places-selection.ts";
import type { CallAnswer } from "../../api.ts";
import type { ReportSearch } from "../search/report-search-fields.ts";
import { keptSelection, organizationOptions } from "./filter-options.ts";

type Places = Pick<ReportSearch, "organization_id" | "property_id">;
type Properties = CallAnswer<"GET /v1/reporting/my-properties/">;

/** Organizations with their properties, by name; those of no organization last. */
export function placeGroups(properties: Properties): PlaceGroup[] {
  const of = (organization: number | null) =>
    properties
      .filter(({ organization_id }) => organization_id === organization)
      .map(({ id, name }) => ({ value: String(id), label: name }));
  const groups = organizationOptions(properties).map(({ value, label }) => ({
    value,
    label,
    properties: of(Number(value)),
  }));
  const none = of(null);
  return none.length === 0 ? groups : [...groups, { value: "none", label: t`No organization`, properties: none }];
}

/** The properties that the URL chooses; all where it leaves none out. */
export function shownPlaces({ organization_id, property_id }: Places, groups: readonly PlaceGroup[]): string[] {
  return groups.flatMap(({ value, properties }) => {
    const whole = !organization_id || organization_id.includes(Number(value));
    const ids = whole ? properties.map((property) => property.value) : [];
    return property_id ? ids.filter((id) => property_id.includes(Number(id))) : ids;
  });
}

/** A choice of properties as the URL keeps it: nothing where it leaves none out, whole organizations by their own ids. */
export function keptPlaces(chosen: readonly string[], groups: readonly PlaceGroup[]): Places {
  const all = groups.flatMap(({ properties }) => properties);
  const property_id = keptSelection(chosen, all);
  if (property_id === undefined) return { organization_id: undefined, property_id };
  const touched = groups.filter(({ properties }) => properties.some(({ value }) => chosen.includes(value)));
  const whole = touched.every(
    ({ value, properties }) => value !== "none" && properties.every((property) => chosen.includes(property.value)),
  );
  return whole
    ? { organization_id: touched.map(({ value }) => Number(value)), property_id: undefined }
    : { organization_id: undefined, property_id };
}
