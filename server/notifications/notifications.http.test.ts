import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { caseCalls } from "../../contract/leaks/cases.ts";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import { noticeKinds } from "../../contract/notifications/notice-kinds.ts";
import { notificationCalls } from "../../contract/notifications/notifications.ts";
import type { NotificationSettings } from "../../contract/notifications/settings.ts";
import { updateAlerts } from "../alerts/update-alerts.ts";
import { at, HOUR, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../mail/mailer.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import { acknowledgeByLink, readMailLink, unsubscribeByLink } from "./mail-links.ts";
import { startNotifications } from "./start-notifications.ts";
import { sendTest } from "./test-message.ts";
import { BASE_URL, deliveryDeps } from "./testing/delivery-deps.ts";

let site: LeakySite;
let ann: number;
let sent: (Mail & { messageId: string })[];
let mailError: Error | null;

/** The toilet leaks three gallons an hour from day 10 on, seven from day 14 on, until it is fixed. */
let fixedOn = Number.POSITIVE_INFINITY;
let backOn = Number.POSITIVE_INFINITY;
function leaking(serial: string, day: number, hour: number): number {
  const runs = (day >= 10 && day < fixedOn) || day >= backOn;
  const leak = runs ? (day >= 14 ? 7 : 3) : 0;
  const usual = hour > 6 && hour < 19 ? (hour * 5) % 9 : 0;
  return leak + (serial === "home" ? usual : hour === 9 ? 1.5 : 0);
}

const deps = () =>
  deliveryDeps(site, async (mail, messageId) => {
    if (mailError !== null) throw mailError;
    sent.push({ ...mail, messageId });
  });

/** Until this instant readings come in, and everything that follows from them is done. */
async function reach(day: number, hour = 0) {
  site.app.clock.now = Date.parse(at(day, hour));
  await site.send(site.ours, [Math.max(0, day - 3), day], leaking);
  await settle();
}
async function settle() {
  await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
  await dispatchOutbox(deps());
  await deliverMessages(deps());
}

async function choose(settings: Partial<NotificationSettings> | null, userId = ann) {
  const notifications = settings === null ? null : { ...defaultNotifications("at_once"), ...settings };
  await sql`update users set preferences = ${JSON.stringify({ notifications })} where id = ${userId}`.execute(
    site.app.connections.accounts,
  );
}

async function addPerson(email: string, organizationId: number): Promise<number> {
  const { accounts } = site.app.connections;
  const made = await sql<{ id: number }>`insert into users (email) values (${email}) returning id`.execute(accounts);
  const id = made.rows[0]?.id ?? 0;
  await sql`
    insert into memberships (user_id, organization_id, role, permissions)
    values (${id}, ${organizationId}, 'organization admin', '{reporting.view_property_data_report}')`.execute(accounts);
  return id;
}

beforeAll(async () => {
  site = await leakySite(at(12));
  ann = await addPerson("ann@example.com", site.ours.organizationId);
  await addPerson("bob@example.com", site.theirs.organizationId);
  await site.send(site.theirs, [0, 12], () => 0);
});
afterAll(() => site?.app.close());

beforeEach(async () => {
  const { connections } = site.app;
  const tables = ["messages", "outbox", "alerts", "leak_case_events", "leak_repairs"];
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(connections.worker);
  for (const table of ["leaks", "leak_cases", "leak_case_days"]) {
    await sql`delete from ${sql.table(table)}`.execute(connections.worker);
  }
  await sql`delete from meter_days where property_id = ${site.ours.propertyId}`.execute(connections.worker);
  await sql`update memberships set permissions = '{reporting.view_property_data_report}'`.execute(connections.accounts);
  [fixedOn, backOn] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  [sent, mailError] = [[], null];
  await choose({ quiet_hours: null });
  site.app.clock.now = Date.parse(at(10));
  await site.send(site.ours, [0, 10], leaking);
});

async function theCase() {
  const list = await site.app.ask(site.ours.manager, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(list.json()).results;
  if (found === undefined) throw new Error("There is no case.");
  return found;
}
async function report(event: object) {
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${(await theCase()).id}/events`, event);
  expect(answer.status, answer.text).toBe(201);
}
const deliveries = async (query = "") => {
  const path = `/v1/admin/organizations/${site.ours.organizationId}/deliveries${query}`;
  const answer = await site.app.ask(site.ours.manager, "GET", path);
  return notificationCalls["GET /v1/admin/organizations/{id}/deliveries"].response.parse(answer.json()).results;
};

test("a leak's life is one thread of few mails, to those who may see it alone", async () => {
  await choose({ quiet_hours: null, kinds: [...noticeKinds] });
  for (let day = 11; day <= 20; day++) await reach(day, 12);
  const { property_name, id } = await theCase();
  await report({ kind: "fixed", cause_code: "flapper", at: at(20, 10) });
  fixedOn = 20;
  for (let day = 21; day <= 24; day++) await reach(day, 12);
  backOn = 25;
  for (let day = 26; day <= 30; day++) await reach(day, 12);
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(["ann@example.com"]));
  expect(sent.map(({ text }) => text.split("\n")[0])).toEqual([
    "Toilet leak",
    "Toilet leak has grown",
    "Fix reported",
    "Fix verified",
    "Toilet leak is back",
  ]);
  expect(new Set(sent.map(({ subject }) => subject))).toEqual(
    new Set([`Leak: ${property_name}, Main, 1 (case ${id})`]),
  );
  const ids = sent.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(ids.length);
  sent.forEach(({ references = [] }, index) => {
    expect(references).toEqual(ids.slice(0, index));
  });
  const [first] = sent;
  expect(first?.text).toContain(`${BASE_URL}/cases/${id}`);
  expect(first?.text).toMatch(/Loses: 3 gallons an hour, 72 gallons a day/);
  expect(first?.text).toMatch(/Costs: \$1\.44 a day/);
  expect(first?.text).toMatch(/flapper and the fill valve/);
  const verified = sent[3]?.text;
  expect(verified).toMatch(/^Lost: [\d,]+ gallons$/m);
  expect(verified).toMatch(/^Cost: \$\d+\.\d\d$/m);
  expect(verified).not.toMatch(/Loses|Costs|a day/);
  expect(first?.html).not.toMatch(/https?:\/\/(?!water\.example\.com)/);
  const shown = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${id}/messages`);
  expect(notificationCalls["GET /v1/cases/{id}/messages"].response.parse(shown.json())).toHaveLength(5);
  expect((await site.app.ask(site.theirs.manager, "GET", `/v1/cases/${id}/messages`)).status).toBe(404);
});

