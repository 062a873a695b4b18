import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alertCalls } from "../../../contract/leaks/alerts.ts";
import { caseClockCalls } from "../../../contract/leaks/case-clocks.ts";
import { caseTimeCalls } from "../../../contract/leaks/case-times.ts";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { propertiesBehind, updateAlerts } from "../../alerts/update-alerts.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

let site: LeakySite;
/** May change the settings of our organization. */
let admin: object;
beforeAll(async () => {
  site = await leakySite(at(20));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 20], leaking);
  admin = { ...site.ours.manager, role: "organization admin" };
});
afterAll(() => site?.app.close());

/** The toilet leaks three gallons an hour from day 10 on. */
function leaking(serial: string, day: number, hour: number): number {
  const leak = day >= 10 ? 3 : 0;
  return serial === "bath" ? leak + (hour === 9 ? 1.5 : 0) : ((hour > 6 && hour < 19 ? hour * 5 : 0) % 9) + leak;
}

async function set(clock: object | null, propertyId?: number) {
  const body = { organization_id: site.ours.organizationId, property_id: propertyId, clock };
  const answer = await site.app.ask(admin, "PUT", "/v1/case-clocks", body);
  expect(answer.status, answer.text).toBe(200);
  return caseClockCalls["PUT /v1/case-clocks"].response.parse(answer.json());
}

async function listed(query = "", who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "GET", `/v1/cases?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
}

async function theCase() {
  const [found] = await listed();
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${found?.id}`);
  return caseCalls["GET /v1/cases/{id}"].response.parse(answer.json());
}

async function reported(event: object) {
  const { id } = await theCase();
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${id}/events`, event);
  expect(answer.status, answer.text).toBe(201);
}

async function overdueAlerts(state: "open" | "closed") {
  await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/alerts?kind=case%20overdue&state=${state}`);
  return alertCalls["GET /v1/alerts"].response.parse(answer.json()).results.map(({ text }) => text);
}

test("has no deadlines until an organization sets them", async () => {
  expect(await theCase()).toMatchObject({ clock: "none", deadlines: [], due_on: null, is_overdue: false });
  expect(await listed("is_overdue=false")).toHaveLength(1);
  expect(await listed("is_overdue=true")).toEqual([]);
  const answer = await site.app.ask(admin, "GET", `/v1/case-clocks?organization_id=${site.ours.organizationId}`);
  expect(caseClockCalls["GET /v1/case-clocks"].response.parse(answer.json())).toEqual({
    organization_id: site.ours.organizationId,
    clock: { rule: "none" },
    alert_floor: 0,
    properties: [{ property_id: site.ours.propertyId, property_name: "Ours House", clock: null }],
  });
});

test("counts the house rule from the day on which the leak was found, in list, page, file and alert", async () => {
  await set({ rule: "house", acknowledge_days: 1, fix_days: 7 });
  // Found on day 11, June 12; now it is June 21.
  const whole = await theCase();
  expect(whole).toMatchObject({
    clock: "house",
    due_on: "2026-06-13",
    is_overdue: true,
    deadlines: [
      { step: "acknowledge", due_on: "2026-06-13", done_on: null },
      { step: "fix", due_on: "2026-06-19", done_on: null },
    ],
  });
  expect(await listed("is_overdue=true&ordering=due_on")).toMatchObject([{ id: whole.id, due_on: "2026-06-13" }]);
  expect(await listed("is_overdue=false")).toEqual([]);
  expect(await listed("is_overdue=true", site.theirs.manager)).toEqual([]);
  expect(await overdueAlerts("open")).toEqual([
    "The leak at the toilet meter bath that began on Jun 11, 2026 was due on Jun 13, 2026 and is not dealt with.",
  ]);
  const file = await site.app.ask(site.ours.manager, "GET", "/v1/cases/export?file_type=csv&headings=fields");
  expect(file.text).toContain("due_on,is_overdue");
  // Neither is anything done about it.
  await reported({ kind: "snoozed", until: "2026-06-25" });
  await reported({ kind: "assigned", assignee: null });
  expect(await theCase()).toMatchObject({ due_on: "2026-06-13", is_overdue: true, deadlines: [{ done_on: null }, {}] });
  await reported({ kind: "acknowledged" });
  expect(await theCase()).toMatchObject({ due_on: "2026-06-19", deadlines: [{ done_on: "2026-06-21" }, {}] });
  expect(await overdueAlerts("open")).toEqual([expect.stringContaining("was due on Jun 19, 2026")]);
  expect(await overdueAlerts("closed")).toHaveLength(1);
});

test("a property's own clock goes before its organization's, until it is removed", async () => {
  expect((await set({ rule: "lease", fix_days: 30 }, site.ours.propertyId)).properties).toMatchObject([
    { clock: { rule: "lease", fix_days: 30 } },
  ]);
  expect(await theCase()).toMatchObject({ clock: "lease", due_on: "2026-07-12", is_overdue: false });
  expect(await overdueAlerts("open")).toEqual([]);
  await set(null, site.ours.propertyId);
  expect(await theCase()).toMatchObject({ clock: "house", is_overdue: true });
});

