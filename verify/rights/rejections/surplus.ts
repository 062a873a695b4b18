import type { z } from "zod";
import { type JsonSchema, jsonSchema } from "../../world/parameters.ts";

/** A field that no call knows. */
export const SURPLUS = "surplus_field";

/** A body with a field too many. */
export interface Surplus {
  /** Where it is, such as `costs[].`; "" at the top. */
  at: string;
  body: object;
}

/**
 * Bodies that are `valid` but for a field that the call does not know: at the top, and in each object that its schema
 * knows further down, optional ones too.
 */
export function surplusBodies(schema: JsonSchema, valid: object): Surplus[] {
  return [{ at: "", body: { ...valid, [SURPLUS]: 1 } }, ...nested(schema, valid, "")];
}

/** @param base what is in the object besides the nested one */
function nested(schema: JsonSchema, base: object, at: string): Surplus[] {
  return objectsIn(schema).flatMap((object) => {
    const fixed = { ...base, ...constants(object) };
    return Object.entries(object.properties ?? {}).flatMap(([name, given]) =>
      inside(jsonSchema.parse(given), `${at}${name}`).map(({ at: where, value }) => ({
        at: where,
        body: { ...fixed, [name]: value },
      })),
    );
  });
}

function inside(schema: JsonSchema, at: string): { at: string; value: unknown }[] {
  return [schema, ...alternatives(schema)].flatMap((one) => {
    if (one.type === "array") {
      const items = jsonSchema.safeParse(one.items);
      return inside(items.data ?? {}, `${at}[]`).map(({ at: where, value }) => ({
        at: where,
        value: [value],
      }));
    }
    // A map from names of any kind takes every field.
    if (one.type !== "object" || isMap(one)) return [];
    const own = { at: `${at}.`, value: { ...constants(one), [SURPLUS]: 1 } };
    return [own, ...nested(one, {}, `${at}.`).map(({ at: where, body }) => ({ at: where, value: body }))];
  });
}

function isMap({ properties, additionalProperties }: z.infer<typeof jsonSchema>): boolean {
  return properties === undefined && additionalProperties !== false;
}

function objectsIn(schema: JsonSchema): JsonSchema[] {
  return [schema, ...alternatives(schema)].filter(({ properties }) => properties !== undefined);
}

function alternatives({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
  return [...(anyOf ?? []), ...(oneOf ?? [])].map((one) => jsonSchema.parse(one));
}

/** Fields that tell one kind of object from another. */
function constants({ properties }: JsonSchema): object {
  const fields = Object.entries(properties ?? {}).map(
    ([name, given]) => [name, jsonSchema.parse(given).const] as const,
  );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
