import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createUser } from "../../accounts/create-user.ts";
import { makeOrganization } from "../../accounts/testing/test-places.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../../accounts/testing/test-site.ts";

const PROPERTY = "reporting.view_property_data_report";
const PORTFOLIO = "reporting.view_asset_data_report";
const MINUTE = 60_000;
const MY_PROPERTIES = "/v1/reporting/my-properties/";
const PERFORMANCE = "/v1/reporting/portfolio-insights/properties/performance?page_size=50";

let site: TestSite;
let elm: { id: number; propertyIds: number[] };
let oak: { id: number; propertyIds: number[] };
/** Headers of people. */
let ada: { cookie: string };
let otto: { cookie: string };
let mia: { cookie: string };

beforeAll(async () => {
  site = await openTestSite();
  elm = await makeOrganization(site.connections, "Elm", ["Elm Street", "Elm Park"]);
  oak = await makeOrganization(site.connections, "Oak", ["Canary Lane"]);
  const names = { firstName: "", lastName: "", password: TEST_PASSWORD };
  const at = (organizationId: number, permissions: (typeof PROPERTY | typeof PORTFOLIO)[]) => ({
    organizationId,
    role: "organization admin" as const,
    permissions,
    propertyIds: [],
  });
  const people = [
    { email: "ada@elm.example", memberships: [at(elm.id, [PROPERTY, PORTFOLIO])] },
    { email: "one@elm.example", memberships: [at(elm.id, [PROPERTY])] },
    { email: "otto@oak.example", memberships: [at(oak.id, [PROPERTY, PORTFOLIO])] },
    { email: "mia@elm.example", memberships: [{ ...at(elm.id, [PROPERTY]), role: "organization member" as const }] },
  ];
  for (const person of people) await createUser(site.connections, { ...names, ...person });
  [ada, otto, mia] = [
    await signedIn("ada@elm.example"),
    await signedIn("otto@oak.example"),
    await signedIn("mia@elm.example"),
  ];
});
afterAll(() => site?.close());

/** Signs in. @returns headers that come as that person */
const signedIn = async (email: string) => ({ cookie: await site.signedIn(email) });

type Headers = Record<string, string>;

async function send(method: "GET" | "POST" | "PUT" | "DELETE", url: string, headers: Headers, payload?: object) {
  const answer = await site.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, text: answer.body, json: () => answer.json<unknown>() };
}

const made = z.looseObject({ id: z.number(), key: z.string(), prefix: z.string() });
const keys = () => `/v1/admin/organizations/${elm.id}/api-keys`;

/** Creates a key as Ada. @returns it with the headers of its requests */
async function makeKey(wish: object = {}) {
  const body = { name: "Billing", permissions: [PROPERTY, PORTFOLIO], ...wish };
  const answer = await send("POST", keys(), ada, body);
  expect(answer.status, answer.text).toBe(201);
  const { id, key, prefix } = made.parse(answer.json());
  return { id, key, prefix, answer, headers: { authorization: `Bearer ${key}` } };
}

/** Ids of the properties that a report shows. */
async function seen(headers: Headers, url = PERFORMANCE): Promise<number[]> {
  const answer = await send("GET", url, headers);
  expect(answer.status, answer.text).toBe(200);
  const { results } = z.object({ results: z.array(z.looseObject({ property_id: z.number() })) }).parse(answer.json());
  return results.map((row) => row.property_id).sort((a, b) => a - b);
}

const problem = (answer: { json(): unknown }) => ({ ...Object(answer.json()), request_id: "" });

describe("a key is shown once", () => {
  test("returns it once, stores a hash, and lists neither", async () => {
    const { id, key, prefix, answer } = await makeKey({ expires_at: "2026-06-01T00:00:00Z" });
    expect(key).toMatch(/^dlk_[\w-]{43}$/);
    expect(key.startsWith(prefix)).toBe(true);
    expect(answer.json()).toMatchObject({ name: "Billing", created_by: "ada@elm.example", property_ids: null });
    const rows = await sql<{ key_hash: Buffer }>`select * from api_keys where id = ${id}`.execute(
      site.connections.accounts,
    );
    expect(rows.rows[0]?.key_hash).toEqual(createHash("sha256").update(key).digest());
    expect(JSON.stringify(rows.rows)).not.toContain(key);
    const list = await send("GET", `${keys()}?page_size=1`, ada);
    expect(list.text).toContain(prefix);
    expect(list.text).not.toContain(key);
    expect(list.json()).toMatchObject({
      results: [{ id, expires_at: "2026-06-01T00:00:00.000Z", last_used_at: null, revoked_at: null, state: "working" }],
    });
  });

  test("logs creation and revocation without the key, for the organization's admins", async () => {
    const { id, key } = await makeKey({ name: "Recorded" });
    await send("DELETE", `${keys()}/${id}`, ada);
    await send("DELETE", `${keys()}/${id}`, ada);
    const log = await send("GET", "/v1/admin/audit-log?object_type=api-key&page_size=2", ada);
    const common = { object_id: String(id), actor: "ada@elm.example", organization_id: elm.id };
    expect(log.json()).toMatchObject({
      results: [
        { action: "api-key.revoke", ...common, before: { name: "Recorded" } },
        { action: "api-key.create", ...common, after: { name: "Recorded", permissions: [PROPERTY, PORTFOLIO] } },
      ],
    });
    expect(log.text).not.toContain(key);
  });
});

