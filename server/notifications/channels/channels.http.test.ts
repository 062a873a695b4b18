import { createECDH, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { channelCalls } from "../../../contract/notifications/channels.ts";
import { defaultNotifications } from "../../../contract/notifications/default-notifications.ts";
import { notificationCalls } from "../../../contract/notifications/notifications.ts";
import type { NotificationSettings } from "../../../contract/notifications/settings.ts";
import { updateAlerts } from "../../alerts/update-alerts.ts";
import { refreshMeterStatus } from "../../devices/testing/stations.ts";
import { at, HOUR, type LeakySite, leakySite } from "../../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../../mail/mailer.ts";
import { smsParts } from "../../outgoing/gsm-text.ts";
import type { SmsSettings } from "../../outgoing/sms-settings.ts";
import { openReceiver, type Receiver } from "../../outgoing/testing/receiver.ts";
import { deliverMessages } from "../deliver.ts";
import { dispatchOutbox } from "../dispatch.ts";
import { escalate } from "../escalate.ts";
import { deliveryDeps } from "../testing/delivery-deps.ts";

const NUMBER = "+15552345678";

let provider: Receiver;
let pushService: Receiver;
let site: LeakySite;
let sms: SmsSettings;
let noProvider: boolean;
let ann: number;
let bob: number;
let mails: Mail[];
/** What the provider and the push service answer. */
let smsAnswer: { status: number; body: string };
let pushStatus: number;

/** The toilet leaks three gallons an hour from day 10 on; 90 from day 14 on; until it is fixed. */
let fixedOn = Number.POSITIVE_INFINITY;
const leaking = (serial: string, day: number, hour: number) => {
  const usual = hour > 6 && hour < 19 ? (hour * 5) % 9 : 0;
  const leak = day >= fixedOn ? 0 : day >= 14 ? 90 : day >= 10 ? 3 : 0;
  return leak + (serial === "home" ? usual : hour === 9 ? 1.5 : 0);
};

const deps = () => ({
  ...deliveryDeps(site, async (mail) => {
    mails.push(mail);
  }),
  sms: noProvider ? null : sms,
});

async function reach(day: number, hour = 0) {
  site.app.clock.now = Date.parse(at(day, hour));
  await site.send(site.ours, [Math.max(0, day - 3), day], leaking);
  await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
  await dispatchOutbox(deps());
}
const deliver = () => deliverMessages(deps());

async function choose(userId: number, settings: Partial<NotificationSettings>, language = "en") {
  const notifications = { ...defaultNotifications("off"), quiet_hours: null, ...settings };
  await sql`update users set preferences = ${JSON.stringify({ notifications, language })} where id = ${userId}`.execute(
    site.app.connections.accounts,
  );
}

async function addPerson(email: string): Promise<number> {
  const { accounts } = site.app.connections;
  const made = await sql<{ id: number }>`insert into users (email) values (${email}) returning id`.execute(accounts);
  const id = made.rows[0]?.id ?? 0;
  await sql`
    insert into memberships (user_id, organization_id, role, permissions)
    values (${id}, ${site.ours.organizationId}, 'organization admin', '{reporting.view_property_data_report}')`.execute(
    accounts,
  );
  return id;
}

const me = (userId = ann) => ({ ...site.ours.manager, userId, email: "ann@example.com" });
const ask = (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: object, userId = ann, headers = {}) =>
  site.app.ask(me(userId), method, `/v1/me/${path}`, body, headers);
const channels = async (userId = ann) =>
  channelCalls["GET /v1/me/notification-channels"].response.parse(
    (await ask("GET", "notification-channels", undefined, userId)).json(),
  );
const texts = () => provider.received.map(({ body }) => new URLSearchParams(body));
const lastCode = () => /^(\d{3} \d{3}) /.exec(texts().at(-1)?.get("Body") ?? "")?.[1] ?? "";
async function confirm(number = NUMBER, userId = ann) {
  expect((await ask("PUT", "phone", { number }, userId)).status).toBe(202);
  expect((await ask("POST", "phone/confirm", { code: lastCode() }, userId)).status).toBe(200);
}

function browserAt(path: string) {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys("base64url");
  const endpoint = `${pushService.url.replace("http:", "https:")}${path}`;
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString("base64url") } };
}
/** Subscribes a browser; the tests' push service speaks http. */
async function subscribe(path: string, userId = ann) {
  const answer = await ask("POST", "push-subscriptions", browserAt(path), userId, { "user-agent": `Browser ${path}` });
  expect(answer.status, answer.text).toBe(201);
  await sql`update push_subscriptions set endpoint = replace(endpoint, 'https:', 'http:')`.execute(
    site.app.connections.accounts,
  );
}

