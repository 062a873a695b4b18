import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { caseCalls, type WholeCase } from "../../contract/leaks/cases.ts";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import { routeCalls } from "../../contract/notifications/routes.ts";
import { updateAlerts } from "../alerts/update-alerts.ts";
import { at, HOUR, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../mail/mailer.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import { escalate } from "./escalate.ts";
import { deliveryDeps } from "./testing/delivery-deps.ts";

let site: LeakySite;
let ann: number;
let sent: Mail[];

/** The toilet leaks three gallons an hour from day 10 on. */
const leaking = (serial: string, day: number, hour: number) =>
  (day < 10 ? 0 : 3) + (serial === "home" ? (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) : hour === 9 ? 1.5 : 0);

const deps = () =>
  deliveryDeps(site, async (mail) => {
    sent.push(mail);
  });
async function work() {
  // What steps add to the outbox is dispatched by the next round.
  for (let round = 0; round < 2; round++) {
    await dispatchOutbox(deps());
    await escalate(deps());
  }
  await deliverMessages(deps());
}
async function pass(hours: number) {
  site.app.clock.now += hours * HOUR;
  await work();
}
/** The leak is found. */
async function find(property = site.ours) {
  site.app.clock.now = Date.parse(at(12, 12));
  await site.send(property, [9, 12], leaking);
  await updateAlerts(site.app.connections, property.propertyId, () => site.app.clock.now);
  await work();
}

const acme = { name: "Acme Plumbing", email: "joe@acme.example", days: 3, language: "en" as const };
const vendorStep = (after_hours: number, vendor: object = acme) => ({
  after_hours,
  user_ids: [],
  on_call: false,
  vendor,
});
const personStep = (after_hours: number) => ({ after_hours, user_ids: [ann], on_call: false });
const path = () => `/v1/admin/organizations/${site.ours.organizationId}/notification-routes`;
const post = (route: object) =>
  site.app.ask(site.ours.manager, "POST", path(), {
    name: "Nights",
    property_ids: null,
    kinds: ["case opened"],
    least_dollars_per_day: 0,
    ignores_quiet_hours: true,
    ...route,
  });
async function addRoute(route: object) {
  const answer = await post(route);
  expect(answer.status, answer.text).toBe(201);
  return routeCalls["POST /v1/admin/organizations/{id}/notification-routes"].response.parse(answer.json());
}
async function theCase(who = site.ours.manager): Promise<WholeCase> {
  const list = await site.app.ask(who, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(list.json()).results;
  const answer = await site.app.ask(who, "GET", `/v1/cases/${found?.id}`);
  return caseCalls["GET /v1/cases/{id}"].response.parse(answer.json());
}
const recipients = () => sent.map(({ to }) => to);

beforeAll(async () => {
  site = await leakySite(at(12));
  const { accounts } = site.app.connections;
  const made = await sql<{ id: number }>`insert into users (email) values ('ann@example.com') returning id`.execute(
    accounts,
  );
  ann = made.rows[0]?.id ?? 0;
  await sql`
    insert into memberships (user_id, organization_id, role, permissions)
    values (${ann}, ${site.ours.organizationId}, 'organization admin', '{reporting.view_property_data_report}')`.execute(
    accounts,
  );
  const notifications = { ...defaultNotifications("at_once"), kinds: [], quiet_hours: null };
  await sql`update users set preferences = ${JSON.stringify({ notifications })} where id = ${ann}`.execute(accounts);
});
afterAll(() => site?.app.close());

beforeEach(async () => {
  const { worker, owner } = site.app.connections;
  const tables = ["messages", "outbox", "alerts", "leak_case_events", "route_steps", "leaks", "leak_cases"];
  for (const table of [...tables, "leak_case_days", "meter_days"]) {
    await sql`delete from ${sql.table(table)}`.execute(worker);
  }
  await sql`delete from notification_routes`.execute(owner);
  await sql`update properties set archived_at = null`.execute(worker);
  sent = [];
  site.app.clock.now = Date.parse(at(10));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 10], leaking);
});

test("a leak that nobody acknowledges is assigned to the vendor of the last step, who is mailed its link", async () => {
  await addRoute({ steps: [personStep(0), vendorStep(4)] });
  await find();
  expect(recipients()).toEqual(["ann@example.com"]);
  await pass(3.9);
  expect(recipients()).toHaveLength(1);
  await pass(0.2);
  expect(recipients()).toEqual(["ann@example.com", "joe@acme.example"]);
  const mail = sent[1];
  expect(mail?.subject).toBe("Leak to fix: Ours House, Main, 1");
  expect(mail?.text).toContain("Ours (Nights) assigned this leak to you.");
  const token = /#token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  const nobody = { userId: 0, email: "", propertyIds: [], organizationIds: [], permissions: [], role: null };
  expect((await site.app.ask(nobody, "POST", "/v1/vendor-link", { token })).json()).toMatchObject({
    vendor: "Acme Plumbing",
    assigned_by: "Ours (Nights)",
    case: { property_name: "Ours House" },
  });
  expect(await theCase()).toMatchObject({
    state: "assigned",
    vendor: "Acme Plumbing",
    assignee: "joe@acme.example",
    events: [{ kind: "assigned", made_by: "Ours (Nights)" }],
  });
  const { rows } = await sql`
    select actor, actor_id, organization_id from audit_log where action = 'leak-case.event' order by id desc limit 1`.execute(
    site.app.connections.owner,
  );
  expect(rows).toMatchObject([{ actor: "Ours (Nights)", actor_id: null, organization_id: site.ours.organizationId }]);
  for (let hours = 0; hours < 30; hours += 5) await pass(5);
  expect(recipients()).toHaveLength(2);
});

