import { afterAll, beforeAll, expect, test } from "vitest";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { portfolioSavingsCalls } from "../../contract/portfolio/portfolio-savings.ts";
import { at, type LeakySite, leakySite } from "./testing/leaky-site.ts";

let site: LeakySite;
let both: { organizationIds: number[]; propertyIds: number[] };

beforeAll(async () => {
  site = await leakySite(at(30));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 30], water);
  both = {
    organizationIds: [site.ours.organizationId, site.theirs.organizationId],
    propertyIds: [site.ours.propertyId, site.theirs.propertyId],
  };
});
afterAll(() => site?.app.close());

/**
 * Use by day. The toilet leaks half a gallon an hour on days 10 to 12 and, back again, 17 to 18; the home a gallon from
 * day 12 until the end of day 28.
 */
function water(serial: string, day: number, hour: number): number {
  if (serial === "bath") return (hour === 9 ? 1.5 : 0) + ((day >= 10 && day < 13) || (day >= 17 && day < 19) ? 0.5 : 0);
  return (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + (day >= 12 && day < 29 ? 1 : 0);
}

async function savings(query: string, who: object = both) {
  const answer = await site.app.ask(who, "GET", `/v1/reporting/portfolio-insights/savings?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return portfolioSavingsCalls["GET /v1/reporting/portfolio-insights/savings"].response.parse(answer.json());
}

async function leaks(query: string, who: object = both) {
  const answer = await site.app.ask(who, "GET", `/v1/leaks?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return leakCalls["GET /v1/leaks"].response.parse(answer.json());
}

async function say(meter: string, repaired_at: string) {
  const body = { property_id: site.ours.propertyId, meter, repaired_at };
  const answer = await site.app.ask(site.ours.manager, "POST", "/v1/leaks/repaired", body);
  expect(answer.status, answer.text).toBe(201);
}

const JUNE = "start_date=2026-06-01&end_date=2026-06-30";
const nothing = {
  leaks: 0,
  held: 0,
  came_back: 0,
  too_early: 0,
  gallons_saved: 0,
  dollars_saved: 0,
  gallons_seen_twice: 0,
  dollars_seen_twice: 0,
};

/** What the list of a group must add up to. */
function rowsOf({ gallons_saved, gallons_seen_twice, dollars_saved, dollars_seen_twice, ...group }: typeof nothing) {
  const dollars = Number((dollars_saved + dollars_seen_twice).toFixed(2));
  return { ...group, gallons: gallons_saved + gallons_seen_twice, dollars };
}

/** Sums of the rows of a list, which are rounded each for itself. */
async function listed(query: string) {
  const { count, results } = await leaks(query);
  const of = (outcome: string) => results.filter((leak) => leak.outcome === outcome).length;
  const sum = (field: "gallons" | "dollars") => results.reduce((total, { saved }) => total + (saved?.[field] ?? 0), 0);
  return {
    leaks: count,
    held: of("held"),
    came_back: of("came_back"),
    too_early: of("too_early"),
    gallons: sum("gallons"),
    dollars: Number(sum("dollars").toFixed(2)),
  };
}

test("reports leaks that ended by their rule: repaired, returned, and savings", async () => {
  // Ours, at 2 cents: 4 days of 12 gallons until it came back, 11 days of 12 since; and the home, a day of 24 gallons, of
  // which the toilet saves 12.
  const ended = {
    leaks: 3,
    held: 2,
    came_back: 1,
    too_early: 0,
    gallons_saved: 192,
    dollars_saved: 3.84,
    gallons_seen_twice: 12,
    dollars_seen_twice: 0.24,
  };
  expect(await savings(JUNE, site.ours.manager)).toEqual({
    start_date: "2026-06-01",
    end_date: "2026-06-30",
    repaired: nothing,
    ended,
  });
  const all = await savings(JUNE);
  expect(all).toMatchObject({ ended: { leaks: 6, held: 4, came_back: 2, gallons_saved: 384, dollars_saved: 6.72 } });
  expect(await listed(`${JUNE}&stopped_by=rule`)).toEqual(rowsOf(all.ended));
  // The toilet's first leak alone ended in these days: on the 14th, at midnight.
  const first = await savings("start_date=2026-06-14&end_date=2026-06-19", site.ours.manager);
  expect(first.ended).toMatchObject({ leaks: 1, came_back: 1, gallons_saved: 48 });
  expect((await savings("start_date=2026-06-13&end_date=2026-06-13")).ended).toEqual(nothing);
});

test("gives no verdict within a day after the end, or for a meter without data since", async () => {
  const { clock } = site.app;
  clock.now = Date.parse(at(29, 20));
  expect(await savings(JUNE, site.ours.manager)).toMatchObject({
    ended: { leaks: 3, held: 1, came_back: 1, too_early: 1, gallons_saved: 48 + 130 + 10 },
  });
  expect((await leaks(`${JUNE}&outcome=too_early`, site.ours.manager)).results).toMatchObject([
    { meter_serial_number: "home", outcome: "too_early" },
  ]);
  clock.now = Date.parse(at(30));
});

test("counts a repair mark on its day, and not among leaks that ended by themselves", async () => {
  await say("home", at(29));
  await say("bath", at(12));
  const { repaired, ended } = await savings(JUNE);
  expect(repaired).toMatchObject({ leaks: 2, held: 1, came_back: 1, too_early: 0, gallons_saved: 60 });
  expect(ended).toMatchObject({ leaks: 4, held: 3, came_back: 1, gallons_saved: 384 - 60 });
  expect(await listed(`${JUNE}&stopped_by=person`)).toEqual(rowsOf(repaired));
  expect(await listed(`${JUNE}&stopped_by=rule`)).toEqual(rowsOf(ended));
  expect((await listed(`${JUNE}&stopped_by=rule&stopped_by=person`)).leaks).toBe(6);
  for (const outcome of ["held", "came_back", "too_early"] as const) {
    expect((await leaks(`${JUNE}&stopped_by=person&outcome=${outcome}`)).count).toBe(repaired[outcome]);
    expect((await leaks(`${JUNE}&stopped_by=rule&outcome=${outcome}&page_size=1`)).count).toBe(ended[outcome]);
  }
  // Its day is that of the repair, 13 June, and not of its end.
  const day = await savings("start_date=2026-06-13&end_date=2026-06-13");
  expect(day).toMatchObject({ repaired: { leaks: 1, came_back: 1 }, ended: nothing });
  expect((await leaks("stopped_by=person")).count).toBe(2);
});

test("rounds the exact sum once, instead of adding rounded rows", async () => {
  const price = { unit_ids: [site.theirs.unitId], cost: 0.005, start_date: "2026-06-01", end_date: "2026-06-30" };
  const path = "/v1/reporting/portfolio-insights/finances/unit-gallon-price";
  const set = await site.app.ask(site.theirs.manager, "POST", path, { costs: [price] });
  expect(set.status, set.text).toBe(201);
  const { clock } = site.app;
  clock.now = Date.parse(at(29, 23));
  // 48, 131.5 and half of 23 gallons at half a cent: 0.24, 0.6575 and 0.0575 dollars.
  expect((await savings(JUNE, site.theirs.manager)).ended).toMatchObject({ gallons_saved: 191, dollars_saved: 0.96 });
  const rows = (await leaks(`${JUNE}&stopped_by=rule`, site.theirs.manager)).results.map(({ saved }) => saved?.dollars);
  expect(rows.toSorted()).toEqual([0.12, 0.24, 0.66]);
  clock.now = Date.parse(at(30));
});

test("limits savings to the scope, and needs the portfolio permission", async () => {
  const ask = async (who: object, query: string) =>
    (await site.app.ask(who, "GET", `/v1/reporting/portfolio-insights/savings?${query}`)).status;
  expect(await ask(site.ours.manager, `property_id=${site.theirs.propertyId}`)).toBe(404);
  expect(await ask({ ...both, permissions: ["reporting.view_property_data_report"] }, JUNE)).toBe(403);
  expect((await savings(`${JUNE}&property_id=${site.theirs.propertyId}`)).ended.leaks).toBe(3);
});
