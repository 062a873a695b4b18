import { t } from "@lingui/core/macro";
import { measureSigns, measures } from "../../contract/display/measures.ts";
import type { DeviceStatus, DeviceType } from "../../contract/inventory/devices.ts";
import type { Occupancy } from "../../contract/inventory/occupancy.ts";
import type { AlertKind } from "../../contract/leaks/alerts.ts";
import type { MessageKind, NoticeKind } from "../../contract/notifications/notice-kinds.ts";
import type { Delivery } from "../../contract/notifications/notifications.ts";
import type { MeterDayRow } from "../../contract/reporting/meter-volumes.ts";
import type { Performance } from "../../contract/reporting/reporting.ts";
import { measureNames } from "../language/measure.ts";

/** Values of the API in the language of the page; files of the server have those of contract/labels. */
export const leakTypeNames: Readonly<Record<string, string>> = {
  "toilet leak": t`Toilet Leak`,
  "other leak": t`Other Leak`,
  "water heater": t`Water Heater Leak`,
};
/** Any combination of kinds, and any unknown one. */
export const HYBRID_LEAK = t`Hybrid Leak`;

/** Measures of volumes to choose from: "Cubic meters (m³)". */
export const measureOptions = measures.map((value) => ({
  value,
  label: value === "CCF" ? t`CCF (hundred cubic feet)` : `${measureNames[value][0]} (${measureSigns[value]})`,
}));

/** What a meter's day or hour is: a kind of leak, none, or why that is not known. */
export const leakDetailNames: Readonly<Record<MeterDayRow["leak_details"], string>> = {
  "Toilet Leak": t`Toilet Leak`,
  "Other Leak": t`Other Leak`,
  "Water Heater Leak": t`Water Heater Leak`,
  "No Leak": t`No Leak`,
  "Catch-Up": t`Catch-Up`,
  "No Data": t`No Data`,
};

export const performanceNames: Readonly<Record<Performance, string>> = {
  on_track: t`On Track`,
  opportunities: t`Opportunities`,
  critical: t`Critical`,
  zero_usage: t`Zero Usage`,
};

export const deviceTypeNames: Readonly<Record<DeviceType, string>> = {
  gateway: t`Gateway`,
  router: t`Router`,
  meter: t`Meter`,
};

export const deviceStatusNames: Readonly<Record<DeviceStatus, string>> = {
  online: t`Online`,
  delayed: t`Delayed`,
  offline: t`Offline`,
  unknown: t`Never seen`,
};

export const occupancyNames: Readonly<Record<Occupancy, string>> = {
  occupied: t`Occupied`,
  vacant: t`Vacant`,
  "looks vacant": t`Looks vacant`,
  unknown: t`Unknown`,
};

export const alertNames: Readonly<Record<AlertKind, string>> = {
  "leak opened": t`Leak`,
  "leak grew": t`Leak has grown`,
  "leak ended": t`Leak has ended`,
  "case overdue": t`Deadline over`,
  "device down": t`Silent device`,
  "low battery": t`Low battery`,
  "signal fell": t`Signal has fallen`,
  "no consumption": t`No water`,
  "vacant but used": t`Vacant but used`,
  quarantine: t`Readings to decide on`,
  "price ended": t`Price has ended`,
};

/** What people are notified of. */
export const noticeNames: Readonly<Record<NoticeKind, string>> = {
  "case opened": t`Leak found`,
  "case doubled": t`Leak has grown`,
  "case overdue": t`Deadline over`,
  "fix reported": t`Fix reported`,
  "case verified": t`Fix verified`,
  "case returned": t`Leak is back`,
  "device outage": t`Gateway without data`,
  "data gap": t`Meter without data`,
  quarantine: t`Readings to decide on`,
  "price ended": t`Price has ended`,
};

/** What messages are about. */
export const messageNames: Readonly<Record<MessageKind, string>> = {
  ...noticeNames,
  "vendor assigned": t`Link for the vendor`,
};

export const channelNames: Readonly<Record<Delivery["channel"], string>> = {
  mail: t`Mail`,
  sms: t`Text message`,
  slack: "Slack",
  teams: "Teams",
  push: t`Push message`,
  webhook: "Webhook",
};

/** By the names of the rules with blanks in place of underscores and hyphens. */
export const ruleNames: Readonly<Record<string, string>> = {
  continuous: t`Never stops`,
  floor: t`Quiet hours too high`,
  "long run": t`Water in every hour`,
  often: t`Heavy use too often`,
  burst: t`A large volume at once`,
  "toilet running": t`Toilet runs on`,
  "no rest": t`Toilet never rests`,
  building: t`High at night`,
  "new meter": t`New meter`,
  "new meter lowest hour": t`New meter, quiet hours too high`,
  "new meter hours with water": t`New meter, water in every hour`,
  "new meter heavy points": t`New meter, heavy use too often`,
  "new meter longest rest": t`New meter, toilet never rests`,
  "new meter burst hour": t`New meter, burst`,
};

const attachedToNames: Readonly<Record<string, string>> = {
  Toilet: t`Toilet`,
  "Water Heater": t`Water Heater`,
  Building: t`Building`,
  Irrigation: t`Irrigation`,
};

/** What a meter measures, such as a toilet; SPOE and DPOE are the same in every language. */
export function attachedToName(attachedTo: string): string {
  return attachedToNames[attachedTo] ?? attachedTo;
}
