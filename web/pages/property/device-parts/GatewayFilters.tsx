import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DeviceHealthOverview } from "../../../../contract/inventory/devices.ts";
import { chipText, developerLabel, keptSelection } from "../../../app/report/filters/filter-options.ts";
import { PlacesControls } from "../../../app/report/filters/PlacesControls.tsx";
import { placeGroups } from "../../../app/report/filters/places-kept.ts";
import { useOffered } from "../../../app/report/filters/use-offered.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { SendReport } from "../../../app/report/send/SendReport.tsx";
import { useMe } from "../../../app/use-me.ts";
import { DateFilter } from "../../../components/filters/DateFilter.tsx";
import { type ActiveFilter, FilterBar } from "../../../components/filters/FilterBar.tsx";
import type { FilterOption } from "../../../components/filters/filter-option.ts";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import type { PlaceGroup } from "../../../components/filters/places-selection.ts";
import { formatDate } from "../../../components/format.ts";
import { deviceStatusNames, deviceTypeNames } from "../../../components/labels.ts";
import { healthQueries } from "./gateway-queries.ts";
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
  const properties = useQuery(healthQueries(view.search, view.area).properties);
  const places = useQuery(healthQueries(view.search, view.area).places);
  const reporting = useQuery(healthQueries(view.search, view.area).reporting);
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
  const { building_id, status, device_type } = search;
  const hasMoreFilters = [building_id, status, device_type].some((filter) => filter !== undefined);
  return (
    <FilterBar
      title={title}
      subtitle={subtitle}
      counts={[{ label: t`Total Properties`, value: reporting.data?.total_properties ?? null }]}
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
        <>
          <Button variant="default" onClick={onThresholds}>
            <Trans>Device Reporting Thresholds</Trans>
          </Button>
          <SendReport kinds={["device health"]} search={reportSearchOf(search)} hasMoreFilters={hasMoreFilters} />
        </>
      }
    >
      <PlacesControls view={view} properties={properties.data} together={view.area === "portfolio"} />
      <PopoverFilter
        label={t`Building`}
        options={buildings}
        selected={search.building_id?.map(String) ?? []}
        onChange={(next) => view.setFilters({ building_id: keptSelection(next, buildings) })}
        loading={places.isPending}
        emptyText={t`No buildings found`}
      />
      <PopoverFilter
        label={t`Status`}
        options={options.statuses}
        selected={search.status ?? []}
        onChange={(next) => view.setFilters({ status: parseSelection(next, deviceStatuses) })}
      />
      <PopoverFilter
        label={t`Device Type`}
        options={options.types}
        selected={search.device_type ?? []}
        onChange={(next) => view.setFilters({ device_type: parseSelection(next, deviceTypes) })}
      />
    </FilterBar>
  );
}

/** The screen's day and places, as a report by mail has them. */
function reportSearchOf({ date, organization_id, property_id }: GatewayView["search"]) {
  const day = date === undefined || date === "now" ? today() : date;
  return { period: "custom-date-range" as const, start_date: day, end_date: day, organization_id, property_id };
}

/** Statuses and types to filter by, with how many devices of the chosen places are of each. */
function deviceOptions(overview: DeviceHealthOverview | undefined): {
  statuses: FilterOption[];
  types: FilterOption[];
} {
  const ofType = { gateway: overview?.gateways, router: overview?.routers, meter: overview?.meters };
  return {
    statuses: deviceStatuses.map((value) => ({
      value,
      label: deviceStatusNames[value],
      count: overview?.devices[value],
    })),
    types: deviceTypes.map((value) => {
      const counts = ofType[value];
      const count = counts && counts.online + counts.delayed + counts.offline + counts.unknown;
      return { value, label: deviceTypeNames[value], count };
    }),
  };
}

type Options = readonly { value: string; label: string }[];

/** Chips for the filters that are on. */
function gatewayChips(view: GatewayView, groups: readonly PlaceGroup[], buildings: Options): ActiveFilter[] {
  const { date, organization_id, property_id, building_id, status, device_type } = view.search;
  const properties = groups.flatMap((group) => group.properties);
  const places = { organization_id: undefined, property_id: undefined };
  const isOn = date !== undefined && date !== "now";
  return [
    isOn && chip("date", t`Date`, formatDate(date), () => view.setFilters({ date: "now" })),
    organization_id &&
      chip("organization", t`Organization`, chipText(organization_id, groups), () => view.setFilters(places)),
    property_id &&
      chip("property", t`Property`, chipText(property_id, properties), () =>
        view.setFilters({ property_id: undefined }),
      ),
    building_id &&
      chip("building", t`Building`, chipText(building_id, buildings), () =>
        view.setFilters({ building_id: undefined }),
      ),
    status &&
      chip("status", t`Status`, status.map((single) => deviceStatusNames[single]).join(", "), () =>
        view.setFilters({ status: undefined }),
      ),
    device_type &&
      chip("type", t`Device Type`, device_type.map((single) => deviceTypeNames[single]).join(", "), () =>
        view.setFilters({ device_type: undefined }),
      ),
  ].filter((found) => typeof found === "object");
}

function chip(id: string, name: string, value: string, onRemove: () => void): ActiveFilter {
  return { id, name, value, onRemove };
}
