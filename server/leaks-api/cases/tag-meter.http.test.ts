import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

let site: LeakySite;
/** The case of the whole unit's meter, and of the toilet's in the other organization. */
let home: number;
let bath: number;

beforeAll(async () => {
  site = await leakySite(at(20));
  await site.send(site.ours, [0, 20], (serial, day, hour) => usual(serial, hour) + leak(serial, "home", day));
  await site.send(site.theirs, [0, 20], (serial, day, hour) => usual(serial, hour) + leak("bath", "bath", day));
  home = await caseOf(site.ours.manager);
  bath = await caseOf(site.theirs.manager);
});
afterAll(() => site?.app.close());
beforeEach(async () => {
  for (const manager of [site.ours.manager, site.theirs.manager]) {
    const id = manager === site.ours.manager ? home : bath;
    for (const event of (await whole(id, manager)).events.toReversed()) {
      if (event.undone_at === null) await undo(id, event.id, manager);
    }
  }
});

const usual = (serial: string, hour: number) =>
  serial === "bath" ? (hour === 9 ? 1.5 : 0) : hour > 6 && hour < 19 ? (hour * 5) % 9 : 0;
const leak = (serial: string, leaking: string, day: number) => (serial === leaking && day >= 12 ? 3 : 0);

async function caseOf(who: object): Promise<number> {
  const answer = await site.app.ask(who, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
  if (found === undefined) throw new Error("There is no case.");
  return found.id;
}

async function whole(id: number, who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "GET", `/v1/cases/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["GET /v1/cases/{id}"].response.parse(answer.json());
}

/** @returns the id of the event */
async function decide(id: number, reason: string, who: object = site.ours.manager, key?: string): Promise<number> {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  const answer = await site.app.ask(who, "POST", `/v1/cases/${id}/events`, { kind: "not_a_leak", reason }, headers);
  expect(answer.status, answer.text).toBe(201);
  const { events } = caseCalls["POST /v1/cases/{id}/events"].response.parse(answer.json());
  return Math.max(...events.map((event) => event.id));
}

async function undo(id: number, eventId: number, who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "DELETE", `/v1/cases/${id}/events/${eventId}`);
  expect(answer.status, answer.text).toBe(200);
}

async function setByHand(expected: boolean) {
  const path = `/v1/properties/${site.ours.propertyId}/meters/home/continuous-use`;
  expect((await site.app.ask(site.ours.manager, "PUT", path, { expected })).status).toBe(200);
}

/** The tagged meters, "1 home". */
async function tagged(): Promise<string[]> {
  const { rows } = await sql<{ meter: string }>`
    select property_id || ' ' || serial_number as meter from meters where continuous_use_expected order by 1`.execute(
    site.app.connections.worker,
  );
  return rows.map(({ meter }) => meter);
}

const ofHome = () => `${site.ours.propertyId} home`;

test("an ice machine tags the meter of its case, whose leaks are recalculated, until it is undone", async () => {
  const version = async () => {
    const { rows } = await sql<{ inventory_version: number }>`
      select inventory_version from properties where id = ${site.ours.propertyId}`.execute(site.app.connections.worker);
    return rows[0]?.inventory_version;
  };
  const before = await version();
  const event = await decide(home, "ice_machine");
  expect(await tagged()).toEqual([ofHome()]);
  expect(await version()).not.toBe(before);
  await site.refresh();
  // Its usual lowest hour, of the days without it, was zero: it is still above that.
  expect(await whole(home)).toMatchObject({ state: "not_a_leak" });
  await undo(home, event);
  expect(await tagged()).toEqual([]);
  await site.refresh();
  expect(await whole(home)).toMatchObject({ state: "open" });
});

test.each(["guests", "pool", "irrigation", "meter", "other"])("%s tag no meter", async (reason) => {
  await decide(home, reason);
  expect(await tagged()).toEqual([]);
});

test("the meter of a toilet is not tagged", async () => {
  await decide(bath, "ice_machine", site.theirs.manager);
  expect(await tagged()).toEqual([]);
});

test("a tag that was set by hand before or since stays when the event is undone", async () => {
  await setByHand(true);
  await undo(home, await decide(home, "ice_machine"));
  expect(await tagged()).toEqual([ofHome()]);
  await setByHand(false);
  const event = await decide(home, "ice_machine");
  await setByHand(false);
  await setByHand(true);
  await undo(home, event);
  expect(await tagged()).toEqual([ofHome()]);
  await setByHand(false);
});

test("of two events the tag stays until both are undone; a repeated request is one", async () => {
  const first = await decide(home, "ice_machine", site.ours.manager, "ice");
  expect(await decide(home, "ice_machine", site.ours.manager, "ice")).toBe(first);
  const second = await decide(home, "ice_machine");
  await undo(home, first);
  expect(await tagged()).toEqual([ofHome()]);
  await undo(home, second);
  expect(await tagged()).toEqual([]);
});

test("what is reported later takes the tag back, a note does not; undone, the decision sets it again", async () => {
  await decide(home, "ice_machine");
  const report = async (event: object) => {
    const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${home}/events`, event);
    expect(answer.status, answer.text).toBe(201);
    const { events } = caseCalls["POST /v1/cases/{id}/events"].response.parse(answer.json());
    return Math.max(...events.map((event) => event.id));
  };
  await report({ kind: "note", note: "In the kitchen" });
  expect(await tagged()).toEqual([ofHome()]);
  const visit = await report({ kind: "visited", finding: "found" });
  expect(await tagged()).toEqual([]);
  await undo(home, visit);
  expect(await tagged()).toEqual([ofHome()]);
  await decide(home, "guests");
  expect(await tagged()).toEqual([]);
});

test("a decision about a case that is gone is about no other case of the unit", async () => {
  await decide(home, "ice_machine");
  const { worker } = site.app.connections;
  // As if the tag had made the case go away, and another had begun since.
  await sql`update leak_case_events set about_at = ${at(11)}, at = ${at(11)}
    where property_id = ${site.ours.propertyId} and undone_at is null`.execute(worker);
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${home}/events`, { kind: "acknowledged" });
  const { state, events } = caseCalls["POST /v1/cases/{id}/events"].response.parse(answer.json());
  const standing = events.filter(({ undone_at }) => undone_at === null).map(({ kind }) => kind);
  expect([state, ...standing]).toEqual(["acknowledged", "acknowledged"]);
  await sql`update leak_case_events set about_at = ${at(19)}, at = ${at(19)}
    where property_id = ${site.ours.propertyId} and undone_at is null`.execute(worker);
});

test("somebody of another organization tags nothing", async () => {
  const answer = await site.app.ask(site.theirs.manager, "POST", `/v1/cases/${home}/events`, {
    kind: "not_a_leak",
    reason: "ice_machine",
  });
  expect(answer.status).toBe(404);
  expect(await tagged()).toEqual([]);
});
