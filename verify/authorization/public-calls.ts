import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import type { Site } from "../world/site.ts";

/** Every call that anybody may make without a session or a token, one by one: a new one is a decision to be made here. */
export const publicCalls: readonly string[] = [
  "GET /health/live",
  "GET /health/ready",
  "GET /v1/openapi.json",
  "GET /v1/session",
  "POST /v1/session",
  "DELETE /v1/session",
  "GET /v1/single-sign-on",
  "POST /v1/single-sign-on",
  "GET /v1/single-sign-on/callback",
  "POST /v1/single-sign-on/code",
  "GET /v1/first-admin",
  "POST /v1/first-admin",
  "POST /v1/password/forgotten",
  "POST /v1/password/reset",
  "POST /v1/invitation",
  "POST /v1/vendor-link",
  "POST /v1/vendor-link/photos",
  "POST /v1/vendor-link/report",
  "POST /v1/mail-link",
  "POST /v1/mail-link/acknowledge",
  "POST /v1/unsubscribe",
];

/** The browser's files and the pages that they make: all that is served beside the contract. */
const otherRoutes: readonly string[] = [
  "GET /",
  "GET /*",
  "GET /api-docs",
  "GET /api-docs/page.css",
  "GET /api-docs/show.js",
  "GET /api-docs/swagger-ui.css",
  "GET /api-docs/swagger-ui-bundle.js",
];

/** Where routes, contract and the list of public calls differ, a sentence each. */
export function routeDifferences(site: Site): string[] {
  const found: string[] = [];
  const contract: Readonly<Record<string, Call>> = calls;
  for (const [name, { access }] of Object.entries(contract)) {
    if (access === "public" && !publicCalls.includes(name)) {
      found.push(`${name} is public: is that meant? Then say so in verify/authorization/public-calls.ts.`);
    }
  }
  for (const name of publicCalls) {
    if (contract[name]?.access !== "public") found.push(`${name} is listed as a public call and is none.`);
  }
  const served = new Set(site.routes.map((route) => route.replaceAll(/:[\w|:]+/g, ":")));
  for (const name of Object.keys(contract)) {
    if (!served.delete(name.replaceAll(/\{\w+\}/g, ":"))) found.push(`${name} is in the contract and not served.`);
  }
  for (const route of served) {
    // What Fastify adds to each GET.
    if (route.startsWith("HEAD ") || otherRoutes.includes(route)) continue;
    found.push(`${route} is served and not in the contract.`);
  }
  return found;
}
