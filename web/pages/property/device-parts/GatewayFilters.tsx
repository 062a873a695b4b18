import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { developerLabel, keptSelection } from "../../../app/report/filters/filter-options.ts";
import { PlacesControls } from "../../../app/report/filters/PlacesControls.tsx";
import { placeGroups } from "../../../app/report/filters/places-kept.ts";
import { useOffered } from "../../../app/report/filters/use-offered.ts";
import { placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { useMe } from "../../../app/use-me.ts";
import { DateFilter } from "../../../components/filters/DateFilter.tsx";
import { FilterBar } from "../../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { deviceOptions } from "./device-options.ts";
import { gatewayChips } from "./gateway-chips.ts";
import { reportingQuery } from "./gateway-query.ts";
import { deviceStatuses, deviceTypes, parseSelection } from "./gateway-search.ts";
import type { GatewayView } from "./gateway-view.ts";

interface Props {
  title: string;
  subtitle: string;
  view: GatewayView;
  onThresholds: () => void;
}

/** The head of the screen: what it is, as of when, and the places and devices to choose. */
export function GatewayFilters({ title, subtitle, view, onThresholds }: Props): ReactNode {
  const { is_staff } = useMe();
  const properties = useQuery(propertiesQuery());
  const places = useQuery(placesQuery(view.search));
  const reporting = useQuery(reportingQuery(view.search, view.area));
  const { search } = view;
  const all = properties.data ?? [];
  const groups = placeGroups(all);
  const buildings = (places.data?.buildings ?? []).map(({ id, building_name }) => ({
    value: String(id),
    label: building_name,
  }));
  const offered = places.isPlaceholderData ? undefined : places.data;
  useOffered(
    search.property_id,
    properties.data?.map(({ id }) => id),
    (property_id) => view.dropFilters({ property_id }),
  );
  useOffered(
    search.building_id,
    offered?.buildings.map(({ id }) => id),
    (building_id) => view.dropFilters({ building_id }),
  );
  const options = deviceOptions(reporting.data);
  return (
    <FilterBar
      title={title}
      subtitle={subtitle}
      counts={[{ label: "Total Properties", value: reporting.data?.total_properties ?? null }]}
      developer={developerLabel(properties.data, search, is_staff)}
      primary={
        <DateFilter
          value={search.date === undefined || search.date === "now" ? null : search.date}
          onChange={(day) => view.setFilters({ date: day ?? "now" })}
          today={today()}
        />
      }
      active={gatewayChips(view, groups, buildings)}
      onReset={view.reset}
      actions={
        <Button variant="default" onClick={onThresholds}>
          Device Reporting Thresholds
        </Button>
      }
    >
      <PlacesControls view={view} properties={properties.data} together={view.area === "portfolio"} />
      <PopoverFilter
        label="Building"
        options={buildings}
        selected={search.building_id?.map(String) ?? []}
        onChange={(next) => view.setFilters({ building_id: keptSelection(next, buildings) })}
        loading={places.isPending}
        emptyText="No buildings found"
      />
      <PopoverFilter
        label="Status"
        options={options.statuses}
        selected={search.status ?? []}
        onChange={(next) => view.setFilters({ status: parseSelection(next, deviceStatuses) })}
      />
      <PopoverFilter
        label="Device Type"
        options={options.types}
        selected={search.device_type ?? []}
        onChange={(next) => view.setFilters({ device_type: parseSelection(next, deviceTypes) })}
      />
    </FilterBar>
  );
}