test("the owner of a property does not read to whom messages of the owner before went", async () => {
  await reach(12, 12);
  const path = `/v1/cases/${(await theCase()).id}/messages`;
  const { ours, theirs } = site;
  const read = async (organizationId: number) => {
    const shown = await site.app.ask(
      { organizationIds: [organizationId], propertyIds: [ours.propertyId] },
      "GET",
      path,
    );
    const messages = notificationCalls["GET /v1/cases/{id}/messages"].response.parse(shown.json());
    return messages.map(({ recipient }) => recipient);
  };
  const move = (organizationId: number) =>
    sql`update properties set organization_id = ${organizationId} where id = ${ours.propertyId}`.execute(
      site.app.connections.owner,
    );
  await move(theirs.organizationId);
  try {
    expect(await read(theirs.organizationId)).toEqual([]);
  } finally {
    await move(ours.organizationId);
  }
  expect(await read(ours.organizationId)).toEqual(["ann@example.com"]);
});

test("the morning's list has what is new, once, and is not sent when nothing is left of it", async () => {
  await choose({ mail: "every_morning" });
  await reach(12, 12);
  expect(sent).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: "waiting", is_list: true, due_at: at(13, 6.5) }]);
  site.app.clock.now = Date.parse(at(13, 6.5));
  await deliverMessages(deps());
  expect(sent.map(({ subject }) => subject)).toEqual(["Dripline: 1 thing to look at"]);
  expect(sent[0]?.text).toContain(`${BASE_URL}/cases?organization_id=${site.ours.organizationId}\n`);
  site.app.clock.now += HOUR;
  await settle();
  expect(sent).toHaveLength(1);
});

