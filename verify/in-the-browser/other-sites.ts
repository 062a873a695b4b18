import { z } from "zod";
import { operations } from "../world/operation.ts";
import { malformedPlace } from "../world/place.ts";
import type { Answer, Site } from "../world/site.ts";
import { touched } from "../world/touched.ts";
import type { World } from "../world/world.ts";
import { asBrowser, HOST, personOf, type Tried } from "./tried.ts";

/** Headers of requests that another site's page made, or may have made. */
const foreign: readonly Record<string, string>[] = [
  {},
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", origin: `https://${HOST}` },
  { "sec-fetch-site": "anything" },
  { origin: "https://evil.example" },
  { origin: `https://evil.${HOST}` },
  { origin: `https://${HOST}.evil.example` },
  { origin: `https://${HOST}:8443` },
  { origin: `http://${HOST}` },
  { origin: "null" },
  { origin: "no address" },
];

/** Our own pages, in new browsers and old ones. */
const own: readonly Record<string, string>[] = [
  { "sec-fetch-site": "same-origin", origin: `https://${HOST}` },
  { "sec-fetch-site": "same-origin" },
  { origin: `https://${HOST}` },
];

/** What a form of another page can send without asking first. */
const forms = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];

export interface OtherSitesTried extends Tried {
  /** Calls that change something and go with a cookie. */
  writes: number;
  /** Tables that rejected writes changed. */
  changed: string[];
}

/** Makes every `step`th writing call as an IONAdmin's browser on other sites' pages. */
export async function tryOtherSites(site: Site, world: World, step = 1): Promise<OtherSitesTried> {
  const tried: OtherSitesTried = { count: 0, wrong: [], writes: 0, changed: [] };
  const writes = operations().filter(({ method, access }) => method !== "GET" && access !== "gateway");
  const person = personOf(world, "IONAdmin");
  const before = await touched(site, world.home);
  for (const operation of writes.filter((_one, i) => i % step === 0)) {
    tried.writes++;
    const at = (names: typeof world.home.names) =>
      asBrowser(operation.request({ params: names, query: names, body: names }, 1009), person);
    const { body, ...living } = at(world.home.names);
    const whole = body === undefined ? living : { ...living, body };
    for (const headers of foreign) {
      const answer = await site.ask({ ...whole, headers: { ...whole.headers, ...headers }, isBare: true });
      tried.count++;
      if (answer.status === 403 && codeOf(answer) === "cross_site") continue;
      tried.wrong.push(`${operation.name} with ${JSON.stringify(headers)}: ${answer.status} ${codeOf(answer)}`);
    }
    for (const type of forms) {
      const answer = await site.ask({ ...living, headers: { ...living.headers, "content-type": type }, body: "x=1" });
      tried.count++;
      if (answer.status !== 415) tried.wrong.push(`${operation.name} takes ${type}: ${answer.status}`);
    }
    const malformed = at(malformedPlace.names);
    for (const headers of operation.example.endsSession === true ? [] : own) {
      const answer = await site.ask({ ...malformed, headers: { ...malformed.headers, ...headers }, isBare: true });
      tried.count++;
      if (codeOf(answer) === "cross_site") tried.wrong.push(`${operation.name} is rejected from our own pages`);
    }
  }
  const after = await touched(site, world.home);
  tried.changed = [...after.keys()].filter((table) => before.get(table) !== after.get(table));
  return tried;
}

const problem = z.object({ code: z.string() });

function codeOf({ headers, text }: Answer): string {
  if (headers["content-type"]?.startsWith("application/problem+json") !== true) return "no problem";
  return problem.parse(JSON.parse(text)).code;
}
