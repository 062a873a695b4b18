import type { Call } from "../../contract/call/call.ts";
import { problem } from "../../contract/call/fields.ts";
import { type KeyPolicy, operationOf } from "./operation.ts";
import { jsonSchema } from "./schema.ts";
import { tags } from "./tags.ts";

const ABOUT = `Reads what Dripline knows of water, leaks and devices, and takes readings in.

Volumes are gallons. \`null\` is "not known" or "not measured", never zero. Days are local days of each property; instants are UTC unless they carry an offset. Lists come in pages of \`count\`, \`next\`, \`previous\` and \`results\`; add \`/export\` to the address of a table for all of its rows as a file. A parameter that takes a list is repeated: \`property_id=1&property_id=2\`. What goes wrong is told as \`application/problem+json\` with a \`code\` for programs and sentences for people, also under the name of each wrong field. \`x-access\` says who may make a call, \`x-unit\` what a number is in.`;

/**
 * The whole contract as an OpenAPI 3.1 document.
 * @param calls by name, such as \`GET /v1/leaks\`
 * @param cookie name of the session cookie
 */
export function openApiDocument(
  calls: Readonly<Record<string, Call>>,
  cookie: string,
  isForKeys: KeyPolicy,
): Record<string, unknown> & { openapi: string } {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const space = name.indexOf(" ");
    const path = name.slice(space + 1);
    paths[path] = { ...paths[path], [name.slice(0, space).toLowerCase()]: operationOf(name, call, isForKeys) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Dripline", version: "1", description: ABOUT },
    servers: [{ url: "/" }],
    tags,
    paths,
    components: {
      parameters: {
        Organization: {
          name: "X-CURRENT-ORGANIZATION-ID",
          in: "header",
          required: false,
          description:
            "Id of the organization to act in, among the own ones. Left out: the one chosen last; staff act in all of theirs at once.",
          schema: { type: "integer" },
        },
      },
      responses: {
        Problem: {
          description: "A problem, with a sentence that says what to do; sentences about a field stand under its name.",
          content: { "application/problem+json": { schema: jsonSchema(problem, "output") } },
        },
      },
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookie,
          description:
            "The session of a person, set by POST /v1/session. A browser that is signed in sends it by itself. A script that writes with it also sends `Sec-Fetch-Site: same-origin`.",
        },
        api_key: {
          type: "http",
          scheme: "bearer",
          description: "An integrator's key, dlk_…: reads reports and does nothing else.",
        },
        gateway_token: { type: "http", scheme: "bearer", description: "A gateway's token, dlg_…: sends readings." },
      },
    },
  };
}