test("properties in several time zones have one list, on the first of their mornings", async () => {
  const { connections } = site.app;
  await choose({ mail: "every_morning" });
  await sql`update properties set organization_id = ${site.ours.organizationId}, time_zone = 'Pacific/Honolulu'
    where id = ${site.theirs.propertyId}`.execute(connections.owner);
  site.app.clock.now = Date.parse(at(12));
  await site.send(site.ours, [9, 12], leaking);
  await site.send(site.theirs, [9, 12], leaking);
  // The later morning first.
  for (const { propertyId } of [site.theirs, site.ours]) {
    await updateAlerts(connections, propertyId, () => site.app.clock.now);
    await dispatchOutbox(deps());
  }
  const waiting = await deliveries("?state=waiting");
  expect(waiting.map(({ due_at }) => due_at)).toEqual([at(12, 6.5)]);
  await sql`update properties set organization_id = ${site.theirs.organizationId}, time_zone = 'America/Chicago'
    where id = ${site.theirs.propertyId}`.execute(connections.owner);
});

test("while a list of a morning is tried again, all that is new is one list of its own", async () => {
  await choose({ mail: "every_morning", kinds: ["case opened", "case doubled", "fix reported"] });
  await reach(12);
  mailError = new Error("421 later");
  site.app.clock.now = Date.parse(at(13, 7));
  await settle();
  await reach(15);
  await report({ kind: "fixed", at: at(14, 12) });
  await settle();
  expect((await deliveries("?state=waiting")).map(({ kinds, attempts }) => [kinds, attempts])).toEqual([
    [["case doubled", "fix reported"], 0],
    [["case opened"], 2],
  ]);
});

describe("of a leak that costs too little to raise an alert", () => {
  const admin = () => ({ ...site.ours.manager, role: "organization admin" as const });
  const setFloor = async (alert_floor: number) => {
    const body = { organization_id: site.ours.organizationId, alert_floor };
    const answer = await site.app.ask(admin(), "PUT", "/v1/case-clocks", body);
    expect(answer.status, answer.text).toBe(200);
  };
  const reachUntil = async (first: number, last: number) => {
    for (let day = first; day <= last; day++) await reach(day, 12);
  };
  beforeEach(() => setFloor(50));
  afterEach(() => setFloor(0));

  test("nothing is sent when it is back, until it costs enough", async () => {
    await choose({ quiet_hours: null, kinds: ["case opened", "case returned"] });
    await reachUntil(11, 12);
    fixedOn = 12;
    await reachUntil(13, 15);
    backOn = 16;
    await reachUntil(16, 18);
    expect((await theCase()).state).toBe("returned");
    expect(sent).toEqual([]);
    await setFloor(2);
    await settle();
    expect(sent.map(({ text }) => text.split("\n")[0])).toEqual(["Toilet leak"]);
  });

  test("is sent that it is back after a fix that somebody reported", async () => {
    await choose({ quiet_hours: null, kinds: ["case opened", "case returned"] });
    await reachUntil(11, 12);
    await report({ kind: "fixed", at: at(12, 1) });
    fixedOn = 12;
    backOn = 13;
    await reachUntil(13, 16);
    expect(sent.map(({ text }) => text.split("\n")[0])).toEqual(["Toilet leak is back"]);
  });
});

test("the morning's list has an overdue leak that was acknowledged for a while by mistake", async () => {
  const admin = { ...site.ours.manager, role: "organization admin" as const };
  const setClock = async (clock: object) => {
    const body = { organization_id: site.ours.organizationId, clock };
    expect((await site.app.ask(admin, "PUT", "/v1/case-clocks", body)).status).toBe(200);
  };
  await setClock({ rule: "house", acknowledge_days: 1, fix_days: 30 });
  try {
    await choose({ mail: "every_morning", kinds: ["case overdue"] });
    await reach(13, 12);
    await report({ kind: "acknowledged" });
    await settle();
    const path = `/v1/cases/${(await theCase()).id}`;
    const whole = caseCalls["GET /v1/cases/{id}"].response.parse(
      (await site.app.ask(site.ours.manager, "GET", path)).json(),
    );
    const undone = await site.app.ask(site.ours.manager, "DELETE", `${path}/events/${whole.events[0]?.id}`);
    expect(undone.status, undone.text).toBe(200);
    await settle();
    site.app.clock.now = Date.parse(at(14, 7));
    await deliverMessages(deps());
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining("was due on Jun 13, 2026")]);
  } finally {
    await setClock({ rule: "none" });
  }
});

