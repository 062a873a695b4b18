import type { CallName } from "../../../contract/calls.ts";

/** A request as it is sent over HTTP. */
export interface ReportRequest {
  call: CallName;
  params: Readonly<Record<string, string>>;
  /** Names and values as they stand in the address. */
  pairs: readonly (readonly [string, string])[];
  propertyIds: readonly number[];
  organizationIds: readonly number[];
  /** Milliseconds since the epoch. */
  now: number;
}

export function urlOf({ call, params, pairs }: ReportRequest): string {
  const path = call
    .slice(call.indexOf("/"))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return query === "" ? path : `${path}?${query}`;
}

export function describeRequest(request: ReportRequest): string {
  return `GET ${urlOf(request)} seeing ${request.propertyIds.join(",")} at ${new Date(request.now).toISOString()}`;
}
