import type { DeviceRow, DeviceStatus, DeviceType } from "../../../../contract/inventory/devices.ts";
import { formatCount, formatDate } from "../../../components/format.ts";

/** As of when the screen shows devices: "now", "at the end of Nov 18, 2026". */
export function asOfText(date: string | undefined): string {
  return date === undefined || date === "now" ? "now" : `at the end of ${formatDate(date)}`;
}

/** Why a device is delayed though nothing is wrong with it: "gateway down"; null where nothing explains it. */
export function explanation({ explained_by, explained_by_type }: DeviceRow): string | null {
  return explained_by === null ? null : `${explained_by_type ?? "gateway"} down`;
}

/** Statuses and types that a list is filtered by, for its empty state; null if none. */
export function noMatchMessage(search: {
  status?: readonly DeviceStatus[];
  device_type?: readonly DeviceType[];
}): string | null {
  if (!search.status && !search.device_type) return null;
  return "No device here with these statuses and types. Take a filter off to see more.";
}

/** "silent for 3 days"; under a whole day "silent for less than a day". */
export function noDataText(days: number | null): string {
  if (days === null) return "never seen";
  return days === 0 ? "silent for less than a day" : `silent for ${formatCount(days, "day")}`;
}