test("a list of what is over meanwhile is dropped, and says why", async () => {
  await choose({ mail: "every_morning" });
  await reach(12, 12);
  await sql`update alerts set closed_at = ${at(12, 13)}`.execute(site.app.connections.worker);
  site.app.clock.now = Date.parse(at(13, 7));
  await deliverMessages(deps());
  expect(sent).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: "dropped", reason: "What it was about is over." }]);
});

test("who lost the right gets nothing more, also of what waits", async () => {
  await choose({ mail: "every_morning" });
  await reach(12, 12);
  await sql`update memberships set permissions = '{}'`.execute(site.app.connections.accounts);
  site.app.clock.now = Date.parse(at(13, 7));
  await deliverMessages(deps());
  await choose({ quiet_hours: null });
  await reach(15, 12);
  expect(sent).toEqual([]);
  expect(await deliveries()).toMatchObject([
    { state: "dropped", reason: "The person may not see the property any more." },
  ]);
});

test.each([
  ["kinds", { kinds: ["device outage" as const] }],
  ["properties", { property_ids: [999_999] }],
])("what waits is dropped when its recipient no longer wants it: %s", async (_, settings) => {
  await choose({ mail: "every_morning" });
  await reach(12, 12);
  await choose({ mail: "every_morning", ...settings });
  site.app.clock.now = Date.parse(at(13, 7));
  await deliverMessages(deps());
  expect(sent).toEqual([]);
  expect(await deliveries()).toMatchObject([
    { state: "dropped", reason: "The person no longer wants notices of this kind or property." },
  ]);
});

test("a list that is tried again has what its recipient still wants, or a route sends them", async () => {
  const { owner, accounts } = site.app.connections;
  await choose({ mail: "every_morning", kinds: ["case opened", "case doubled"] });
  mailError = new Error("421 later");
  await reach(12);
  await reach(15, 12);
  await sql`
    insert into notification_routes (organization_id, name, kinds, least_cents_per_day, ignores_quiet_hours, steps, changed_at)
    values (${site.ours.organizationId}, 'Growth', '{case doubled}', 0, false,
      ${JSON.stringify([{ after_hours: 0, user_ids: [ann], on_call: false }])}::jsonb, ${at(16)})`.execute(owner);
  const hasGrown = async () => {
    site.app.clock.now += HOUR;
    await deliverMessages(deps());
    const { rows } = await sql<{ text: string }>`select text from messages`.execute(accounts);
    return rows.map(({ text }) => text.includes("Toilet leak has grown"));
  };
  try {
    await choose({ mail: "every_morning", kinds: ["case opened"] });
    expect(await hasGrown()).toEqual([true]);
  } finally {
    await sql`delete from notification_routes`.execute(owner);
  }
  mailError = null;
  expect(await hasGrown()).toEqual([false]);
  expect(sent.map(({ text }) => text.includes("Toilet leak"))).toEqual([true]);
});

test.each([
  ["kinds", { kinds: ["device outage" as const] }],
  ["dollars a day", { least_dollars_per_day: 50 }],
  ["other properties", { property_ids: [999_999] }],
  ["no mails", { mail: "off" as const }],
])("a person is notified of what they chose alone: %s", async (_, settings) => {
  await choose({ quiet_hours: null, ...settings });
  await reach(15, 12);
  expect(sent).toEqual([]);
  expect(await deliveries()).toEqual([]);
});

test("quiet hours delay a leak, and no burst", async () => {
  await choose({});
  await reach(12, 23);
  expect(sent).toEqual([]);
  await sql`delete from messages`.execute(site.app.connections.worker);
  await sql`update outbox set dispatched_at = null`.execute(site.app.connections.worker);
  await choose({ burst_gallons_per_hour: 2 });
  await settle();
  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Leak: Ours House, Main, 1 \(case \d+\)$/),
  ]);
});

