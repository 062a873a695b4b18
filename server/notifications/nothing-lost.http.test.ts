import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import { noticeKinds } from "../../contract/notifications/notice-kinds.ts";
import type { NotificationSettings } from "../../contract/notifications/settings.ts";
import { updateAlerts } from "../alerts/update-alerts.ts";
import { lock } from "../database/locks.ts";
import { at, HOUR, type LeakyProperty, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../mail/mailer.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import { pruneMessages } from "./prune-messages.ts";
import { deliveryDeps, whileNotNoted } from "./testing/delivery-deps.ts";

let site: LeakySite;
let ann: number;
let sent: (Mail & { messageId: string })[];
let mailError: Error | null;

const deps = () =>
  deliveryDeps(site, async (mail, messageId) => {
    if (mailError !== null) throw mailError;
    sent.push({ ...mail, messageId });
  });

const setTime = (day: number, hour: number) => {
  site.app.clock.now = Date.parse(at(day, hour));
};
async function run(statement: ReturnType<typeof sql>) {
  await statement.execute(site.app.connections.owner);
}
async function choose(settings: Partial<NotificationSettings>) {
  const notifications = { ...defaultNotifications("at_once"), kinds: [...noticeKinds], quiet_hours: null, ...settings };
  await run(sql`update users set preferences = ${JSON.stringify({ notifications })} where id = ${ann}`);
}
async function join(organizationId: number) {
  await run(sql`
    insert into memberships (user_id, organization_id, role, permissions)
    values (${ann}, ${organizationId}, 'organization admin', '{reporting.view_property_data_report}')`);
}
/** A leak from day 10 on at a property, alerted at the time of the clock. */
async function leakAt(property: LeakyProperty) {
  await site.send(property, [0, 12], (serial, day, hour) => (day >= 10 ? 3 : 0) + (serial === "home" ? hour % 3 : 0));
  await updateAlerts(site.app.connections, property.propertyId, () => site.app.clock.now);
}
async function deliver() {
  await dispatchOutbox(deps());
  await deliverMessages(deps());
}

beforeAll(async () => {
  site = await leakySite(at(12));
  const made = await sql<{ id: number }>`insert into users (email) values ('ann@example.com') returning id`.execute(
    site.app.connections.accounts,
  );
  ann = made.rows[0]?.id ?? 0;
});
afterAll(() => site?.app.close());

beforeEach(async () => {
  const tables = ["messages", "outbox", "alerts", "leaks", "leak_case_days", "leak_cases", "memberships", "meter_days"];
  for (const table of tables) await run(sql`delete from ${sql.table(table)}`);
  await run(sql`update users set email = 'ann@example.com'`);
  await run(sql`
    update properties set organization_id = ${site.ours.organizationId} where id = ${site.ours.propertyId}`);
  await join(site.ours.organizationId);
  await choose({});
  [sent, mailError] = [[], null];
  setTime(12, 12);
});

const whereOf = ({ text }: Mail) => ["Ours", "Theirs"].filter((name) => text.includes(`${name} House`));

test("who is in two organizations gets the things of both, in a list of each", async () => {
  await join(site.theirs.organizationId);
  await choose({ mail: "every_morning" });
  await leakAt(site.ours);
  await leakAt(site.theirs);
  await dispatchOutbox(deps());
  setTime(13, 6.5);
  await deliver();
  expect(sent.map(whereOf).sort()).toEqual([["Ours"], ["Theirs"]]);
});

test("a list that waits is not sent to somebody who ended the mails", async () => {
  await choose({ mail: "every_morning" });
  await leakAt(site.ours);
  await dispatchOutbox(deps());
  await choose({ mail: "off" });
  setTime(13, 6.5);
  await deliver();
  expect(sent).toEqual([]);
});

test("a mail goes to the address that a person has now, also after an attempt", async () => {
  mailError = new Error("451 try later");
  await leakAt(site.ours);
  await deliver();
  mailError = null;
  await run(sql`update users set email = 'ann@new.example'`);
  site.app.clock.now += HOUR;
  await deliver();
  expect(sent.map(({ to }) => to)).toEqual(["ann@new.example"]);
});

test("what is dispatched while a list is being sent is sent, too", async () => {
  await join(site.theirs.organizationId);
  await run(
    sql`update properties set organization_id = ${site.ours.organizationId} where id = ${site.theirs.propertyId}`,
  );
  await choose({ mail: "every_morning" });
  await leakAt(site.ours);
  await dispatchOutbox(deps());
  setTime(13, 6.5);
  let goOn = () => {};
  const sending = new Promise<void>((done) => {
    goOn = done;
  });
  const slow = {
    ...deps().mailer,
    send: async (mail: Mail, id: string) => {
      await sending;
      sent.push({ ...mail, messageId: id });
    },
  };
  const first = deliverMessages({ ...deps(), mailer: slow });
  await expect
    .poll(
      async () => (await sql`select from messages where text is not null`.execute(site.app.connections.accounts)).rows,
    )
    .toHaveLength(1);
  // Another server's dispatch began a moment before.
  site.app.clock.now -= 1;
  await leakAt(site.theirs);
  await dispatchOutbox(deps());
  site.app.clock.now += 1;
  goOn();
  await first;
  await deliver();
  expect(sent.map(whereOf)).toEqual([["Ours"], ["Theirs"]]);
  await run(
    sql`update properties set organization_id = ${site.theirs.organizationId} where id = ${site.theirs.propertyId}`,
  );
});

test("a property whose outbox cannot be dispatched does not keep the others'", async () => {
  await join(site.theirs.organizationId);
  await leakAt(site.ours);
  await leakAt(site.theirs);
  await run(
    sql.raw(`
    create function fail_ours() returns trigger language plpgsql as $$ begin
      if new.property_id = ${site.ours.propertyId} then raise exception 'broken'; end if;
      return new;
    end $$;
    create trigger fail_ours before insert on message_contents for each row execute function fail_ours()`),
  );
  try {
    await expect(dispatchOutbox(deps())).rejects.toThrow("broken");
    await deliverMessages(deps());
    expect(sent.map(whereOf)).toEqual([["Theirs"]]);
  } finally {
    await run(sql.raw("drop function fail_ours cascade"));
  }
  await deliver();
  expect(sent.map(whereOf)).toEqual([["Theirs"], ["Ours"]]);
});

test("a mail server that rejects the sender may take the mail later", async () => {
  const about = { code: "EENVELOPE", responseCode: 550, command: "MAIL FROM" };
  mailError = Object.assign(new Error("550 the sender is not allowed"), about);
  await leakAt(site.ours);
  await deliver();
  mailError = null;
  site.app.clock.now += HOUR;
  await deliver();
  expect(sent).toHaveLength(1);
});

test("what is sent again after later messages of its thread is in that thread", async () => {
  mailError = Object.assign(new Error("550 no"), { code: "EENVELOPE", responseCode: 550, command: "RCPT TO" });
  await leakAt(site.ours);
  await deliver();
  mailError = null;
  await run(sql`
    insert into outbox (property_id, kind, cause, case_id, created_at)
    select property_id, 'case verified', 'second', case_id, created_at from outbox`);
  await deliver();
  await run(sql`update messages set failed_at = null`);
  await deliver();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.references).toEqual([sent[0]?.messageId]);
});

