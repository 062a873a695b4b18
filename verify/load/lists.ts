import { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";

/** One thing to ask of a list beside the reports. */
export interface Params {
  call: string;
  width: string;
  url: string;
}

const enumSchema = z.looseObject({ enum: z.array(z.string()).optional() });
const described = z.object({
  properties: z.record(z.string(), enumSchema).default({}),
  required: z.array(z.string()).optional(),
});

/**
 * Every other list of the contract that has pages and is for an organization's admin, of the property where it is of
 * one, in each of its orders.
 */
export function listsBesideReports(property: number): Params[] {
  return Object.entries<Call>(calls).flatMap(([name, { access, query }]) => {
    const [method, call = ""] = name.split(" ");
    if (access === "staff" || access === "ion-admin") return [];
    if (method !== "GET" || call.startsWith("/v1/reporting/") || query === undefined) return [];
    const { properties, required = [] } = described.parse(
      z.toJSONSchema(query, { io: "input", unrepresentable: "any" }),
    );
    const path = call.replace("{property_id}", String(property));
    if (!("page_size" in properties) || path.includes("{") || required.length > 0) return [];
    const days = "days_ago" in properties ? "days_ago=30&" : "";
    const orders = ["", ...(properties.ordering?.enum ?? []).map((order) => `ordering=${order}`)];
    return orders.map((order) => ({ call, width: "list", url: `${path}?${days}${order}` }));
  });
}

/** Whether a call takes a parameter. */
export function takesParameter(path: string, parameter: string): boolean {
  for (const [name, { query }] of Object.entries<Call>(calls)) {
    if (name === `GET ${path}`) return query !== undefined && "shape" in query && parameter in Object(query.shape);
  }
  return false;
}
