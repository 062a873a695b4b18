import { z } from "zod";
import type { Call } from "../../../contract/call/call.ts";
import { jsonSchema } from "../../openapi/schema.ts";

/** A value as the contract describes it. */
export type Described = z.infer<typeof described>;
const described = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

export type Part = "params" | "query" | "body";

/** A field that a call takes. */
export interface CallField {
  part: Part;
  name: string;
  isRequired: boolean;
  description: string | undefined;
  /** What its value may be, each way by itself. */
  ways: Described[];
}

/** All fields of a call: in its path, its query and its body. */
export function fieldsOfCall(call: Call): CallField[] {
  return (["params", "query", "body"] as const).flatMap((part) => {
    const schema = call[part];
    return schema === undefined ? [] : fieldsIn(waysOf(jsonSchema(schema, "input"))).map((one) => ({ part, ...one }));
  });
}

/** The fields of an object, or of each kind of object that may be given. */
function fieldsIn(objects: readonly Described[]): Omit<CallField, "part">[] {
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...names].map((name) => {
    const given = objects.flatMap(({ properties }) => (properties?.[name] === undefined ? [] : [properties[name]]));
    const ways = given.flatMap(waysOf);
    return {
      name,
      isRequired: objects.every(({ required }) => required?.includes(name) === true),
      description: [...given.map((one) => described.parse(one)), ...ways].find((one) => one.description)?.description,
      ways,
    };
  });
}

/** What a field within others may be: `register_unit` of `new_meter`. Empty: there is none. */
export function waysWithin(objects: readonly Described[], name: string): Described[] {
  return objects.flatMap(({ properties, additionalProperties }) => {
    const found = properties?.[name] ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
    return found === undefined ? [] : waysOf(found);
  });
}

/** What an element of a list may be; empty: it is no list. */
export function itemsOf(ways: readonly Described[]): Described[] {
  return ways.flatMap(({ items }) => (items === undefined ? [] : waysOf(items)));
}

/** Each way of a value that may be one of several. */
function waysOf(schema: unknown): Described[] {
  const one = described.parse(schema);
  const several = [...(one.anyOf ?? []), ...(one.oneOf ?? [])];
  return several.length === 0 ? [one] : several.flatMap(waysOf);
}

/** Whether a value may be of a JSON type; a value that is described by nothing may be of all. */
export function mayBe(ways: readonly Described[], type: string): boolean {
  return ways.some((way) => way.type === undefined || [way.type].flat().includes(type));
}
