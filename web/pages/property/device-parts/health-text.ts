import { plural, t } from "@lingui/core/macro";
import type { DeviceHealthOverview } from "../../../../contract/inventory/devices.ts";
import { formatNumber } from "../../../components/format.ts";

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
  if (devices.unknown === 0) return t`A device shows here once it is in the inventory and reports.`;
  return t`None of ${plural(devices.unknown, { one: "# device", other: "# devices" })} was ever seen. One shows here as soon as it reports.`;
}

/** "1,382 of 1,490 devices online, now". */
export function reportingText(devices: Counts, when: string): string {
  const everSeen = everSeenOf(devices);
  if (everSeen === 0) return t`No device was ever seen`;
  return t`${formatNumber(devices.online)} of ${plural(everSeen, { one: "# device", other: "# devices" })} online, ${when}`;
}

/** What is not online: "1 delayed, 1 offline", "all online". */
export function countsText({ online, delayed, offline, unknown }: Counts): string {
  const parts = [
    delayed > 0 ? t`${formatNumber(delayed)} delayed` : "",
    offline > 0 ? t`${formatNumber(offline)} offline` : "",
    unknown > 0 ? t`${formatNumber(unknown)} never seen` : "",
  ].filter((part) => part !== "");
  if (parts.length > 0) return parts.join(", ");
  return online === 1 ? t`it reports` : t`all of them report`;
}
