import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { createSignInGuard, type SignInGuard } from "./sign-in-guard.ts";

const HOUR = 3_600_000;
let now: number;
let guard: SignInGuard;
let connections: Connections;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  connections = connect(database.url);
});
afterAll(async () => {
  await connections?.close();
  await drop?.();
});
beforeEach(async () => {
  now = Date.UTC(2026, 4, 6, 8);
  await sql`delete from sign_in_attempts`.execute(connections.accounts);
  guard = createSignInGuard(connections, () => now, "sign-in");
});

/** Attempts until one is throttled; how many were allowed, and how long the next has to wait. */
async function fail(email: (i: number) => string, address: (i: number) => string) {
  for (let i = 0; i < 100; i += 1) {
    const wait = await guard.begin(email(i), address(i));
    if (wait !== null) return { let: i, wait: wait.seconds };
  }
  return { let: 100, wait: 0 };
}
const one = () => "a@example.com";
const many = (i: number) => `person${i}@example.com`;
const fromMany = (i: number) => `10.0.0.${i}`;
const fromOne = () => "10.0.0.1";

test("throttles an account from whatever address it is tried", async () => {
  expect(await fail(one, fromMany)).toEqual({ let: 6, wait: 2 });
  expect(await guard.begin("b@example.com", "10.0.0.1")).toBeNull();
});

test("throttles an address whatever account it tries", async () => {
  expect(await fail(many, fromOne)).toEqual({ let: 31, wait: 2 });
  expect(await guard.begin("person1@example.com", "10.0.0.2")).toBeNull();
});

test("counts IPv6 addresses of one /64 as one", async () => {
  expect(await fail(many, (i) => `2001:db8:0:7::${i.toString(16)}`)).toEqual({ let: 31, wait: 2 });
  expect(await guard.begin("person1@example.com", "2001:db8:0:8::1")).toBeNull();
});

test("doubles the wait with each further failure, up to a quarter of an hour", async () => {
  const waits: number[] = [];
  for (let i = 0; i < 14; i += 1) {
    const { wait } = await fail(one, () => `10.0.0.${i}`);
    waits.push(wait);
    now += wait * 1000;
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900]);
});

test("does not count successful sign-ins as failures of a shared network", async () => {
  for (let i = 0; i < 60; i += 1) {
    expect(await guard.begin(many(i), "10.0.0.1")).toBeNull();
    await guard.succeeded(many(i), "10.0.0.1");
  }
  expect((await fail((i) => `other${i}@example.com`, fromOne)).let).toBe(31);
});

test("counts a password whose code is still to come for the account, not for the network", async () => {
  for (let i = 0; i < 60; i += 1) {
    expect(await guard.begin(many(i), "10.0.0.1")).toBeNull();
    await guard.awaitsCode(many(i), "10.0.0.1");
  }
  expect((await fail((i) => `other${i}@example.com`, fromOne)).let).toBe(31);
  for (let i = 0; i < 6; i += 1) {
    expect(await guard.begin("a@example.com", `10.0.1.${i}`)).toBeNull();
    await guard.awaitsCode("a@example.com", `10.0.1.${i}`);
  }
  expect(await guard.begin("a@example.com", "10.0.1.99")).toMatchObject({ seconds: 2 });
});

test("admits concurrent sign-ins from one network whose clock readings are out of order", async () => {
  expect(await guard.begin("a@example.com", "10.0.0.1")).toBeNull();
  now -= 1;
  expect(await guard.begin("b@example.com", "10.0.0.1")).toBeNull();
  expect(await guard.begin("a@example.com", "10.0.0.2")).toBeNull();
});

test("forgets failures after an hour without another", async () => {
  expect((await fail(one, fromMany)).let).toBe(6);
  now += HOUR;
  expect((await fail(one, fromMany)).let).toBe(1);
  now += HOUR + 1;
  expect((await fail(one, fromMany)).let).toBe(6);
});

test("keeps its counts through a restart, and shares them with other servers", async () => {
  expect((await fail(one, fromMany)).let).toBe(6);
  const restarted = createSignInGuard(connections, () => now, "sign-in");
  expect(await restarted.begin("A@example.com", "10.9.9.9")).toMatchObject({ seconds: 2 });
  const ofLinks = createSignInGuard(connections, () => now, "link");
  expect(await ofLinks.begin("a@example.com", "10.9.9.9")).toBeNull();
});

test("admits no more with a hundred concurrent attempts", async () => {
  const all = await Promise.all(Array.from({ length: 100 }, (_, i) => guard.begin(one(), fromMany(i))));
  expect(all.filter((hold) => hold === null)).toHaveLength(6);
});

test("deletes expired counts, and stores no emails", async () => {
  for (let i = 0; i < 15; i += 1) await guard.begin(many(i), fromMany(i));
  now += HOUR + 1;
  for (let i = 0; i < 10; i += 1) await guard.begin(one(), fromMany(i));
  const { rows } = await sql<{ key: string }>`select key from sign_in_attempts`.execute(connections.accounts);
  expect(rows.length).toBeLessThan(16);
  expect(rows.filter(({ key }) => key.includes("example"))).toEqual([]);
});

test("stores nothing of attempts from a throttled network", async () => {
  expect((await fail(many, fromOne)).let).toBe(31);
  const counts = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sign_in_attempts`.execute(
      connections.accounts,
    );
    return rows[0]?.n;
  };
  const before = await counts();
  for (let i = 100; i < 140; i += 1) {
    now += 1001;
    const other = createSignInGuard(connections, () => now, "sign-in");
    if ((await other.begin(many(i), "10.0.0.1")) === null) break;
  }
  expect(await counts()).toBeLessThanOrEqual((before ?? 0) + 2);
});

test("distinguishes the first throttled attempt from the rest, again after each admitted one", async () => {
  const attempt = (address: string) => guard.begin("a@example.com", address);
  for (let i = 0; i < 6; i += 1) expect(await attempt("10.0.0.1")).toBeNull();
  const held = [await attempt("10.0.0.1"), await attempt("10.0.0.2"), await attempt("10.0.0.1")];
  expect(held.map((hold) => hold?.isFirst)).toEqual([true, false, false]);
  now += 2000;
  expect(await attempt("10.0.0.2")).toBeNull();
  expect(await attempt("10.0.0.2")).toEqual({ seconds: 4, isFirst: true });
  expect(await attempt("10.0.0.2")).toEqual({ seconds: 4, isFirst: false });
});
