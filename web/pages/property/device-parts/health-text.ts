import type { DeviceHealthOverview } from "../../../../contract/inventory/devices.ts";
import { formatCount, formatNumber } from "../../../components/format.ts";

type Counts = DeviceHealthOverview["devices"];

/** Devices that ever reported: the base of the ratio. */
export function everSeenOf({ online, delayed, offline }: Counts): number {
  return online + delayed + offline;
}

/**
 * Why there is no reporting status: no device ever reported, or there is none. Null: some did. Without it "no device
 * needs a person" would be read as good news.
 */
export function neverReportedText(devices: Counts): string | null {
  if (everSeenOf(devices) > 0) return null;
  if (devices.unknown === 0) return "A device shows here once it is in the inventory and reports.";
  return `None of ${formatCount(devices.unknown, "device")} was ever seen. One shows here as soon as it reports.`;
}

/** "1,382 of 1,490 devices online, now". */
export function reportingText(devices: Counts, when: string): string {
  const everSeen = everSeenOf(devices);
  if (everSeen === 0) return "No device was ever seen";
  return `${formatNumber(devices.online)} of ${formatCount(everSeen, "device")} online, ${when}`;
}

/** What is not online: "1 delayed, 1 offline", "all online". */
export function countsText({ online, delayed, offline, unknown }: Counts): string {
  const parts = [
    delayed > 0 ? `${formatNumber(delayed)} delayed` : "",
    offline > 0 ? `${formatNumber(offline)} offline` : "",
    unknown > 0 ? `${formatNumber(unknown)} never seen` : "",
  ].filter((part) => part !== "");
  if (parts.length > 0) return parts.join(", ");
  return online === 1 ? "it reports" : "all of them report";
}