describe("delivery", () => {
  test("tries again with longer waits, under the same id, and keeps the order of a thread", async () => {
    mailError = new Error("451 try later");
    await reach(13, 12);
    await reach(15, 12);
    expect(await deliveries()).toMatchObject([
      { state: "waiting", attempts: 0 },
      { state: "waiting", attempts: 2, reason: "451 try later" },
    ]);
    mailError = null;
    site.app.clock.now += HOUR;
    await deliverMessages(deps());
    expect(sent.map(({ text }) => text.split("\n")[0])).toEqual(["Toilet leak", "Toilet leak has grown"]);
  });

  test("gives up what the mail server rejects for good, and an administrator sends it again", async () => {
    mailError = Object.assign(new Error("550 no such user"), { code: "EENVELOPE", responseCode: 550 });
    await reach(12, 12);
    const [failed] = await deliveries("?state=failed");
    expect(failed).toMatchObject({ reason: "550 no such user", recipient: "ann@example.com", kinds: ["case opened"] });
    mailError = null;
    const path = `/v1/admin/organizations/${site.ours.organizationId}/deliveries/${failed?.id}`;
    const whole = await site.app.ask(site.ours.manager, "GET", path);
    expect(whole.json()).toMatchObject({
      subject: expect.stringMatching(/^Leak: Ours House, Main, 1 \(case \d+\)$/),
      text: expect.stringContaining("Since"),
      html: expect.stringContaining("/acknowledge#token=…"),
    });
    // Its links let their bearer act in the reader's name.
    const stored = await sql`select text, html from messages`.execute(site.app.connections.accounts);
    for (const kept of [whole.text, JSON.stringify(stored.rows)]) expect(kept).not.toMatch(/token=[\w.-]/);
    expect((await site.app.ask(site.theirs.manager, "POST", `${path}/retry`)).status).toBe(404);
    expect((await site.app.ask(site.ours.manager, "POST", `${path}/retry`)).status).toBe(200);
    await deliverMessages(deps());
    expect(sent.map(({ messageId }) => messageId)).toEqual([`${failed?.id}@water.example.com`]);
    expect((await site.app.ask(site.ours.manager, "POST", `${path}/retry`)).status).toBe(409);
  });

  describe("of a list that was given up", () => {
    const retry = async () => {
      const [failed] = await deliveries("?state=failed");
      const path = `/v1/admin/organizations/${site.ours.organizationId}/deliveries/${failed?.id}/retry`;
      return site.app.ask(site.ours.manager, "POST", path);
    };
    const goTo = async (day: number, hour: number) => {
      site.app.clock.now = Date.parse(at(day, hour));
      await dispatchOutbox(deps());
      await deliverMessages(deps());
    };

    beforeEach(async () => {
      await choose({ mail: "every_morning", kinds: ["case opened", "case doubled", "fix reported"] });
      await reach(12);
      mailError = Object.assign(new Error("550 no such user"), { code: "EENVELOPE", responseCode: 550 });
      await goTo(13, 7);
      mailError = null;
    });

    test("an administrator sends it again also while the next one waits", async () => {
      await reach(15, 12);
      expect(await deliveries()).toMatchObject([{ state: "waiting" }, { state: "failed" }]);
      expect((await retry()).status).toBe(200);
      await goTo(15, 12);
      await goTo(16, 7);
      expect(sent.map(({ text }) => /has grown/.test(text))).toEqual([false, true]);
    });

    test("it is sent as it was, and what is new meanwhile is in another", async () => {
      expect((await retry()).status).toBe(200);
      await report({ kind: "fixed", at: at(13, 5) });
      await goTo(13, 7);
      await goTo(14, 7);
      expect(sent.map(({ text }) => text.includes("Fix reported"))).toEqual([false, true]);
    });
  });

  test("a server that dies while it sends leaves the message to another, as it was", async () => {
    const dying = { ...deps(), mailer: { canSend: true, close: () => {}, send: () => new Promise<void>(() => {}) } };
    mailError = new Error("not yet");
    await reach(12, 12);
    mailError = null;
    site.app.clock.now += HOUR;
    void deliverMessages(dying);
    await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(2);
    await deliverMessages(deps());
    expect(sent).toEqual([]);
    site.app.clock.now += 130_000;
    await deliverMessages(deps());
    expect(sent).toHaveLength(1);
  });

  test("a burst does not wait for the lists that were due before it", async () => {
    await choose({ mail: "every_morning" });
    await reach(12, 12);
    await sql`
      with more as (
        insert into messages (organization_id, user_id, channel, thread, is_list, created_at, due_at)
        select organization_id, user_id, channel, thread || ' ' || i, true, created_at, due_at
        from messages, generate_series(1, 20) i returning id
      )
      insert into message_contents (message_id, property_id, outbox_id, case_id)
      select more.id, property_id, outbox_id, case_id from more, message_contents`.execute(site.app.connections.worker);
    site.app.clock.now = Date.parse(at(13, 6.5)) + 60_000;
    await choose({ mail: "every_morning", burst_gallons_per_hour: 2 });
    await sql`update outbox set dispatched_at = null`.execute(site.app.connections.worker);
    await dispatchOutbox(deps());
    let goOn = () => {};
    const released = new Promise<void>((done) => {
      goOn = done;
    });
    const slow = deliveryDeps(site, async (mail, messageId) => {
      if (mail.subject.startsWith("Dripline:")) await released;
      sent.push({ ...mail, messageId });
    });
    const stop = startNotifications(slow, (error) => {
      throw error;
    });
    try {
      await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 9000 });
      expect(sent[0]?.subject).toMatch(/^Leak: Ours House/);
    } finally {
      goOn();
      await stop();
    }
  });

  describe("after ten messages within an hour", () => {
    /** @param about whether they are about something, as neither tests nor reports are */
    const addTen = async (hour: number, about = true) => {
      await sql`
        with made as (
          insert into messages (organization_id, user_id, channel, thread, is_list, created_at, due_at, sent_at)
          select ${site.ours.organizationId}, ${ann}, 'mail', 'property 0 notice ' || n, false, ${at(12, hour)},
            ${at(12, hour)}, ${at(12, hour)}
          from generate_series(1, 10) n returning id
        )
        insert into message_contents (message_id, property_id, outbox_id)
        select id, ${site.ours.propertyId}, 0 from made where ${about}`.execute(site.app.connections.worker);
    };

    test("the others are one list", async () => {
      await addTen(11.5);
      await reach(12, 12);
      expect(sent).toEqual([]);
      expect((await deliveries("?state=waiting"))[0]).toMatchObject({ is_list: true, due_at: at(12, 13) });
    });

    test("the list waits for the end of quiet hours that begin before it", async () => {
      await choose({ quiet_hours: { from: "21:00", until: "06:30" } });
      await addTen(20);
      await reach(12, 20.5);
      expect((await deliveries("?state=waiting"))[0]).toMatchObject({ is_list: true, due_at: at(13, 6.5) });
    });

    test("a burst is sent at once", async () => {
      await choose({ quiet_hours: null, burst_gallons_per_hour: 2 });
      await addTen(11.5);
      await reach(12, 12);
      expect(sent).toHaveLength(1);
    });

    test("a leak is sent at once if they were tests or reports", async () => {
      await addTen(11.5, false);
      await reach(12, 12);
      expect(sent).toHaveLength(1);
    });
  });
});

