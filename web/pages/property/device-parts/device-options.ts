import type { DeviceHealthOverview } from "../../../../contract/inventory/devices.ts";
import { deviceStatusNames, deviceTypeNames } from "../../../../contract/labels/labels.ts";
import type { FilterOption } from "../../../components/filters/filter-option.ts";
import { deviceStatuses, deviceTypes } from "./gateway-search.ts";

/** Statuses and types to filter by, with how many devices of the chosen places are of each. */
export function deviceOptions(overview: DeviceHealthOverview | undefined): {
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
