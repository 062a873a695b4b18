import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { notificationCalls } from "../../contract/notifications/notifications.ts";
import { webhookPayload } from "../../contract/notifications/webhook-payload.ts";
import { updateAlerts } from "../alerts/update-alerts.ts";
import { refreshMeterStatus } from "../devices/testing/stations.ts";
import { at, HOUR, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../mail/mailer.ts";
import { openReceiver, type Receiver } from "../outgoing/testing/receiver.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import type { DeliveryDeps } from "./messages/due-message.ts";
import { startNotifications } from "./start-notifications.ts";
import { deliveryDeps, whileNotNoted } from "./testing/delivery-deps.ts";

let site: LeakySite;
let receiver: Receiver;
/** Takes requests and never responds. */
let hanging: Receiver;
let answer: { status: number; body?: string };
let mails: Mail[];
let mailError: Error | null;
let ann: number;
let bob: number;

/** The toilet leaks three gallons an hour from day 10 on. */
const leaking = (serial: string, day: number, hour: number) =>
  (day >= 10 ? 3 : 0) + (serial === "home" ? (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) : hour === 9 ? 1.5 : 0);

const deps = () =>
  deliveryDeps(site, async (mail) => {
    if (mailError !== null) throw mailError;
    mails.push(mail);
  });

const path = () => `/v1/admin/organizations/${site.ours.organizationId}`;
const kinds = ["leak_case.opened", "leak_case.doubled"];
const secretRow = z.object({ id: z.int(), secret: z.string().nullish() });

async function add(body: object) {
  const made = await site.app.ask({ ...site.ours.manager, userId: ann }, "POST", `${path()}/webhooks`, {
    name: "Work orders",
    kinds,
    ...body,
  });
  expect(made.status, made.text).toBe(201);
  return secretRow.parse(made.json());
}

async function addUser(email: string) {
  const made = await sql<{ id: number }>`insert into users (email) values (${email}) returning id`.execute(
    site.app.connections.accounts,
  );
  return made.rows[0]?.id ?? 0;
}

async function dispatch() {
  await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
  await dispatchOutbox(deps());
}

async function run(hours = 0) {
  site.app.clock.now += hours * HOUR;
  await dispatch();
  await deliverMessages(deps());
}

const deliveries = async (language = "en") => {
  const headers = { "accept-language": language };
  const found = await site.app.ask(site.ours.manager, "GET", `${path()}/deliveries`, undefined, headers);
  return notificationCalls["GET /v1/admin/organizations/{id}/deliveries"].response.parse(found.json()).results;
};

beforeAll(async () => {
  site = await leakySite(at(12));
  receiver = await openReceiver((_, response) => {
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body ?? "");
  });
  hanging = await openReceiver(() => {});
  [ann, bob] = [await addUser("ann@example.com"), await addUser("bob@example.com")];
  await site.send(site.ours, [0, 12], leaking);
});
afterAll(async () => {
  await receiver?.close();
  await hanging?.close();
  await site?.app.close();
});
beforeEach(async () => {
  const { owner } = site.app.connections;
  for (const table of ["messages", "webhooks", "outbox", "alerts"]) {
    await sql`delete from ${sql.table(table)}`.execute(table === "webhooks" ? owner : site.app.connections.worker);
  }
  receiver.received.length = 0;
  [answer, mails, mailError] = [{ status: 204 }, [], null];
  await sql`delete from memberships`.execute(owner);
  await sql`update users set deleted_at = null`.execute(owner);
  for (const id of [ann, bob]) {
    await sql`
      insert into memberships (user_id, organization_id, role, permissions)
      values (${id}, ${site.ours.organizationId}, 'organization admin', '{}')`.execute(owner);
  }
  site.app.clock.now = Date.parse(at(12));
});

