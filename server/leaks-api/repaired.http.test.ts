import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { at, type LeakySite, leakySite } from "./testing/leaky-site.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(20));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 20], water);
});
afterAll(() => site?.app.close());

/** The home leaks a gallon an hour from day 12 on, and still does; the toilet never. */
function water(serial: string, day: number, hour: number): number {
  if (serial === "bath") return hour === 9 ? 1.5 : 0;
  return (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + (day >= 12 ? 1 : 0);
}

const say = (body: object, who: object = site.ours.manager) => site.app.ask(who, "POST", "/v1/leaks/repaired", body);

async function markedRepaired(repaired_at: string) {
  const answer = await say({ property_id: site.ours.propertyId, meter: "home", repaired_at, note: "New valve" });
  expect(answer.status, answer.text).toBe(201);
  return leakCalls["POST /v1/leaks/repaired"].response.parse(answer.json());
}

async function takenBack(id: number) {
  const answer = await site.app.ask(site.ours.manager, "DELETE", `/v1/leaks/repaired/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return leakCalls["DELETE /v1/leaks/repaired/{id}"].response.parse(answer.json());
}

async function newest() {
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/leaks?meter=home");
  const [leak] = leakCalls["GET /v1/leaks"].response.parse(answer.json()).results;
  return leak;
}

async function calledRepaired(since: string) {
  const query = `repaired_since=${encodeURIComponent(since)}&ordering=-repaired_at`;
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/leaks?${query}`);
  return leakCalls["GET /v1/leaks"].response.parse(answer.json()).results;
}

test("a repair mark counts until the leak has run for another day, and the last mark counts", async () => {
  const first = await markedRepaired(at(18, 23));
  expect(first).toMatchObject({ made_by: "somebody@example.com", note: "New valve", repaired_at: at(18, 23) });
  expect(first.leak).toMatchObject({ state: "open", repair: { id: first.id, still_running: true } });
  // It runs on all the same, and is listed among what was marked as repaired since then, but not since later.
  expect(await calledRepaired(at(18, 23))).toEqual([first.leak]);
  expect(await calledRepaired(at(19))).toEqual([]);
  const second = await markedRepaired(at(19));
  // It still ran in every hour of the day since: none of its water was saved.
  expect(second.leak).toMatchObject({
    state: "repaired",
    ended_at: null,
    gallons_per_hour: 1,
    repair: { id: second.id, still_running: false },
  });
  expect(await newest()).toEqual(second.leak);
  const back = await takenBack(second.id);
  expect(back.leak).toEqual(first.leak);
  const record = await sql<{ undone_by: string | null }>`
    select undone_by from leak_repairs order by id`.execute(site.app.connections.worker);
  expect(record.rows).toEqual([{ undone_by: null }, { undone_by: "somebody@example.com" }]);
  const again = await site.app.ask(site.ours.manager, "DELETE", `/v1/leaks/repaired/${second.id}`);
  expect(again.status).toBe(404);
  await takenBack(first.id);
});

test("counts savings from the time at which the flow stopped, and keeps the mark with its leak", async () => {
  const { id } = await markedRepaired(at(19, 20));
  site.app.clock.now = Date.parse(at(22));
  await site.send(site.ours, [20, 22], () => 0);
  expect(await newest()).toMatchObject({
    state: "repaired",
    started_at: at(12),
    ended_at: at(20),
    repair: { id, still_running: false },
  });
  // The next leak is another one: the repair does not apply to it.
  site.app.clock.now = Date.parse(at(26));
  await site.send(site.ours, [22, 26], () => 2);
  expect(await newest()).toMatchObject({ state: "open", started_at: at(22), repair: null });
  // After a full recalculation with other thresholds the repair still matches its leak.
  const settings = `/v1/organizations/${site.ours.organizationId}/leak-settings`;
  const set = await site.app.ask(site.ours.manager, "PUT", settings, { settings: { floor_gallons: 0.5 } });
  expect(set.status, set.text).toBe(200);
  await site.refresh();
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/leaks?state=repaired");
  expect(answer.json()).toMatchObject({ count: 1, results: [{ repair: { id }, came_back_at: at(22) }] });
});

test("rejects a mark on no leak, another leak or in the future under its field", async () => {
  const body = { property_id: site.ours.propertyId, meter: "home", repaired_at: at(19) };
  const rejected = async (change: object) => {
    const answer = await say({ ...body, ...change });
    return [answer.status, Object.keys(Object(answer.json()))[0]];
  };
  expect(await rejected({ repaired_at: at(11) })).toEqual([422, "repaired_at"]);
  expect(await rejected({ repaired_at: "yesterday" })).toEqual([422, "repaired_at"]);
  expect(await rejected({ repaired_at: at(200) })).toEqual([422, "repaired_at"]);
  expect(await rejected({ started_at: at(13) })).toEqual([422, "started_at"]);
  expect(await rejected({ meter: "bath" })).toEqual([422, "repaired_at"]);
  expect(await rejected({ notes: "x" })).toEqual([422, "notes"]);
  const made = await say({ ...body, started_at: at(12) });
  expect(made.status).toBe(201);
});

test("a mark skips later suspicions", async () => {
  const started_at = "2026-06-20T09:00:00Z";
  await sql`
    insert into leaks (property_id, meter_id, started_at, unit_id, kind, opened_at, last_confirmed_at, ended_at, suspected,
      rules, confidence, gallons_total, evidence)
    select property_id, id, ${started_at}, null, 'other leak', ${started_at}, ${started_at}, '2026-06-20T11:00:00Z', true,
      '{burst}', 'medium', 0, '[]' from meters
    where property_id = ${site.theirs.propertyId} and serial_number = 'home'`.execute(site.app.connections.worker);
  const body = { property_id: site.theirs.propertyId, meter: "home", repaired_at: "2026-06-20T12:00:00Z" };
  const answer = await say({ ...body, started_at: at(12) }, site.theirs.manager);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json()).toMatchObject({ leak: { started_at: at(12), repair: { note: "" } } });
  const suspected = await site.app.ask(site.theirs.manager, "GET", "/v1/leaks?state=suspected");
  expect(suspected.json()).toMatchObject({
    count: 1,
    results: [{ started_at: "2026-06-20T09:00:00.000Z", repair: null }],
  });
});

test("only users who may see the property's leaks can mark repairs", async () => {
  const body = { property_id: site.theirs.propertyId, meter: "home", repaired_at: at(19) };
  expect((await say(body)).status).toBe(404);
  expect((await say({ ...body, property_id: 999_999 })).status).toBe(404);
  const portfolioOnly = { ...site.theirs.manager, permissions: ["reporting.view_asset_data_report"] };
  expect((await say(body, portfolioOnly)).status).toBe(403);
  const theirs = await say(body, site.theirs.manager);
  expect(theirs.status).toBe(201);
  const { id } = leakCalls["POST /v1/leaks/repaired"].response.parse(theirs.json());
  expect((await site.app.ask(site.ours.manager, "DELETE", `/v1/leaks/repaired/${id}`)).status).toBe(404);
});
