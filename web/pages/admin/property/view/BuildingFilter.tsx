import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PopoverFilter } from "../../../../components/filters/PopoverFilter.tsx";
import { inventoryQueries } from "./inventory-queries.ts";
import type { InventoryView } from "./use-inventory.ts";

/** Which buildings a list is of. A choice of units does not go with it, and is taken off. */
export function BuildingFilter({ view }: { view: InventoryView }): ReactNode {
  const choices = useQuery(inventoryQueries(view.propertyId, view.search).choices);
  const options = (choices.data?.buildings ?? []).map(({ id, building_name }) => ({
    value: String(id),
    label: building_name,
  }));
  return (
    <PopoverFilter
      label={t`Building`}
      options={options}
      selected={view.search.building_id?.map(String) ?? []}
      onChange={(chosen) =>
        view.setFilters({ building_id: chosen.length === 0 ? undefined : chosen.map(Number), unit_id: undefined })
      }
      loading={choices.isPending}
      emptyText={t`No buildings found`}
    />
  );
}
