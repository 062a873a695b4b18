import fc from "fast-check";
import { kindOf } from "../../world/parameters.ts";
import { fromEntries, Named, Unique } from "./drawn.ts";
import { byField } from "./fields.ts";
import { type Shape, shape } from "./shape.ts";

/** Of a list so many items are drawn at most: more cost time and find nothing. */
const MOST_ITEMS = 3;
const LONGEST_TEXT = 30;

/**
 * Values that a schema takes, most often: what the schema does not tell comes from the names of its fields.
 * @param path of the call, for what `id` names
 */
export function drawFrom(path: string, given: unknown, field: string): fc.Arbitrary<unknown> {
  const is = shape.parse(given);
  const kind = field === "" ? null : kindOf(path, field);
  if (kind !== null) return named(is, new Named(kind));
  const override = byField[field];
  if (override !== undefined && is.type !== "object")
    return is.type === "array" ? fc.array(override, sizes(is)) : override;
  if (is.const !== undefined) return fc.constant(is.const);
  if (is.enum !== undefined) return fc.constantFrom(...is.enum);
  const ways = is.anyOf ?? is.oneOf;
  if (is.type === undefined && ways !== undefined) return fc.oneof(...ways.map((way) => drawFrom(path, way, field)));
  switch (is.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.ceil(least(is)), max: Math.min(is.maximum ?? 1000, 2_000_000_000) });
    case "number":
      return fc
        .double({ min: least(is), max: Math.min(is.maximum ?? 1000, 1e9), noNaN: true })
        .map((number) => Math.round(number * 1000) / 1000);
    case "string":
      return text(is, field);
    case "array":
      return list(path, is, field);
    case "object":
      return object(path, is);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function named(is: Shape, name: Named): fc.Arbitrary<unknown> {
  const nullable = is.anyOf?.some((way) => shape.parse(way).type === "null") === true;
  const isList = is.type === "array" || is.anyOf?.some((way) => shape.parse(way).type === "array") === true;
  // Named twice it is the same thing.
  const some = isList ? fc.constantFrom([name], [name], [name, name]) : fc.constant(name);
  return nullable ? fc.oneof(some, fc.constant(null)) : some;
}

function least(is: Shape): number {
  return Math.max(is.minimum ?? (is.exclusiveMinimum === undefined ? 0 : is.exclusiveMinimum + 0.001), -1e9);
}

function sizes(is: Shape) {
  const minLength = is.minItems ?? 0;
  return { minLength, maxLength: Math.max(minLength, Math.min(is.maxItems ?? MOST_ITEMS, MOST_ITEMS)) };
}

function list(path: string, is: Shape, field: string): fc.Arbitrary<unknown> {
  if (is.prefixItems !== undefined) return fc.tuple(...is.prefixItems.map((item) => drawFrom(path, item, field)));
  return fc.array(drawFrom(path, is.items ?? {}, field), sizes(is));
}

/** What must be there, and of the rest some. */
function object(path: string, is: Shape): fc.Arbitrary<unknown> {
  if (is.properties === undefined && is.additionalProperties !== undefined) {
    const keys = is.propertyNames === undefined ? fc.constant("a") : drawFrom(path, is.propertyNames, "");
    return fc.dictionary(keys.map(String), drawFrom(path, is.additionalProperties, ""), { maxKeys: 3 });
  }
  const required = new Set(is.required);
  const fields = Object.entries(is.properties ?? {}).map(([name, inner]) => {
    const given = drawFrom(path, inner, name).map((value): [string, unknown][] => [[name, value]]);
    return required.has(name) ? given : fc.oneof(given, fc.constant([]));
  });
  return fc.tuple(...fields).map((given) => fromEntries(given.flat()));
}

function text(is: Shape, field: string): fc.Arbitrary<unknown> {
  if (is.format === "email" || field === "email") return fc.constant(new Unique((n) => `made-${n}@people.example`));
  if (is.format === "date") return fc.integer({ min: 1, max: 9 }).map((day) => `2026-06-0${day}`);
  if (is.format === "date-time") return fc.constantFrom("2026-06-08T12:00:00Z", "2026-06-09T07:30:00.5-05:00");
  if (is.pattern !== undefined) return fc.stringMatching(new RegExp(is.pattern));
  const [minLength, maxLength] = [is.minLength ?? 0, Math.min(is.maxLength ?? LONGEST_TEXT, LONGEST_TEXT)];
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.max(minLength, maxLength) });
}
