import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryLock } from "../../database/locks.ts";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "../testing/ingest-site.ts";
import { forgetOldKeys } from "./idempotency-key.ts";

const meters: TestMeter[] = [{ serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null }];
let site: IngestSite;
let gateway: TestGateway;

beforeAll(async () => {
  site = await openIngestSite();
  gateway = await site.addProperty("America/Chicago", meters);
});
afterAll(() => site?.close());

interface Answer {
  status: number;
  text: string;
  code: string | undefined;
  retryAfter: unknown;
  stored: number | undefined;
  rejected: number | undefined;
}

async function post(key: string, payload: object[] | string, by = gateway): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${by.token}`,
    "idempotency-key": key,
    "content-type": typeof payload === "string" ? "application/x-ndjson" : "application/json",
  };
  const answer = await site.app.inject({ method: "POST", url: "/v1/ingest/readings", headers, payload });
  const body: { code?: string; stored?: number; rejected?: number } = answer.json();
  return {
    status: answer.statusCode,
    text: answer.body,
    code: body.code,
    retryAfter: answer.headers["retry-after"],
    stored: body.stored,
    rejected: body.rejected,
  };
}

const row = (hour: string, gallons = 1) => ({ serial: "M1", hour: `2026-05-${hour}:00:00Z`, gallons });
const keys = () =>
  sql<{ n: number }>`select count(*) as n from idempotency_keys`
    .execute(site.connections.worker)
    .then((r) => r.rows[0]?.n);

test("returns the same answer word for word, and stores nothing more", async () => {
  const key = randomUUID();
  const batch = [row("01T01"), { ...row("01T02"), gallons: -1 }];
  const first = await post(key, batch);
  expect([first.status, first.stored]).toEqual([200, 1]);
  // Without the key the row would be a duplicate now.
  expect((await post(key, batch)).text).toBe(first.text);
  expect((await post(randomUUID(), batch)).stored).toBe(0);
});

test.each([
  ["a serial number with NUL", [row("08T01"), { ...row("09T01"), serial: "M1\0" }]],
  ["a serial number with half of a surrogate pair", [row("08T02"), { ...row("09T01"), serial: "M1\ud800" }]],
  ["a field name with NUL", [row("08T03"), { ...row("09T01"), "x\0": 1 }]],
])("stores the good row of a batch in which another has %s", async (_what, batch) => {
  const key = randomUUID();
  const first = await post(key, batch);
  expect([first.status, first.stored, first.rejected], first.text).toEqual([200, 1, 1]);
  expect((await post(key, batch)).text).toBe(first.text);
});

test("rejects another body under the same key", async () => {
  const key = randomUUID();
  await post(key, [row("02T01")]);
  for (const other of [[row("02T02")], [row("02T01", 2)], JSON.stringify(row("02T01"))]) {
    const answer = await post(key, other);
    expect([answer.status, answer.code]).toEqual([422, "idempotency_key_reused"]);
  }
  expect((await post(randomUUID(), [row("02T02")])).stored).toBe(1);
});

test("keys of different gateways are independent", async () => {
  const other = await site.addProperty("America/Chicago", meters);
  const key = randomUUID();
  await post(key, [row("03T01")]);
  expect((await post(key, [row("03T02")], other)).stored).toBe(1);
});

test("rejects a second request while the first is in progress; one of many concurrent ones is stored", async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(key, [row("04T01")])));
  const fine = answers.filter(({ status }) => status === 200);
  expect(fine.length).toBeGreaterThan(0);
  expect(new Set(fine.map(({ text }) => text)).size).toBe(1);
  for (const { status, code } of answers) if (status !== 200) expect([status, code]).toEqual([409, "in_flight"]);
  // One that certainly comes in between: the key's lock is held by a transaction of the test.
  const held = randomUUID();
  await site.connections.worker.transaction().execute(async (tx) => {
    const name = `${gateway.propertyId} ${gateway.gatewayId} ${held}`;
    expect(await tryLock(tx, "idempotencyKey", name)).toBe(true);
    expect(await post(held, [row("04T02")])).toMatchObject({ status: 409, code: "in_flight", retryAfter: "1" });
  });
  expect((await post(held, [row("04T02")])).stored).toBe(1);
});

test("a failed request leaves no key", async () => {
  const before = await keys();
  const key = randomUUID();
  await sql`alter table superseded_readings rename to away`.execute(site.connections.owner);
  await sql`alter table changes rename to changes_away`.execute(site.connections.owner);
  expect((await post(key, [row("05T01")])).status).toBe(500);
  await sql`alter table changes_away rename to changes`.execute(site.connections.owner);
  await sql`alter table away rename to superseded_readings`.execute(site.connections.owner);
  expect(await keys()).toBe(before);
  expect((await post(key, [row("05T01")])).stored).toBe(1);
});

test("forgets a key after a day", async () => {
  const key = randomUUID();
  await post(key, [row("06T01")]);
  site.clock.now += 24 * 3_600_000 + 1;
  const again = await post(key, [row("06T02")]);
  expect([again.status, again.stored]).toEqual([200, 1]);
  site.clock.now += 24 * 3_600_000;
  await forgetOldKeys(site.connections, () => site.clock.now);
  expect(await keys()).toBe(0);
});

test("rejects a key that is not plain and short", async () => {
  for (const key of ["", "a b", "x".repeat(256)]) {
    const answer = await post(key, [row("07T01")]);
    expect([answer.status, answer.code]).toEqual([400, "invalid_request"]);
  }
});
