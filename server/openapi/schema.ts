import { z } from "zod";

/** A schema as the document holds it. */
export type JsonSchema = Record<string, unknown>;

/**
 * A zod schema as JSON Schema, as a client writes it (`input`) or gets it (`output`). What is turned into something
 * first is described as what it is turned into: a query parameter that may be repeated is a list.
 */
export function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: json }) => {
      const { def } = zodSchema._zod;
      if (io === "input" && def.type === "pipe" && def.in._zod.def.type === "transform") {
        Object.assign(json, { ...jsonSchema(def.out, io), ...json });
      }
      if (def.type === "default") json.default ??= def.defaultValue;
      shorten(json);
    },
  });
  return made;
}

/** Leaves out what readers do not need, and merges a choice of single values into one `enum`. */
function shorten(json: JsonSchema): void {
  // The format of a date suffices; the pattern next to it fills half a screen.
  if (json.format === "date" || json.format === "date-time") delete json.pattern;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === -Number.MAX_SAFE_INTEGER) delete json.minimum;
  const choice = constants.safeParse(json.anyOf);
  if (!choice.success) return;
  delete json.anyOf;
  json.type = choice.data[0]?.type;
  json.enum = choice.data.map((one) => one.const);
}

const constants = z.array(z.strictObject({ type: z.literal("number"), const: z.number() })).min(1);

/** An object's fields, each with its schema and whether it must be given. */
export function fieldsOf(
  schema: z.core.$ZodType | undefined,
): { name: string; isRequired: boolean; schema: JsonSchema }[] {
  if (schema === undefined) return [];
  const object = objectShape.parse(jsonSchema(schema, "input"));
  return Object.entries(object.properties).map(([name, field]) => ({
    name,
    isRequired: object.required.includes(name),
    schema: field,
  }));
}

const objectShape = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});
