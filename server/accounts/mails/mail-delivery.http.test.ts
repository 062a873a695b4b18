import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Mail } from "../../mail/mailer.ts";
import { DAY_MS } from "../../time/durations.ts";
import { STAFF_USERS, usersSiteOfFile } from "../users/testing/users-site.ts";
import { deliverMails } from "./deliver-mails.ts";
import { listMails, retryMails } from "./mail-list.ts";

const it = await usersSiteOfFile();
const { site, north } = it;
const { accounts, owner } = site.connections;

const MINUTE_MS = 60_000;
const tokenOf = (mail: { text: string } | undefined) => /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
/** Sessions end while tests let time pass, so each call has somebody of its own. */
const callAsStaff = async (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
  it.call(await it.someone({ staffRole: "IONAdmin" }), method, `${STAFF_USERS}/external${path}`, body);
const invite = () => callAsStaff("POST", "", { ...it.inNorth(), organization_id: north.id });
const accept = async (token: string) => {
  const payload = { token, password: "Quiet-Valves-7!" };
  return (await site.app.inject({ method: "POST", url: "/v1/invitation", payload })).statusCode;
};
const mailOf = async (userId: number) => (await listMails(site.connections)).filter((one) => one.user_id === userId);

/** A server of its own on the database of the site. */
function server(send: (mail: Mail, messageId: string) => Promise<void>) {
  const deps = {
    connections: site.connections,
    mailer: { canSend: true, send, close: () => {} },
    baseUrl: "https://water.example.com/",
    clock: () => site.clock.now,
    warn: () => {},
  };
  return { deliver: () => deliverMails(deps) };
}

test("delivers a mail once, after the mail server rejected it three times", async () => {
  site.mailServer.isBroken = true;
  const { status, json } = await invite();
  expect([status, json.invitation_link]).toEqual([201, null]);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const [mail] = await mailOf(json.id);
    expect(mail).toMatchObject({ state: "waiting", attempts: attempt, error: "550 no such mailbox" });
    waits.push((mail?.next_attempt_at.getTime() ?? 0) - site.clock.now);
    site.clock.now = mail?.next_attempt_at.getTime() ?? 0;
    if (attempt === 3) site.mailServer.isBroken = false;
    await site.settled();
  }
  expect(waits).toEqual([30_000, 60_000, 120_000]);
  site.clock.now += DAY_MS;
  await site.settled();
  expect(site.mails.map(({ to }) => to)).toEqual([json.email]);
  expect(await accept(tokenOf(site.mails[0]))).toBe(201);
  expect(await mailOf(json.id)).toEqual([]);
});

test("writes in the language that the user chose, and in all of them to those who chose none", async () => {
  site.mails.length = 0;
  const { json } = await invite();
  await site.settled();
  expect(site.mails[0]?.subject).toBe("Your Dripline account / Su cuenta de Dripline");
  expect(site.mails[0]?.text).toMatch(/Choose your password here.*token=.*—.*Elija aquí su contraseña.*token=/s);
  expect(await accept(tokenOf(site.mails[0]))).toBe(201);
  await sql`update users set preferences = '{"language": "es"}' where id = ${json.id}`.execute(owner);
  const payload = { email: json.email };
  await site.app.inject({ method: "POST", url: "/v1/password/forgotten", payload });
  await site.settled();
  expect(site.mails[1]?.subject).toBe("Una contraseña nueva para Dripline");
  expect(site.mails[1]?.text).not.toContain("Choose it");
});

test("sends no mail for an invitation that is rolled back", async () => {
  const { json } = await invite();
  site.mails.length = 0;
  await sql`create function fail_invite() returns trigger language plpgsql as
    $$ begin raise exception 'disk full'; end $$`.execute(owner);
  await sql`create trigger fail_invite before insert on audit_log for each row when (new.action = 'user.invite')
    execute function fail_invite()`.execute(owner);
  const again = await callAsStaff("POST", `/${json.id}/invitation`);
  await sql`drop function fail_invite cascade`.execute(owner);
  await site.settled();
  expect([again.status, site.mails, await mailOf(json.id)]).toEqual([500, [], []]);
});

test("a mail in progress on one server is sent by no other", async () => {
  site.mailServer.isBroken = true;
  const { json } = await invite();
  site.clock.now += MINUTE_MS;
  const sent: string[] = [];
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
  const { promise: isSending, resolve: begin } = Promise.withResolvers<void>();
  const first = server(async ({ to }) => {
    begin();
    await isTaken;
    sent.push(to);
  }).deliver();
  await isSending;
  await server(async ({ to }) => {
    sent.push(`${to} by the second`);
  }).deliver();
  take();
  await first;
  expect(sent).toEqual([json.email]);
  expect(await mailOf(json.id)).toEqual([]);
});

test("resends a mail whose sender died under the same Message-ID; either link works until one is used", async () => {
  site.mailServer.isBroken = true;
  const { json } = await invite();
  site.clock.now += MINUTE_MS;
  const sent: { id: string; token: string }[] = [];
  let isOver = false;
  const death = Promise.withResolvers<void>();
  const dying = server(async (mail, id) => {
    sent.push({ id, token: tokenOf(mail) });
    await death.promise;
  })
    .deliver()
    .finally(() => {
      isOver = true;
    });
  await expect.poll(() => sent.length).toBe(1);
  const next = server(async (mail, id) => {
    sent.push({ id, token: tokenOf(mail) });
  });
  await next.deliver();
  expect(sent).toHaveLength(1);
  site.clock.now += 2 * MINUTE_MS;
  await next.deliver();
  expect([isOver, sent.length, await mailOf(json.id)]).toEqual([false, 2, []]);
  expect(sent[0]?.id).toMatch(/^[0-9a-f-]{36}@water\.example\.com$/);
  expect(sent[1]?.id).toBe(sent[0]?.id);
  expect(await accept(sent[0]?.token ?? "")).toBe(201);
  expect(await accept(sent[1]?.token ?? "")).toBe(403);
  death.resolve();
  await dying;
});

