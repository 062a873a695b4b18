import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { FixedChoice } from "../../../../components/filters/FixedChoice.tsx";
import { PopoverFilter } from "../../../../components/filters/PopoverFilter.tsx";
import type { UsersView } from "../queries/use-users.ts";
import { useFilterOptions } from "./use-filter-options.ts";

/** Which users are listed: by organization (for staff), property and role. */
export function UserFilters({ view }: { view: UsersView }): ReactNode {
  const { viewer, search, setFilters } = view;
  const { organizations, properties, roles } = useFilterOptions(view, search.organization_id);
  const [only, ...others] = properties.options;
  const isOnly = !viewer.isStaff && only !== undefined && others.length === 0;
  const ids = (chosen: readonly string[]) => (chosen.length === 0 ? undefined : chosen.map(Number));
  return (
    <>
      {viewer.isStaff && (
        <PopoverFilter
          label={t`Organization`}
          options={organizations.options}
          selected={search.organization_id?.map(String) ?? []}
          // Properties of organizations that are not looked at would find nobody.
          onChange={(chosen) => setFilters({ organization_id: ids(chosen), property_id: undefined })}
          loading={organizations.isLoading}
          disabled={organizations.isFailed}
          emptyText={t`No organizations found`}
        />
      )}
      {isOnly ? (
        <FixedChoice name={t`Property`} value={only.label} />
      ) : (
        <PopoverFilter
          label={t`Property`}
          options={properties.options}
          selected={search.property_id?.map(String) ?? []}
          onChange={(chosen) => setFilters({ property_id: ids(chosen) })}
          loading={properties.isLoading}
          disabled={properties.isFailed}
          emptyText={t`No properties found`}
        />
      )}
      <PopoverFilter
        label={t`Role`}
        options={roles.options}
        selected={search.role?.map(String) ?? []}
        onChange={(chosen) => setFilters({ role: ids(chosen) })}
        loading={roles.isLoading}
        disabled={roles.isFailed}
      />
    </>
  );
}