/** A route of new leaks: to the first person at once, to the second after four hours. */
async function addRoute(...people: number[]) {
  const path = `/v1/admin/organizations/${site.ours.organizationId}/notification-routes`;
  const steps = people.map((id, index) => ({ after_hours: index * 4, user_ids: [id], on_call: false }));
  const route = { name: "Nights", kinds: ["case opened"], property_ids: null, least_dollars_per_day: 0, steps };
  const made = await site.app.ask(site.ours.manager, "POST", path, { ...route, ignores_quiet_hours: false });
  expect(made.status, made.text).toBe(201);
}

const deliveries = async (language = "en") => {
  const path = `/v1/admin/organizations/${site.ours.organizationId}/deliveries`;
  const answer = await site.app.ask(site.ours.manager, "GET", path, undefined, { "accept-language": language });
  return notificationCalls["GET /v1/admin/organizations/{id}/deliveries"].response.parse(answer.json()).results;
};

beforeAll(async () => {
  provider = await openReceiver((_, response) => response.writeHead(smsAnswer.status).end(smsAnswer.body));
  pushService = await openReceiver((_, response) => response.writeHead(pushStatus).end());
  sms = { url: provider.url, headers: {}, body: "To={to}&Body={text}", accepted: null };
  site = await leakySite(at(10), sms);
  ann = await addPerson("ann@example.com");
  bob = await addPerson("bob@example.com");
});
afterAll(async () => {
  await site?.app.close();
  await provider?.close();
  await pushService?.close();
});

beforeEach(async () => {
  const { connections } = site.app;
  const tables = ["messages", "outbox", "alerts", "leak_case_events", "leak_repairs", "leaks", "leak_cases"];
  for (const table of [...tables, "leak_case_days", "notification_routes"]) {
    await sql`delete from ${sql.table(table)}`.execute(connections.owner);
  }
  await sql`delete from meter_days where property_id = ${site.ours.propertyId}`.execute(connections.worker);
  for (const table of ["phones", "phone_codes", "push_subscriptions"]) {
    await sql`delete from ${sql.table(table)}`.execute(connections.accounts);
  }
  await sql`update memberships set permissions = '{reporting.view_property_data_report}'`.execute(connections.accounts);
  mails = [];
  noProvider = false;
  fixedOn = Number.POSITIVE_INFINITY;
  provider.received.length = 0;
  pushService.received.length = 0;
  smsAnswer = { status: 201, body: "{}" };
  pushStatus = 201;
  for (const user of [ann, bob]) await choose(user, {});
  site.app.clock.now = Date.parse(at(10));
  await site.send(site.ours, [0, 10], leaking);
});