test("a new leak reaches a webhook once, signed, as its payload is documented", async () => {
  const { secret } = await add({ url: receiver.url });
  await run();
  await run();
  expect(receiver.received).toHaveLength(1);
  const body = receiver.received[0]?.body ?? "";
  const headers = receiver.received[0]?.headers ?? {};
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])] as const));
  vi.setSystemTime(site.app.clock.now);
  expect(() => new Webhook(secret ?? "").verify(body, signed)).not.toThrow();
  expect(() => new Webhook(secret ?? "").verify(`${body} `, signed)).toThrow();
  vi.useRealTimers();
  const payload = webhookPayload.parse(JSON.parse(body));
  expect(payload).toMatchObject({
    type: "leak_case.opened",
    data: {
      property: { id: site.ours.propertyId, name: "Ours House" },
      building: { name: "Main" },
      unit: { name: "1" },
      state: "open",
      gallons_per_day: 72,
      currency: "USD",
      link: `https://water.example.com/cases/${payload.data.case_id}?property_id=${site.ours.propertyId}`,
    },
  });
  expect(await deliveries()).toMatchObject([
    { id: signed["webhook-id"], channel: "webhook", recipient: "Work orders", state: "sent", kinds: ["case opened"] },
  ]);
});

test("a receiver that fails gets the same message again, byte for byte, under the same id", async () => {
  await add({ url: receiver.url });
  answer = { status: 503 };
  await run();
  answer = { status: 200 };
  await run(1);
  const [first, second] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 2 }]);
});

test("what a receiver accepted while the database was away is not sent again, and is no failure of the receiver", async () => {
  await add({ url: receiver.url });
  await whileNotNoted(site, () => run());
  await run(1);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 1 }]);
  const { rows } = await sql`select first_failed_at from webhooks`.execute(site.app.connections.worker);
  expect(rows).toEqual([{ first_failed_at: null }]);
});

test("a receiver that is gone is switched off at once, and whoever made it is mailed", async () => {
  await add({ url: receiver.url });
  answer = { status: 410 };
  await run();
  await run();
  expect(receiver.received).toHaveLength(1);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["ann@example.com", "The webhook Work orders was switched off"],
  ]);
  const list = await site.app.ask(site.ours.manager, "GET", `${path()}/webhooks`);
  expect(list.json()).toMatchObject({ results: [{ state: "gone" }] });
});

test.each([
  ["is a member only", () => sql`update memberships set role = 'organization member' where user_id = ${ann}`],
  ["has left", () => sql`delete from memberships where user_id = ${ann}`],
  ["was deleted", () => sql`update users set deleted_at = now() where id = ${ann}`],
])("that a webhook was switched off is mailed to the organization's admins if who made it %s", async (_, change) => {
  await add({ url: receiver.url });
  await change().execute(site.app.connections.owner);
  answer = { status: 410 };
  await run();
  await run();
  expect(mails.map(({ to }) => to)).toEqual(["bob@example.com"]);
});

test("that a webhook was switched off is not mailed to who is no admin when it is sent", async () => {
  await add({ url: receiver.url });
  answer = { status: 410 };
  mailError = new Error("451 try later");
  await run();
  await sql`delete from memberships where user_id = ${ann}`.execute(site.app.connections.owner);
  mailError = null;
  await run(1);
  expect(mails).toEqual([]);
  expect((await deliveries())[0]).toMatchObject({
    state: "dropped",
    reason: "The person is no longer an admin of the organization.",
  });
});

/** Twenty more messages for each webhook, of threads of their own, which come first. */
const manyMore = () =>
  sql`
    with more as (
      insert into messages (organization_id, webhook_id, channel, thread, is_list, created_at, due_at)
      select organization_id, webhook_id, channel, thread || ' ' || i, false, created_at, due_at - interval '1 minute'
      from messages, generate_series(1, 20) i where webhook_id is not null
      returning id
    )
    insert into message_contents (message_id, property_id, outbox_id, case_id)
    select distinct more.id, property_id, outbox_id, case_id
    from more, message_contents`.execute(site.app.connections.worker);

test("receivers that hang hold up neither other webhooks nor people", async () => {
  for (let i = 0; i < 3; i++) await add({ url: hanging.url });
  await dispatch();
  await manyMore();
  await add({ url: receiver.url });
  await sql`update outbox set dispatched_at = null`.execute(site.app.connections.worker);
  const stop = startNotifications(deps(), (error) => {
    throw error;
  });
  try {
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 9000 });
    expect(hanging.received).toHaveLength(3);
  } finally {
    await stop();
  }
});

