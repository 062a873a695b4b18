import { afterAll, beforeAll, expect, test } from "vitest";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { at, type LeakySite, leakySite } from "./testing/leaky-site.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(20));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 20], water);
});
afterAll(() => site?.app.close());

/** Use by day. The toilet leaks half a gallon an hour on days 10 to 12 and 17 to 18, the home a gallon from day 12 on. */
function water(serial: string, day: number, hour: number): number {
  if (serial === "bath") return (hour === 9 ? 1.5 : 0) + ((day >= 10 && day < 13) || (day >= 17 && day < 19) ? 0.5 : 0);
  return (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + (day >= 12 ? 1 : 0);
}

async function leaks(query = "", who = site.ours.manager) {
  const answer = await site.app.ask(who, "GET", `/v1/leaks${query}`);
  expect(answer.status, answer.text).toBe(200);
  return leakCalls["GET /v1/leaks"].response.parse(answer.json());
}

const leakSummaries = async (query: string) =>
  (await leaks(query)).results.map((leak) => `${leak.meter_serial_number} ${leak.state} ${leak.started_at}`);

test("lists for each leak its loss, cost, and savings until it returned", async () => {
  const { count, results } = await leaks();
  expect(count).toBe(3);
  expect(results).toMatchObject([
    {
      property_name: "Ours House",
      unit_name: "1",
      meter_serial_number: "bath",
      attached_to: "Toilet",
      leak_type: "toilet leak",
      state: "ended",
      started_at: at(17),
      ended_at: at(19),
      gallons_per_hour: 0.5,
      total_gallons_leaked: 24,
      leak_cost: 0.48,
      came_back_at: null,
      repair: null,
    },
    {
      meter_serial_number: "home",
      state: "open",
      started_at: at(12),
      ended_at: null,
      gallons_per_hour: 1,
    },
    {
      meter_serial_number: "bath",
      state: "ended",
      started_at: at(10),
      ended_at: at(13),
      // Four days until it came back.
      came_back_at: at(17),
    },
  ]);
});

test("costs each day of a leak at the price of that day", async () => {
  const path = "/v1/reporting/portfolio-insights/finances/unit-gallon-price";
  const cost = { unit_ids: [site.theirs.unitId], cost: 0.5, start_date: "2026-06-12", end_date: "2026-06-12" };
  const answer = await site.app.ask(site.theirs.manager, "POST", path, { costs: [cost] });
  expect(answer.status, answer.text).toBe(201);
  const of = (await leaks("?meter=bath&ordering=started_at", site.theirs.manager)).results;
  // 12 gallons a day: one day at 50 cents a gallon, two at the default of 1.5; then two days at that.
  expect(of.map((leak) => [leak.started_at, leak.total_gallons_leaked, leak.leak_cost])).toEqual([
    [at(10), 36, 6.36],
    [at(17), 24, 0.36],
  ]);
});

test("filters by meter, place, state and days; pages contain each row once", async () => {
  const home = `home open ${at(12)}`;
  expect(await leakSummaries("?meter=home")).toEqual([home]);
  expect(await leakSummaries(`?unit_id=${site.ours.unitId}&state=open&state=unconfirmed`)).toEqual([home]);
  expect(
    await leakSummaries(`?building_id=${site.ours.buildingId}&meter=bath&start_date=2026-06-11&end_date=2026-06-12`),
  ).toEqual([`bath ended ${at(10)}`]);
  expect(await leakSummaries("?days_ago=1&ordering=started_at")).toEqual([home]);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => leakSummaries(`?page_size=1&page=${page}&ordering=ended_at`)),
  );
  expect(pages.flat()).toEqual(await leakSummaries("?ordering=ended_at"));
  for (const query of ["?page_size=1&page=9", "?meter=bath&page_size=1&page=9"]) {
    const beyond = await site.app.ask(site.ours.manager, "GET", `/v1/leaks${query}`);
    expect([beyond.status, beyond.json()]).toMatchObject([404, { last_page: query.includes("bath") ? 2 : 3 }]);
  }
});

test("leaves out leaks outside the scope", async () => {
  for (const query of [`property_id=${site.theirs.propertyId}`, `unit_id=${site.theirs.unitId}`]) {
    expect((await site.app.ask(site.ours.manager, "GET", `/v1/leaks?${query}`)).status).toBe(404);
  }
  const why = await site.app.ask(
    site.ours.manager,
    "GET",
    `/v1/leaks/why?meter=home&property_id=${site.theirs.propertyId}`,
  );
  const unknown = await site.app.ask(site.ours.manager, "GET", "/v1/leaks/why?meter=home&property_id=999999");
  expect([why.status, unknown.status]).toEqual([404, 404]);
  const both = { organizationIds: [], propertyIds: [site.ours.propertyId, site.theirs.propertyId] };
  expect((await site.app.ask(both, "GET", "/v1/leaks/why?meter=home")).status).toBe(409);
});

test("explains each rule in a sentence, with its hours and the day before", async () => {
  const ask = async (query: string) => {
    const answer = await site.app.ask(site.ours.manager, "GET", `/v1/leaks/why?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return leakCalls["GET /v1/leaks/why"].response.parse(answer.json());
  };
  const why = await ask(`meter=bath&started_at=${at(10)}`);
  expect(why.leak.started_at).toBe(at(10));
  const floor = why.reasons.find(({ rule }) => rule === "floor");
  expect(floor).toMatchObject({
    sentence:
      "The lowest of the last 26 measured hours was 0.5 gal; this meter's own highest such hour in 10 leak-free days was 0 gal; it takes at least 0.1 gal.",
    confidence: "medium",
    unit: "gallons",
    value: 0.5,
    threshold: 0.1,
    window_starts_at: at(10),
    window_ends_at: at(11, 2),
    hours_measured: 26,
    hours_missing: 0,
    own_history: { days: 10, value: 0 },
  });
  expect(why.hours.find(({ starts_at }) => starts_at === at(9))).toEqual({
    starts_at: at(9),
    gallons: 0,
    estimated_gallons: 0,
    leak_gallons: 0,
    flow_time: null,
    events: null,
  });
  expect(why.hours.length).toBeGreaterThanOrEqual(48);
  expect(why.hours.find(({ starts_at }) => starts_at === at(10))).toMatchObject({ gallons: 0.5, leak_gallons: 0.5 });
  // Any instant within it finds it; without one the newest is returned.
  expect((await ask(`meter=bath&started_at=${at(12, 7)}`)).leak.started_at).toBe(at(10));
  expect((await ask("meter=bath")).leak.started_at).toBe(at(17));
  const before = await site.app.ask(site.ours.manager, "GET", `/v1/leaks/why?meter=bath&started_at=${at(9)}`);
  expect(before.status).toBe(404);
});

test("counts no savings for a running leak, also during a day", async () => {
  site.app.clock.now = Date.parse(at(20, 6));
  await site.send(site.ours, [20, 21], (serial, day, hour) => (hour < 6 ? water(serial, day, hour) : null));
  const [home] = (await leaks("?meter=home")).results;
  expect(home).toMatchObject({ state: "open", last_confirmed_at: at(20, 6), gallons_per_hour: 1 });
});
