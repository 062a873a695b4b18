import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { notificationCalls } from "../../contract/notifications/notifications.ts";
import { webhookPayload } from "../../contract/notifications/webhook-payload.ts";
import { updateAlerts } from "../alerts/update-alerts.ts";
import { at, HOUR, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../mail/mailer.ts";
import { openReceiver, type Receiver } from "../outgoing/testing/receiver.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import { startNotifications } from "./start-notifications.ts";
import { deliveryDeps, whileNotNoted } from "./testing/delivery-deps.ts";

let site: LeakySite;
let receiver: Receiver;
/** Takes requests and never responds. */
let hanging: Receiver;
let answer: { status: number; body?: string };
let mails: Mail[];
let ann: number;

/** The toilet leaks three gallons an hour from day 10 on. */
const leaking = (serial: string, day: number, hour: number) =>
  (day >= 10 ? 3 : 0) + (serial === "home" ? (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) : hour === 9 ? 1.5 : 0);

const deps = () =>
  deliveryDeps(site, async (mail) => {
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
  const made = await sql<{ id: number }>`
    insert into users (email) values ('ann@example.com') returning id`.execute(site.app.connections.accounts);
  ann = made.rows[0]?.id ?? 0;
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
  [answer, mails] = [{ status: 204 }, []];
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
      link: `https://water.example.com/cases/${payload.data.case_id}`,
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
