import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { caseCalls } from "../../contract/leaks/cases.ts";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import { noticeKinds } from "../../contract/notifications/notice-kinds.ts";
import { type NewRoute, routeCalls } from "../../contract/notifications/routes.ts";
import type { NotificationSettings } from "../../contract/notifications/settings.ts";
import { updateAlerts } from "../alerts/update-alerts.ts";
import { at, HOUR, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../mail/mailer.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import { escalate } from "./escalate.ts";
import { deliveryDeps } from "./testing/delivery-deps.ts";

let site: LeakySite;
let ann: number;
let bob: number;
let cy: number;
let stranger: number;
let sent: (Mail & { at: number })[];
let mailError: Error | null;

/** The toilet leaks three gallons an hour from day 10 on, six from day 14 on. */
const leaking = (serial: string, day: number, hour: number) =>
  (day < 10 ? 0 : day < 14 ? 3 : 6) +
  (serial === "home" ? (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) : hour === 9 ? 1.5 : 0);

const deps = () =>
  deliveryDeps(site, async (mail) => {
    if (mailError !== null) throw mailError;
    sent.push({ ...mail, at: site.app.clock.now });
  });

/** Until this instant readings come in, and everything that follows from them is done. */
async function reach(day: number, hour: number) {
  site.app.clock.now = Date.parse(at(day, hour));
  await site.send(site.ours, [Math.max(0, day - 3), day], leaking);
  await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
  await work();
}
async function work() {
  await dispatchOutbox(deps());
  await escalate(deps());
  await deliverMessages(deps());
}
async function pass(hours: number) {
  site.app.clock.now += hours * HOUR;
  await work();
}

async function addPerson(email: string, organizationId: number, role = "organization admin"): Promise<number> {
  const { accounts } = site.app.connections;
  const made = await sql<{ id: number }>`insert into users (email) values (${email}) returning id`.execute(accounts);
  const id = made.rows[0]?.id ?? 0;
  await sql`
    insert into memberships (user_id, organization_id, role, permissions)
    values (${id}, ${organizationId}, ${role}, '{reporting.view_property_data_report}')`.execute(accounts);
  return id;
}
async function choose(userId: number, settings: Partial<NotificationSettings> | null) {
  const notifications = settings && { ...defaultNotifications("at_once"), ...settings };
  await sql`update users set preferences = ${JSON.stringify(notifications && { notifications })} where id = ${userId}`.execute(
    site.app.connections.accounts,
  );
}
const loseRight = (userId: number) =>
  sql`update memberships set permissions = '{}' where user_id = ${userId}`.execute(site.app.connections.accounts);

const routesPath = (organizationId = site.ours.organizationId) =>
  `/v1/admin/organizations/${organizationId}/notification-routes`;
const onCallPath = () => `/v1/admin/organizations/${site.ours.organizationId}/on-call`;
const ask: LeakySite["app"]["ask"] = (...request) => site.app.ask(...request);
const routeAnswer = routeCalls["POST /v1/admin/organizations/{id}/notification-routes"].response;
const onCallAnswer = routeCalls["GET /v1/admin/organizations/{id}/on-call"].response;

const step = (after_hours: number, ...user_ids: number[]) => ({ after_hours, user_ids, on_call: false });
const newRoute = (route: Partial<NewRoute>): NewRoute => ({
  name: "Leaks",
  property_ids: null,
  kinds: ["case opened"],
  least_dollars_per_day: 0,
  ignores_quiet_hours: true,
  steps: [step(0, ann)],
  ...route,
});
async function addRoute(route: Partial<NewRoute>) {
  const answer = await ask(site.ours.manager, "POST", routesPath(), newRoute(route));
  expect(answer.status, answer.text).toBe(201);
  return routeAnswer.parse(answer.json());
}
const setOnCall = async (weeks: object | null, expected?: object) => {
  const answer = await ask(site.ours.manager, "PUT", onCallPath(), { weeks, ...(expected && { expected }) });
  return { status: answer.status, text: answer.text, json: answer.json };
};
const weeksOf = (...user_ids: number[]) => ({
  user_ids,
  first_week_on: "2026-06-12",
  starts_at: "09:00",
  time_zone: "America/Chicago",
});
/** What is wrong with a field, or with a part of it, such as `steps.0.after_hours`. */
const sentencesOf = (answer: unknown, field: string) =>
  Object.entries(z.record(z.string(), z.unknown()).parse(answer)).flatMap(([name, sentences]) =>
    name === field || name.startsWith(`${field}.`) ? sentences : [],
  );
const problem = z.looseObject({ detail: z.string() });

async function theCase() {
  const list = await ask(site.ours.manager, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(list.json()).results;
  if (found === undefined) throw new Error("There is no case.");
  return found;
}
async function report(event: object, email = "manager@example.com") {
  const answer = await ask({ ...site.ours.manager, email }, "POST", `/v1/cases/${(await theCase()).id}/events`, event);
  expect(answer.status, answer.text).toBe(201);
}
/** Moves our property to an organization. */
async function move(organization_id: number) {
  const { ours, theirs } = site;
  const ion: Parameters<typeof ask>[0] = {
    role: "IONAdmin",
    isStaff: true,
    organizationIds: [ours.organizationId, theirs.organizationId],
  };
  const path = "/v1/admin/staff/inventory/organizations/properties/bulk-assign";
  const answer = await ask(ion, "POST", path, { organization_id, property_ids: [ours.propertyId] });
  expect(answer.status, answer.text).toBe(200);
}
const recipients = () => sent.map(({ to }) => to.split("@")[0]);

beforeAll(async () => {
  site = await leakySite(at(12));
  ann = await addPerson("ann@example.com", site.ours.organizationId);
  bob = await addPerson("bob@example.com", site.ours.organizationId);
  cy = await addPerson("cy@example.com", site.ours.organizationId);
  stranger = await addPerson("stranger@example.com", site.theirs.organizationId);
});
afterAll(() => site?.app.close());

beforeEach(async () => {
  const { worker, accounts, owner } = site.app.connections;
  for (const table of ["messages", "outbox", "alerts", "leak_case_events", "leak_repairs", "route_steps"]) {
    await sql`delete from ${sql.table(table)}`.execute(worker);
  }
  for (const table of ["leaks", "leak_cases", "leak_case_days"])
    await sql`delete from ${sql.table(table)}`.execute(worker);
  for (const table of ["notification_routes", "on_call_weeks"])
    await sql`delete from ${sql.table(table)}`.execute(owner);
  await sql`delete from meter_days where property_id = ${site.ours.propertyId}`.execute(worker);
  await sql`update properties set archived_at = null, assigned_at = null`.execute(worker);
  await sql`update memberships set permissions = '{reporting.view_property_data_report}'`.execute(accounts);
  [sent, mailError] = [[], null];
  for (const one of [ann, bob, cy]) await choose(one, { kinds: [], quiet_hours: null });
  site.app.clock.now = Date.parse(at(10));
  await site.send(site.ours, [0, 10], leaking);
});

describe("escalation", () => {
  test("a leak that nobody acknowledges goes from step to step, each once, in one thread", async () => {
    await addRoute({ steps: [step(0, ann), step(4, bob), step(12, cy)] });
    await reach(12, 12);
    expect(recipients()).toEqual(["ann"]);
    await pass(3.9);
    expect(recipients()).toEqual(["ann"]);
    await pass(0.2);
    expect(recipients()).toEqual(["ann", "bob"]);
    expect(sent[1]?.text).toContain("Nobody has acknowledged it for 4 hours.");
    expect(sent[0]?.text).not.toContain("Nobody has acknowledged");
    for (let hours = 0; hours < 20; hours++) await pass(1);
    expect(recipients()).toEqual(["ann", "bob", "cy"]);
    expect(new Set(sent.map(({ subject }) => subject)).size).toBe(1);
  });

  test.each([
    { kind: "acknowledged" },
    { kind: "assigned", assignee: "ann@example.com" },
    { kind: "visited", finding: "nothing_found" },
    { kind: "fixed", cause_code: "flapper", at: at(12, 13) },
    { kind: "not_a_leak", reason: "pool" },
  ])("ends once somebody dealt with the leak: $kind", async (event) => {
    await addRoute({ steps: [step(0, ann), step(4, bob)] });
    await reach(12, 12);
    site.app.clock.now += 2 * HOUR;
    await report(event);
    await pass(10);
    expect(recipients()).toEqual(["ann"]);
  });

  test("rests while the leak is snoozed", async () => {
    await addRoute({ steps: [step(4, bob)] });
    await reach(12, 12);
    await report({ kind: "snoozed", until: at(14).slice(0, 10) });
    await pass(10);
    expect(recipients()).toEqual([]);
    await pass(48);
    expect(recipients()).toEqual(["bob"]);
  });

  test("takes the steps that were due during a snooze once the alert is open again", async () => {
    await addRoute({ steps: [step(0, ann), step(4, bob)] });
    await reach(12, 12);
    await report({ kind: "snoozed", until: at(14).slice(0, 10) });
    const alert = () => updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
    await alert();
    site.app.clock.now = Date.parse(at(14));
    await work();
    expect(recipients()).toEqual(["ann"]);
    await alert();
    await work();
    expect(recipients()).toEqual(["ann", "bob"]);
  });

  test("counts the hours of a leak at a property that moved from its arrival", async () => {
    const vendor = { name: "Roto Plumbing", email: "roto@example.com", days: 7, language: "en" } as const;
    const steps: NewRoute["steps"] = [step(0, stranger), { ...step(24), vendor }];
    const made = await ask(site.theirs.manager, "POST", routesPath(site.theirs.organizationId), newRoute({ steps }));
    expect(made.status, made.text).toBe(201);
    await reach(12, 12);
    await pass(48);
    expect(sent).toEqual([]);
    await move(site.theirs.organizationId);
    try {
      await work();
      expect(recipients()).toEqual(["stranger"]);
      await pass(23);
      expect(recipients()).toEqual(["stranger"]);
      await pass(1);
      // The assignment is dispatched in its turn.
      await work();
      expect(recipients()).toEqual(["stranger", "roto"]);
    } finally {
      await move(site.ours.organizationId);
    }
  });

  test("counts the hours of a leak at a property that was archived from its return", async () => {
    await addRoute({ steps: [step(1, ann), step(24, bob)] });
    await reach(12, 12);
    const path = `/v1/admin/staff/inventory/organizations/properties/${site.ours.propertyId}`;
    const ion: Parameters<typeof ask>[0] = {
      role: "IONAdmin",
      isStaff: true,
      organizationIds: [site.ours.organizationId],
    };
    expect((await ask(ion, "POST", `${path}/archive`)).status).toBe(200);
    await pass(48);
    expect((await ask(ion, "POST", `${path}/restore`)).status).toBe(200);
    await work();
    expect(recipients()).toEqual([]);
    await pass(1);
    expect(recipients()).toEqual(["ann"]);
    await pass(22);
    expect(recipients()).toEqual(["ann"]);
    await pass(1);
    expect(recipients()).toEqual(["ann", "bob"]);
  });

  test("steps of an outage are sent late, each once, and one message to who is in several", async () => {
    await addRoute({ steps: [step(0, ann), step(4, bob), step(8, bob), step(12, cy)] });
    await reach(12, 12);
    await pass(100);
    await pass(100);
    expect(recipients()).toEqual(["ann", "bob", "cy"]);
    expect(sent[1]?.text).toContain("Nobody has acknowledged it for 100 hours.");
  });

  test("several servers take each step once", async () => {
    await addRoute({ steps: [step(0, ann), step(4, bob), step(8, cy)] });
    site.app.clock.now = Date.parse(at(12, 12));
    await site.send(site.ours, [9, 12], leaking);
    await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
    await Promise.all(Array.from({ length: 4 }, () => dispatchOutbox(deps())));
    site.app.clock.now += 5 * HOUR;
    await Promise.all(Array.from({ length: 4 }, () => escalate(deps())));
    site.app.clock.now += 5 * HOUR;
    await Promise.all(Array.from({ length: 4 }, () => work()));
    expect(recipients().sort()).toEqual(["ann", "bob", "cy"]);
  });

  test("passes on at once from who lost the right, or receives no mails", async () => {
    await addRoute({ steps: [step(0, ann), step(4, bob), step(12, cy)] });
    await loseRight(ann);
    await choose(bob, { mail: "off" });
    await reach(12, 12);
    expect(recipients()).toEqual(["cy"]);
    await pass(20);
    expect(recipients()).toEqual(["cy"]);
  });

  test("a person is sent the same once, by their settings and by routes", async () => {
    await choose(ann, { quiet_hours: null });
    await choose(bob, { mail: "every_morning" });
    await addRoute({ steps: [step(0, ann, bob)] });
    await addRoute({ name: "Again", steps: [step(0, ann, bob)] });
    await reach(12, 12);
    await pass(24);
    expect(recipients().sort()).toEqual(["ann", "bob"]);
  });

  test("who waits for the morning's list is sent it at their step, and not again in the list", async () => {
    await choose(bob, { mail: "every_morning" });
    await addRoute({ steps: [step(2, bob)] });
    await reach(12, 12);
    await pass(2);
    await pass(24);
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Leak: Ours House, Main, 1 /)]);
  });

  test("who was sent it at once is reminded at their step", async () => {
    await choose(bob, { quiet_hours: null });
    await addRoute({ steps: [step(2, bob)] });
    await reach(12, 12);
    await pass(2);
    expect(recipients()).toEqual(["bob", "bob"]);
    expect(sent[1]?.references).toHaveLength(1);
  });

  test("quiet hours hold, until somebody acknowledges it, unless it is a burst or the route ignores them", async () => {
    await choose(ann, { kinds: [] });
    await choose(bob, { kinds: [], burst_gallons_per_hour: 2 });
    await choose(cy, { kinds: [] });
    await addRoute({ ignores_quiet_hours: false, steps: [step(0, ann, bob)] });
    await addRoute({ name: "Loud", steps: [step(0, cy)] });
    await reach(12, 23);
    expect(recipients().sort()).toEqual(["bob", "cy"]);
    await report({ kind: "acknowledged" });
    await pass(8);
    expect(recipients()).toHaveLength(2);
  });

  test("a message that is tried again is dropped once somebody acknowledged the leak", async () => {
    await addRoute({});
    mailError = new Error("451 try later");
    await reach(12, 12);
    await report({ kind: "acknowledged" });
    mailError = null;
    await pass(1);
    expect(sent).toEqual([]);
  });

  test.each<[string, () => Partial<NewRoute>]>([
    ["dollars a day", () => ({ least_dollars_per_day: 50 })],
    ["kinds", () => ({ kinds: ["device outage"] })],
  ])("a route sends what it is for alone: %s", async (_, route) => {
    await addRoute(route());
    await reach(12, 12);
    await pass(10);
    expect(sent).toEqual([]);
  });

  test("what is not a new leak is sent by the first step", async () => {
    await addRoute({ kinds: [...noticeKinds], steps: [step(0, ann), step(2, bob)] });
    await reach(12, 12);
    await report({ kind: "acknowledged" });
    for (let day = 13; day <= 20; day++) await reach(day, 12);
    expect(sent.map(({ to, text }) => [to, text.split("\n")[0]])).toEqual([
      ["ann@example.com", "Toilet leak"],
      ["ann@example.com", "Toilet leak has grown"],
    ]);
  });

  test("who reported a fix is not sent it, and nobody in their place", async () => {
    await addRoute({ kinds: ["case opened", "fix reported"], steps: [step(0, ann, bob), step(4, cy)] });
    await addRoute({ name: "Ann alone", kinds: ["fix reported"], steps: [step(0, ann)] });
    await reach(12, 12);
    sent = [];
    await report({ kind: "fixed", cause_code: "flapper", at: at(12, 12) }, "ann@example.com");
    await work();
    expect(sent.map(({ to, text }) => [to, text.split("\n")[0]])).toEqual([["bob@example.com", "Fix reported"]]);
  });

  test("a new or changed route sends nothing that was due before", async () => {
    await reach(12, 12);
    site.app.clock.now += 6 * HOUR;
    const made = await addRoute({ steps: [step(0, ann), step(4, bob), step(8, cy)] });
    await work();
    expect(sent).toEqual([]);
    await pass(3);
    expect(recipients()).toEqual(["cy"]);
    const { id, people: _people, version: _version, ...route } = made;
    const changed = { ...route, steps: [step(0, ann), step(2, bob), step(20, bob)] };
    expect((await ask(site.ours.manager, "PUT", `${routesPath()}/${id}`, changed)).status).toBe(200);
    await pass(3);
    expect(recipients()).toEqual(["cy"]);
    await pass(12);
    expect(recipients()).toEqual(["cy", "bob"]);
  });

  test("goes to who is on call then, and passes on where that person lost the right", async () => {
    expect((await setOnCall(weeksOf(ann, bob))).status).toBe(200);
    await addRoute({ steps: [{ ...step(0), on_call: true }, step(4, cy)] });
    // June 13, in Ann's week.
    await reach(12, 12);
    expect(recipients()).toEqual(["ann"]);
    sent = [];
    await sql`delete from messages`.execute(site.app.connections.worker);
    await sql`delete from route_steps`.execute(site.app.connections.worker);
    await loseRight(ann);
    await pass(1);
    expect(recipients()).toEqual(["cy"]);
  });

  test("for any order of hours, servers, mail faults and an acknowledgement each step goes out at most once, and none after it", async () => {
    await addRoute({ ignores_quiet_hours: false, steps: [step(0, ann), step(4, bob), step(12, cy)] });
    await choose(bob, { kinds: [], quiet_hours: { from: "16:00", until: "20:00" } });
    await reach(12, 12);
    const opened = site.app.clock.now;
    const { worker } = site.app.connections;
    const { id } = await theCase();
    const deeds = fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 28 }).map((quarters) => quarters / 4) },
      { weight: 4, arbitrary: fc.constantFrom("escalate", "several servers", "deliver") },
      fc.constantFrom("acknowledge", "mail fails", "mail works"),
    );
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 4, maxLength: 12 }), async (order) => {
        for (const table of ["messages", "route_steps", "leak_case_events"]) {
          await sql`delete from ${sql.table(table)}`.execute(worker);
        }
        await sql`update leak_cases set state = 'open', acknowledged_at = null`.execute(worker);
        [sent, mailError] = [[], null];
        site.app.clock.now = opened;
        let acknowledgedAt = Number.POSITIVE_INFINITY;
        for (const deed of [...order, "mail works", 48, "escalate", "deliver", 5, "deliver"]) {
          if (typeof deed === "number") site.app.clock.now += deed * HOUR;
          if (deed === "escalate") await escalate(deps());
          if (deed === "several servers")
            await Promise.all([escalate(deps()), escalate(deps()), deliverMessages(deps())]);
          if (deed === "deliver") await deliverMessages(deps());
          if (deed === "mail fails") mailError = new Error("451 try later");
          if (deed === "mail works") mailError = null;
          if (deed === "acknowledge" && acknowledgedAt === Number.POSITIVE_INFINITY) {
            await report({ kind: "acknowledged" });
            // What is sent at the same instant was sent before.
            acknowledgedAt = site.app.clock.now;
            site.app.clock.now += 1;
          }
        }
        expect((await theCase()).id).toBe(id);
        const people = recipients();
        expect(new Set(people).size, people.join(" ")).toBe(people.length);
        expect(sent.filter((mail) => mail.at > acknowledgedAt)).toEqual([]);
        if (acknowledgedAt === Number.POSITIVE_INFINITY) expect([...people].sort()).toEqual(["ann", "bob", "cy"]);
        steps += people.length;
      }),
      { numRuns: 15 },
    );
    expect(steps).toBeGreaterThan(15);
  }, 120_000);
});

