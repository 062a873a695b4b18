import { z } from "zod";
import type { Call } from "../../../contract/call/call.ts";
import { jsonSchema } from "../../world/parameters.ts";

/** A part of a call as JSON schema with all that values are drawn from. */
export const shape = jsonSchema.extend({
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  pattern: z.string().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  propertyNames: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
});
export type Shape = z.infer<typeof shape>;

export const parts = ["params", "query", "body"] as const;
export type Part = (typeof parts)[number];

/** What a part of a call takes; null when it takes none. What is turned into something first is seen as that. */
export function shapeOf(call: Call, part: Part): Shape | null {
  const schema = call[part];
  return schema === undefined ? null : shape.parse(toJson(schema));
}

function toJson(schema: z.core.$ZodType): object {
  return z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type !== "pipe" || def.in._zod.def.type !== "transform") return;
      Object.assign(jsonSchema, toJson(def.out));
    },
  });
}
