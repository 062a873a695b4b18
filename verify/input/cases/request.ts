import { z } from "zod";
import type { Call } from "../../../contract/call/call.ts";
import type { Operation } from "../../world/operation.ts";
import type { Request } from "../../world/site.ts";
import type { Values } from "./change.ts";
import { fromEntries } from "./drawn.ts";
import { type Part, parts } from "./shape.ts";

/** A request, and the parts of it as whoever receives it reads them. */
export interface Built {
  request: Request;
  seen: Values;
}

/** The request that says these values. */
export function build(operation: Operation, values: Values): Built {
  const params: Record<string, string> = {};
  const given = entriesOf(values.params);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) => {
    const value = given.find(([name]) => name === field)?.[1];
    const text = textOf(value).toWellFormed();
    // An address with these would be another one.
    const step = text === "" || text === "." || text === ".." ? "x" : text;
    params[field] = step;
    return encodeURIComponent(step);
  });
  const query = new URLSearchParams();
  for (const [field, value] of entriesOf(values.query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) query.append(field, textOf(one));
    }
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  const headers: Record<string, string> = { ...operation.example.headers };
  const isText = typeof values.body === "string" && headers["content-type"] !== undefined;
  const text = isText ? String(values.body) : JSON.stringify(values.body);
  const request: Request = { method: operation.method, url, headers };
  if (values.body !== undefined) {
    request.body = text;
    headers["content-type"] ??= "application/json";
  }
  return {
    request,
    seen: { params, query: grouped(query), body: isText || text === undefined ? values.body : JSON.parse(text) },
  };
}

/** A value as it stands in an address; of objects only their JSON is a text for certain. */
export function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function grouped(query: URLSearchParams): Record<string, unknown> {
  return fromEntries(
    [...new Set(query.keys())].map((key): [string, unknown] => {
      const values = query.getAll(key);
      return [key, values.length === 1 ? values[0] : values];
    }),
  );
}

/** Whether the contract takes the parts of a request. */
export function isInForm(call: Call, seen: Values): boolean {
  return parts.every((part) => schemaOf(call, part)?.safeParse(seen[part]).success !== false);
}

const nothing = z.strictObject({});

/** What a part must be; undefined where anything is taken and looked at piece by piece. */
export function schemaOf(call: Call, part: Part): z.ZodType | undefined {
  const isOpen = call.access === "public" || call.access === "gateway";
  return call[part] ?? (part === "query" && !isOpen ? nothing : undefined);
}