test("two servers dispatch what is about a property in its order", async () => {
  await leakAt(site.ours);
  const { connections } = site.app;
  await connections.worker.transaction().execute(async (tx) => {
    // Another server has begun with the first rows.
    await lock(tx, "outbox", site.ours.propertyId);
    await sql`select from outbox where property_id = ${site.ours.propertyId} for update`.execute(tx);
    await run(sql`
      insert into outbox (property_id, kind, cause, case_id, created_at)
      select property_id, 'case verified', 'second', case_id, created_at from outbox limit 1`);
    expect(await dispatchOutbox(deps())).toBe(0);
  });
  expect(await dispatchOutbox(deps())).toBe(2);
});

test("messages are deleted 400 days later, unless they still wait, and what they were about a month after that", async () => {
  const left = async () => {
    const { rows } = await sql<{ messages: number; contents: number; outbox: number }>`
      select (select count(*) from messages) as messages, (select count(*) from message_contents) as contents,
        (select count(*) from outbox) as outbox`.execute(site.app.connections.owner);
    return rows[0];
  };
  await leakAt(site.ours);
  await deliver();
  await run(sql`
    insert into messages (organization_id, user_id, channel, thread, is_list, created_at, due_at)
    select organization_id, user_id, channel, thread || ' again', is_list, created_at, due_at from messages`);
  const before = await left();
  expect(before).toMatchObject({ messages: 2, contents: 1 });
  setTime(12 + 400, 11);
  await pruneMessages(deps());
  expect(await left()).toEqual(before);
  setTime(12 + 400, 13);
  await pruneMessages(deps());
  expect(await left()).toEqual({ ...before, messages: 1, contents: 0 });
  setTime(12 + 431, 13);
  await pruneMessages(deps());
  expect(await left()).toEqual({ messages: 1, contents: 0, outbox: 0 });
});

test("a mail that was accepted while the database was away is noted once it is back, and not sent again", async () => {
  await leakAt(site.ours);
  await whileNotNoted(site, deliver);
  expect(sent).toHaveLength(1);
  setTime(12, 18);
  await deliver();
  expect(sent).toHaveLength(1);
});

test("a sender whose lease has run out does not end the lease of the next", async () => {
  await leakAt(site.ours);
  await dispatchOutbox(deps());
  const times: string[] = [];
  const sender = (name: string, sending: () => Promise<void>) =>
    deliverMessages(
      deliveryDeps(site, async () => {
        times.push(name);
        await sending();
      }),
    );
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  let second = Promise.resolve();
  await sender("first", async () => {
    site.app.clock.now += 121_000;
    second = sender("second", () => isSent);
    await expect.poll(() => times).toEqual(["first", "second"]);
    throw new Error("421 later");
  });
  site.app.clock.now += 60_000;
  await sender("third", async () => {});
  send();
  await second;
  expect(times).toEqual(["first", "second"]);
});

test("a sender whose lease has run out does not report as given up what the next has sent", async () => {
  await leakAt(site.ours);
  await dispatchOutbox(deps());
  const warnings: string[] = [];
  await deliverMessages({
    ...deliveryDeps(site, async () => {
      site.app.clock.now += 121_000;
      await deliverMessages(deps());
      throw Object.assign(new Error("550 no such user"), { code: "EENVELOPE", responseCode: 550 });
    }),
    warn: (text) => warnings.push(text),
  });
  expect(sent).toHaveLength(1);
  expect(warnings).toEqual([]);
});