describe("a key reads", () => {
  test("the reports of its organization and of no other", async () => {
    const { headers } = await makeKey();
    expect(await seen(headers)).toEqual(elm.propertyIds);
    const all = await send("GET", PERFORMANCE, headers);
    expect(all.text).not.toContain("Canary");
    const overview = "/v1/reporting/leak-report/properties";
    const [foreign, unknown] = [
      await send("GET", `${overview}/${oak.propertyIds[0]}/overview`, headers),
      await send("GET", `${overview}/999999/overview`, headers),
    ];
    expect(foreign.status).toBe(404);
    expect(problem(foreign)).toEqual(problem(unknown));
  });

  test("only the properties that it was created for, in every report", async () => {
    const [one = 0, other = 0] = elm.propertyIds;
    const { headers } = await makeKey({ property_ids: [one] });
    expect(await seen(headers)).toEqual([one]);
    const mine = await send("GET", MY_PROPERTIES, headers);
    expect(mine.text).toContain("Elm Street");
    expect(mine.text).not.toContain("Elm Park");
    expect((await send("GET", `/v1/reporting/leak-report/properties/${other}/overview`, headers)).status).toBe(404);
  });

  test("no property that was archived or moved away, from the next call on", async () => {
    const [one = 0, other = 0] = elm.propertyIds;
    const { headers } = await makeKey({ property_ids: [one, other] });
    const { worker } = site.connections;
    await sql`update properties set archived_at = now() where id = ${one}`.execute(worker);
    await sql`update properties set organization_id = ${oak.id} where id = ${other}`.execute(worker);
    expect(await seen(headers)).toEqual([]);
    await sql`update properties set archived_at = null, organization_id = ${elm.id} where id in (${one}, ${other})`.execute(
      worker,
    );
    expect(await seen(headers)).toEqual([one, other]);
  });

  test("only what its permissions allow", async () => {
    const { headers } = await makeKey({ permissions: [PROPERTY] });
    expect((await send("GET", PERFORMANCE, headers)).status).toBe(403);
    expect((await send("GET", "/v1/leaks", headers)).status).toBe(200);
  });

  test("the currency of its organization, and of no other", async () => {
    const { headers } = await makeKey({ permissions: [PROPERTY] });
    const settings = (id: number) => `/v1/organizations/${id}/display-settings`;
    expect((await send("GET", settings(elm.id), headers)).json()).toMatchObject({ currency: "USD" });
    expect((await send("GET", settings(oak.id), headers)).status).toBe(404);
    expect((await send("PUT", settings(elm.id), headers, { currency: "EUR" })).status).toBe(403);
  });

  test("never with the rights of a session in the same request", async () => {
    const { headers } = await makeKey({ permissions: [PROPERTY] });
    expect((await send("GET", PERFORMANCE, { ...ada, ...headers })).status).toBe(403);
    const wrong = { ...ada, authorization: `Bearer dlk_${"a".repeat(43)}` };
    expect((await send("GET", MY_PROPERTIES, wrong)).status).toBe(401);
  });

  test("in its own organization only", async () => {
    const { headers } = await makeKey();
    const choose = (id: number) => ({ ...headers, "x-current-organization-id": String(id) });
    expect((await send("GET", PERFORMANCE, choose(oak.id))).status).toBe(403);
    expect((await send("GET", PERFORMANCE, choose(elm.id))).status).toBe(200);
  });
});

