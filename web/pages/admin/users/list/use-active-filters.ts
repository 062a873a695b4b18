import { t } from "@lingui/core/macro";
import { chipText } from "../../../../app/report/filters/filter-options.ts";
import type { ActiveFilter } from "../../../../components/filters/FilterBar.tsx";
import type { UsersView } from "../queries/use-users.ts";
import { useFilterOptions } from "./use-filter-options.ts";

/** The filters that are on, as chips. */
export function useActiveFilters(view: UsersView): ActiveFilter[] {
  const { search, setFilters } = view;
  const { organizations, properties, roles } = useFilterOptions(view, undefined);
  const chips: ActiveFilter[] = [];
  const { organization_id, property_id, role } = search;
  if (search.search !== undefined) {
    const onRemove = () => setFilters({ search: undefined });
    chips.push({ id: "search", name: t`Search`, value: search.search, onRemove });
  }
  if (organization_id !== undefined && view.viewer.isStaff) {
    const value = chipText(organization_id, organizations.options);
    chips.push({
      id: "organization",
      name: t`Organization`,
      value,
      onRemove: () => setFilters({ organization_id: undefined }),
    });
  }
  if (property_id !== undefined) {
    const value = chipText(property_id, properties.options);
    chips.push({ id: "property", name: t`Property`, value, onRemove: () => setFilters({ property_id: undefined }) });
  }
  if (role !== undefined) {
    const value = chipText(role, roles.options);
    chips.push({ id: "role", name: t`Role`, value, onRemove: () => setFilters({ role: undefined }) });
  }
  return chips;
}