test("sends a failing receiver one message every 30 seconds, and the rest once it recovers", async () => {
  await add({ url: receiver.url });
  answer = { status: 503 };
  await dispatch();
  await manyMore();
  await run();
  await run(20 / 3600);
  expect(receiver.received).toHaveLength(1);
  await run(11 / 3600);
  expect(receiver.received).toHaveLength(2);
  answer = { status: 200 };
  await run(1);
  expect(receiver.received).toHaveLength(2 + 21);
});

test("after three days of failures a webhook is switched off, once", async () => {
  await add({ url: receiver.url });
  answer = { status: 500 };
  await run();
  for (let day = 0; day < 4; day++) await run(24);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("failed for three days");
  const list = await site.app.ask(site.ours.manager, "GET", `${path()}/webhooks`);
  expect(list.json()).toMatchObject({ results: [{ state: "switched_off" }] });
});

test("after three days of failures a webhook is switched off, also where one message is all that it gets", async () => {
  await add({ url: receiver.url });
  answer = { status: 503 };
  for (const hours of [0, 24, 24, 23]) await run(hours);
  for (;;) {
    const { rows } = await sql<{ due_at: Date }>`
      select due_at from messages where webhook_id is not null and failed_at is null`.execute(
      site.app.connections.worker,
    );
    const [next] = rows;
    if (next === undefined) break;
    // Its webhook rests for a time of its own.
    site.app.clock.now = Math.max(next.due_at.getTime(), site.app.clock.now + 1000);
    await deliverMessages(deps());
  }
  await run();
  expect(mails.map(({ to }) => to)).toEqual(["ann@example.com"]);
  expect((site.app.clock.now - Date.parse(at(12))) / HOUR).toBeCloseTo(72, 0);
});

test("an outage long after a message that was given up does not switch a webhook off", async () => {
  await add({ url: receiver.url });
  answer = { status: 422 };
  await run();
  await sql`update outbox set dispatched_at = null`.execute(site.app.connections.worker);
  answer = { status: 503 };
  await run(4 * 24);
  answer = { status: 204 };
  await run(1);
  expect(receiver.received).toHaveLength(3);
  await run();
  expect(mails).toEqual([]);
  const list = await site.app.ask(site.ours.manager, "GET", `${path()}/webhooks`);
  expect(list.json()).toMatchObject({ results: [{ state: "working" }] });
});

test("nothing is sent for other properties, other kinds, cheaper leaks, or a property that moved away", async () => {
  await add({ url: receiver.url, kinds: ["device.down"] });
  await add({ url: receiver.url, min_dollars_per_day: 100 });
  await add({ url: receiver.url });
  const { worker } = site.app.connections;
  answer = { status: 503 };
  await run();
  expect(receiver.received).toHaveLength(1);
  answer = { status: 200 };
  await sql`update properties set organization_id = ${site.theirs.organizationId} where id = ${site.ours.propertyId}`.execute(
    worker,
  );
  await run(1);
  await sql`update properties set organization_id = ${site.ours.organizationId} where id = ${site.ours.propertyId}`.execute(
    worker,
  );
  expect(receiver.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([
    { state: "dropped", reason: "The property is not the organization's any more." },
  ]);
});

test("what waited for a webhook is not sent once it is switched off and on again", async () => {
  const { id } = await add({ url: receiver.url });
  answer = { status: 503 };
  await run();
  const change = (to: string) => site.app.ask(site.ours.manager, "POST", `${path()}/webhooks/${id}/${to}`);
  // It stays on: nothing is lost.
  expect((await change("enable")).status).toBe(200);
  expect(await deliveries()).toMatchObject([{ state: "waiting" }]);
  expect((await change("disable")).status).toBe(200);
  expect((await change("enable")).status).toBe(200);
  answer = { status: 200 };
  await run(1);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ state: "dropped", reason: "The webhook is switched off." }]);
});

