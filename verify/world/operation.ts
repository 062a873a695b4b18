import type { Access, Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import { type Example, examples } from "./examples.ts";
import { PERIOD } from "./history.ts";
import { type JsonSchema, jsonSchema, kindOf, schemaOf } from "./parameters.ts";
import { type Kind, kinds, malformedPlace, type Names } from "./place.ts";
import type { Request } from "./site.ts";

const parts = ["params", "query", "body"] as const;
export type Part = (typeof parts)[number];

/** A parameter that names a thing. */
export interface Slot {
  part: Part;
  kind: Kind;
}

/** A call of the contract as the matrix makes it. */
export interface Operation {
  name: string;
  method: Request["method"];
  path: string;
  access: Access;
  /** Whether it is the same in all organizations, so that it does not matter which one is named. */
  anyOrganization: boolean;
  /** Status of success. */
  status: number;
  example: Example;
  slots: readonly Slot[];
  /** The call at a place; a bare one without what its query may leave out. */
  request(names: Readonly<Record<Part, Names>>, volume: number, isBare?: boolean): Request;
}

const contract: Readonly<Record<string, Call>> = calls;

/** All calls of the contract. @throws Error when a parameter is not known, or an example is of no call */
export function operations(): Operation[] {
  for (const name of Object.keys(examples)) {
    if (!(name in contract)) throw new Error(`verify/world/examples.ts has one of ${name}, which is no call.`);
  }
  return Object.entries(contract).map(([name, call]) => operation(name, call, examples[name] ?? {}));
}

/** The same, and the other ways in which some of them are made, named after the call and the way. */
export function operationsInAllWays(): Operation[] {
  const ways = Object.entries(contract).flatMap(([name, call]) =>
    Object.entries(examples[name]?.ways ?? {}).map(([way, body]) => ({
      ...operation(name, call, { ...examples[name], body }),
      name: `${name} (${way})`,
    })),
  );
  return [...operations(), ...ways];
}

function operation(name: string, call: Call, example: Example): Operation {
  const [method, path] = [methodOf(name), name.slice(name.indexOf(" ") + 1)];
  const schemas = { params: schemaOf(call, "params"), query: schemaOf(call, "query"), body: schemaOf(call, "body") };
  const takesBody = call.body !== undefined || example.body !== undefined;
  const used = new Map<string, Slot>();
  const value = (part: Part, field: string, schema: unknown, names: Names): unknown => {
    const kind = kindOf(path, field);
    if (kind === null) return sample(schema, field, (nested, inner) => value(part, nested, inner, names));
    used.set(`${part} ${kind}`, { part, kind });
    return jsonSchema.parse(schema).type === "array" ? [names[kind]] : names[kind];
  };
  const request: Operation["request"] = (names, volume, isBare = false) => {
    let url = path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) =>
      encodeURIComponent(String(value("params", field, { type: "string" }, names.params))),
    );
    const query = new URLSearchParams();
    for (const [field, schema] of Object.entries(schemas.query.properties ?? {})) {
      if (!isIncluded(field, schemas.query, isBare ? null : path)) continue;
      const queryValue = value("query", field, schema, names.query);
      for (const one of Array.isArray(queryValue) ? queryValue : [queryValue]) query.append(field, String(one));
    }
    if (query.size > 0) url += `?${query}`;
    const headers = { ...example.headers };
    if (!takesBody) return { method, url, headers };
    const watched = watch(names.body, (kind) => used.set(`body ${kind}`, { part: "body", kind }));
    const body =
      example.body?.(watched, volume) ??
      fields(schemas.body, (field, schema) => value("body", field, schema, names.body));
    return { method, url, headers, body };
  };
  const listed: Slot[] = [];
  const { access, anyOrganization = false, status = 200 } = call;
  const made = { name, method, path, access, anyOrganization, status, example, slots: listed, request };
  request({ params: malformedPlace.names, query: malformedPlace.names, body: malformedPlace.names }, 1);
  listed.push(...used.values());
  return made;
}

function methodOf(name: string): Request["method"] {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const)
    if (name.startsWith(`${method} `)) return method;
  throw new Error(`${name} has a method that is not tried.`);
}

/** Whether a field of a query is given: what must be, what names something (null: not for that), and what widens the answer. */
function isIncluded(field: string, schema: JsonSchema, path: string | null): boolean {
  return (
    schema.required?.includes(field) === true ||
    (path !== null && kindOf(path, field) !== null) ||
    field in PERIOD ||
    field === "page_size"
  );
}

/** The fields of an object that must be there, and those that name something. */
function fields(schema: JsonSchema, value: (field: string, schema: unknown) => unknown): object {
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (schema.properties === undefined && first !== undefined) return fields(jsonSchema.parse(first), value);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([field]) => schema.required?.includes(field) === true)
      .map(([field, inner]) => [field, value(field, inner)]),
  );
}

let made = 0;

/** A value that a schema takes, most often. */
function sample(given: unknown, field: string, value: (field: string, schema: unknown) => unknown): unknown {
  if (field in PERIOD) return field === "start_date" ? PERIOD.start_date : PERIOD.end_date;
  if (field === "page_size") return 50;
  // What is searched for is in every word that marks a place.
  if (field === "q") return "e";
  const schema = jsonSchema.parse(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (schema.type === undefined && first !== undefined) return sample(first, field, value);
  if (schema.type === "object") return fields(schema, value);
  if (schema.type === "array") return [sample(schema.items ?? {}, field, value)];
  if (schema.type === "boolean") return false;
  if (schema.type === "number" || schema.type === "integer") return Math.max(1, schema.minimum ?? 1);
  made++;
  if (field === "time_zone") return "America/Chicago";
  if (schema.format === "email" || field === "email") return `made-${made}@people.example`;
  if (schema.format === "date") return PERIOD.end_date;
  if (schema.format === "date-time") return "2026-06-09T12:00:00Z";
  if (field.includes("password")) return "Quiet-Valves-7!";
  return `made ${made}`;
}

/** The names, telling which of them are read. */
function watch(names: Names, onRead: (kind: Kind) => void): Names {
  return new Proxy(names, {
    get: (target, key) => {
      for (const kind of kinds) {
        if (kind !== key) continue;
        onRead(kind);
        return target[kind];
      }
      return undefined;
    },
  });
}
