import { plural, t } from "@lingui/core/macro";
import type { DeviceRow, DeviceStatus, DeviceType } from "../../../../contract/inventory/devices.ts";
import { formatDate } from "../../../components/format.ts";

/** As of when the screen shows devices: "now", "at the end of Nov 18, 2026". */
export function asOfText(date: string | undefined): string {
  return date === undefined || date === "now" ? t`now` : t`at the end of ${formatDate(date)}`;
}

/** Why a device is delayed though nothing is wrong with it: "gateway down"; null where nothing explains it. */
export function explanation({ explained_by, explained_by_type }: DeviceRow): string | null {
  if (explained_by === null) return null;
  return explained_by_type === "router" ? t`router down` : t`gateway down`;
}

/** Statuses and types that a list is filtered by, for its empty state; null if none. */
export function noMatchMessage(search: {
  status?: readonly DeviceStatus[];
  device_type?: readonly DeviceType[];
}): string | null {
  if (!search.status && !search.device_type) return null;
  return t`No device here with these statuses and types. Take a filter off to see more.`;
}

/** "silent for 3 days"; under a whole day "silent for less than a day". */
export function noDataText(days: number | null): string {
  if (days === null) return t`never seen`;
  return days === 0 ? t`silent for less than a day` : t`silent for ${plural(days, { one: "# day", other: "# days" })}`;
}
