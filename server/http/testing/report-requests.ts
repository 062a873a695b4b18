import { z } from "zod";
import type { Call } from "../../../contract/call/call.ts";
import { type CallName, calls } from "../../../contract/calls.ts";
import { splitName } from "../route/route.ts";

/** A request for a report, with all required parameters and a period of thirty days. */
export interface ReportRequest {
  name: CallName;
  path: string;
  /** Names of its query parameters and orders. */
  takes: ReadonlySet<string>;
  isList: boolean;
  /** The URL, with some parameters replaced. */
  url(other?: Readonly<Record<string, string | readonly string[]>>): string;
}

const schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

const choice = z.looseObject({ enum: z.array(z.string()).optional(), format: z.string().optional() });

/**
 * A request for every report of the contract, about a property and a meter of it.
 * @throws Error for a required parameter that has no value here
 */
export function reportRequests(about: { propertyId: number; meter: string }): ReportRequest[] {
  const requests: ReportRequest[] = [];
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (isCallName(name) && name.startsWith("GET /v1/reporting/")) requests.push(reportRequestOf(name, call, about));
  }
  return requests;
}

function reportRequestOf(
  name: CallName,
  { query }: Call,
  { propertyId, meter }: { propertyId: number; meter: string },
) {
  const [, pattern] = splitName(name);
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, field: string) => (field === "meter" ? meter : `${propertyId}`));
  const { properties, required } =
    query === undefined
      ? { properties: {}, required: [] }
      : schema.parse(z.toJSONSchema(query, { io: "input", unrepresentable: "any" }));
  const own: Record<string, string | readonly string[]> = {};
  for (const field of required) own[field] = sampleOf(name, field, choice.parse(properties[field]));
  if ("days_ago" in properties && own.start_date === undefined) own.days_ago = "30";
  const url: ReportRequest["url"] = (other = {}) => {
    const params = new URLSearchParams();
    const all = { ...own, ...other };
    if ("start_date" in other || "end_date" in other) delete all.days_ago;
    for (const [field, value] of Object.entries(all)) {
      for (const one of typeof value === "string" ? [value] : value) params.append(field, one);
    }
    return params.size === 0 ? path : `${path}?${params}`;
  };
  return { name, path, takes: new Set(Object.keys(properties)), isList: "page" in properties, url };
}

function sampleOf(name: string, field: string, { enum: choices }: z.infer<typeof choice>): string {
  if (field === "start_date" || field === "end_date" || field === "date") return "2026-06-18";
  const [sample] = choices ?? [];
  if (sample === undefined) throw new Error(`What to ask ${name} for in ${field}? Say so in report-requests.ts.`);
  return sample;
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