describe("a phone number", () => {
  test("counts once its code is entered, and replaces the one before only then", async () => {
    const sent = await ask("PUT", "phone", { number: "(555) 234-5678" });
    expect(sent.status).toBe(202);
    expect((await channels()).phone).toMatchObject({ number: null, pending: { number: NUMBER } });
    expect(texts()[0]?.get("To")).toBe(NUMBER);
    const stored = await sql<{ row: string }>`select t::text as row from phone_codes t`.execute(
      site.app.connections.owner,
    );
    expect(stored.rows[0]?.row).not.toContain(lastCode().replace(" ", ""));
    expect((await ask("POST", "phone/confirm", { code: lastCode().replace(" ", "") })).status).toBe(200);
    expect((await channels()).phone).toMatchObject({ number: NUMBER, pending: null });
    await ask("PUT", "phone", { number: "+34 600 123 456" });
    expect((await channels()).phone).toMatchObject({ number: NUMBER, pending: { number: "+34600123456" } });
    await ask("POST", "phone/confirm", { code: lastCode() });
    expect((await channels()).phone).toMatchObject({ number: "+34600123456", pending: null });
    expect((await ask("DELETE", "phone")).status).toBe(200);
    expect((await channels()).phone.number).toBeNull();
  });

  test("is asked for in the reader's language", async () => {
    await ask("PUT", "phone", { number: NUMBER }, ann, { "accept-language": "es" });
    expect(texts()[0]?.get("Body")).toContain("Dripline");
    expect(smsParts(texts()[0]?.get("Body") ?? "")).toBe(1);
    expect(texts()[0]?.get("Body")).not.toContain("is your code");
  });

  test.each(["600 123 456", "12", "", "+1 555 234 5678, +1 555 234 5679"])("is rejected as %j", async (number) => {
    const answer = await ask("PUT", "phone", { number });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("country code");
    expect(provider.received).toHaveLength(0);
  });

  test("is not confirmed by the right code after five wrong ones, nor by an old or replaced one", async () => {
    await ask("PUT", "phone", { number: NUMBER });
    const code = lastCode();
    const wrong = code === "000 000" ? "000 001" : "000 000";
    for (let i = 0; i < 100; i++) expect((await ask("POST", "phone/confirm", { code: wrong })).status).toBe(422);
    expect((await ask("POST", "phone/confirm", { code })).status).toBe(422);
    await ask("PUT", "phone", { number: NUMBER });
    const replaced = lastCode();
    await ask("PUT", "phone", { number: NUMBER });
    if (replaced !== lastCode()) expect((await ask("POST", "phone/confirm", { code: replaced })).status).toBe(422);
    site.app.clock.now += 10 * 60_000;
    expect((await ask("POST", "phone/confirm", { code: lastCode() })).status).toBe(422);
    expect((await channels()).phone.number).toBeNull();
  });

  test("is not confirmed by the code of another person", async () => {
    await ask("PUT", "phone", { number: NUMBER }, bob);
    expect((await ask("POST", "phone/confirm", { code: lastCode() })).status).toBe(422);
  });

  test("may be that of two people, each with a code", async () => {
    await confirm(NUMBER, ann);
    await confirm(NUMBER, bob);
    expect([(await channels(ann)).phone.number, (await channels(bob)).phone.number]).toEqual([NUMBER, NUMBER]);
  });

  test("is sent three codes an hour for a person, and six a day in all", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask("PUT", "phone", { number: NUMBER })).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    for (let i = 0; i < 3; i++) expect((await ask("PUT", "phone", { number: NUMBER }, bob)).status).toBe(202);
    site.app.clock.now += 2 * HOUR;
    expect((await ask("PUT", "phone", { number: NUMBER })).status).toBe(429);
    expect((await ask("PUT", "phone", { number: "+34600123456" })).status).toBe(202);
    site.app.clock.now += 24 * HOUR;
    expect((await ask("PUT", "phone", { number: NUMBER })).status).toBe(202);
  });

  test("that the provider rejects is named with the reason, and an outage as one", async () => {
    smsAnswer = { status: 400, body: JSON.stringify({ code: 21_211, message: "It is a landline." }) };
    const rejected = await ask("PUT", "phone", { number: NUMBER });
    expect([rejected.status, rejected.text]).toEqual([422, expect.stringContaining("It is a landline.")]);
    smsAnswer = { status: 503, body: "down" };
    expect((await ask("PUT", "phone", { number: NUMBER })).status).toBe(503);
  });

  test("is masked in the audit log", async () => {
    await confirm();
    const entries = await sql<{ action: string; text: string }>`
      select action, coalesce(before::text, '') || coalesce(after::text, '') as text from audit_log
      where action like 'phone.%'`.execute(site.app.connections.owner);
    expect(entries.rows.map(({ action }) => action)).toContain("phone.confirm");
    expect(entries.rows.map(({ text }) => text).join()).not.toContain(NUMBER);
  });
});