describe("a key never", () => {
  test.each(["/v1/me", "/v1/admin/audit-log", "/v1/admin/audit-log.csv"])("reads %s", async (url) => {
    const { headers } = await makeKey();
    const answer = await send("GET", url, headers);
    expect([answer.status, Object(answer.json()).code]).toEqual([403, "forbidden"]);
  });

  test("manages keys", async () => {
    const { id, headers } = await makeKey();
    expect((await send("GET", keys(), headers)).status).toBe(403);
    expect((await send("POST", keys(), headers, { name: "More", permissions: [PROPERTY] })).status).toBe(403);
    expect((await send("DELETE", `${keys()}/${id}`, headers)).status).toBe(403);
    expect((await send("GET", MY_PROPERTIES, headers)).status).toBe(200);
  });

  test("writes; the attempt is logged under its name", async () => {
    const { prefix, headers } = await makeKey();
    const body = { property_id: elm.propertyIds[0], meter: "S", repaired_at: "2026-05-01T00:00:00Z" };
    expect((await send("POST", "/v1/leaks/repaired", headers, body)).status).toBe(403);
    const log = await send("GET", "/v1/admin/audit-log?action=rejected&page_size=1", ada);
    expect(log.json()).toMatchObject({
      results: [
        {
          actor: `API key ${prefix}… (Billing)`,
          actor_id: null,
          object_id: "POST /v1/leaks/repaired",
          after: { status: 403, code: "forbidden" },
        },
      ],
    });
  });
});

describe("a key ends", () => {
  test("with the next call after it was revoked, and stays listed", async () => {
    const { id, headers } = await makeKey();
    expect((await send("GET", MY_PROPERTIES, headers)).status).toBe(200);
    const revoked = await send("DELETE", `${keys()}/${id}`, ada);
    expect(revoked.json()).toMatchObject({
      id,
      revoked_at: new Date(site.clock.now).toISOString(),
      state: "revoked",
    });
    expect((await send("GET", MY_PROPERTIES, headers)).status).toBe(401);
    expect((await send("GET", keys(), ada)).text).toContain(`"id":${id},`);
  });

  test("at its expiry", async () => {
    const begin = site.clock.now;
    const { headers } = await makeKey({ expires_at: new Date(begin + MINUTE).toISOString() });
    site.clock.now = begin + MINUTE - 1;
    expect((await send("GET", MY_PROPERTIES, headers)).status).toBe(200);
    site.clock.now = begin + MINUTE;
    expect((await send("GET", MY_PROPERTIES, headers)).status).toBe(401);
    expect((await send("GET", `${keys()}?page_size=1`, ada)).json()).toMatchObject({
      results: [{ state: "expired" }],
    });
    site.clock.now = begin;
  });

  describe("with the rights of its maker", () => {
    /** Creates a key, then changes its maker. @returns the status of a request with the key, and its listed state */
    async function afterwards(email: string, change: (maker: number) => Promise<unknown>) {
      const organization = { organizationId: elm.id, role: "organization admin" as const, propertyIds: [] };
      const userId = await createUser(site.connections, {
        email,
        password: TEST_PASSWORD,
        firstName: "",
        lastName: "",
        memberships: [{ ...organization, permissions: [PROPERTY, PORTFOLIO] }],
      });
      const body = { name: "Theirs", permissions: [PROPERTY] };
      const { id, key } = made.parse((await send("POST", keys(), await signedIn(email), body)).json());
      const headers = { authorization: `Bearer ${key}` };
      expect((await send("GET", MY_PROPERTIES, headers)).status).toBe(200);
      await change(userId);
      const list = z
        .object({ results: z.array(z.looseObject({ id: z.number(), state: z.string() })) })
        .parse((await send("GET", `${keys()}?page_size=50`, ada)).json());
      const { status } = await send("GET", MY_PROPERTIES, headers);
      return [status, list.results.find((row) => row.id === id)?.state];
    }
    const accounts = () => site.connections.accounts;

    test.each([
      ["is deleted", (id: number) => sql`update users set deleted_at = now() where id = ${id}`],
      ["leaves the organization", (id: number) => sql`delete from memberships where user_id = ${id}`],
      [
        "is in another one only",
        (id: number) => sql`update memberships set organization_id = ${oak.id} where user_id = ${id}`,
      ],
      [
        "becomes a member",
        (id: number) => sql`update memberships set role = 'organization member' where user_id = ${id}`,
      ],
      [
        "loses one of its permissions",
        (id: number) => sql`update memberships set permissions = array[${PORTFOLIO}] where user_id = ${id}`,
      ],
      ["has a staff role beside", (id: number) => sql`update users set staff_role = 'ION staff' where id = ${id}`],
    ])("and ends when the creator %s", async (what, change) => {
      const email = `${what.replaceAll(" ", "-")}@elm.example`;
      expect(await afterwards(email, (id) => change(id).execute(accounts()))).toEqual([401, "maker_lacks_rights"]);
    });

    test.each([
      [
        "loses a permission that it has not",
        (id: number) => sql`update memberships set permissions = array[${PROPERTY}] where user_id = ${id}`,
      ],
      [
        "becomes an IONAdmin",
        (id: number) => sql`with gone as (delete from memberships where user_id = ${id})
          update users set staff_role = 'IONAdmin' where id = ${id}`,
      ],
    ])("and stays when the creator %s", async (what, change) => {
      const email = `${what.replaceAll(" ", "-").toLowerCase()}@elm.example`;
      expect(await afterwards(email, (id) => change(id).execute(accounts()))).toEqual([200, "working"]);
    });
  });
});

