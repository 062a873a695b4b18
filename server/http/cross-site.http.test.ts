import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createUser } from "../accounts/create-user.ts";
import { TEST_PASSWORD } from "../accounts/testing/test-site.ts";
import { readConfig } from "../config.ts";
import { type Server, startServer } from "../start-server.ts";
import { freshDatabase } from "../testing/fresh-database.ts";

type Headers = Record<string, string>;

const person = { email: "grace@example.com", password: TEST_PASSWORD };
const profile = z.object({ first_name: z.string() });
const problem = z.object({ code: z.string(), detail: z.string() });
let database: Awaited<ReturnType<typeof freshDatabase>>;
let writes = 0;
const opened: { server: Server; folder: string }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  for (const { server, folder } of opened) {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
  await database.drop();
});

/** A server with these settings, and writes by somebody who is signed in there; `host` is the Host header of them. */
async function open(settings: Headers, host: string, fixed: Headers = {}) {
  const folder = mkdtempSync(join(tmpdir(), "dripline-cross-site-"));
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SESSION_SECRET: "not a secret, for one test run only",
    PORT: "0",
    LOG_LEVEL: "silent",
    DEMO: "off",
    ...settings,
  });
  const server = await startServer(config, () => {});
  opened.push({ server, folder });
  if (opened.length === 1) {
    await createUser(server.connections, { ...person, firstName: "Grace", lastName: "", memberships: [] });
  }
  const post = (headers: Headers) =>
    server.app.inject({ method: "POST", url: "/v1/session", headers: { host, ...fixed, ...headers }, payload: person });
  const signedIn = await post({});
  const [set] = signedIn.cookies;
  if (set === undefined) throw new Error(`Signing in failed: ${signedIn.body}`);
  const cookie = `${set.name}=${encodeURIComponent(set.value)}`;
  return {
    post,
    cookie,
    app: server.app,
    /** Changes the person's first name, with the cookie and these headers. */
    write: async (headers: Headers) => {
      const url = "/v1/me";
      const first_name = `Name ${++writes}`;
      const own = { host, ...fixed, cookie };
      const answer = await server.app.inject({
        method: "PATCH",
        url,
        headers: { ...own, ...headers },
        payload: { first_name },
      });
      const after = profile.parse((await server.app.inject({ url, headers: own })).json());
      const isChanged = after.first_name === first_name;
      if (answer.statusCode === 200) return { status: 200, isChanged };
      const { code, detail } = problem.parse(answer.json());
      return { status: answer.statusCode, code, detail, isChanged };
    },
  };
}

const TAKEN = { status: 200, isChanged: true };
const REJECTED = { status: 403, code: "cross_site", isChanged: false };
const proxied = { TRUSTED_PROXIES: "127.0.0.1" };

describe("behind a proxy that speaks TLS, with BASE_URL", () => {
  let site: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    // The proxy forwards another Host than the browser's.
    site = await open({ BASE_URL: "https://water.example.com", ...proxied }, "127.0.0.1:4000");
  });

  test.each<[string, Headers]>([
    ["neither header", {}],
    ["an Origin of plain http", { origin: "http://water.example.com" }],
    ["an Origin on another port", { origin: "https://water.example.com:8443" }],
    ["an Origin on another host", { origin: "https://evil.example" }],
    ["the Host as Origin", { origin: "http://127.0.0.1:4000" }],
    ["an opaque Origin", { origin: "null" }],
    ["an opaque Origin, said to be of the same origin", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["Sec-Fetch-Site of a sister site", { "sec-fetch-site": "same-site", origin: "https://water.example.com" }],
    ["an empty Sec-Fetch-Site", { "sec-fetch-site": "" }],
  ])("rejects a write with the session cookie and %s", async (_title, headers) => {
    expect(await site.write(headers)).toMatchObject(REJECTED);
  });

  test("finds the session cookie among others", async () => {
    expect(await site.write({ cookie: `theme=dark; ${site.cookie}; a=b` })).toMatchObject(REJECTED);
  });

  test.each<[string, Headers]>([
    ["the own Origin", { origin: "https://water.example.com" }],
    ["Sec-Fetch-Site: same-origin", { "sec-fetch-site": "same-origin" }],
    ["Sec-Fetch-Site: none", { "sec-fetch-site": "none" }],
  ])("accepts a write with the session cookie and %s", async (_title, headers) => {
    expect(await site.write(headers)).toEqual(TAKEN);
  });

  test("names the allowed origin and the header for scripts", async () => {
    expect(await site.write({})).toMatchObject({
      detail:
        'Changes are accepted from Dripline\'s own pages only. In a browser, open https://water.example.com; in a script that sends the session cookie, add "Sec-Fetch-Site: same-origin".',
    });
  });

  test("accepts a write without the session cookie, except from another site", async () => {
    expect((await site.post({})).statusCode).toBe(200);
    expect((await site.post({ cookie: "dripline=x; __Host-dripline-device=x" })).statusCode).toBe(200);
    expect((await site.post({ origin: "https://water.example.com" })).statusCode).toBe(200);
    const foreign = await site.post({ origin: "https://evil.example" });
    expect([foreign.statusCode, foreign.cookies]).toEqual([403, []]);
  });

  test("requires neither header for reads with the session cookie", async () => {
    const headers = { cookie: site.cookie };
    expect((await site.app.inject({ url: "/v1/me", headers })).statusCode).toBe(200);
    expect((await site.app.inject({ method: "HEAD", url: "/v1/me", headers })).statusCode).toBe(200);
  });

  test("accepts readings from gateways with any headers", async () => {
    const headers = { cookie: site.cookie, origin: "https://network.example" };
    const answer = await site.app.inject({ method: "POST", url: "/v1/ingest/readings", headers, payload: [] });
    expect(answer.json()).toMatchObject({ code: "invalid_gateway_token" });
  });
});

test.each([
  ["by host name", "server.local:4000"],
  ["by IP address", "192.168.1.20:4000"],
  ["on the port that addresses leave out", "server.local"],
])("a trial over http without BASE_URL accepts writes from its own pages %s", async (_title, host) => {
  const site = await open({}, host);
  expect(await site.write({ origin: `http://${host}` })).toEqual(TAKEN);
  expect(await site.write({ "sec-fetch-site": "same-origin" })).toEqual(TAKEN);
  expect(await site.write({})).toMatchObject(REJECTED);
  for (const origin of [`https://${host}`, "http://server.local:8080"]) {
    expect(await site.write({ origin })).toMatchObject(REJECTED);
  }
});

test("uses an http BASE_URL, whatever Host is", async () => {
  const site = await open({ BASE_URL: "http://192.168.1.20:4000" }, "server.local:4000");
  expect(await site.write({ origin: "http://192.168.1.20:4000" })).toEqual(TAKEN);
  expect(await site.write({ origin: "http://server.local:4000" })).toMatchObject(REJECTED);
});

test("takes the scheme from a trusted proxy only, without BASE_URL", async () => {
  const https = { "x-forwarded-proto": "https" };
  const trusting = await open(proxied, "water.example.com", https);
  expect(await trusting.write({ origin: "https://water.example.com" })).toEqual(TAKEN);
  expect(await trusting.write({ origin: "http://water.example.com" })).toMatchObject(REJECTED);
  const other = await open({}, "water.example.com", https);
  expect(await other.write({ origin: "https://water.example.com" })).toMatchObject(REJECTED);
});