describe("routes", () => {
  test("are listed, changed and deleted, and a record is kept", async () => {
    const made = await addRoute({ name: "Nights", steps: [step(1, bob, ann)] });
    expect(made).toMatchObject({
      name: "Nights",
      version: 1,
      people: [
        { user_id: ann, email: "ann@example.com", may_see: true },
        { user_id: bob, may_see: true },
      ],
    });
    const path = `${routesPath()}/${made.id}`;
    const wanted = newRoute({ name: "Days", property_ids: [site.ours.propertyId], least_dollars_per_day: 1.25 });
    const changed = await ask(site.ours.manager, "PUT", path, { ...wanted, expected: { version: 1 } });
    expect(routeAnswer.parse(changed.json())).toMatchObject({ ...wanted, version: 2 });
    const late = await ask(site.ours.manager, "PUT", path, { ...wanted, expected: { version: 1 } });
    expect([late.status, problem.parse(late.json()).code]).toEqual([409, "changed_meanwhile"]);
    const list = await ask(site.ours.manager, "GET", routesPath());
    expect(list.json()).toMatchObject({ count: 1, results: [{ name: "Days" }] });
    expect((await ask(site.ours.manager, "DELETE", path)).status).toBe(200);
    expect((await ask(site.ours.manager, "DELETE", path)).status).toBe(404);
    const { rows } = await sql<{ action: string; after: unknown }>`
      select action, after from audit_log where object_type = 'notification-route' order by id`.execute(
      site.app.connections.owner,
    );
    expect(rows.slice(-3)).toMatchObject([
      { action: "notification-route.create", after: { name: "Nights" } },
      { action: "notification-route.change", after: { least_dollars_per_day: 1.25 } },
      { action: "notification-route.delete", after: null },
    ]);
  });

  test("keep a property that is hidden, as it is another organization's, while they are changed", async () => {
    const { ours, theirs } = site;
    const admin = { organizationIds: [ours.organizationId], propertyIds: [ours.propertyId, theirs.propertyId] };
    const give = (organizationId: number) =>
      sql`update properties set organization_id = ${organizationId} where id = ${theirs.propertyId}`.execute(
        site.app.connections.owner,
      );
    const change = async (id: number, property_ids: number[] | null) => {
      const answer = await ask(admin, "PUT", `${routesPath()}/${id}`, newRoute({ property_ids }));
      return routeAnswer.parse(answer.json()).property_ids;
    };
    try {
      await give(ours.organizationId);
      const made = await ask(admin, "POST", routesPath(), newRoute({ property_ids: [...admin.propertyIds] }));
      const { id } = routeAnswer.parse(made.json());
      await give(theirs.organizationId);
      expect(await change(id, [ours.propertyId])).toEqual([ours.propertyId]);
      await give(ours.organizationId);
      const list = await ask(admin, "GET", routesPath());
      expect(list.json()).toMatchObject({ results: [{ property_ids: admin.propertyIds }] });
      expect(await change(id, [ours.propertyId])).toEqual([ours.propertyId]);
      expect(await change(id, null)).toBeNull();
    } finally {
      await give(theirs.organizationId);
    }
  });

  test("belong to an organization's administrators alone", async () => {
    const { id } = await addRoute({});
    for (const [who, path, status] of [
      [site.theirs.manager, routesPath(), 404],
      [site.theirs.manager, routesPath(site.theirs.organizationId), 404],
      [{ ...site.ours.manager, role: "organization member" as const }, routesPath(), 403],
    ] as const) {
      expect((await ask(who, "PUT", `${path}/${id}`, newRoute({}))).status).toBe(status);
      expect((await ask(who, "DELETE", `${path}/${id}`)).status).toBe(status);
    }
    expect((await ask(site.theirs.manager, "GET", onCallPath())).status).toBe(404);
    expect((await ask(site.theirs.manager, "POST", routesPath(), newRoute({}))).status).toBe(404);
  });

  test.each<[string, () => object, string, RegExp]>([
    ["no name", () => ({ name: " " }), "name", /Give the route a name/],
    ["no steps", () => ({ steps: [] }), "steps", /Add at least one step/],
    ["nobody in a step", () => ({ steps: [step(0)] }), "steps", /Choose at least one person, or who is on call/],
    ["hours that do not rise", () => ({ steps: [step(2, ann), step(2, bob)] }), "steps", /hours must rise/],
    ["half hours", () => ({ steps: [step(0.5, ann)] }), "steps", /whole hours/],
    ["somebody twice", () => ({ steps: [step(0, ann, ann)] }), "steps", /each person once/],
    ["an unknown user", () => ({ steps: [step(0, 987_654)] }), "steps", /User 987654 is no member/],
    ["another organization's user", () => ({ steps: [step(0, stranger)] }), "steps", /User \d+ is no member/],
    ["nobody on call", () => ({ steps: [{ ...step(0), on_call: true }] }), "steps", /Nobody is on call yet/],
    ["no kinds", () => ({ kinds: [] }), "kinds", /at least one kind/],
    ["other kinds later", () => ({ kinds: ["data gap"], steps: [step(0, ann), step(1, bob)] }), "kinds", /Later steps/],
    [
      "other kinds that wait",
      () => ({ kinds: ["case opened", "data gap"], steps: [step(1, ann)] }),
      "steps",
      /0 hours/,
    ],
    ["another's property", () => ({ property_ids: [site.theirs.propertyId] }), "property_ids", /has no property/],
    ["cents of cents", () => ({ least_dollars_per_day: 0.001 }), "least_dollars_per_day", /two decimals/],
    ["an unknown field", () => ({ vendor: "Joe" }), "vendor", /./],
  ])("are rejected with %s", async (_, wrong, field, sentence) => {
    const answer = await ask(site.ours.manager, "POST", routesPath(), { ...newRoute({}), ...wrong() });
    expect(answer.status).toBe(422);
    expect(sentencesOf(answer.json(), field)).toEqual([expect.stringMatching(sentence)]);
    expect((await ask(site.ours.manager, "GET", routesPath())).json()).toMatchObject({ count: 0 });
  });

  test("are rejected with who may see none of the properties, and with an archived property", async () => {
    const member = await addPerson(`member-${Date.now()}@example.com`, site.ours.organizationId, "organization member");
    const barred = await ask(site.ours.manager, "POST", routesPath(), newRoute({ steps: [step(0, member)] }));
    expect([barred.status, barred.text]).toEqual([422, expect.stringMatching(/may not see leaks of these properties/)]);
    await sql`update properties set archived_at = ${at(12)} where id = ${site.ours.propertyId}`.execute(
      site.app.connections.worker,
    );
    const answer = await ask(
      { ...site.ours.manager, propertyIds: [] },
      "POST",
      routesPath(),
      newRoute({ property_ids: [site.ours.propertyId] }),
    );
    expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(/has no property/)]);
  });
});