test("stores the time of a key's last use at most once a minute", async () => {
  const begin = site.clock.now;
  const { id, headers } = await makeKey();
  const used = async (after: number) => {
    site.clock.now = begin + after;
    await send("GET", MY_PROPERTIES, headers);
    const rows = await sql<{ last_used_at: Date }>`select last_used_at from api_keys where id = ${id}`.execute(
      site.connections.accounts,
    );
    return (rows.rows[0]?.last_used_at.getTime() ?? 0) - begin;
  };
  expect([await used(0), await used(MINUTE - 1), await used(MINUTE)]).toEqual([0, 0, MINUTE]);
  site.clock.now = begin;
});

describe("who can create keys", () => {
  test("rejects members, admins of another organization and anonymous users", async () => {
    const { id } = await makeKey();
    const body = { name: "Mine", permissions: [PROPERTY] };
    for (const [who, status] of [
      [mia, 403],
      [otto, 404],
      [{}, 401],
    ] as const) {
      expect((await send("GET", keys(), { ...who })).status).toBe(status);
      expect((await send("POST", keys(), { ...who }, body)).status).toBe(status);
      expect((await send("DELETE", `${keys()}/${id}`, { ...who })).status).toBe(status);
    }
    const list = await send("GET", `${keys()}?page_size=1`, ada);
    expect(list.text).not.toContain("Mine");
    expect(list.json()).toMatchObject({ results: [{ id, revoked_at: null }] });
  });

  test("answers for another organization's key like for one that does not exist", async () => {
    const { id, headers } = await makeKey();
    const ofOak = `/v1/admin/organizations/${oak.id}/api-keys`;
    const [foreign, unknown] = [
      await send("DELETE", `${ofOak}/${id}`, otto),
      await send("DELETE", `${ofOak}/999999`, otto),
    ];
    expect(foreign.status).toBe(404);
    expect(problem(foreign)).toEqual(problem(unknown));
    expect((await send("GET", MY_PROPERTIES, headers)).status).toBe(200);
  });

  test("rejects permissions that the creator lacks", async () => {
    const one = await signedIn("one@elm.example");
    const answer = await send("POST", keys(), one, { name: "More", permissions: [PROPERTY, PORTFOLIO] });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ permissions: [expect.stringContaining("only permissions that you have")] });
    expect((await send("POST", keys(), one, { name: "Same", permissions: [PROPERTY] })).status).toBe(201);
  });

  test("rejects properties outside the creator's scope, unknown and foreign alike", async () => {
    const body = (id: number) => ({ name: "More", permissions: [PROPERTY], property_ids: [elm.propertyIds[0], id] });
    const foreignId = oak.propertyIds[0] ?? 0;
    const [foreign, unknown] = [
      await send("POST", keys(), ada, body(foreignId)),
      await send("POST", keys(), ada, body(999999)),
    ];
    expect(foreign.status).toBe(422);
    expect(foreign.json()).toMatchObject({ property_ids: [`The organization has no property ${foreignId}.`] });
    const text = JSON.stringify(problem(foreign)).replaceAll(String(foreignId), "N");
    expect(text).toBe(JSON.stringify(problem(unknown)).replaceAll("999999", "N"));
  });

  test.each([
    ["name", { name: " " }],
    ["name", { name: "n".repeat(101) }],
    ["permissions", { permissions: [] }],
    ["permissions", { permissions: ["admin.everything"] }],
    ["property_ids", { property_ids: [] }],
    ["expires_at", { expires_at: "2026-05-06T07:59:59Z" }],
    ["expires_at", { expires_at: "tomorrow" }],
    ["scope", { scope: "all" }],
  ])("rejects %s under its name, and creates no key", async (field, wish) => {
    const count = () =>
      sql<{ count: number }>`select count(*) as count from api_keys`.execute(site.connections.accounts);
    const before = await count();
    const answer = await send("POST", keys(), ada, { name: "Wrong", permissions: [PROPERTY], ...wish });
    expect(answer.status).toBe(422);
    expect(Object.keys(Object(answer.json()))).toContain(field);
    expect((await count()).rows).toEqual(before.rows);
  });
});
