import { read } from "../query.ts";

/** Properties, units and meters by a part of their name. What was found for the letters before stays until the next is there. */
export function jumpQuery(q: string) {
  return { ...read("GET /v1/search", { query: { q } }), enabled: q !== "" };
}

/** Properties by a part of their name in another organization of the user. */
export function otherJumpQuery(q: string, organization: number) {
  return { ...read("GET /v1/search", { query: { q, limit: 3 }, organization }), enabled: q !== "" };
}
