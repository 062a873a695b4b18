import type { Person } from "../world/actors.ts";
import { openSite, type Request, type Site } from "../world/site.ts";
import type { World } from "../world/world.ts";

/** Where people reach the product that is tried: over https, for which some headers are. */
export const HOST = "water.example.com";

/** What was tried, and a sentence for each thing that is wrong. */
export interface Tried {
  count: number;
  wrong: string[];
}

/** The product as it stands behind https. */
export function openBehindHttps(databaseUrl: string): Promise<Site> {
  return openSite(databaseUrl, { BASE_URL: `https://${HOST}` });
}

/** A request as somebody's browser makes it over https. */
export function asBrowser(request: Request, person: Person): Request {
  const headers: Record<string, string> = { host: HOST, ...request.headers, ...person.headers };
  // Over https the cookie is bound to the host by its name.
  if (headers.cookie !== undefined) headers.cookie = headers.cookie.replace("dripline=", "__Host-dripline=");
  return { ...request, headers };
}

/** @throws Error when there is none */
export function personOf(world: World, title: string): Person {
  const person = world.people.find((one) => one.title === title);
  if (person === undefined) throw new Error(`There is no ${title} in the world.`);
  return person;
}
