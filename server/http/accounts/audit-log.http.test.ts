import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createUser } from "../../accounts/create-user.ts";
import { makeOrganization } from "../../accounts/testing/test-places.ts";
import { audit } from "../../audit/audit.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";

const MINUTE = 60_000;
const BEGIN = Date.parse("2026-05-06T08:00:00Z");
let site: ScopedApp;
let elm: { id: number; propertyIds: number[] };
let oak: { id: number; propertyIds: number[] };

async function put(minute: number, action: string, organizationId: number | null, fields: object = {}) {
  const who = { userId: null, email: "Ada@elm.example", requestId: "r", at: BEGIN + minute * MINUTE, ...fields };
  await site.connections.accounts
    .transaction()
    .execute((tx) => audit(tx, who, { action, organizationId, objectType: action.split(".")[0] ?? "" }));
}

beforeAll(async () => {
  site = await scopedApp("2026-05-06T20:00:00Z");
  elm = await makeOrganization(site.connections, "Elm", ["Elm Street"]);
  oak = await makeOrganization(site.connections, "Oak", ["Oak Lane"]);
  for (let minute = 0; minute < 30; minute++) await put(minute, "unit.change", elm.id);
  await put(30, "user.create", elm.id, { email: "grace@elm.example" });
  await put(31, "user.change", oak.id, { email: "canary@oak.example" });
  await put(32, "session.fail", null, { email: '=HYPERLINK("http://x")' });
  // Several at the same instant: their order is still one.
  for (let i = 0; i < 10; i++) await put(33, "unit.change", elm.id);
});
afterAll(() => site.close());

const admin = (): Partial<RequestScope> => ({ currentOrganizationId: elm.id, organizationIds: [elm.id] });
const staff: Partial<RequestScope> = { isStaff: true, role: "IONAdmin", currentOrganizationId: null };

const page = z.object({
  count: z.number(),
  next: z.string().nullable(),
  results: z.array(z.looseObject({ id: z.number(), action: z.string(), organization_id: z.number().nullable() })),
});

async function ask(who: Partial<RequestScope>, query = "") {
  const answer = await site.ask(who, "GET", `/v1/admin/audit-log${query}`);
  expect(answer.status, answer.text).toBe(200);
  return page.parse(answer.json());
}

describe("who reads what", () => {
  test("an organization's admin reads only that organization's entries", async () => {
    const { count, results } = await ask(admin(), "?page_size=50");
    expect(count).toBe(41);
    expect(new Set(results.map((row) => row.organization_id))).toEqual(new Set([elm.id]));
    expect(JSON.stringify(results)).not.toContain("canary");
  });

  test("gives an admin nothing for another organization, as for one that does not exist", async () => {
    expect(await ask(admin(), `?organization_id=${oak.id}`)).toEqual(await ask(admin(), "?organization_id=999999"));
    expect((await ask(admin(), `?organization_id=${oak.id}`)).count).toBe(0);
  });

  test("an IONAdmin reads everything, including entries without an organization", async () => {
    const { results } = await ask(staff, "?from=2026-05-06T08:30:00Z&until=2026-05-06T08:33:00Z");
    expect(results.map((row) => [row.action, row.organization_id])).toEqual([
      ["session.fail", null],
      ["user.change", oak.id],
      ["user.create", elm.id],
    ]);
  });

  test("rejects members and other staff without the permission", async () => {
    for (const path of ["/v1/admin/audit-log", "/v1/admin/audit-log.csv"]) {
      const answer = await site.ask({ ...admin(), role: "organization member" }, "GET", path);
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain("unit.change");
    }
  });
});

describe("filters", () => {
  test.each([
    ["actor=GRACE@elm.example", 1],
    ["actor=grace", 1],
    ["actor=CE@elm", 1],
    ["actor=%25", 0],
    ["actor=%22grace%22", 0],
    ["actor=%22GRACE@elm.example%22", 1],
    ["action=user.create", 1],
    ["action=unit.*", 40],
    ["action=user", 0],
    ["action=-unit.*", 1],
    ["action=-user.create", 40],
    ["object_type=user", 1],
    ["from=2026-05-06T08:29:00Z&until=2026-05-06T08:31:00Z", 2],
    ["from=2026-05-06T03:29:00-05:00&until=2026-05-06T03:31:00-05:00", 2],
    ["actor=ada@elm.example&action=user.*", 0],
  ])("%s matches %i", async (query, count) => {
    expect((await ask(admin(), `?${query}`)).count).toBe(count);
  });

  test("finds entries by part of a user's name, for users in the scope only", async () => {
    const fir = await makeOrganization(site.connections, "Fir", []);
    const firAdmin = { currentOrganizationId: fir.id, organizationIds: [fir.id] };
    const someone = (email: string, organizationId: number) =>
      createUser(site.connections, {
        email,
        firstName: "Zoe",
        lastName: "Quill",
        password: "unused",
        memberships: [{ organizationId, role: "organization admin", permissions: [], propertyIds: [] }],
      });
    const own = await someone("z1@fir.example", fir.id);
    const foreign = await someone("z2@oak.example", oak.id);
    await put(50, "unit.change", fir.id, { userId: own, email: "z1@fir.example" });
    await put(51, "unit.change", fir.id, { userId: foreign, email: "z2@oak.example" });
    const since = "from=2026-05-06T08:50:00Z&until=2026-05-06T08:52:00Z";
    expect((await ask(firAdmin, `?${since}`)).count).toBe(2);
    const { results } = await ask(firAdmin, `?${since}&actor=OE%20qui`);
    expect(results).toMatchObject([{ actor: "z1@fir.example" }]);
    expect((await ask(staff, `?${since}&actor=OE%20qui`)).count).toBe(2);
    expect((await ask(staff, `?${since}&actor=%22Zoe%20Quill%22`)).count).toBe(0);
  });

  test("finds and shows rejected writes of version 0.1.0 as rejected, too", async () => {
    const yew = await makeOrganization(site.connections, "Yew", []);
    const yewAdmin = { currentOrganizationId: yew.id, organizationIds: [yew.id] };
    await put(52, "refused", yew.id);
    await put(53, "rejected", yew.id);
    const { results } = await ask(yewAdmin, "?action=rejected");
    expect(results.map(({ action }) => action)).toEqual(["rejected", "rejected"]);
    expect((await ask(yewAdmin, "?action=-rejected")).count).toBe(0);
  });

  test.each(["from", "until"])("rejects an invalid %s under its name", async (name) => {
    const answer = await site.ask(admin(), "GET", `/v1/admin/audit-log?${name}=yesterday`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ [name]: [expect.stringContaining("instant")] });
  });
});

