import { request as httpRequest } from "node:http";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { type Operation, operations } from "../world/operation.ts";
import type { Answer, Site } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { callOf } from "./cases/cases.ts";
import { judge } from "./judge.ts";

export interface AddressesTried {
  /** Addresses that are nearly those of calls, each as two people. */
  disguised: number;
  /** Methods that addresses do not have. */
  methods: number;
  /** Bodies of other kinds, and ones that are too large. */
  bodies: number;
  wrong: string[];
}

/** Ways to write an address otherwise. */
const disguises: readonly (readonly [string, (path: string) => string])[] = [
  ["//", (path) => `/${path}`],
  ["// within", (path) => path.replace(/\/(?=[^/]*$)/, "//")],
  ["/./", (path) => path.replace(/\/(?=[^/]*$)/, "/./")],
  ["/x/..", (path) => path.replace(/\/(?=[^/]*$)/, "/x/../")],
  ["/%2e/", (path) => path.replace(/\/(?=[^/]*$)/, "/%2e/")],
  [";", (path) => `${path};x=1`],
  ["; within", (path) => path.replace(/\/(?=[^/]*$)/, ";x=1/")],
  ["%2f", (path) => path.replace(/\/(?=[^/]*$)/, "%2f")],
  ["%2f at the end", (path) => `${path}%2f`],
  ["a slash at the end", (path) => (path.endsWith("/") ? path.slice(0, -1) : `${path}/`)],
  ["another case", (path) => path.replace("/v1/", "/V1/")],
  ["an encoded letter", (path) => path.replace("/v1/", "/%761/")],
  ["NUL at the end", (path) => `${path}%00`],
  ["a backslash", (path) => path.replace(/\/(?=[^/]*$)/, "\\")],
];

/** Tries every `step`th call under other addresses, methods and kinds of bodies. */
export async function tryAddresses(site: Site, world: World, step = 1): Promise<AddressesTried> {
  const tried: AddressesTried = { disguised: 0, methods: 0, bodies: 0, wrong: [] };
  const all = operations().filter((_one, i) => i % step === 0);
  for (const operation of all) {
    await tryDisguises(site, world, operation, tried);
    await tryBodies(site, world, operation, tried);
  }
  for (const path of new Set(all.map((operation) => operation.path))) await tryMethods(site, world, path, tried);
  return tried;
}

/** Whatever its address looks like, a call that they may not make never answers a stranger or a mere member. */
async function tryDisguises(site: Site, world: World, operation: Operation, tried: AddressesTried) {
  if (operation.access === "public") return;
  const { names, canary } = world.home;
  const plain = operation.request({ params: names, query: names, body: names }, canary.volume);
  const [path = "", query] = plain.url.split("?");
  const isOfMembers = operation.access !== "admin" && operation.access !== "staff" && operation.access !== "ion-admin";
  for (const title of ["nobody", "member of A, no permission, one"]) {
    const person = world.people.find((one) => one.title === title);
    if (person === undefined || (isOfMembers && person.userId !== null)) continue;
    for (const [what, disguise] of disguises) {
      const url = query === undefined ? disguise(path) : `${disguise(path)}?${query}`;
      const answer = await askRaw(site, { ...plain, url, headers: { ...plain.headers, ...person.headers } });
      tried.disguised++;
      // The browser's page, which is everybody's, stands at all addresses that are no calls.
      const isPage = answer.headers["content-type"]?.startsWith("text/html") === true;
      if (answer.status >= 400 ? answer.status < 500 : isPage) continue;
      tried.wrong.push(
        `${operation.method} ${url} (${what}) as ${title}: ${answer.status} ${answer.text.slice(0, 200)}`,
      );
    }
  }
}

/** Methods that an address does not have are rejected with the list of those that it has. */
async function tryMethods(site: Site, world: World, path: string, tried: AddressesTried) {
  const url = path.replaceAll(/\{\w+\}/g, "1");
  const matches = (pattern: string) => {
    const steps = pattern.split("/");
    const given = url.split("/");
    return steps.length === given.length && steps.every((one, i) => one.startsWith("{") || one === given[i]);
  };
  const served = operations().filter((one) => matches(one.path));
  const wanted = [...new Set(served.map(({ method }) => method))].toSorted().join(", ");
  const headers = { ...world.people.find(({ title }) => title === "IONAdmin")?.headers };
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    if (wanted.split(", ").includes(method)) continue;
    const answer = await site.ask({ method, url, headers });
    tried.methods++;
    const allowed = answer.headers.allow?.split(", ").toSorted().join(", ");
    if (answer.status === 405 && allowed === wanted && isProblem(answer)) continue;
    tried.wrong.push(`${method} ${url}: ${answer.status}, Allow: ${allowed}, not ${wanted}`);
  }
}

/** Bodies that are no JSON, and ones beyond 8 MiB. */
async function tryBodies(site: Site, world: World, operation: Operation, tried: AddressesTried) {
  if (operation.method === "GET" || operation.example.headers !== undefined) return;
  const { names, canary } = world.home;
  const { method, url } = operation.request({ params: names, query: names, body: names }, canary.volume);
  const title = operation.access === "gateway" ? "the gateway of A" : "IONAdmin";
  const headers = operation.access === "public" ? {} : { ...world.people.find((one) => one.title === title)?.headers };
  const expectStatus = async (body: string, type: string, statuses: readonly number[]) => {
    const answer = await site.ask({ method, url, headers: { ...headers, "content-type": type }, body });
    tried.bodies++;
    if (
      statuses.includes(answer.status) &&
      judge(callOf(operation), { request: { method, url, headers } }, answer).wrong.length === 0
    )
      return;
    tried.wrong.push(`${operation.name} with ${type}: ${answer.status} ${answer.text.slice(0, 200)}`);
  };
  for (const type of [
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
  ])
    await expectStatus("x=1", type, [415]);
  await expectStatus("x", "", [415]);
  if (operation.method !== "DELETE") await expectStatus(`"${"x".repeat(8 * 1024 * 1024)}"`, "application/json", [413]);
}

function isProblem(answer: Answer): boolean {
  return answer.headers["content-type"]?.startsWith("application/problem+json") === true;
}

/** Over a socket, the address as it is written. */
function askRaw(site: Site, { method, url, headers, body }: Parameters<Site["ask"]>[0]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
    const all = fromOwnPage(text === undefined ? headers : { "content-type": "application/json", ...headers });
    const request = httpRequest({ hostname, port, method, path: url, headers: all }, (response) => {
      let responseText = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        responseText += piece;
      });
      response.on("end", () => {
        const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(named), text: responseText });
      });
    });
    request.on("error", reject);
    request.end(text);
  });
}