describe("the on-call week", () => {
  test("is set and changed, shows who is on call, and a record is kept", async () => {
    const read = async () => onCallAnswer.parse((await ask(site.ours.manager, "GET", onCallPath())).json());
    expect(await read()).toMatchObject({ weeks: null, on_call: null, version: 0 });
    expect((await setOnCall(weeksOf(ann, bob), { version: 0 })).status).toBe(200);
    expect((await setOnCall(weeksOf(ann, bob), { version: 0 })).status).toBe(409);
    site.app.clock.now = Date.parse("2026-06-19T13:59:59Z");
    expect(await read()).toMatchObject({ on_call: { user_id: ann, until: "2026-06-19T14:00:00.000Z" }, version: 1 });
    site.app.clock.now += 1000;
    expect(await read()).toMatchObject({ on_call: { user_id: bob, until: "2026-06-26T14:00:00.000Z" } });
    const { ahead } = await read();
    expect(ahead.map(({ user_id }) => user_id)).toEqual([bob, ann, bob, ann, bob, ann, bob, ann]);
    expect(ahead[0]).toMatchObject({ from: "2026-06-19T14:00:00.000Z", until: ahead[1]?.from });
    await addRoute({ name: "Nights", steps: [{ ...step(0), on_call: true }] });
    const used = await setOnCall(null);
    expect([used.status, used.text]).toEqual([422, expect.stringMatching(/Routes send to who is on call: Nights/)]);
    await sql`delete from notification_routes`.execute(site.app.connections.owner);
    expect((await setOnCall(null)).status).toBe(200);
    expect(await read()).toMatchObject({ weeks: null, on_call: null, version: 2 });
  });

  test("offers the members who may see leaks, with the properties whose they may", async () => {
    const mia = await addPerson(`mia-${Date.now()}@example.com`, site.ours.organizationId, "organization member");
    const { propertyId, organizationId } = site.ours;
    const offered = async () => {
      const { candidates } = onCallAnswer.parse((await ask(site.ours.manager, "GET", onCallPath())).json());
      return candidates.map(({ user_id, property_ids }) => [user_id, property_ids]);
    };
    const admins = [ann, bob, cy].map((id) => [id, null]);
    expect(await offered()).toEqual(admins);
    await sql`insert into membership_properties (user_id, organization_id, property_id)
      values (${mia}, ${organizationId}, ${propertyId})`.execute(site.app.connections.accounts);
    expect(await offered()).toEqual([...admins, [mia, [propertyId]]]);
    await loseRight(mia);
    expect(await offered()).toEqual(admins);
  });

  test.each<[string, () => object, string, RegExp]>([
    ["nobody", () => weeksOf(), "weeks", /at least one person/],
    ["an unknown user", () => weeksOf(987_654), "weeks", /User 987654 is no member/],
    ["another organization's user", () => weeksOf(stranger), "weeks", /no member/],
    ["a zone that does not exist", () => ({ ...weeksOf(ann), time_zone: "Mars/Base" }), "weeks", /time zone such as/],
    ["no time of day", () => ({ ...weeksOf(ann), starts_at: "25:00" }), "weeks", /time of day/],
    ["no day", () => ({ ...weeksOf(ann), first_week_on: "2026-02-30" }), "weeks", /a day such as/],
  ])("is rejected with %s", async (_, weeks, field, sentence) => {
    const { status, json } = await setOnCall(weeks());
    expect(status).toBe(422);
    expect(sentencesOf(json(), field)).toEqual([expect.stringMatching(sentence)]);
  });

  describe("with an override", () => {
    const add = (body: object, who = site.ours.manager) => ask(who, "POST", `${onCallPath()}/overrides`, body);
    const days = (user_id: number, first_on: string, last_on = first_on) => ({ user_id, first_on, last_on });
    const read = async () => onCallAnswer.parse((await ask(site.ours.manager, "GET", onCallPath())).json());
    beforeEach(async () => {
      await sql`delete from on_call_overrides`.execute(site.app.connections.owner);
      site.app.clock.now = Date.parse("2026-06-19T15:00:00Z");
      expect((await setOnCall(weeksOf(ann, bob))).status).toBe(200);
    });

    test("has somebody else on call from midnight to midnight, until it is removed", async () => {
      const added = await add(days(cy, "2026-06-20", "2026-06-21"));
      expect(added.status, added.text).toBe(201);
      const { ahead, overrides, people } = await read();
      expect(ahead.slice(0, 4).map(({ user_id, instead_of, from }) => [user_id, instead_of, from])).toEqual([
        [bob, null, "2026-06-19T14:00:00.000Z"],
        [cy, bob, "2026-06-20T05:00:00.000Z"],
        [bob, null, "2026-06-22T05:00:00.000Z"],
        [ann, null, "2026-06-26T14:00:00.000Z"],
      ]);
      expect(people.map(({ user_id }) => user_id).sort()).toEqual([ann, bob, cy].sort());
      site.app.clock.now = Date.parse("2026-06-21T12:00:00Z");
      expect((await read()).on_call).toEqual({ user_id: cy, until: "2026-06-22T05:00:00.000Z" });
      const path = `${onCallPath()}/overrides/${overrides[0]?.id}`;
      expect((await ask(site.theirs.manager, "DELETE", path)).status).toBe(404);
      expect((await ask(site.ours.manager, "DELETE", path)).status).toBe(200);
      expect((await read()).on_call?.user_id).toBe(bob);
      expect((await ask(site.ours.manager, "DELETE", path)).status).toBe(404);
      const actions = await sql<{ action: string }>`
        select action from audit_log where action like 'on-call.%override' order by id`.execute(
        site.app.connections.owner,
      );
      expect(actions.rows.map(({ action }) => action)).toEqual(["on-call.override", "on-call.end_override"]);
    });

    test("routes reach who is on call then", async () => {
      site.app.clock.now = Date.parse(at(10));
      expect((await add(days(cy, "2026-06-13"))).status).toBe(201);
      await addRoute({ name: "Nights", steps: [{ ...step(0), on_call: true }] });
      await reach(12, 12);
      expect(recipients()).toEqual(["cy"]);
    });

    test.each<[string, () => object, string, RegExp]>([
      ["days that are over", () => days(cy, "2026-06-01", "2026-06-18"), "last_on", /over/],
      ["days in the wrong order", () => days(cy, "2026-06-22", "2026-06-21"), "last_on", /before the first/],
      ["more than a quarter", () => days(cy, "2026-06-22", "2026-12-31"), "last_on", /at most 92 days/],
      ["no day", () => days(cy, "2026-02-30"), "first_on", /a day such as/],
      ["another organization's user", () => days(stranger, "2026-06-22"), "user_id", /no member/],
      ["days of another override", () => days(ann, "2026-06-24", "2026-06-26"), "first_on", /2026-06-25 to 2026-06-25/],
    ])("is rejected with %s", async (_, body, field, sentence) => {
      expect((await add(days(cy, "2026-06-25"))).status).toBe(201);
      const answer = await add(body());
      expect(answer.status).toBe(422);
      expect(sentencesOf(answer.json(), field)).toEqual([expect.stringMatching(sentence)]);
    });

    test("is rejected where nobody takes turns, and for another organization", async () => {
      expect((await add(days(cy, "2026-06-25"), site.theirs.manager)).status).toBe(404);
      await setOnCall(null);
      const answer = await add(days(cy, "2026-06-25"));
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("Set the weeks first")]);
    });
  });
});