test("following next lists each row once, newest first", async () => {
  const ids: number[] = [];
  let next: string | null = "?page_size=7";
  while (next !== null) {
    const read = await ask(admin(), next.slice(next.indexOf("?")));
    ids.push(...read.results.map((row) => row.id));
    next = read.next;
    expect(read.count).toBe(41);
  }
  expect(ids).toHaveLength(41);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect((await site.ask(admin(), "GET", "/v1/admin/audit-log?page_size=51")).status).toBe(400);
});

test("next keeps all of a query that has a second question mark", async () => {
  const { next } = await ask(admin(), "?action=-none?such&page_size=7");
  expect(Object.fromEntries(new URLSearchParams(next?.slice(next.indexOf("?"))))).toMatchObject({
    action: "-none?such",
    page_size: "7",
  });
});

test("entries recorded meanwhile do not shift pages", async () => {
  const yew = await makeOrganization(site.connections, "Yew", []);
  const yewAdmin = { currentOrganizationId: yew.id, organizationIds: [yew.id] };
  for (let minute = 60; minute < 64; minute++) await put(minute, "unit.change", yew.id);
  const first = await ask(yewAdmin, "?page_size=2");
  await put(65, "unit.change", yew.id);
  const second = await ask(yewAdmin, first.next?.slice(first.next.indexOf("?")));
  const ids = [...first.results, ...second.results].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(second.next).toBeNull();
});

test("rejects another organization's entry as a cursor", async () => {
  const { results } = await ask(staff, `?organization_id=${oak.id}`);
  expect(await ask(admin(), `?older_than=${results[0]?.id}`)).toMatchObject({ next: null, results: [] });
  expect(await ask(admin(), "?older_than=999999999")).toMatchObject({ next: null, results: [] });
});

describe("the file", () => {
  const lines = async (who: Partial<RequestScope>, query = "") => {
    const answer = await site.ask(who, "GET", `/v1/admin/audit-log.csv${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.text.split("\r\n").slice(0, -1);
  };

  test("contains everything that the filters match, in the order of the list", async () => {
    const [head, ...rows] = await lines(admin(), "?action=unit.*");
    expect(head).toBe(
      "\uFEFFat,actor,actor_id,action,organization_id,property_id,object_type,object_id,before,after,request_id",
    );
    expect(rows).toHaveLength(40);
    expect(rows[0]).toBe(`2026-05-06T08:33:00.000000Z,Ada@elm.example,,unit.change,${elm.id},,unit,,,,r`);
    expect(rows.at(-1)).toContain("2026-05-06T08:00:00.000000Z");
  });

  test("is limited to the organization", async () => {
    expect((await lines(admin())).join()).not.toContain("canary");
    expect((await lines(staff)).join()).toContain("canary");
  });

  test("contains no cell that a spreadsheet would run as a formula", async () => {
    const rows = await lines(staff, "?action=session.fail");
    expect(rows[1]).toBe(`2026-05-06T08:32:00.000000Z,"'=HYPERLINK(""http://x"")",,session.fail,,,session,,,,r`);
    for (const email of ["+a", "-1", "@sum", "\tx"]) await put(40, "session.fail", null, { email });
    const later = await lines(staff, "?action=session.fail&from=2026-05-06T08:40:00Z");
    expect(later.slice(1).map((row) => row.split(",")[1])).toEqual(["'\tx", "'@sum", "-1", "'+a"]);
  });

  test("exports beyond one batch, rows of the same instant included, each once", async () => {
    const ash = await makeOrganization(site.connections, "Ash", []);
    await sql`
      insert into audit_log (at, actor, organization_id, action, object_id)
      select ${new Date(BEGIN + 100 * MINUTE)}, 'x', ${ash.id}::bigint, 'many', n::text
      from generate_series(1, 2500) n`.execute(site.connections.accounts);
    const rows = await lines({ currentOrganizationId: ash.id, organizationIds: [ash.id] }, "?action=many");
    expect(rows.slice(1).map((row) => Number(row.split(",")[7]))).toEqual(
      Array.from({ length: 2500 }, (_, i) => 2500 - i),
    );
  });
});
