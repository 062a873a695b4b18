import { plural, t } from "@lingui/core/macro";
import type { DeviceHealthOverview, DeviceRow } from "../../../../contract/inventory/devices.ts";
import type { CallAnswer } from "../../../app/api.ts";
import { formatNumber } from "../../../components/format.ts";
import { deviceTypeNames } from "../../../components/labels.ts";
import { noDataText } from "../device-parts/device-text.ts";

type Counts = CallAnswer<"GET /v1/reporting/device-health/critical-alerts/overview">;
type Stations = { count: number; results: readonly DeviceRow[] };

/** At most so many gateways and routers are named one by one. */
const NAMED = 3;

/** The headline of the screen: "16 devices need a person". */
export function needsHeadline({ gateways_routers, meters, no_consumption }: Counts): string {
  const devices = gateways_routers + meters + no_consumption;
  if (devices === 0) return t`No device needs a person`;
  return t`${plural(devices, { one: "# device", other: "# devices" })} ${devices === 1 ? t`needs` : t`need`} a person`;
}

/** What is not measured meanwhile; mostly because of gateways without data. */
export function unreadMetersText({ meters }: DeviceHealthOverview, stations: Stations | undefined): string {
  const everSeen = meters.online + meters.delayed + meters.offline;
  const all = everSeen + meters.unknown;
  if (all === 0) return t`There is no meter here.`;
  const unread = meters.delayed + meters.offline;
  const never =
    meters.unknown === 0 ? "" : t` ${plural(meters.unknown, { one: "# meter", other: "# meters" })} never reported.`;
  if (unread === 0)
    return t`All ${plural(everSeen, { one: "# meter", other: "# meters" })} that ever reported are being read.${never}`;
  const behind = (stations?.results ?? []).reduce((sum, { meters: own }) => sum + (own ?? 0), 0);
  const why = behind === 0 ? "" : t`, ${formatNumber(behind)} of them behind a silent gateway or router`;
  const are = unread === 1 ? t`is` : t`are`;
  return t`${formatNumber(unread)} of ${plural(all, { one: "# meter", other: "# meters" })} ${are} not being read${why}.${never}`;
}

/** The effect of one gateway or router: "Gateway G12 has been silent for 3 days: 24 meters behind it are not read." */
export function stationText(row: DeviceRow): string {
  const name = t`${deviceTypeNames[row.device_type]} ${row.meter_serial_number} has been ${noDataText(row.days_offline)}`;
  if (row.meters === null || row.meters === 0) return t`${name}. No meter reports through it.`;
  const are = row.meters === 1 ? t`is` : t`are`;
  return t`${name}: ${plural(row.meters, { one: "# meter", other: "# meters" })} behind it ${are} not read.`;
}

/** The gateways and routers without data to list, those affecting most meters first, and how many more there are. */
export function namedStations({ count, results }: Stations): { named: DeviceRow[]; more: number } {
  const named = results.toSorted((one, other) => (other.meters ?? 0) - (one.meters ?? 0)).slice(0, NAMED);
  return { named, more: count - named.length };
}

/** Meters without data though their gateway reports; null: none. */
export function metersWithoutDataText(meters: number): string | null {
  if (meters === 0) return null;
  if (meters === 1) return t`1 meter is silent though its gateway reports.`;
  return t`${plural(meters, { one: "# meter", other: "# meters" })} are silent though their gateways report.`;
}

/** Meters that report, but no water; null: none. */
export function noConsumptionText(meters: number): string | null {
  if (meters === 0) return null;
  if (meters === 1) return t`1 meter reports, but has seen no water for a week or longer.`;
  return t`${plural(meters, { one: "# meter", other: "# meters" })} report, but have seen no water for a week or longer.`;
}