describe("a text message", () => {
  test("is one of at most 160 characters with a link, in the reader's language and units", async () => {
    await confirm();
    await confirm("+34600123456", bob);
    await choose(ann, { sms: "all" });
    await choose(bob, { sms: "all" }, "es");
    provider.received.length = 0;
    await reach(12, 12);
    await deliver();
    expect(mails).toHaveLength(0);
    const [english, spanish] = [NUMBER, "+34600123456"].map((to) => texts().find((text) => text.get("To") === to));
    expect(english?.get("Body")).toMatch(
      /^Toilet leak: Ours House, Main, 1\. 3 gallons an hour, \$1\.44 a day\. https:\/\/water\.example\.com\/cases\/\d+\?property_id=\d+$/,
    );
    expect(spanish?.get("Body")).toMatch(/^Fuga de inodoro: .* \S+ gal/);
    for (const text of texts()) {
      expect(text.get("Body")?.length).toBeLessThanOrEqual(160);
      expect(smsParts(text.get("Body") ?? "")).toBe(1);
    }
    const [shown] = (await deliveries()).filter(({ channel }) => channel === "sms");
    expect(shown).toMatchObject({ state: "sent", subject: expect.stringContaining("Ours House, Main, 1") });
    expect((await deliveries()).map(({ recipient }) => recipient).join()).not.toContain(NUMBER);
  });

  test("keeps its link and the unit where names are long", async () => {
    const { owner } = site.app.connections;
    await sql`update properties set name = ${"Ñandú y Águila ".repeat(12)} where id = ${site.ours.propertyId}`.execute(
      owner,
    );
    await confirm();
    await choose(ann, { sms: "all" });
    await reach(12, 12);
    await deliver();
    await sql`update properties set name = 'Ours House' where id = ${site.ours.propertyId}`.execute(owner);
    const body = texts().at(-1)?.get("Body") ?? "";
    expect(body).toMatch(/Main, 1\..* https:\/\/water\.example\.com\/cases\/\d+\?property_id=\d+$/);
    expect([body.length <= 160, smsParts(body)]).toEqual([true, 1]);
  });

  test.each([
    ["EUR", "Oak [North] and the Meadows ".repeat(6), /, €1\.44 a day/],
    ["INR", "Ours House", /, INR 1\.44 a day/],
    ["ILS", "Ours House", /, ILS 1\.44 a day/],
    ["PLN", "Łódź House", /, zl 1\.44 a day/],
  ])("is one also in %s", async (currency, name, cost) => {
    const { owner } = site.app.connections;
    const setting = async (currencyNow: string) => {
      const path = `/v1/organizations/${site.ours.organizationId}/display-settings`;
      const answer = await site.app.ask(site.ours.manager, "PUT", path, { currency: currencyNow });
      expect(answer.status, answer.text).toBe(200);
    };
    const rename = (to: string) =>
      sql`update properties set name = ${to} where id = ${site.ours.propertyId}`.execute(owner);
    await setting(currency);
    await rename(name);
    await confirm();
    await choose(ann, { sms: "all" });
    await reach(12, 12);
    await deliver();
    await rename("Ours House");
    await setting("USD");
    const body = texts().at(-1)?.get("Body") ?? "";
    expect(body).toMatch(/^Toilet leak: .*Main, 1\. 3 gallons an hour/);
    expect(body, "at 2 cents a gallon").toMatch(cost);
    expect(smsParts(body)).toBe(1);
  });

  test("of a verified fix has what the leak lost in all", async () => {
    await confirm();
    await choose(ann, { sms: "all", kinds: ["case verified"] });
    await reach(12, 12);
    const list = caseCalls["GET /v1/cases"].response.parse(
      (await site.app.ask(site.ours.manager, "GET", "/v1/cases")).json(),
    );
    const fix = { kind: "fixed", at: at(12, 10) };
    const made = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${list.results[0]?.id}/events`, fix);
    expect(made.status, made.text).toBe(201);
    fixedOn = 12;
    provider.received.length = 0;
    for (let day = 13; day <= 16; day++) await reach(day, 12);
    await deliver();
    expect(texts().map((text) => text.get("Body"))).toEqual([
      expect.stringMatching(
        /^Fix verified: Ours House, Main, 1\. Lost [\d,]+ gallons in all, \$\d+\.\d\d\. https:\S+$/,
      ),
    ]);
  });

  test("is of bursts alone where only these are chosen, in quiet hours too", async () => {
    await confirm();
    await choose(ann, { sms: "urgent", quiet_hours: { from: "00:00", until: "23:59" } });
    provider.received.length = 0;
    await reach(12, 12);
    await deliver();
    expect(texts()).toHaveLength(0);
    await reach(15, 2);
    await deliver();
    expect(texts().map((text) => text.get("Body"))).toEqual([expect.stringMatching(/has grown: .* gallons an hour/)]);
  });

  test("waits for the end of quiet hours, as one list of what comes meanwhile", async () => {
    await confirm();
    await choose(ann, { sms: "all", quiet_hours: { from: "21:00", until: "06:30" }, burst_gallons_per_hour: 9999 });
    provider.received.length = 0;
    await reach(12, 3);
    await deliver();
    expect(texts()).toHaveLength(0);
    site.app.clock.now = Date.parse(at(12, 6.5));
    await deliver();
    expect(texts()).toHaveLength(1);
  });

  test("of several outages leads to the alerts of their organization", async () => {
    const { connections } = site.app;
    await confirm();
    await choose(ann, { sms: "all", kinds: ["data gap"], quiet_hours: { from: "21:00", until: "06:30" } });
    await reach(12, 12);
    await sql`update meters set gateway_id = null`.execute(connections.worker);
    provider.received.length = 0;
    site.app.clock.now = Date.parse(at(15, 3));
    await refreshMeterStatus(connections);
    await updateAlerts(connections, site.ours.propertyId, () => site.app.clock.now);
    await dispatchOutbox(deps());
    site.app.clock.now = Date.parse(at(15, 6.5));
    await deliver();
    const page = `https://water.example.com/alerts?organization_id=${site.ours.organizationId}`;
    expect(texts().map((text) => text.get("Body"))).toEqual([`Dripline: 2 things to look at. ${page}`]);
  });

  test("of an escalation is sent where only urgent ones are chosen, to who receives no mails, too", async () => {
    await confirm();
    await choose(ann, { sms: "urgent" });
    provider.received.length = 0;
    await choose(bob, { mail: "at_once" });
    await addRoute(bob, ann);
    await reach(12, 12);
    await deliver();
    expect([mails.length, texts().length]).toEqual([1, 0]);
    site.app.clock.now += 4 * HOUR;
    await escalate(deps());
    await deliver();
    expect([mails.length, texts().length]).toEqual([1, 1]);
    expect(texts()[0]?.get("Body")).toContain("Nobody has acknowledged it for");
  });

  test("goes to nobody who lost the right, removed the number or ended them, after it was queued", async () => {
    const { accounts } = site.app.connections;
    const endings = [
      [
        () => sql`update memberships set permissions = '{}' where user_id = ${ann}`.execute(accounts),
        "may not see the property",
      ],
      [() => ask("DELETE", "phone"), "no confirmed phone number"],
      [() => choose(ann, { mail: "at_once" }), "ended these text messages"],
      [() => sql`update users set deleted_at = now() where id = ${ann}`.execute(accounts), "account was deleted"],
    ] as const;
    for (const [end, reason] of endings) {
      await sql`update memberships set permissions = '{reporting.view_property_data_report}'`.execute(accounts);
      await sql`delete from messages`.execute(accounts);
      await sql`delete from phone_codes`.execute(accounts);
      await confirm();
      await choose(ann, { sms: "all" });
      await sql`update outbox set dispatched_at = null`.execute(site.app.connections.worker);
      await reach(12, 12);
      provider.received.length = 0;
      await end();
      await deliver();
      expect(texts(), reason).toHaveLength(0);
      const [dropped] = await deliveries();
      expect(dropped, reason).toMatchObject({
        channel: "sms",
        state: "dropped",
        reason: expect.stringContaining(reason),
      });
    }
    await sql`update users set deleted_at = null where id = ${ann}`.execute(accounts);
  });

  test("that failed for now is tried again, for good given up with the reason in the reader's language", async () => {
    await confirm();
    await choose(ann, { sms: "all" });
    await reach(12, 12);
    smsAnswer = { status: 503, body: "" };
    await deliver();
    expect((await deliveries())[0]).toMatchObject({ state: "waiting", attempts: 1 });
    smsAnswer = { status: 400, body: JSON.stringify({ code: 21_610, message: "Unsubscribed" }) };
    site.app.clock.now += HOUR;
    await deliver();
    expect((await deliveries())[0]).toMatchObject({ state: "failed", reason: expect.stringContaining("STOP") });
    expect((await deliveries("es"))[0]?.reason).toContain("respond");
  });

  test("more than ten within an hour become one list", async () => {
    await confirm();
    await choose(ann, { sms: "all" });
    await sql`
      with made as (
        insert into messages (user_id, channel, thread, is_list, created_at, due_at, sent_at)
        select ${ann}, 'sms', 'property 0 notice ' || n, false, ${new Date(Date.parse(at(12, 12)))}, now(), now()
        from generate_series(1, 10) n returning id
      )
      insert into message_contents (message_id, property_id, outbox_id)
      select id, ${site.ours.propertyId}, 0 from made`.execute(site.app.connections.accounts);
    provider.received.length = 0;
    await reach(12, 12);
    await deliver();
    expect(texts()).toHaveLength(0);
    site.app.clock.now += HOUR;
    await deliver();
    expect(texts()).toHaveLength(1);
  });

  test("is dropped with the reason where no provider is set up any more", async () => {
    await confirm();
    await choose(ann, { sms: "all" });
    await reach(12, 12);
    await deliverMessages({ ...deps(), sms: null });
    expect((await deliveries())[0]?.reason).toContain("no provider is set up");
  });
});