test("a mail that was accepted while the database was away is deleted once it is back, and not sent again", async () => {
  site.mailServer.isBroken = true;
  const { json } = await invite();
  site.clock.now += MINUTE_MS;
  await sql`
    create function reject_delete() returns trigger language plpgsql as $$
    begin
      raise exception 'the database system is starting up' using errcode = '57P03';
    end $$`.execute(owner);
  await sql`create trigger reject_delete before delete on mails for each row execute function reject_delete()`.execute(
    owner,
  );
  const end = () => sql`drop function if exists reject_delete cascade`.execute(owner);
  const ended = new Promise((done, fail) => setTimeout(() => end().then(done, fail), 1000));
  const sent: string[] = [];
  const next = server(async ({ to }) => {
    sent.push(to);
  });
  await Promise.all([next.deliver(), ended]);
  site.clock.now += 3 * MINUTE_MS;
  await next.deliver();
  expect(sent).toEqual([json.email]);
  expect(await mailOf(json.id)).toEqual([]);
});

test("does not send a mail with an expired link, and logs it for administrators", async () => {
  site.mailServer.isBroken = true;
  const { json } = await invite();
  site.clock.now += 7 * DAY_MS;
  site.mailServer.isBroken = false;
  await site.settled();
  expect(site.mails).toEqual([]);
  expect(await mailOf(json.id)).toMatchObject([{ state: "failed", attempts: 1, error: "550 no such mailbox" }]);
  expect(site.warnings.join("\n")).toContain(`The invitation mail to user ${json.id} failed for good.`);
  const record = await accounts
    .selectFrom("audit_log")
    .select(["actor", "organization_id", "object_id", "after"])
    .where("action", "=", "mail.fail")
    .execute();
  expect(record).toEqual([
    {
      actor: "server",
      organization_id: north.id,
      object_id: String(json.id),
      after: { purpose: "invitation", attempts: 1, reason: "550 no such mailbox" },
    },
  ]);
  await callAsStaff("POST", `/${json.id}/invitation`);
  expect(site.mails.map(({ to }) => to)).toEqual([json.email]);
  expect(await mailOf(json.id)).toEqual([]);
});

test("does not send a mail whose link was replaced or whose user was deleted", async () => {
  site.mailServer.isBroken = true;
  const { json: replaced } = await invite();
  const { json: deleted } = await invite();
  const email = it.fresh();
  await callAsStaff("PATCH", `/${replaced.id}`, { email });
  await callAsStaff("DELETE", `/${deleted.id}`);
  site.mailServer.isBroken = false;
  site.clock.now += MINUTE_MS;
  await site.settled();
  expect(site.mails.map(({ to }) => to)).toEqual([email]);
});

test("does not send a mail after another link of its user was used", async () => {
  Object.assign(site.mailServer, { canSend: false, isBroken: true });
  const { json } = await invite();
  expect(await accept(tokenOf({ text: json.invitation_link }))).toBe(201);
  site.mailServer.isBroken = false;
  site.clock.now += MINUTE_MS;
  await site.settled();
  expect([site.mails, await mailOf(json.id)]).toEqual([[], []]);
});

test("several concurrent servers send each mail once", async () => {
  site.mailServer.isBroken = true;
  const emails: string[] = [];
  for (let i = 0; i < 5; i++) emails.push((await invite()).json.email);
  site.clock.now += MINUTE_MS;
  const sent: string[] = [];
  const servers = Array.from({ length: 4 }, () =>
    server(async ({ to }) => {
      sent.push(to);
    }),
  );
  await Promise.all(servers.map(({ deliver }) => deliver()));
  expect(sent.toSorted()).toEqual(emails.toSorted());
});

test("an administrator retries waiting mails at once", async () => {
  site.mailServer.isBroken = true;
  const { json } = await invite();
  site.mailServer.isBroken = false;
  await site.settled();
  expect(site.mails).toEqual([]);
  const operator = { userId: null, email: "command line (root)", requestId: "", at: site.clock.now };
  expect(await retryMails(site.connections, operator)).toBe(1);
  await site.settled();
  expect(site.mails.map(({ to }) => to)).toEqual([json.email]);
});

test("stores no token while mails wait, also when the mail server's error repeats the mail", async () => {
  site.mailServer.isBroken = true;
  const { json } = await invite();
  await site.app.inject({ method: "POST", url: "/v1/password/forgotten", payload: { email: it.admin.email } });
  await site.settled();
  site.clock.now += MINUTE_MS;
  const tokens: string[] = [];
  await server(async (mail) => {
    tokens.push(tokenOf(mail));
    throw new Error(`554 rejected: ${mail.text}`);
  }).deliver();
  expect(tokens).toHaveLength(2);
  expect((await mailOf(json.id))[0]?.error).toContain("554 rejected");
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(owner);
  let dump = "";
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(owner);
    dump += rows.rows.map(({ row }) => row).join("\n");
  }
  expect(dump).toContain("554 rejected");
  for (const token of tokens) {
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    expect(dump).not.toContain(Buffer.from(token).toString("hex"));
  }
});
