import type { DeviceStatus, DeviceType } from "../inventory/devices.ts";
import type { Occupancy } from "../inventory/occupancy.ts";
import type { AlertKind } from "../leaks/alerts.ts";
import type { CaseFlow, CaseState } from "../leaks/cases.ts";
import type { Performance } from "../reporting/reporting.ts";

/** Values of the API as screens and files write them. */
export const leakTypeNames: Readonly<Record<string, string>> = {
  "toilet leak": "Toilet Leak",
  "other leak": "Other Leak",
  "water heater": "Water Heater Leak",
};
/** Any combination of kinds, and any unknown one. */
export const HYBRID_LEAK = "Hybrid Leak";

export const performanceNames: Readonly<Record<Performance, string>> = {
  on_track: "On Track",
  opportunities: "Opportunities",
  critical: "Critical",
  zero_usage: "Zero Usage",
};

export const deviceTypeNames: Readonly<Record<DeviceType, string>> = {
  gateway: "Gateway",
  router: "Router",
  meter: "Meter",
};

export const deviceStatusNames: Readonly<Record<DeviceStatus, string>> = {
  online: "Online",
  delayed: "Delayed",
  offline: "Offline",
  unknown: "Never seen",
};

export const occupancyNames: Readonly<Record<Occupancy, string>> = {
  occupied: "Occupied",
  vacant: "Vacant",
  "looks vacant": "Looks vacant",
  unknown: "Unknown",
};

export const caseStateNames: Readonly<Record<CaseState, string>> = {
  open: "New",
  acknowledged: "Acknowledged",
  assigned: "Assigned",
  visited: "Visited",
  fix_reported: "Fix reported",
  cannot_verify: "Cannot be verified",
  returned: "Returned",
  verified: "Verified",
  ended: "Ended on its own",
  not_a_leak: "Not a leak",
};

/** What a meter measures; SPOE and DPOE are the same in every language. */
export const attachedToNames: Readonly<Record<string, string>> = {
  Toilet: "Toilet",
  "Water Heater": "Water Heater",
  Building: "Building",
  Irrigation: "Irrigation",
};

export const caseFlowNames: Readonly<Record<CaseFlow, string>> = {
  running: "Running",
  paused: "Paused",
  no_data: "No data",
  stopped: "Stopped",
};

export const alertNames: Readonly<Record<AlertKind, string>> = {
  "leak opened": "Leak",
  "leak grew": "Leak has grown",
  "leak ended": "Leak has ended",
  "case overdue": "Deadline over",
  "device down": "Silent device",
  "low battery": "Low battery",
  "signal fell": "Signal has fallen",
  "no consumption": "No water",
  "vacant but used": "Vacant but used",
  quarantine: "Readings to decide on",
  "price ended": "Price has ended",
};

/** By the names of the rules with blanks in place of underscores and hyphens. */
export const ruleNames: Readonly<Record<string, string>> = {
  continuous: "Never stops",
  floor: "Quiet hours too high",
  "long run": "Water in every hour",
  often: "Heavy use too often",
  burst: "A large volume at once",
  "toilet running": "Toilet runs on",
  "no rest": "Toilet never rests",
  building: "High at night",
  "new meter": "New meter",
  "new meter lowest hour": "New meter, quiet hours too high",
  "new meter hours with water": "New meter, water in every hour",
  "new meter heavy points": "New meter, heavy use too often",
  "new meter longest rest": "New meter, toilet never rests",
  "new meter burst hour": "New meter, burst",
};