test("a failing step does not hold back messages, and is taken later", async () => {
  const { accounts, owner } = site.app.connections;
  const notifications = { ...defaultNotifications("at_once"), quiet_hours: null };
  const set = (wanted: object) =>
    sql`update users set preferences = ${JSON.stringify({ notifications: wanted })} where id = ${ann}`.execute(
      accounts,
    );
  await addRoute({ steps: [vendorStep(0)] });
  await sql`alter table route_steps add constraint broken check (after_hours > 0)`.execute(owner);
  try {
    await set(notifications);
    await expect(find()).rejects.toThrow("broken");
    await deliverMessages(deps());
    expect(recipients()).toEqual(["ann@example.com"]);
  } finally {
    await sql`alter table route_steps drop constraint broken`.execute(owner);
    await set({ ...notifications, kinds: [] });
  }
  await pass(0);
  expect(recipients()).toEqual(["ann@example.com", "joe@acme.example"]);
});

test.each([
  ["acknowledged", { kind: "acknowledged" }],
  ["no leak", { kind: "not_a_leak", reason: "pool" }],
  ["assigned to somebody", { kind: "assigned", assignee: "ann@example.com" }],
])("a vendor gets nothing of a leak that is %s before", async (_, event) => {
  await addRoute({ steps: [personStep(0), vendorStep(4)] });
  await find();
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${(await theCase()).id}/events`, event);
  expect(answer.status, answer.text).toBe(201);
  await pass(10);
  expect(recipients()).toEqual(["ann@example.com"]);
});

test("a vendor that was removed gets nothing, and neither does one of another organization's or property's leaks", async () => {
  const {
    id,
    people: _people,
    version: _version,
    ...route
  } = await addRoute({ steps: [personStep(0), vendorStep(4)] });
  await find();
  const changed = { ...route, steps: [personStep(0)] };
  expect((await site.app.ask(site.ours.manager, "PUT", `${path()}/${id}`, changed)).status).toBe(200);
  await pass(10);
  expect(recipients()).toEqual(["ann@example.com"]);
  await addRoute({ name: "At once", steps: [vendorStep(0)] });
  await find(site.theirs);
  expect(recipients()).toEqual(["ann@example.com"]);
  expect(await theCase(site.theirs.manager)).toMatchObject({ state: "open", vendor: null });
});

test("a step of people that reaches nobody passes the leak on to the vendor at once", async () => {
  const { accounts } = site.app.connections;
  await addRoute({ steps: [personStep(0), vendorStep(24)] });
  await sql`update memberships set permissions = '{}' where user_id = ${ann}`.execute(accounts);
  await find();
  await sql`update memberships set permissions = '{reporting.view_property_data_report}' where user_id = ${ann}`.execute(
    accounts,
  );
  expect(recipients()).toEqual(["joe@acme.example"]);
});

test("assigns a leak by the first of two vendor routes only, with several servers too", async () => {
  await addRoute({ name: "A", steps: [vendorStep(4)] });
  await addRoute({ name: "B", steps: [vendorStep(4, { ...acme, name: "Kim's Pipes", email: "kim@pipes.example" })] });
  await find();
  site.app.clock.now += 5 * HOUR;
  await Promise.all(Array.from({ length: 4 }, () => escalate(deps())));
  await pass(1);
  await pass(10);
  expect(recipients()).toEqual(["joe@acme.example"]);
  expect((await theCase()).events).toHaveLength(1);
});

test("is not assigned again once somebody takes it from the vendor", async () => {
  await addRoute({ steps: [vendorStep(0)] });
  await find();
  const { id, events } = await theCase();
  await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${id}/events/${events[0]?.id}`);
  await pass(10);
  expect(recipients()).toEqual(["joe@acme.example"]);
  expect(await theCase()).toMatchObject({ state: "open" });
});

test.each<[string, object, string, string]>([
  [
    "before people",
    { steps: [vendorStep(0), { after_hours: 4, user_ids: [1], on_call: false }] },
    "steps",
    "Only the last step can assign a leak to a vendor. Move the vendor to the last step.",
  ],
  [
    "with people",
    { steps: [{ ...vendorStep(0), on_call: true }] },
    "steps.vendor",
    "A step is for people or for a vendor. Choose one of them.",
  ],
  [
    "of what is no new leak",
    { kinds: ["case opened", "device outage"], steps: [vendorStep(0)] },
    "kinds",
    "A vendor receives only new leak cases. Choose only new leak cases, or make the first step for people.",
  ],
  ["without a name", { steps: [vendorStep(0, { ...acme, name: "" })] }, "steps.vendor.name", "Give the vendor's name."],
  [
    "without an address",
    { steps: [vendorStep(0, { ...acme, email: "joe" })] },
    "steps.vendor.email",
    "Give an e-mail address such as joe@example.com.",
  ],
])("a route to a vendor is rejected %s", async (_, route, field, sentence) => {
  const answer = await post(route);
  expect(answer.status).toBe(422);
  expect(answer.json()).toMatchObject({ [field]: [sentence] });
});