describe("a browser", () => {
  test("shows notifications, is listed, and is removed", async () => {
    await subscribe("one");
    await subscribe("two");
    await choose(ann, { push: "all" });
    expect((await channels()).browsers.map(({ user_agent }) => user_agent)).toEqual(["Browser two", "Browser one"]);
    await reach(12, 12);
    await deliver();
    expect(pushService.received.map(({ path }) => path).sort()).toEqual(["/one", "/two"]);
    expect(pushService.received[0]?.headers["content-encoding"]).toBe("aes128gcm");
    const shown = await deliveries();
    expect(shown.map(({ channel, state }) => [channel, state])).toEqual([
      ["push", "sent"],
      ["push", "sent"],
    ]);
    const [first] = (await channels()).browsers;
    expect(first?.last_sent_at).not.toBeNull();
    expect((await ask("DELETE", `push-subscriptions/${first?.id}`, undefined, bob)).status).toBe(404);
    expect((await ask("DELETE", `push-subscriptions/${first?.id}`)).status).toBe(200);
    expect((await channels()).browsers).toHaveLength(1);
  });

  test.each([404, 410])(
    "that its push service no longer knows (%d) is removed, and the other keeps its own",
    async (status) => {
      await subscribe("one");
      await choose(ann, { push: "all" });
      await reach(12, 12);
      pushStatus = status;
      await deliver();
      expect((await channels()).browsers).toHaveLength(0);
      expect((await deliveries())[0]).toMatchObject({
        state: "dropped",
        reason: expect.stringContaining("no longer takes"),
      });
    },
  );

  test("at an internal address is never reached", async () => {
    await subscribe("one");
    await choose(ann, { push: "all" });
    await sql`update push_subscriptions set endpoint = 'https://10.0.0.8/push'`.execute(site.app.connections.accounts);
    await reach(12, 12);
    await deliver();
    expect((await deliveries())[0]).toMatchObject({ state: "failed", reason: expect.stringContaining("own networks") });
  });

  test("that is down does not delay the other", async () => {
    await subscribe("one");
    await subscribe("two");
    await choose(ann, { push: "all" });
    await sql`update push_subscriptions set endpoint = 'http://127.0.0.1:1/' where user_agent = 'Browser one'`.execute(
      site.app.connections.accounts,
    );
    await reach(12, 12);
    await deliver();
    await reach(15, 12);
    await deliver();
    expect(pushService.received.map(({ path }) => path)).toEqual(["/two", "/two"]);
  });

  test("of quiet hours shows one list afterwards", async () => {
    await subscribe("one");
    await choose(ann, { push: "all", quiet_hours: { from: "21:00", until: "06:30" }, burst_gallons_per_hour: 9999 });
    await reach(12, 3);
    await deliver();
    expect(pushService.received).toHaveLength(0);
    site.app.clock.now = Date.parse(at(12, 7));
    await deliver();
    expect(pushService.received).toHaveLength(1);
  });

  test("that somebody else signs in to shows theirs, and nothing that waited for the first", async () => {
    await subscribe("shared");
    await choose(ann, { push: "all" });
    await reach(12, 12);
    await sql`update push_subscriptions set endpoint = replace(endpoint, 'http:', 'https:')`.execute(
      site.app.connections.accounts,
    );
    await subscribe("shared", bob);
    await deliver();
    expect(pushService.received).toHaveLength(0);
    expect([(await channels(ann)).browsers.length, (await channels(bob)).browsers.length]).toEqual([0, 1]);
  });

  test.each([
    [{ endpoint: "http://push.example.com/" }],
    [{ endpoint: "javascript:alert(1)" }],
    [{ keys: { p256dh: "AAAA", auth: "AAAA" } }],
    [{ keys: {} }],
  ])("is rejected with %j", async (changed) => {
    expect((await ask("POST", "push-subscriptions", { ...browserAt("x"), ...changed })).status).toBe(422);
  });

  test("takes the place of the oldest of twenty", async () => {
    for (let i = 0; i <= 20; i++) await subscribe(`number-${i}`);
    const names = (await channels()).browsers.map(({ user_agent }) => user_agent);
    expect([names.length, names[0], names.at(-1)]).toEqual([20, "Browser number-20", "Browser number-1"]);
  });
});