test("counts California's days from the day it was found, and from the first visit", async () => {
  await set({ rule: "california" });
  await reported({ kind: "visited", finding: "found", at: at(15, 12) });
  expect(await theCase()).toMatchObject({
    due_on: "2026-07-03",
    deadlines: [
      { step: "investigate", due_on: null, done_on: "2026-06-16" },
      { step: "fix", due_on: "2026-07-03", done_on: null },
      { step: "charge_limit", due_on: "2026-07-07", done_on: null },
      { step: "charges_end", due_on: "2026-12-13", done_on: null },
    ],
  });
  // A visit of the day before the rules found it limits the charges first.
  await reported({ kind: "visited", finding: "found", at: at(10, 12) });
  const { id, events, ...early } = await theCase();
  expect(early).toMatchObject({ due_on: "2026-07-02", deadlines: [{}, {}, { due_on: "2026-07-02" }, {}] });
  const visit = events.find((event) => event.at === at(10, 12))?.id;
  expect((await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${id}/events/${visit}`)).status).toBe(200);
  await reported({ kind: "fixed", at: at(19, 12) });
  expect(await theCase()).toMatchObject({ due_on: null, deadlines: [{}, { done_on: "2026-06-20" }, {}, {}] });
});

test("reports how long cases took, by property, person and kind", async () => {
  const times = async (query: string) => {
    const answer = await site.app.ask(site.ours.manager, "GET", `/v1/reporting/case-times?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return caseTimeCalls["GET /v1/reporting/case-times"].response.parse(answer.json());
  };
  // Found on day 11; visited at noon of day 15, which is the first report about it, and fixed at noon of day 19.
  const june = "start_date=2026-06-01&end_date=2026-06-20";
  const [whole, ...others] = await times(june);
  expect(others).toEqual([]);
  expect(whole).toMatchObject({
    id: site.ours.propertyId,
    name: "Ours House",
    cases: 1,
    hours_to_assigned: null,
    hours_to_verified: null,
    fixed: 1,
    held: 0,
    held_percentage: null,
  });
  expect((whole?.hours_to_fixed ?? 0) - (whole?.hours_to_acknowledged ?? 0)).toBe(96);
  expect(await times(`${june}&by=person`)).toMatchObject([{ id: null, name: "", cases: 1 }]);
  expect(await times(`${june}&by=kind`)).toMatchObject([{ name: "toilet leak", cases: 1 }]);
  expect(await times("start_date=2026-06-01&end_date=2026-06-05")).toEqual([]);
});

async function leakAlerts() {
  await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/alerts?kind=leak%20opened");
  expect(answer.status, answer.text).toBe(200);
  return alertCalls["GET /v1/alerts"].response.parse(answer.json()).results;
}

async function setFloor(alert_floor: number) {
  const body = { organization_id: site.ours.organizationId, alert_floor };
  const answer = await site.app.ask(admin, "PUT", "/v1/case-clocks", body);
  expect(answer.status, answer.text).toBe(200);
  return caseClockCalls["PUT /v1/case-clocks"].response.parse(answer.json());
}

test("alerts about a leak once it reaches the organization's floor, and keeps the alert from then on", async () => {
  const { connections } = site.app;
  await set(null);
  const { events, dollars_per_day: dollars, id } = await theCase();
  for (const event of events.filter(({ undone_at }) => undone_at === null).toReversed()) {
    const undone = await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${id}/events/${event.id}`);
    expect(undone.status, undone.text).toBe(200);
  }
  // Three gallons an hour at two cents.
  expect(dollars).toBe(1.44);
  await sql`delete from alerts`.execute(connections.worker);
  expect(await setFloor(1.45)).toMatchObject({ clock: { rule: "none" }, alert_floor: 1.45 });
  expect(await leakAlerts()).toEqual([]);
  // Its deadlines have no floor.
  await set({ rule: "lease", fix_days: 1 });
  expect(await overdueAlerts("open")).toHaveLength(1);
  expect((await set(null)).alert_floor).toBe(1.45);
  await setFloor(1.44);
  const [opened] = await leakAlerts();
  expect(opened).toMatchObject({ closed_at: null });
  // Neither a higher floor nor a cheaper gallon closes it.
  await setFloor(9_999.99);
  await sql`update organization_prices set price = 0.001 where organization_id = ${site.ours.organizationId}`.execute(
    connections.worker,
  );
  expect(await leakAlerts()).toMatchObject([{ id: opened?.id, closed_at: null }]);
  // A dearer gallon reaches it, at today's price.
  await sql`delete from alerts`.execute(connections.worker);
  await setFloor(2);
  expect(await leakAlerts()).toEqual([]);
  await sql`update organization_prices set price = 0.03 where organization_id = ${site.ours.organizationId}`.execute(
    connections.worker,
  );
  expect(await leakAlerts()).toMatchObject([{ closed_at: null }]);
  await sql`update organization_prices set price = 0.02 where organization_id = ${site.ours.organizationId}`.execute(
    connections.worker,
  );
  await setFloor(0);
});

test("a change of the floor is in the audit log, and marks the alerts of all properties of the organization as behind", async () => {
  await leakAlerts();
  const isBehind = async () => (await propertiesBehind(site.app.connections)).includes(site.ours.propertyId);
  expect(await isBehind()).toBe(false);
  await setFloor(0);
  expect(await isBehind()).toBe(false);
  await setFloor(3.5);
  expect(await isBehind()).toBe(true);
  const logged = await sql<{ before: object; after: object }>`
    select before, after from audit_log where action = 'alert-floor.change' order by id desc limit 1`.execute(
    site.app.connections.accounts,
  );
  expect(logged.rows).toEqual([{ before: { alert_floor: 0 }, after: { alert_floor: 3.5 } }]);
  await setFloor(0);
});

test("rejects other organizations, unknown properties, and days that are none", async () => {
  const own = { organization_id: site.ours.organizationId };
  const none = { rule: "none" };
  const theirs = { organizationId: site.theirs.organizationId, propertyId: site.theirs.propertyId };
  const tries: [who: object, body: object, status: number][] = [
    [admin, { organization_id: theirs.organizationId, clock: none }, 404],
    [admin, { ...own, property_id: theirs.propertyId, clock: none }, 404],
    [{ ...admin, role: "organization member" }, { ...own, clock: none }, 403],
    [admin, { ...own, clock: { rule: "house", acknowledge_days: 0, fix_days: 7 } }, 422],
    [admin, { ...own, clock: { rule: "lease", fix_days: 1.5 } }, 422],
    [admin, { ...own, clock: { rule: "texas" } }, 422],
    [admin, { organization_id: theirs.organizationId, alert_floor: 5 }, 404],
    [{ ...admin, role: "organization member" }, { ...own, alert_floor: 5 }, 403],
    [admin, { ...own, property_id: site.ours.propertyId, alert_floor: 5 }, 422],
    [admin, { ...own, alert_floor: -1 }, 422],
    [admin, { ...own, alert_floor: 0.001 }, 422],
    [admin, { ...own, alert_floor: 10_000.01 }, 422],
    [admin, { ...own, alert_floor: null }, 422],
    [admin, own, 422],
  ];
  for (const [who, body, status] of tries) {
    expect((await site.app.ask(who, "PUT", "/v1/case-clocks", body)).status, JSON.stringify(body)).toBe(status);
  }
  const foreign = await site.app.ask(admin, "GET", `/v1/case-clocks?organization_id=${theirs.organizationId}`);
  expect(foreign.status).toBe(404);
});

test("rejects a change of deadlines that somebody else changed meanwhile", async () => {
  const { organizationId: organization_id, propertyId: property_id } = site.ours;
  const change = async (body: object) => {
    const answer = await site.app.ask(admin, "PUT", "/v1/case-clocks", { organization_id, ...body });
    return [answer.status, Reflect.get(Object(answer.json()), "code")];
  };
  const none = { rule: "none" };
  const house = { rule: "house", acknowledge_days: 1, fix_days: 7 };
  const lease = { rule: "lease", fix_days: 5 };
  const [saved, rejected] = [
    [200, undefined],
    [409, "changed_meanwhile"],
  ];
  await change({ clock: none, alert_floor: 0 });
  await change({ property_id, clock: null });
  const both = await Promise.all([
    change({ clock: house, expected: { clock: none } }),
    change({ clock: lease, expected: { clock: none } }),
  ]);
  expect(both.toSorted()).toEqual([saved, rejected]);
  await change({ clock: house });
  expect(await change({ clock: none, expected: { clock: { ...house, fix_days: 8 } } })).toEqual(rejected);
  // The order of its fields does not matter.
  expect(
    await change({ clock: lease, expected: { clock: { fix_days: 7, acknowledge_days: 1, rule: "house" } } }),
  ).toEqual(saved);
  expect(await change({ property_id, clock: house, expected: { clock: lease } })).toEqual(rejected);
  expect(await change({ property_id, clock: house, expected: { clock: null } })).toEqual(saved);
  expect(await change({ alert_floor: 2, expected: { alert_floor: 0.5 } })).toEqual(rejected);
  expect(await change({ alert_floor: 2.2, expected: { alert_floor: 0 } })).toEqual(saved);
  // Nothing of a change with an outdated part is saved.
  const expected = { clock: lease, alert_floor: 0 };
  expect(await change({ clock: none, alert_floor: 1, expected })).toEqual(rejected);
  const read = await site.app.ask(admin, "GET", `/v1/case-clocks?organization_id=${organization_id}`);
  expect(read.json()).toMatchObject({ clock: lease, alert_floor: 2.2 });
  await change({ clock: none, alert_floor: 0 });
  await change({ property_id, clock: null });
});
