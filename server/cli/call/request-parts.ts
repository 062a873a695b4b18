import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { Connections } from "../../database/connect.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { noSuch } from "../names/near-names.ts";
import { type CallField, type Described, fieldsOfCall, itemsOf, mayBe, waysWithin } from "./call-fields.ts";
import { kindOf, namedValue } from "./field-ids.ts";
import type { FoundCall } from "./find-call.ts";

/** The parts of a request by the names of their fields. */
export interface RequestParts {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** A field with the values that were typed for it; `path` leads to a field within it. */
interface Typed {
  field: CallField;
  path: string[];
  ways: Described[];
  values: string[];
}

/**
 * What was typed, by the fields of the call; nothing is looked up yet.
 * @param pairs such as `name=Elm Court` or `new_meter.serial_number=A-2002`
 * @throws UsageError for a field that the call does not take, or one missing in its path
 */
export function typedFields({ name, call, typed }: FoundCall, pairs: readonly string[]): Typed[] {
  const fields = fieldsOfCall(call);
  const found = new Map<string, Typed>();
  for (const [key, value] of [...typed, ...pairs.map(pairOf)]) {
    const before = found.get(key);
    if (before !== undefined) before.values.push(value);
    else found.set(key, { ...fieldFor(name, fields, key), values: [value] });
  }
  const missing = fields.find(({ part, name: own }) => part === "params" && !found.has(own));
  if (missing !== undefined) throw new UsageError(`Give ${missing.name}=VALUE, or its value in the address.`);
  return [...found.values()];
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`Give NAME=VALUE, such as name="Oak Homes"; "${text}" has no =.`);
}

function fieldFor(call: string, fields: readonly CallField[], key: string): Omit<Typed, "values"> {
  const [first = "", ...path] = key.split(".");
  const field = fields.find(({ name }) => name === first);
  const known = fields.map(({ name }) => ({ name, label: name }));
  if (field === undefined) throw new UsageError(noSuch("field", "It takes none.", first, known, ` of ${call}`));
  let { ways } = field;
  for (const name of path) {
    ways = waysWithin(ways, name);
    if (ways.length === 0) throw new UsageError(`${call} takes no ${key}. See: calls ${call}`);
  }
  return { field, path, ways };
}

/**
 * The parts of a request: names become ids, and text what the contract says of its field.
 * @param body fields of the body that were not typed
 * @throws UsageError when something is not called so, or a file cannot be read
 */
export async function requestParts(
  connections: Connections,
  call: string,
  typed: readonly Typed[],
  body: Record<string, unknown>,
): Promise<RequestParts> {
  const parts: RequestParts = { params: {}, query: {}, body: structuredClone(body) };
  // What is looked up in a place comes after the place: in the order of the path, then all others.
  const order = (one: Typed) => (one.field.part === "params" ? call.indexOf(`{${one.field.name}}`) : call.length);
  for (const one of typed.toSorted((a, b) => order(a) - order(b))) {
    const { field, path, ways, values } = one;
    const within = Object.values(parts.params).find((value) => typeof value === "number");
    const kind = path.length === 0 ? kindOf(call, field.name) : null;
    const read = async (text: string, of: readonly Described[]) => {
      if (kind !== null && !(text === "none" && mayBe(of, "null"))) {
        return namedValue(connections, kind, text, within);
      }
      return field.part === "body" ? typedValue(text, of, [field.name, ...path].join(".")) : text;
    };
    const items = itemsOf(ways);
    const isList = items.length > 0 && (field.part === "body" ? !isWritten(values[0] ?? "") : values.length > 1);
    const all: unknown[] = [];
    for (const text of values) all.push(await read(text, isList ? items : ways));
    setAt(parts[field.part], [field.name, ...path], isList ? all : all.at(-1));
  }
  return parts;
}

/** Whether a value is typed as JSON, or names a file: a list as a whole. */
const isWritten = (text: string) => /^[[{@]/.test(text) || text === "none";

/** A typed text as the contract says of its field; what does not fit stays text, for the call to reject. */
function typedValue(text: string, ways: readonly Described[], name: string): unknown {
  if (text === "none" && mayBe(ways, "null")) return null;
  const isFile = text.startsWith("@");
  const content = isFile ? fileText(text.slice(1)) : text;
  const isTree = mayBe(ways, "array") || mayBe(ways, "object");
  if (isTree && (isFile || /^[[{]/.test(content))) return jsonOf(content, name);
  if (mayBe(ways, "boolean") && (content === "true" || content === "false")) return content === "true";
  const isNumber = mayBe(ways, "number") || mayBe(ways, "integer");
  return isNumber && /^-?\d+(\.\d+)?$/.test(content) ? Number(content) : content;
}

function setAt(object: Record<string, unknown>, [first = "", ...path]: readonly string[], value: unknown): void {
  if (path.length === 0) {
    object[first] = value;
    return;
  }
  const inner = objectShape.safeParse(object[first]).data ?? {};
  setAt(inner, path, value);
  object[first] = inner;
}

const objectShape = z.record(z.string(), z.unknown());

/** The object in a JSON file; - is the standard input. */
export function bodyIn(file: string): Record<string, unknown> {
  const read = objectShape.safeParse(jsonOf(fileText(file), file));
  if (read.success) return read.data;
  throw new UsageError(`${file} holds no JSON object. Write the fields of the body as {"name": …}.`);
}

function jsonOf(text: string, of: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new UsageError(`${of} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The text of a file, which may be packed with gzip; - is the standard input. */
function fileText(path: string): string {
  try {
    const bytes = readFileSync(path === "-" ? process.stdin.fd : path);
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch {
    throw new UsageError(`There is no file ${path} that can be read. Check its name and folder.`);
  }
}
