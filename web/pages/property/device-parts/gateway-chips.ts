import { deviceStatusNames, deviceTypeNames } from "../../../../contract/labels/labels.ts";
import { chipText } from "../../../app/report/filters/filter-options.ts";
import type { ActiveFilter } from "../../../components/filters/FilterBar.tsx";
import type { PlaceGroup } from "../../../components/filters/places-selection.ts";
import { formatDate } from "../../../components/format.ts";
import type { GatewayView } from "./gateway-view.ts";

type Options = readonly { value: string; label: string }[];

/** Chips for the filters that are on. */
export function gatewayChips(view: GatewayView, groups: readonly PlaceGroup[], buildings: Options): ActiveFilter[] {
  const { date, organization_id, property_id, building_id, status, device_type } = view.search;
  const properties = groups.flatMap((group) => group.properties);
  const places = { organization_id: undefined, property_id: undefined };
  const isOn = date !== undefined && date !== "now";
  return [
    isOn && chip("date", "Date", formatDate(date), () => view.setFilters({ date: "now" })),
    organization_id &&
      chip("organization", "Organization", chipText(organization_id, groups), () => view.setFilters(places)),
    property_id &&
      chip("property", "Property", chipText(property_id, properties), () =>
        view.setFilters({ property_id: undefined }),
      ),
    building_id &&
      chip("building", "Building", chipText(building_id, buildings), () => view.setFilters({ building_id: undefined })),
    status &&
      chip("status", "Status", status.map((single) => deviceStatusNames[single]).join(", "), () =>
        view.setFilters({ status: undefined }),
      ),
    device_type &&
      chip("type", "Device Type", device_type.map((single) => deviceTypeNames[single]).join(", "), () =>
        view.setFilters({ device_type: undefined }),
      ),
  ].filter((found) => typeof found === "object");
}

function chip(id: string, name: string, value: string, onRemove: () => void): ActiveFilter {
  return { id, name, value, onRemove };
}
