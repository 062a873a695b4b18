import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser } from "../create-user.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";

let site: TestSite;
beforeEach(async () => {
  site = await openTestSite("https://water.example.com");
  for (const email of ["ann@example.com", "eve@example.com"]) {
    await createUser(site.connections, {
      email,
      firstName: "",
      lastName: "",
      password: TEST_PASSWORD,
      memberships: [],
    });
  }
});
afterEach(() => site?.close());

function signIn(email: string, password: string, headers: Record<string, string> = {}) {
  return site.app.inject({ method: "POST", url: "/v1/session", payload: { email, password }, headers });
}

/** Signs in and keeps only the cookie of a known device. */
async function knownDevice(email: string): Promise<string> {
  const { cookies } = await signIn(email, TEST_PASSWORD);
  const device = cookies.find(({ name }) => name === "__Host-dripline-device");
  expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  return `${device?.name}=${device?.value}`;
}

/** A thousand sign-in attempts from fifty claimed addresses. @returns how many were evaluated */
async function attemptSignIns(cookie = ""): Promise<number> {
  let evaluated = 0;
  for (let i = 0; i < 1000; i += 1) {
    const headers = { "x-forwarded-for": `10.0.0.${i % 50}`, ...(cookie === "" ? {} : { cookie }) };
    const answer = await signIn("ann@example.com", `Guess-${i}-Pipes!`, headers);
    if (answer.statusCode === 401) evaluated += 1;
    else expect([answer.statusCode, Number(answer.headers["retry-after"]) > 0]).toEqual([429, true]);
  }
  return evaluated;
}

test("checks a few of a thousand attempts, and the owner still signs in from a known browser", async () => {
  const [cookie, eve] = [await knownDevice("ann@example.com"), await knownDevice("eve@example.com")];
  expect(await attemptSignIns()).toBeLessThanOrEqual(20);
  expect((await signIn("ann@example.com", TEST_PASSWORD)).statusCode).toBe(429);
  expect((await signIn("ann@example.com", TEST_PASSWORD, { cookie: eve })).statusCode).toBe(429);
  expect((await signIn("ann@example.com", TEST_PASSWORD, { cookie })).statusCode).toBe(200);
});

test("logs the first throttled attempt with the account", async () => {
  const evaluated = await attemptSignIns();
  const found = await sql<{ n: number }>`select count(*) as n from audit_log
    where action = 'session.fail' and actor = 'ann@example.com'`.execute(site.connections.accounts);
  expect(found.rows[0]?.n).toBe(evaluated);
  const held = await sql`select actor_id, actor, organization_id, object_id, after from audit_log
    where action = 'rejected'`.execute(site.connections.accounts);
  expect(held.rows).toEqual([
    {
      actor_id: null,
      actor: "ann@example.com",
      organization_id: null,
      object_id: "POST /v1/session",
      after: { status: 429, code: "too_many_requests" },
    },
  ]);
});

test("throttles a known device like others, and treats a forged one as unknown", async () => {
  const ann = await knownDevice("ann@example.com");
  expect(await attemptSignIns(ann)).toBeLessThanOrEqual(20);
  expect(await attemptSignIns()).toBeLessThanOrEqual(20);
  const forged = `${ann.split(".")[0]}x.${ann.split(".")[1]}`;
  expect((await signIn("ann@example.com", TEST_PASSWORD, { cookie: forged })).statusCode).toBe(429);
});

test("requires the password on a known device", async () => {
  const cookie = await knownDevice("ann@example.com");
  expect((await signIn("ann@example.com", "Not-The-One-1!", { cookie })).statusCode).toBe(401);
  expect((await site.app.inject({ url: "/v1/me", headers: { cookie } })).statusCode).toBe(401);
});

test("rejects sign-ins beyond the queue with Retry-After, without counting an attempt", async () => {
  const post = (email: string, password: string, i: number) => {
    const payload = { email, password };
    return site.app.inject({ method: "POST", url: "/v1/session", payload, remoteAddress: `10.1.${i >> 8}.${i & 255}` });
  };
  const crowd = Promise.all(Array.from({ length: 200 }, (_, i) => post(`nobody${i}@example.com`, "Wet-Stairs-1!", i)));
  const late = Array.from({ length: 10 }, (_, i) => post("ann@example.com", "Wet-Stairs-1!", 1000 + i));
  for (const answer of await Promise.all(late)) {
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.json()).toMatchObject({ code: "unavailable" });
  }
  const statuses = (await crowd).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect((await signIn("ann@example.com", TEST_PASSWORD)).statusCode).toBe(200);
});

test("does not log a password typed into the email field", async () => {
  const typed = ["Wrong-Valves-7!", "Wr@ng-Valves-7!", "Wrong@Valves 7.com", "@wrong.com", "wrong@valves."];
  for (const email of typed) {
    for (let i = 0; i < 7; i += 1) await signIn(email, "Wrong-Valves-7!");
    site.clock.now += 2 * 60 * 60_000;
  }
  const { rows } = await sql<{ action: string }>`select * from audit_log`.execute(site.connections.accounts);
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(["session.fail", "rejected"]));
  expect(JSON.stringify(rows)).not.toMatch(/wr[o@]ng-|valves/i);
});
