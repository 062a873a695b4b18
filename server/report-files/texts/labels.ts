import type { I18n } from "@lingui/core";
import type { DeviceStatus, DeviceType } from "../../../contract/inventory/devices.ts";
import type { CaseFlow, CaseState } from "../../../contract/leaks/cases.ts";
import type { LeakType, Performance } from "../../../contract/reporting/reporting.ts";

/** What values of the API are called in files, by language. */
export function caseStates(i18n: I18n): Readonly<Record<CaseState, string>> {
  return {
    open: i18n._("New"),
    acknowledged: i18n._("Acknowledged"),
    assigned: i18n._("Assigned"),
    visited: i18n._("Visited"),
    fix_reported: i18n._("Fix reported"),
    cannot_verify: i18n._("Cannot be verified"),
    returned: i18n._("Returned"),
    verified: i18n._("Verified"),
    ended: i18n._("Ended on its own"),
    not_a_leak: i18n._("Not a leak"),
  };
}

export function caseFlows(i18n: I18n): Readonly<Record<CaseFlow, string>> {
  return {
    running: i18n._("Running"),
    paused: i18n._("Paused"),
    no_data: i18n._("No data"),
    stopped: i18n._("Stopped"),
  };
}

export function leakTypes(i18n: I18n): Readonly<Record<LeakType, string>> {
  return {
    "toilet leak": i18n._("Toilet leak"),
    "water heater": i18n._("Water heater leak"),
    "other leak": i18n._("Other leak"),
    "hybrid leak": i18n._("Leak of several kinds"),
  };
}

export function performances(i18n: I18n): Readonly<Record<Performance, string>> {
  return {
    on_track: i18n._("On track"),
    opportunities: i18n._("Opportunities"),
    critical: i18n._("Critical"),
    zero_usage: i18n._("No water used"),
  };
}

export function deviceTypes(i18n: I18n): Readonly<Record<DeviceType, string>> {
  return { gateway: i18n._("Gateway"), router: i18n._("Router"), meter: i18n._("Meter") };
}

export function deviceStatuses(i18n: I18n): Readonly<Record<DeviceStatus, string>> {
  return {
    online: i18n._("Online"),
    delayed: i18n._("Delayed"),
    offline: i18n._("Offline"),
    unknown: i18n._("Never seen"),
  };
}

export function healthClasses(i18n: I18n): Readonly<Record<"healthy" | "warning" | "critical", string>> {
  return { healthy: i18n._("Healthy"), warning: i18n._("Warning"), critical: i18n._("Critical") };
}
