import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";

let app: ScopedApp;
beforeAll(async () => {
  app = await scopedApp("2026-05-06T08:00:00Z");
});
afterAll(() => app?.close());

const json = { "content-type": "application/json" };
const staff = { isStaff: true, role: "IONAdmin" } as const;
const IMPORT = "/v1/admin/staff/inventory/import?dry_run=true";

async function send(text: string): Promise<[status: number, code: unknown]> {
  const answer = await app.ask(staff, "POST", IMPORT, text, json);
  const body = answer.json();
  return [answer.status, typeof body === "object" && body !== null && "code" in body ? body.code : null];
}

test("accepts 100 levels of nesting, and not one more", async () => {
  const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(await send(lists(101))).toEqual([422, "invalid_fields"]);
  const answer = await app.ask(staff, "POST", IMPORT, lists(101), json);
  expect(answer.text).toContain("nested too deeply");
  expect((await app.ask(staff, "POST", IMPORT, lists(100), json)).text).not.toContain("nested too deeply");
});

test("rejects an object of thousands of names before validating them", async () => {
  const names = (count: number) => `{${Array.from({ length: count }, (_, i) => `"n${i}":"a,b{\\"["`).join(",")}}`;
  expect(await send(names(1001))).toEqual([413, "too_large"]);
  expect(await send(names(1000))).toEqual([422, "invalid_fields"]);
});

test("accepts the largest allowed list of meters with all columns", async () => {
  const cells = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`Column ${i}`, "1"]));
  const rows = Array.from({ length: 10_000 }, () => ({ cells }));
  const answer = await app.ask(staff, "POST", IMPORT, { rows }, json);
  expect(answer.text).not.toContain("too_large");
});

test("rejects more values than any list has", async () => {
  expect(await send(`[${"0,".repeat(300_000)}0]`)).toEqual([413, "too_large"]);
});
