import type { CallInput } from "../../../../app/api.ts";

type Mapping =
  CallInput<"PUT /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping">["body"]["uplink_mapping"];

/** Mappings to begin with, each of a common kind of device. */
export const mappingExamples = [
  { name: "Gallons of an hour", mapping: { gallons: { field: "gallons" }, minutes: 60 } },
  { name: "Gallons of 15 minutes", mapping: { gallons: { field: "gallons" }, minutes: 15 } },
  { name: "A register", mapping: { register: { field: "register" } } },
  {
    name: "Several hours in a list",
    mapping: { list: { field: "hours", newest_first: true }, gallons: { field: "value" }, minutes: 60 },
  },
] as const;

/** Whether its gallons count as those of a whole hour because it was saved before minutes were required. */
export function lacksMinutes({ gallons, minutes, hours }: Exclude<Mapping, null>): boolean {
  return gallons !== undefined && minutes === undefined && hours === undefined;
}

/** What is wrong with a mapping as typed, as far as it is no JSON object; the server looks at what is in it. Null: nothing. */
export function mappingError(typed: string): string | null {
  if (typed.trim() === "") return null;
  try {
    return isRecord(JSON.parse(typed)) ? null : "Write an object: { … }.";
  } catch {
    return "This is no JSON. Look for a missing quotation mark, comma or bracket.";
  }
}

/** The mapping as the call takes it; null: the gateway is no network server. */
export function mappingOf(typed: string): Mapping {
  if (typed.trim() === "") return null;
  const parsed: unknown = JSON.parse(typed);
  if (!isMapping(parsed)) throw new Error("A mapping is an object.");
  return parsed;
}

/** The server holds it to its schema, field by field; here it only must be an object. */
function isMapping(value: unknown): value is Exclude<Mapping, null> {
  return isRecord(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
