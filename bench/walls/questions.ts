import { deviceCalls } from "../../contract/inventory/devices.ts";
import { occupancyCalls } from "../../contract/inventory/occupancy.ts";
import { alertCalls } from "../../contract/leaks/alerts.ts";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { repairCalls } from "../../contract/readings/repairs.ts";
import { leakDetailCalls } from "../../contract/reporting/leak-details.ts";
import { reportingCalls } from "../../contract/reporting/reporting.ts";

/** Places at which calls ask: of the property that all callers see. */
export interface Places {
  organization: number;
  property: number;
  meter: string;
  repair: number;
}

/** Parameters after the path of a call; each is one request. */
const TWO_SPANS = ["days_ago=1", "days_ago=30"];
const ALL_SPANS = ["days_ago=1", "days_ago=7", "days_ago=30"];
const parameters: Record<string, readonly string[]> = {
  "/v1/reporting/overview": ALL_SPANS,
  "/v1/reporting/portfolio-insights/properties/performance": [...ALL_SPANS, "days_ago=30&page_size=50"],
  "/v1/reporting/leak-report/leak-overview": [
    ...ALL_SPANS,
    "days_ago=30&ordering=total_gallons_leaked&page_size=50",
    "days_ago=30&ordering=flow_time",
  ],
  "/v1/reporting/leak-report/leak-details/meters/{meter}/flow/day": TWO_SPANS,
  "/v1/reporting/leak-report/leak-details/meters/{meter}/flow/hour": TWO_SPANS,
  "/v1/reporting/leak-report/leak-details/meters/{meter}/consumption/day": TWO_SPANS,
  "/v1/reporting/leak-report/leak-details/meters/{meter}/consumption/hour": TWO_SPANS,
  "/v1/leaks": ["days_ago=1", "days_ago=30&page_size=50"],
  "/v1/leaks/why": ["meter={meter}"],
};

/** Every report that can be read, with its parameters. A call that joins the contract is requested without any. */
export function reportRequests(places: Places): { call: string; url: string }[] {
  const of = {
    ...reportingCalls,
    ...leakDetailCalls,
    ...leakCalls,
    ...deviceCalls,
    ...alertCalls,
    ...occupancyCalls,
    ...repairCalls,
  };
  return Object.keys(of).flatMap((name) => {
    const [method, path = ""] = name.split(" ");
    if (method !== "GET") return [];
    return (parameters[path] ?? [""]).map((query) => {
      const url = `${path}${query === "" ? "" : `?${query}`}`
        .replace("/organizations/{id}/", `/organizations/${places.organization}/`)
        .replace("{property_id}", String(places.property))
        .replace("{id}", String(places.property))
        .replace("{repair_id}", String(places.repair))
        .replaceAll("{meter}", encodeURIComponent(places.meter));
      return { call: name, url };
    });
  });
}
