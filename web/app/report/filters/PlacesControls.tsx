import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { FixedChoice } from "../../../components/filters/FixedChoice.tsx";
import { PlacesFilter } from "../../../components/filters/PlacesFilter.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import type { CallAnswer } from "../../api.ts";
import { useMe } from "../../use-me.ts";
import type { ReportSearch } from "../search/report-search-fields.ts";
import { keptSelection, organizationOptions, propertyOptions, shownSelection } from "./filter-options.ts";
import { keptPlaces, placeGroups, shownPlaces } from "./places-kept.ts";

type Places = Pick<ReportSearch, "organization_id" | "property_id">;

interface Props {
  /** A report's view, or that of devices. */
  view: { search: Places; setFilters: (filters: Places) => void };
  /** All that the user may see; undefined: not there yet. */
  properties: CallAnswer<"GET /v1/reporting/my-properties/"> | undefined;
  /** Organizations unfold to their properties in one menu, taken with Apply; else two menus, taken when they close. */
  together: boolean;
}

/** Filters for a report's organizations (only for staff) and properties; a single property is shown as text. */
export function PlacesControls({ view, properties, together }: Props): ReactNode {
  const { is_staff } = useMe();
  const { organization_id, property_id } = view.search;
  const pending = properties === undefined;
  const all = properties ?? [];
  const [only] = all;
  const organizations = organizationOptions(all);
  if (only !== undefined && all.length === 1) return <FixedChoice name={t`Property`} value={only.name} />;
  if (is_staff && together) {
    const groups = placeGroups(all);
    return (
      <PlacesFilter
        groups={groups}
        selected={shownPlaces(view.search, groups)}
        onChange={(chosen) => view.setFilters(keptPlaces(chosen, groups))}
        loading={pending}
      />
    );
  }
  const choices = propertyOptions(all, organization_id);
  const menu = { applyOn: "close", required: true, loading: pending } as const;
  return (
    <>
      {is_staff && (pending || organizations.length > 1) && (
        <PopoverFilter
          label={t`Organizations`}
          options={organizations}
          selected={shownSelection(organization_id, organizations)}
          onChange={(next) =>
            view.setFilters({ organization_id: keptSelection(next, organizations), property_id: undefined })
          }
          emptyText={t`No organizations found`}
          {...menu}
        />
      )}
      {(pending || all.length > 1) && (
        <PopoverFilter
          label={t`Properties`}
          options={choices}
          selected={shownSelection(property_id, choices)}
          onChange={(next) => view.setFilters({ property_id: keptSelection(next, choices) })}
          emptyText={t`No properties found`}
          {...menu}
        />
      )}
    </>
  );
}
