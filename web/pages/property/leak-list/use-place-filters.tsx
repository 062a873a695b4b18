import { t } from "@lingui/core/macro";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { chipText, keptSelection } from "../../../app/report/filters/filter-options.ts";
import { useOffered } from "../../../app/report/filters/use-offered.ts";
import { placesQuery, unitsOfBuildingsQuery } from "../../../app/report/report-queries.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import type { ActiveFilter } from "../../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";

/** The filters of leak lists (building, unit, only active leaks): their controls, and chips for those that are on. */
export function usePlaceFilters(view: ReportView): { controls: ReactNode; active: ActiveFilter[] } {
  const places = useQuery(placesQuery(view.search));
  const { building_id, unit_id, only_active } = view.search;
  const buildings = (places.data?.buildings ?? []).map(({ id, building_name }) => ({
    value: String(id),
    label: building_name,
  }));
  const names = new Map(buildings.map(({ value, label }) => [value, label]));
  const isOfBuildings = (unit: { building_id: number }) => !building_id || building_id.includes(unit.building_id);
  const chosen = keptSelection(building_id?.map(String).filter((id) => names.has(id)) ?? [], buildings);
  const ofChosen = useQuery({ ...unitsOfBuildingsQuery(view.search, chosen ?? []), enabled: chosen !== undefined });
  const offers = chosen === undefined ? places : ofChosen;
  const units = (offers.data?.units ?? []).map((unit) => ({
    value: String(unit.id),
    label: unit.name,
    group: names.get(String(unit.building_id)),
  }));
  const offered = places.isPlaceholderData ? undefined : places.data;
  useOffered(
    building_id,
    offered?.buildings.map(({ id }) => id),
    (kept) => view.dropFilters({ building_id: kept }),
  );
  useOffered(
    unit_id,
    offered?.units.filter(isOfBuildings).map(({ id }) => id),
    (kept) => view.dropFilters({ unit_id: kept }),
  );
  const active: ActiveFilter[] = [];
  if (building_id) {
    const onRemove = () => view.setFilters({ building_id: undefined });
    active.push({ id: "building", name: t`Building`, value: chipText(building_id, buildings), onRemove });
  }
  if (unit_id) {
    const onRemove = () => view.setFilters({ unit_id: undefined });
    active.push({ id: "unit", name: t`Unit`, value: chipText(unit_id, units), onRemove });
  }
  if (only_active) {
    const onRemove = () => view.setFilters({ only_active: undefined });
    active.push({ id: "active", name: t`Leaks`, value: t`only active`, onRemove });
  }
  const controls = (
    <>
      <PopoverFilter
        label={t`Building`}
        options={buildings}
        selected={building_id?.map(String) ?? []}
        onChange={(next) => view.setFilters({ building_id: keptSelection(next, buildings) })}
        loading={places.isPending}
        emptyText={t`No buildings found`}
      />
      <PopoverFilter
        label={t`Unit`}
        options={units}
        selected={unit_id?.map(String) ?? []}
        onChange={(next) => view.setFilters({ unit_id: keptSelection(next, units) })}
        loading={offers.isPending}
        emptyText={t`No units found`}
      />
      <Switch
        label={t`Only Active Leaks`}
        checked={only_active === true}
        onChange={(event) => view.setFilters({ only_active: event.currentTarget.checked || undefined })}
      />
    </>
  );
  return { controls, active };
}
