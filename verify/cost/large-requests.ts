import type { Call } from "../../contract/call/call.ts";
import { type Shape, shape, shapeOf } from "../input/cases/shape.ts";
import type { Operation } from "../world/operation.ts";
import type { Names } from "../world/place.ts";
import type { Request } from "../world/site.ts";

/** A way to make a request large. */
export interface Large {
  what: string;
  /** Whether it is the address that grows; otherwise the body. */
  isQuery: boolean;
  /** A request of about so many bytes. */
  request(bytes: number): Request;
}

/** Every way in which a request for an operation may be made large, right and wrong ones. */
export function largeRequests(call: Call, operation: Operation, names: Names): Large[] {
  const base = operation.request({ params: names, query: names, body: names }, 1);
  const [path = "", ownQuery = ""] = base.url.split("?");
  const inQuery = (what: string, text: (bytes: number) => string): Large => ({
    what,
    isQuery: true,
    request: (bytes) => ({ ...base, url: `${path}?${ownQuery === "" ? "" : `${ownQuery}&`}${text(bytes)}` }),
  });
  const queryFields = Object.keys(shapeOf(call, "query")?.properties ?? {});
  const queries = [
    inQuery("unknown names in the query", (bytes) => repeated(bytes, "&", (i) => `u${i}`)),
    inQuery("a text in the query", (bytes) => `${queryFields[0] ?? "x"}=${"9".repeat(bytes)}`),
    ...queryFields.flatMap((field) => [
      inQuery(`${field} in the query, often`, (bytes) => repeated(bytes, "&", (i) => `${field}=${i}`)),
      inQuery(`${field} in the query, often wrong`, (bytes) => repeated(bytes, "&", (i) => `${field}=x${i}`)),
    ]),
  ];
  if (base.method === "GET" || base.method === "DELETE") return queries;
  const inBody = (what: string, text: (bytes: number) => string, type = "application/json"): Large => ({
    what,
    isQuery: false,
    request: (bytes) => ({ ...base, headers: { ...base.headers, "content-type": type }, body: text(bytes) }),
  });
  const own = typeof base.body === "object" ? base.body : {};
  const withField = (field: string, text: string) =>
    JSON.stringify({ ...own, [field]: 0 }).replace(
      `${JSON.stringify(field)}:0`,
      () => `${JSON.stringify(field)}:${text}`,
    );
  const bodies = [
    inBody("unknown names in the body", (bytes) => `{${repeated(bytes, ",", (i) => `"u${i}":0`)}}`),
    inBody("a list for a body", (bytes) => `[${repeated(bytes, ",", () => "0")}]`),
    inBody("a list of empty objects for a body", (bytes) => `[${repeated(bytes, ",", () => "{}")}]`),
    inBody("a list of the right thing for a body", (bytes) => {
      const one = JSON.stringify(Array.isArray(own) ? own[0] : own);
      return `[${repeated(bytes, ",", () => one)}]`;
    }),
    inBody("lists in lists for a body", (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2)),
    inBody("a text for a body", (bytes) => JSON.stringify("x".repeat(bytes))),
    inBody("a number of many digits for a body", (bytes) => "9".repeat(bytes)),
    inBody("lines", (bytes) => "{}\n".repeat(bytes / 3), "application/x-ndjson"),
    inBody("a table of many columns", (bytes) => `${repeated(bytes, ",", (i) => `c${i}`)}\n1\n`, "text/csv"),
    inBody("a table of many rows", (bytes) => `Property,Unit\n${"a,b\n".repeat(bytes / 4)}`, "text/csv"),
    ...fieldsOf(shapeOf(call, "body")).flatMap(({ field, item }) => [
      inBody(`${field}: a list of wrong things`, (bytes) => withField(field, `[${repeated(bytes, ",", () => '""')}]`)),
      inBody(`${field}: a list of numbers`, (bytes) => withField(field, `[${repeated(bytes, ",", String)}]`)),
      inBody(`${field}: a list of empty objects`, (bytes) => withField(field, `[${repeated(bytes, ",", () => "{}")}]`)),
      inBody(`${field}: an object of unknown names`, (bytes) =>
        withField(field, `{${repeated(bytes, ",", (i) => `"u${i}":0`)}}`),
      ),
      inBody(`${field}: a list with an object of unknown names`, (bytes) =>
        withField(field, `[{${repeated(bytes, ",", (i) => `"u${i}":0`)}}]`),
      ),
      inBody(`${field}: a text`, (bytes) => withField(field, JSON.stringify("x".repeat(bytes)))),
      ...(item === null
        ? []
        : [
            inBody(`${field}: a list of ${item}`, (bytes) => withField(field, `[${repeated(bytes, ",", () => item)}]`)),
          ]),
    ]),
  ];
  return [...queries, ...bodies];
}

function repeated(bytes: number, between: string, one: (i: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0, i = 0; length < bytes; i++) {
    const piece = one(i);
    pieces.push(piece);
    length += piece.length + between.length;
  }
  return pieces.join(between);
}

/** The fields of a body, in whichever of its ways, and what a list in one of them may hold. */
function fieldsOf(body: Shape | null): { field: string; item: string | null }[] {
  if (body === null) return [];
  const own = Object.entries(body.properties ?? {}).map(([field, inner]) => ({ field, item: itemOf(inner) }));
  const others = [...(body.anyOf ?? []), ...(body.oneOf ?? [])].flatMap((way) => fieldsOf(shape.parse(way)));
  return [...new Map([...own, ...others].map((one) => [one.field, one])).values()];
}

/** An item of a list of objects with each of their fields as a text; null: it is no such list. */
function itemOf(field: unknown): string | null {
  const { items } = shape.parse(field);
  const inner = items === undefined ? null : shape.parse(items).properties;
  if (inner === null || inner === undefined) return null;
  return JSON.stringify(Object.fromEntries(Object.keys(inner).map((name) => [name, "x"])));
}
