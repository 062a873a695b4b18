import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import { openApiDocument } from "./document.ts";
import { fieldsOf, jsonSchema } from "./schema.ts";

const contract: Readonly<Record<string, Call>> = calls;
const document = openApiDocument(contract, "dripline", (name) => name.startsWith("GET /v1/reporting/"));
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  "x-access": z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string().optional(), in: z.string().optional() })).default([]),
});
const paths = z.record(z.string(), z.record(z.string(), operation)).parse(document.paths);

test("is a valid OpenAPI 3.1 document", async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe("3.1");
});

test("contains exactly the calls of the contract", () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(Object.keys(contract).toSorted());
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test("describes access and authentication of each call", () => {
  expect(paths["/v1/reporting/overview"]?.get).toMatchObject({
    "x-access": "property-or-portfolio",
    security: [{ session: [] }, { api_key: [] }],
  });
  expect(paths["/v1/ingest/readings"]?.post).toMatchObject({ security: [{ gateway_token: [] }] });
  expect(paths["/v1/session"]?.post).toMatchObject({ security: [] });
});

test.each([
  ["/v1/ingest/readings", "Idempotency-Key", false],
  ["/v1/ingest/readings", "Content-Encoding", false],
  ["/v1/cases/{id}/events", "Idempotency-Key", false],
  ["/v1/cases/{id}/photos", "Idempotency-Key", false],
  ["/v1/cases/{id}/vendor-links", "Idempotency-Key", false],
  ["/v1/vendor-link/photos", "Vendor-Link", true],
  ["/v1/vendor-link/photos", "Idempotency-Key", false],
  ["/v1/vendor-link/report", "Idempotency-Key", false],
])("describes the header of POST %s: %s", (path, name, required) => {
  const header = paths[path]?.post?.parameters.find((one) => one.name === name);
  expect(header).toMatchObject({ in: "header", required, description: expect.stringMatching(/\.$/) });
});

test("has the media types of an uploaded file of readings", () => {
  expect(paths["/v1/properties/{property_id}/imports"]?.post).toMatchObject({
    requestBody: { content: { "text/csv": {}, "application/gzip": {}, "application/octet-stream": {} } },
  });
});

test("describes repeated parameters as lists, and numbers with bounds", () => {
  const parameters = paths["/v1/reporting/leak-report/leak-overview"]?.get?.parameters;
  const named = (name: string) => parameters?.find((one) => one.name === name);
  expect(named("property_id")).toMatchObject({ in: "query", schema: { type: "array", items: { type: "integer" } } });
  expect(named("page_size")).toMatchObject({ schema: { type: "integer", minimum: 1, maximum: 50, default: 10 } });
  expect(named("ordering")).toMatchObject({ schema: { enum: expect.arrayContaining(["-gallons_leaked"]) } });
});

const reports = Object.entries(contract).filter(([name]) =>
  /^\w+ (\/v1\/reporting\/|\/v1\/leaks|\/v1\/alerts|\/v1\/properties\/\{property_id\}\/occupancy)/.test(name),
);

test.each(reports)(
  "every parameter and field of %s is described",
  (_name, { params, query, body, response, media }) => {
    const parameters = [...fieldsOf(params), ...fieldsOf(query)];
    const silent = parameters.filter(({ schema }) => schema.description === undefined).map(({ name }) => name);
    if (body !== undefined) silent.push(...undescribed(jsonSchema(body, "input"), "body"));
    if (media === undefined) silent.push(...undescribed(jsonSchema(response, "output"), "answer"));
    expect(silent, "Add .describe(…) in contract/: what it is, its unit, what null means.").toEqual([]);
  },
);

test.each(reports)("every volume and amount in %s has its unit", (_name, { response, media }) => {
  if (media !== undefined) return;
  expect(
    withoutUnit(jsonSchema(response, "output"), "answer"),
    "Use gallons, dollars… of contract/call/fields.ts.",
  ).toEqual([]);
});

const node = z.looseObject({
  description: z.string().optional(),
  type: z.unknown().optional(),
  "x-unit": z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

/** Every field below a schema, with its path. */
function* fieldsBelow(schema: unknown, path: string): Generator<[string, z.infer<typeof node>]> {
  const { properties, items, anyOf = [], oneOf = [] } = node.parse(schema);
  for (const [name, field] of Object.entries(properties ?? {})) {
    yield [`${path}.${name}`, node.parse(field)];
    yield* fieldsBelow(field, `${path}.${name}`);
  }
  if (items !== undefined) yield* fieldsBelow(items, `${path}[]`);
  for (const one of [...anyOf, ...oneOf]) yield* fieldsBelow(one, path);
}

function undescribed(schema: unknown, path: string): string[] {
  return [...fieldsBelow(schema, path)].filter(([, field]) => field.description === undefined).map(([at]) => at);
}

function withoutUnit(schema: unknown, path: string): string[] {
  const hasUnit = (field: z.infer<typeof node>): boolean =>
    field["x-unit"] !== undefined || [...(field.anyOf ?? [])].some((one) => hasUnit(node.parse(one)));
  return [...fieldsBelow(schema, path)]
    .filter(
      ([at, field]) =>
        /gallons|_leaked|cost|dollars|price|percentage|ratio/.test(at.split(".").at(-1) ?? "") &&
        isNumber(field) &&
        !hasUnit(field),
    )
    .map(([at]) => at);
}

function isNumber({ type, anyOf = [] }: z.infer<typeof node>): boolean {
  return type === "number" || anyOf.some((one) => isNumber(node.parse(one)));
}