test.each([
  [
    "browser took another key of the server",
    { push: "all" as const },
    () => sql`update push_subscriptions set server_key = 'before'`.execute(site.app.connections.accounts),
  ],
  [
    "phone has no provider",
    { sms: "all" as const },
    async () => {
      noProvider = true;
    },
  ],
])("a step of a route passes on at once from who gets nothing, as their %s", async (_, settings, end) => {
  await confirm();
  await subscribe("one");
  await choose(ann, { kinds: [], ...settings });
  await choose(bob, { kinds: [], mail: "at_once" });
  await addRoute(ann, bob);
  await end();
  await reach(12, 12);
  await deliver();
  expect(mails.map(({ to }) => to)).toEqual(["bob@example.com"]);
});

test("tests reach the phone and all browsers, five times an hour each", async () => {
  const without = await ask("POST", "notifications/test?channel=sms");
  expect([without.status, without.text]).toEqual([409, expect.stringContaining("Confirm a phone number first.")]);
  await confirm();
  await subscribe("one");
  await subscribe("two");
  provider.received.length = 0;
  expect((await ask("POST", "notifications/test?channel=sms")).json()).toEqual({ sent_to: ["+1•••5678"] });
  for (let i = 0; i < 5; i++) expect((await ask("POST", "notifications/test?channel=push")).status).toBe(202);
  expect((await ask("POST", "notifications/test?channel=push")).status).toBe(429);
  await deliver();
  expect(texts().map((text) => text.get("Body"))).toEqual([
    "A test from Dripline. Notifications about leaks and devices arrive here. https://water.example.com/notifications",
  ]);
  expect(pushService.received).toHaveLength(10);
});
