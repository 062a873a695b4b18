import type { Access, Call } from "../../contract/call/call.ts";
import { bodiesOf } from "./bodies.ts";
import { fieldsOf, jsonSchema } from "./schema.ts";
import { tagOf } from "./tags.ts";

/** Whether API keys may make a call. */
export type KeyPolicy = (name: string, access: Exclude<Access, "public" | "gateway">) => boolean;

const problem = { $ref: "#/components/responses/Problem" };
const ORGANIZATION_HEADER = { $ref: "#/components/parameters/Organization" };

/**
 * One call of the contract as an OpenAPI operation.
 * @param name such as `GET /v1/leaks`
 */
export function operationOf(name: string, call: Call, isForKeys: KeyPolicy): Record<string, unknown> {
  const path = name.slice(name.indexOf(" ") + 1);
  const isForPeople = call.access !== "public" && call.access !== "gateway";
  const parameters = [
    ...fieldsOf(call.params).map((field) => parameter(field, "path")),
    ...fieldsOf(call.query).map((field) => parameter(field, "query")),
    ...Object.entries(call.headers ?? {}).map(([header, { description, isRequired = false }]) => ({
      name: header,
      in: "header",
      required: isRequired,
      description,
      schema: { type: "string" },
    })),
    ...(isForPeople ? [ORGANIZATION_HEADER] : []),
  ];
  const body = bodiesOf(name, call);
  return {
    operationId: name
      .replaceAll(/[^\w]+/g, "_")
      .replace(/_$/, "")
      .toLowerCase(),
    tags: [tagOf(path)],
    summary: firstClause(call.summary),
    description: call.summary,
    "x-access": call.access,
    security: securityOf(name, call, isForKeys),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      [call.status ?? 200]: { description: "Success.", ...contentOf(call) },
      ...rejections(call, parameters.length > 0 || isForPeople, body !== null),
    },
  };
}

function parameter({ name, isRequired, schema }: ReturnType<typeof fieldsOf>[number], place: "path" | "query") {
  const { description, ...bare } = schema;
  return {
    name,
    in: place,
    required: place === "path" || isRequired,
    ...(description === undefined ? {} : { description }),
    schema: bare,
  };
}

function contentOf({ response, status, media }: Call): { content?: Record<string, object> } {
  if (status === 204 || status === 303) return {};
  if (media === undefined) return { content: { "application/json": { schema: jsonSchema(response, "output") } } };
  return { content: Object.fromEntries(media.map((type) => [type, { schema: {} }])) };
}

function rejections({ access, params }: Call, hasParameters: boolean, hasBody: boolean): Record<string, object> {
  return {
    ...(hasParameters || hasBody ? { 400: problem } : {}),
    ...(access === "public" ? {} : { 401: problem }),
    ...(access === "public" || access === "gateway" ? {} : { 403: problem }),
    ...(params !== undefined || hasParameters ? { 404: problem } : {}),
    ...(hasBody ? { 422: problem } : {}),
    default: problem,
  };
}

function securityOf(name: string, { access }: Call, isForKeys: KeyPolicy): Record<string, string[]>[] {
  if (access === "public") return [];
  if (access === "gateway") return [{ gateway_token: [] }];
  return [{ session: [] }, ...(isForKeys(name, access) ? [{ api_key: [] }] : [])];
}

/** The first clause of a sentence, for lists. */
function firstClause(sentence: string): string {
  return (/^.*?(?=[:;(]| – |\. |, so that|$)/.exec(sentence)?.[0] ?? sentence).replace(/\.$/, "").trim();
}
