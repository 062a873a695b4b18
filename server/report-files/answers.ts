import type { DeviceStatus } from "../../contract/inventory/devices.ts";
import type { LeakCase } from "../../contract/leaks/cases.ts";
import { listCases } from "../leaks-api/cases/list-cases.ts";
import { criticalMeters, criticalStations } from "../reporting/device-health/device-list.ts";
import { portfolioDeviceHealthReport } from "../reporting/device-health/overview.ts";
import { propertyHealth } from "../reporting/device-health/property-health.ts";
import { allRows, answerOf, type ReportFor } from "./report-for.ts";
import type { DeviceAnswers } from "./sheets/devices.ts";

const notOnline: DeviceStatus[] = ["delayed", "offline", "unknown"];

function placesOf({ params: { property_id, organization_id } }: ReportFor) {
  return { property_id, organization_id };
}

/** The cases that were not over yet on one of the local days from start to end, those first that cost most a day. */
export function casesInPeriod(report: ReportFor, startDate: string, endDate: string): Promise<LeakCase[]> {
  const { scope, tx, clock } = report;
  const query = { ...placesOf(report), ordering: "-dollars_per_day" as const, within: { startDate, endDate } };
  return allRows(async (page) => {
    const { count, rows } = await listCases(scope, tx, { ...query, ...page }, clock);
    return { count, results: rows };
  });
}

/** Devices as of the end of a local day. */
export async function deviceAnswers(report: ReportFor, date: string): Promise<DeviceAnswers> {
  const asOf = { ...placesOf(report), date };
  const lists = [criticalStations, criticalMeters] as const;
  const silent = [];
  for (const list of lists) {
    const query = { ...asOf, status: notOnline, ordering: "-days_offline" as const };
    silent.push(...(await allRows((page) => answerOf(report, list, undefined, { ...query, ...page }))));
  }
  const byRatio = { ...asOf, ordering: "device_reporting_ratio" as const };
  return {
    overview: await answerOf(report, portfolioDeviceHealthReport, undefined, asOf),
    properties: await allRows((page) => answerOf(report, propertyHealth, undefined, { ...byRatio, ...page })),
    silent,
  };
}