describe("links of mails", () => {
  const tokenOf = (page: string, mail: Mail | undefined) =>
    new RegExp(`/${page}#token=(\\S+)`).exec(mail?.text ?? "")?.[1] ?? "";

  test("a leak is acknowledged by a link, in its reader's name, once", async () => {
    await reach(12, 12);
    const token = tokenOf("acknowledge", sent[0]);
    expect(await readMailLink(deps(), token)).toMatchObject({ does: "acknowledge", is_done: false });
    expect((await theCase()).state).toBe("open");
    for (let i = 0; i < 2; i++) await acknowledgeByLink(deps(), token, "r");
    expect((await theCase()).state).toBe("acknowledged");
    const whole = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${(await theCase()).id}`);
    expect(caseCalls["GET /v1/cases/{id}"].response.parse(whole.json()).events).toMatchObject([
      { kind: "acknowledged", made_by: "ann@example.com" },
    ]);
  });

  test("a leak that is back is acknowledged by a link, and one that is over is not", async () => {
    await reach(12, 12);
    const token = tokenOf("acknowledge", sent[0]);
    fixedOn = 13;
    for (let day = 13; day <= 16; day++) await reach(day, 12);
    expect(await readMailLink(deps(), token)).toMatchObject({ is_done: true, case: { state: "ended" } });
    await acknowledgeByLink(deps(), token, "r");
    expect((await theCase()).state).toBe("ended");
    backOn = 17;
    for (let day = 17; day <= 20; day++) await reach(day, 12);
    expect((await theCase()).state).toBe("returned");
    const back = sent.find(({ text }) => text.startsWith("Toilet leak is back"));
    for (const one of [token, tokenOf("acknowledge", back)]) {
      expect(await readMailLink(deps(), one)).toMatchObject({ is_done: false, case: { state: "returned" } });
    }
    await acknowledgeByLink(deps(), token, "r");
    expect((await theCase()).state).toBe("acknowledged");
  });

  test("a changed, foreign or expired link, and that of somebody who lost the right, does nothing", async () => {
    await reach(12, 12);
    const token = tokenOf("acknowledge", sent[0]);
    const [content = "", signature = ""] = token.split(".");
    const other = Buffer.from(content, "base64url")
      .toString()
      .replace(/"user":\d+/, '"user":999');
    const bad = [
      `${Buffer.from(other).toString("base64url")}.${signature}`,
      `${content}.`,
      "",
      ".",
      "a.b",
      `${token}x`,
    ];
    for (const one of bad) await expect(acknowledgeByLink(deps(), one, "r"), one).rejects.toThrow(/not known/);
    const foreign = { ...deps(), secret: "another secret, of 32 characters and more" };
    await expect(acknowledgeByLink(foreign, token, "r")).rejects.toThrow(/not known/);
    const unsubscribe = tokenOf("unsubscribe", sent[0]);
    await expect(acknowledgeByLink(deps(), unsubscribe, "r")).rejects.toThrow(/not known/);
    await expect(unsubscribeByLink(deps(), token, "r")).rejects.toThrow(/not known/);
    await sql`update memberships set permissions = '{}'`.execute(site.app.connections.accounts);
    await expect(acknowledgeByLink(deps(), token, "r")).rejects.toThrow(/may not see/);
    await sql`update memberships set permissions = '{reporting.view_property_data_report}'`.execute(
      site.app.connections.accounts,
    );
    site.app.clock.now += 31 * 24 * HOUR;
    await expect(acknowledgeByLink(deps(), token, "r")).rejects.toThrow(/expired/);
    expect((await theCase()).state).toBe("open");
  });

  test("a mail is ended by its own link", async () => {
    await reach(12, 12);
    const [first] = sent;
    expect(first?.unsubscribe?.oneClick).toContain(`${BASE_URL}/v1/unsubscribe?token=`);
    const token = tokenOf("unsubscribe", first);
    await unsubscribeByLink(deps(), token, "r");
    expect(await readMailLink(deps(), token)).toMatchObject({ does: "unsubscribe", is_done: true });
    await reach(15, 12);
    expect(sent).toHaveLength(1);
  });
});

test("a test mail is sent, five times an hour at most, also by requests at the same time", async () => {
  const person = {
    userId: ann,
    email: "ann@example.com",
    organizationId: null,
    requestId: "r",
    at: Date.parse(at(12)),
  };
  for (let i = 0; i < 4; i++) await sendTest(site.app.connections, person, "mail");
  // Opens connections, so that the requests do not wait for them one after another.
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.1)`.execute(site.app.connections.accounts)));
  const atOnce = Array.from({ length: 10 }, () => sendTest(site.app.connections, person, "mail"));
  const tests = await Promise.allSettled(atOnce);
  expect(tests.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(sendTest(site.app.connections, person, "mail")).rejects.toThrow(/5 tests/);
  site.app.clock.now = Date.parse(at(12));
  await deliverMessages(deps());
  expect(sent.map(({ subject }) => subject)).toEqual(Array(5).fill("A test from Dripline"));
});
