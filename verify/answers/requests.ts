import { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import { PERIOD } from "../world/history.ts";
import { type Operation, operations, operationsInAllWays } from "../world/operation.ts";
import { jsonSchema, kindOf, schemaOf } from "../world/parameters.ts";
import type { Names } from "../world/place.ts";

/** A request as it is sent. */
export const recordedRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z
    .custom<string | object>((body) => typeof body === "string" || (typeof body === "object" && body !== null))
    .optional(),
});
export type RecordedRequest = z.infer<typeof recordedRequest>;

const contract: Readonly<Record<string, Call>> = calls;

/** Values of parameters that are tried beside those that a schema lists. */
const tried: Readonly<Record<string, readonly string[]>> = {
  page: ["2"],
  page_size: ["1", "3", "100"],
  offset: ["2"],
  days_ago: ["1", "7", "90"],
  bedrooms_from: ["2"],
  bedrooms_to: ["1"],
  q: ["e", "10"],
  search: ["e", "10"],
  date: ["2026-06-05"],
  start_date: ["2026-06-03"],
};

/** Every GET operation: with required parameters only, with all ids, and at the first place with each value of each parameter. */
export function reads(places: readonly Names[]): { operation: string; request: RecordedRequest }[] {
  return operations()
    .filter(({ method }) => method === "GET")
    .flatMap((operation) => {
      const whole = places.flatMap((names) => [true, false].map((isBare) => requestAt(operation, names, isBare)));
      const urls = [
        ...whole.map(({ url }) => url),
        ...places.slice(0, 1).flatMap((names) => withEachParameter(operation, names)),
      ];
      return [...new Set(urls)].map((url) => ({
        operation: operation.name,
        request: { method: "GET", url, headers: whole[0]?.headers ?? {} },
      }));
    });
}

/** The operations that change something, in all ways, in the order of the contract; the end of the session comes last. */
export function writes(): Operation[] {
  const all = operationsInAllWays().filter(({ method }) => method !== "GET");
  return all.toSorted((a, b) => Number(a.example.endsSession ?? false) - Number(b.example.endsSession ?? false));
}

/** @param isBare without what the query may leave out */
export function requestAt(operation: Operation, names: Names, isBare = false): RecordedRequest {
  return operation.request({ params: names, query: names, body: names }, 1, isBare);
}

function withEachParameter(operation: Operation, names: Names): string[] {
  const call = contract[operation.name];
  if (call === undefined) return [];
  const { properties = {} } = schemaOf(call, "query");
  const base = new URL(requestAt(operation, names, true).url, "http://localhost");
  if ("start_date" in properties) for (const [name, day] of Object.entries(PERIOD)) base.searchParams.set(name, day);
  return Object.entries(properties).flatMap(([name, schema]) =>
    valuesOf(operation.path, name, schema, names).map((value) => {
      const url = new URL(base);
      url.searchParams.set(name, value);
      return url.pathname + url.search;
    }),
  );
}

function valuesOf(path: string, name: string, given: unknown, names: Names): readonly string[] {
  const kind = kindOf(path, name);
  if (kind !== null) return [String(names[kind])];
  const listed = tried[name];
  if (listed !== undefined) return listed;
  const schema = jsonSchema.parse(given);
  const choices = [schema, schema.items, ...(schema.anyOf ?? [])].flatMap((one) => {
    if (one === undefined) return [];
    const { type, enum: values = [], const: value } = jsonSchema.parse(one);
    return [...values, ...(value === undefined ? [] : [value]), ...(type === "boolean" ? [true, false] : [])];
  });
  return [...new Set(choices.map(String))];
}