test("why a message failed or was dropped is in its reader's language", async () => {
  await add({ url: receiver.url });
  answer = { status: 500 };
  await run();
  expect(await deliveries()).toMatchObject([{ reason: "127.0.0.1 has not accepted the message (status 500)." }]);
  expect(await deliveries("es")).toMatchObject([{ reason: "127.0.0.1 no aceptó el mensaje (estado 500)." }]);
  await sql`update webhooks set disabled_at = now(), disabled_reason = 'manual'`.execute(site.app.connections.owner);
  await run(1);
  expect(await deliveries("es")).toMatchObject([{ state: "dropped", reason: "El webhook está desactivado." }]);
});

test("a chat gets what happened, where, and what it costs", async () => {
  await add({ type: "slack", url: receiver.url });
  answer = { status: 200, body: "ok" };
  await run();
  expect(receiver.received[0]?.body).toMatch(/Toilet leak: Ours House, Main, 1/);
  expect(receiver.received[0]?.body).toMatch(/3 gallons an hour, 72 gallons a day/);
  expect(await deliveries()).toMatchObject([{ channel: "slack", state: "sent" }]);
});

test.each([
  ["a new one once its channel changed", { channel: "#repairs" }, ["#repairs none", "#repairs 1.3"]],
  ["a new one once its token changed", { token: "xoxb-2" }, ["#leaks none", "#leaks 1.3"]],
  ["the same once its name changed", { name: "Repairs", channel: "#leaks" }, ["#leaks 1.1", "#leaks 1.1"]],
])("a bot writes into one thread for a case, %s", async (_, change, after) => {
  const posted = z.object({ channel: z.string(), thread_ts: z.string().default("none") });
  const posts: string[] = [];
  const bot: DeliveryDeps = {
    ...deps(),
    post: async ({ body }) => {
      const { channel, thread_ts } = posted.parse(JSON.parse(String(body)));
      posts.push(`${channel} ${thread_ts}`);
      return { status: 200, body: JSON.stringify({ ok: true, ts: `1.${posts.length}` }) };
    },
  };
  const again = async () => {
    await sql`update outbox set dispatched_at = null`.execute(site.app.connections.worker);
    site.app.clock.now += HOUR;
    await dispatch();
    await deliverMessages(bot);
  };
  const { id } = await add({ type: "slack_bot", token: "xoxb-1", channel: "#leaks" });
  await again();
  await again();
  const answer = await site.app.ask(site.ours.manager, "PATCH", `${path()}/webhooks/${id}`, change);
  expect(answer.status, answer.text).toBe(200);
  await again();
  await again();
  expect(posts).toEqual(["#leaks none", "#leaks 1.1", ...after]);
});

test("says how many meters an outage or a gap is about, how many readings a quarantine, and how many units a price", async () => {
  const { connections } = site.app;
  const { propertyId } = site.ours;
  const setGateway = async (serial: string | null) => {
    await sql`
      update meters set gateway_id = (
        select id from gateways where property_id = meters.property_id and serial_number = ${serial})
      where property_id = ${propertyId}`.execute(connections.worker);
    await refreshMeterStatus(connections);
  };
  await add({ url: receiver.url, kinds: ["device.down", "data.gap", "readings.quarantined", "price.ended"] });
  await setGateway("G1");
  await run(72);
  await setGateway(null);
  await run(1);
  await sql`
    insert into quarantined_readings (property_id, meter_id, measured_at, gallons, most)
    select property_id, id, ${at(12)}::timestamptz + n * interval '1 hour', 9000000, 1500000
    from meters cross join generate_series(1, 3) n
    where property_id = ${propertyId} and serial_number = 'home'`.execute(connections.worker);
  await run();
  await sql`
    insert into unit_prices (property_id, unit_id, first_day, last_day, price)
    select property_id, id, '2026-01-01', (${new Date(site.app.clock.now)} at time zone 'America/Chicago')::date - 1, 0.03
    from units where property_id = ${propertyId}`.execute(connections.worker);
  await run();
  const bodies = receiver.received.map(({ body }) => webhookPayload.parse(JSON.parse(body)));
  expect(bodies.at(-1)?.data.summary).toMatch(/^Price has ended: Ours House. The price of 1 unit ended on/);
  expect(bodies.map(({ type, data }) => [type, data.count])).toEqual([
    ["device.down", 2],
    ["data.gap", 1],
    ["data.gap", 1],
    ["readings.quarantined", 3],
    ["price.ended", 1],
  ]);
});
