import { type Operation, operations } from "../world/operation.ts";
import { malformedPlace, type Place } from "../world/place.ts";
import type { Answer, Request, Site } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { asBrowser, personOf, type Tried } from "./tried.ts";

/** What is served beside the contract, what is not, and methods that addresses do not have. */
const others: readonly (readonly [method: Request["method"], url: string])[] = [
  ["GET", "/"],
  ["GET", "/history?period=last-30-days"],
  ["GET", "/manifest.webmanifest"],
  ["GET", "/api-docs"],
  ["GET", "/api-docs/page.css"],
  ["GET", "/api-docs/show.js"],
  ["GET", "/api-docs/swagger-ui.css"],
  ["GET", "/api-docs/swagger-ui-bundle.js"],
  ["GET", "/assets/none.js"],
  ["GET", "/assets/"],
  ["GET", "/v1/none"],
  ["GET", "/v1/leaks/%zz"],
  ["GET", "/v1/./me"],
  ["GET", `/v1/leaks/${"x".repeat(2000)}`],
  ["POST", "/v1/me"],
  ["DELETE", "/v1/openapi.json"],
  ["POST", "/history"],
];

export interface HeadersTried extends Tried {
  /** Answers by status. */
  statuses: Map<number, number>;
  /** Answers that may be kept under a tag, and those that say that it still holds. */
  tagged: number;
  unchanged: number;
  files: number;
}

/** Looks at the headers of every answer: of every `step`th call, as several, and of all that is served beside the calls. */
export async function tryHeaders(site: Site, world: World, step = 1): Promise<HeadersTried> {
  const tried: HeadersTried = { count: 0, wrong: [], statuses: new Map(), tagged: 0, unchanged: 0, files: 0 };
  const ask = async (request: Request) => {
    const answer = await site.ask(request);
    tried.count++;
    tried.statuses.set(answer.status, (tried.statuses.get(answer.status) ?? 0) + 1);
    if (answer.headers["content-disposition"] !== undefined) tried.files++;
    for (const sentence of wrongOf(request, answer)) tried.wrong.push(`${request.method} ${request.url}: ${sentence}`);
    return answer;
  };
  const all = operations().filter((_one, i) => i % step === 0);
  // What reads first, and what ends a session last, so that there is something to be answered.
  const order = (one: Operation) => (one.example.endsSession === true ? 2 : one.method === "GET" ? 0 : 1);
  for (const operation of all.toSorted((a, b) => order(a) - order(b))) {
    const own = personOf(world, operation.access === "gateway" ? "the gateway of A" : "IONAdmin");
    const at = ({ names }: Place) => operation.request({ params: names, query: names, body: names }, 1009);
    for (const person of [personOf(world, "nobody"), personOf(world, "member of A, no permission, one"), own]) {
      for (const place of [malformedPlace, world.home]) {
        const request = asBrowser(at(place), person);
        const { status, headers } = await ask(request);
        const tag = headers.etag;
        if (operation.method !== "GET" || status !== 200 || tag === undefined) continue;
        tried.tagged++;
        const again = await ask({ ...request, headers: { ...request.headers, "if-none-match": tag } });
        if (again.status === 304) tried.unchanged++;
        else if (again.headers.etag === tag) tried.wrong.push(`${operation.name}: its own tag is not known again`);
      }
    }
    if (operation.method === "GET") continue;
    const plain = asBrowser(at(malformedPlace), own);
    await ask({ ...plain, headers: { ...plain.headers, "content-type": "text/plain" }, body: "x" });
    await ask({ ...plain, headers: { ...plain.headers, "content-type": "application/json" }, body: "{" });
  }
  const page = await site.ask({ method: "GET", url: "/", headers: {} });
  const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url = ""]) => ["GET", url] as const);
  if (files.length < 3) throw new Error("The page names no files: it is not built.");
  for (const [method, url] of [...others, ...files]) {
    await ask(asBrowser({ method, url, headers: {} }, personOf(world, "nobody")));
  }
  return tried;
}

function wrongOf({ url }: Request, { status, headers }: Answer): string[] {
  const policy = new Map(
    (headers["content-security-policy"] ?? "").split(";").map((text) => {
      const [directive = "", ...sources] = text.trim().split(" ");
      return [directive, sources.join(" ")];
    }),
  );
  const scripts = policy.get("script-src") ?? "everything";
  const checks: [boolean, string][] = [
    [policy.get("default-src") === "'none'", "what is not named may be loaded from everywhere"],
    [scripts === "'self'", `scripts may come from ${scripts}`],
    [policy.get("frame-ancestors") === "'none'", "other pages may frame it"],
    [policy.get("base-uri") === "'none'", "a base may be set"],
    [policy.get("form-action") === "'self'", "forms may be sent to everywhere"],
    [headers["x-content-type-options"] === "nosniff", "its type may be guessed"],
    [/^(same-origin|no-referrer)$/.test(headers["referrer-policy"] ?? ""), "its address is told to others"],
    [Number(/max-age=(\d+)/.exec(headers["strict-transport-security"] ?? "")?.[1]) >= 31_536_000, "no HSTS"],
    [headers["access-control-allow-origin"] === undefined, "other sites may read it"],
    [headers["x-powered-by"] === undefined && headers.server === undefined, "it tells what it runs on"],
  ];
  const cache = headers["cache-control"] ?? "nothing";
  if (url.startsWith("/v1/")) {
    const isReport = /^\/v1\/(reporting|leaks|alerts)\b/.test(url);
    const isKept = isReport && (status === 200 || status === 304) && headers.etag !== undefined;
    const isGood = isKept ? cache === "private, no-cache" && /cookie/i.test(headers.vary ?? "") : cache === "no-store";
    checks.push([isGood, `Cache-Control is ${cache}, with ${isKept ? "a tag" : "no tag"}`]);
  } else if (headers["content-type"]?.startsWith("text/html") === true) {
    checks.push([/no-cache|no-store/.test(cache), `a page with Cache-Control ${cache}`]);
  }
  return checks.filter(([isGood]) => !isGood).map(([, sentence]) => sentence);
}
