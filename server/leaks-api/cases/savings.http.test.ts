import { afterAll, beforeAll, expect, test } from "vitest";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { portfolioSavingsCalls } from "../../../contract/portfolio/portfolio-savings.ts";
import { addMeter } from "../../reporting/testing/places.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

const INSIGHTS = "/v1/reporting/portfolio-insights";
const JUNE = "start_date=2026-06-01&end_date=2026-06-30";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(40));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 40], water);
});
afterAll(() => site?.app.close());

/** The toilet leaks three gallons an hour, which run through the home's meter, on days 10 to 19: it stops at day 20's midnight. */
function water(serial: string, day: number, hour: number): number {
  const leak = day >= 10 && day < 20 ? 3 : 0;
  if (serial === "bath") return leak + (hour === 9 ? 1.5 : 0);
  return (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + leak;
}

async function savings(query = JUNE, who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "GET", `${INSIGHTS}/savings?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return portfolioSavingsCalls[`GET ${INSIGHTS}/savings`].response.parse(answer.json());
}

async function ledger(query = JUNE, who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "GET", `${INSIGHTS}/savings/cases?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return portfolioSavingsCalls[`GET ${INSIGHTS}/savings/cases`].response.parse(answer.json()).results;
}

async function theCase() {
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
  if (found === undefined) throw new Error("There is no case.");
  return found;
}

async function reported(event: object): Promise<number> {
  const { id } = await theCase();
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${id}/events`, event);
  expect(answer.status, answer.text).toBe(201);
  const { events } = caseCalls["POST /v1/cases/{id}/events"].response.parse(answer.json());
  return Math.max(...events.map((one) => one.id));
}

const none = { cases: 0, gallons_saved: 0, dollars_saved: 0 };

// Covers cockpit-11
test("keeps what ended on its own out of the savings", async () => {
  // 72 gallons a day on days 20 to 29, the last of June, at 2 cents.
  expect(await savings()).toEqual({
    start_date: "2026-06-01",
    end_date: "2026-06-30",
    fixes: { verified: 0, waiting: 0, failed: 0 },
    verified: { ...none, repair_cost: 0 },
    outside_units: { ...none, repair_cost: 0 },
    ended: { cases: 1, gallons_saved: 720, dollars_saved: 14.4 },
    months: [],
    properties: [],
  });
  expect(await ledger()).toEqual([]);
  expect(await ledger(`${JUNE}&outcome=ended`)).toMatchObject([
    { fixed_at: null, gallons_saved: 720, repair_cost: null },
  ]);
  expect(await theCase()).toMatchObject({ state: "ended", gallons_saved: null, dollars_saved: null });
});

// Covers cockpit-11
test("counts a fix once the meter has verified it, then all of its days", async () => {
  const { clock } = site.app;
  clock.now = Date.parse(at(20, 12));
  await reported({ kind: "fixed", at: at(19, 23), cost: 43.2, cause_code: "flapper" });
  clock.now = Date.parse(at(40));
  expect(await savings()).toMatchObject({
    fixes: { verified: 1, waiting: 0, failed: 0 },
    verified: { cases: 1, gallons_saved: 720, dollars_saved: 14.4, repair_cost: 43.2 },
    ended: none,
    months: [{ month: "2026-06", cases: 1, gallons_saved: 720, dollars_saved: 14.4, repair_cost: 43.2 }],
    properties: [{ property_id: site.ours.propertyId, property_name: "Ours House", dollars_saved: 14.4 }],
  });
  // The repair was made an hour before the leak's end, in a period of its own.
  expect((await savings("start_date=2026-06-01&end_date=2026-06-20")).verified).toEqual({ ...none, repair_cost: 43.2 });
  expect((await savings("start_date=2026-06-21&end_date=2026-06-30")).verified).toMatchObject({
    gallons_saved: 720,
    repair_cost: 0,
  });
  // Days 20 to 39 so far. The second property's organization has no price: a cent and a half.
  expect(await theCase()).toMatchObject({ state: "verified", gallons_saved: 1440, dollars_saved: 28.8 });
  expect((await savings(`${JUNE}`, site.theirs.manager)).ended).toMatchObject({ dollars_saved: 10.8 });
  expect(await ledger()).toMatchObject([
    {
      property_name: "Ours House",
      unit_name: "1",
      leak_type: "toilet leak",
      in_totals: true,
      fixed_at: at(19, 23),
      ended_at: at(20),
      over_at: at(21),
      gallons_per_day: 72,
      baseline_low: 72,
      baseline_high: 72,
      days_saved: 10,
      gallons_saved: 720,
      dollars_saved: 14.4,
      total_gallons_saved: 1440,
      total_dollars_saved: 28.8,
      repair_cost: 43.2,
      payback_days: 30,
      use_drop: { gallons_per_day: 72, low: 72, high: 72 },
    },
  ]);
});

test("prices each day on its own, and adds up over periods", async () => {
  const price = { unit_ids: [site.ours.unitId], cost: 0.03, start_date: "2026-06-25", end_date: "2026-06-30" };
  const path = `${INSIGHTS}/finances/unit-gallon-price`;
  expect((await site.app.ask(site.ours.manager, "POST", path, { costs: [price] })).status).toBe(201);
  // Days 20 to 23 at 2 cents, 24 to 29 at 3.
  expect((await savings()).verified).toMatchObject({ dollars_saved: 18.72 });
  const [first, second] = await Promise.all(
    ["start_date=2026-06-01&end_date=2026-06-24", "start_date=2026-06-25&end_date=2026-07-10"].map((days) =>
      savings(days),
    ),
  );
  expect(first.verified).toMatchObject({ gallons_saved: 288, dollars_saved: 5.76 });
  expect(second).toMatchObject({
    verified: { cases: 1, gallons_saved: 1152, dollars_saved: 27.36, repair_cost: 0 },
    months: [
      { month: "2026-06", gallons_saved: 432, dollars_saved: 12.96 },
      { month: "2026-07", gallons_saved: 720, dollars_saved: 14.4 },
    ],
  });
  expect(await theCase()).toMatchObject({ dollars_saved: 33.12 });
  expect((await ledger("start_date=2026-05-01&end_date=2026-06-20")).length).toBe(0);
});

test("counts from the fix on where the leak stopped before, and never beyond 30 days or the last reading", async () => {
  const { clock } = site.app;
  const { id } = await theCase();
  clock.now = Date.parse(at(100));
  expect(await theCase()).toMatchObject({ gallons_saved: 1440 });
  await site.send(site.ours, [40, 100], water);
  expect(await theCase()).toMatchObject({ gallons_saved: 72 * 30 });
  const fix = await reported({ kind: "fixed", at: at(20, 12) });
  expect(await theCase()).toMatchObject({ state: "verified", gallons_saved: 72 * 29.5 });
  const undone = await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${id}/events/${fix}`);
  expect(undone.status, undone.text).toBe(200);
  expect(await theCase()).toMatchObject({ gallons_saved: 72 * 30 });
});

test("counts no fix after which the leak returned, and none that waits", async () => {
  // Theirs: fixed on day 20, then it leaks again from day 35 on.
  const [one] = caseCalls["GET /v1/cases"].response.parse(
    (await site.app.ask(site.theirs.manager, "GET", "/v1/cases")).json(),
  ).results;
  const answer = await site.app.ask(site.theirs.manager, "POST", `/v1/cases/${one?.id}/events`, {
    kind: "fixed",
    at: at(20),
  });
  expect(answer.status, answer.text).toBe(201);
  expect((await savings(JUNE, site.theirs.manager)).verified).toMatchObject({ cases: 1, gallons_saved: 720 });
  await site.send(site.theirs, [40, 46], (serial, day, hour) => water(serial, day, hour) + 3);
  expect(await savings(JUNE, site.theirs.manager)).toMatchObject({
    fixes: { verified: 0, waiting: 0, failed: 1 },
    verified: none,
    ended: none,
  });
  const { clock } = site.app;
  clock.now = Date.parse(at(46));
  const again = await site.app.ask(site.theirs.manager, "POST", `/v1/cases/${one?.id}/events`, { kind: "fixed" });
  expect(again.status, again.text).toBe(201);
  clock.now = Date.parse(at(100));
  expect(await savings("start_date=2026-07-01&end_date=2026-07-31", site.theirs.manager)).toMatchObject({
    fixes: { verified: 0, waiting: 1, failed: 0 },
    verified: none,
  });
});

test("counts each fix, and what it cost, when it was made: one that failed stays one", async () => {
  const separate = await leakySite(at(40));
  try {
    const { app, ours } = separate;
    await separate.send(ours, [0, 40], (serial, day, hour) => water(serial, day < 20 ? day : day < 35 ? 12 : 20, hour));
    const get = async (path: string) => (await app.ask(ours.manager, "GET", path)).json();
    const [found] = caseCalls["GET /v1/cases"].response.parse(await get("/v1/cases")).results;
    for (const fix of [
      { at: at(19), cost: 50 },
      { at: at(34, 22), cost: 30 },
    ]) {
      const answer = await app.ask(ours.manager, "POST", `/v1/cases/${found?.id}/events`, { kind: "fixed", ...fix });
      expect(answer.status, answer.text).toBe(201);
    }
    const inDays = async (days: string) => {
      const answer = await get(`${INSIGHTS}/savings?${days}`);
      const { fixes, verified } = portfolioSavingsCalls[`GET ${INSIGHTS}/savings`].response.parse(answer);
      return { fixes, repair_cost: verified.repair_cost };
    };
    expect(await inDays(JUNE)).toEqual({ fixes: { verified: 0, waiting: 0, failed: 1 }, repair_cost: 50 });
    const july = "start_date=2026-07-01&end_date=2026-07-10";
    expect(await inDays(july)).toEqual({ fixes: { verified: 1, waiting: 0, failed: 0 }, repair_cost: 30 });
    const times = await get("/v1/reporting/case-times?start_date=2026-06-01&end_date=2026-06-30");
    expect(times).toMatchObject([{ fixed: 1, held: 1, held_percentage: 50 }]);
  } finally {
    await separate.app.close();
  }
});

test.each(["home", "sprinkler"])("compares the use before and since a fix on whole days, of %s", async (serial) => {
  const separate = await leakySite(at(40));
  try {
    const { app, ours } = separate;
    const { propertyId, buildingId } = ours;
    const yard = { property: { id: propertyId, timeZone: "America/Chicago" }, buildingId, unitId: null };
    await addMeter(app.connections, yard, "Irrigation", "sprinkler");
    await separate.send(ours, [0, 22], water, [serial]);
    const get = async (path: string) => (await app.ask(ours.manager, "GET", path)).json();
    const [found] = caseCalls["GET /v1/cases"].response.parse(await get("/v1/cases")).results;
    const fix = { kind: "fixed", at: at(19, 23) };
    const answer = await app.ask(ours.manager, "POST", `/v1/cases/${found?.id}/events`, fix);
    expect(answer.status, answer.text).toBe(201);
    const dropInUse = async () => {
      const rows = await get(`${INSIGHTS}/savings/cases?start_date=2026-06-01&end_date=2026-07-10`);
      const { results } = portfolioSavingsCalls[`GET ${INSIGHTS}/savings/cases`].response.parse(rows);
      return results.map(({ use_drop }) => use_drop);
    };
    // Of the days since, only the 20th and the 21st are whole: of the others the hours before six are known.
    await separate.send(ours, [22, 40], (_serial, day, hour) => (hour < 6 ? water("home", day, hour) : null), [serial]);
    expect(await dropInUse()).toEqual([null]);
    await separate.send(ours, [30, 40], water, [serial]);
    expect(await dropInUse()).toEqual([{ gallons_per_day: 72, low: 72, high: 72 }]);
  } finally {
    await separate.app.close();
  }
});

test("a fix that was reported after an end nobody had seen yet has not failed", async () => {
  const separate = await leakySite(at(20));
  try {
    const { app, ours } = separate;
    await separate.send(ours, [0, 19], water);
    const get = async (path: string) => (await app.ask(ours.manager, "GET", path)).json();
    const [found] = caseCalls["GET /v1/cases"].response.parse(await get("/v1/cases")).results;
    app.clock.now = Date.parse(at(22, 12));
    const answer = await app.ask(ours.manager, "POST", `/v1/cases/${found?.id}/events`, { kind: "fixed" });
    expect(answer.status, answer.text).toBe(201);
    app.clock.now = Date.parse(at(25));
    await separate.send(ours, [19, 25], water);
    const [ended] = caseCalls["GET /v1/cases"].response.parse(await get("/v1/cases?state=ended")).results;
    expect(ended).toMatchObject({ id: found?.id, over_at: at(21) });
    const saved = portfolioSavingsCalls[`GET ${INSIGHTS}/savings`].response.parse(
      await get(`${INSIGHTS}/savings?start_date=2026-06-01&end_date=2026-06-25`),
    );
    expect(saved.fixes).toEqual({ verified: 0, waiting: 0, failed: 0 });
    const times = await get("/v1/reporting/case-times?start_date=2026-06-01&end_date=2026-06-25");
    expect(times).toMatchObject([{ fixed: 1, held: 0, held_percentage: null }]);
  } finally {
    await separate.app.close();
  }
});

test("limits savings to the scope, and needs the portfolio permission", async () => {
  for (const path of [`${INSIGHTS}/savings`, `${INSIGHTS}/savings/cases`, `${INSIGHTS}/savings/cases/export`]) {
    const ask = async (who: object, query: string) => (await site.app.ask(who, "GET", `${path}?${query}`)).status;
    const query = path.endsWith("export") ? `${JUNE}&file_type=csv` : JUNE;
    expect(await ask(site.ours.manager, `${query}&property_id=${site.theirs.propertyId}`)).toBe(404);
    const property = { ...site.ours.manager, permissions: ["reporting.view_property_data_report"] };
    expect(await ask(property, query)).toBe(403);
    expect(await ask(site.ours.manager, query)).toBe(200);
  }
  const file = await site.app.ask(site.ours.manager, "GET", `${INSIGHTS}/savings/cases/export?${JUNE}&file_type=csv`);
  expect(file.text).toMatch(/All units,.*720,18\.72/);
  const days = `${JUNE}&file_type=csv&columns=unit_name&columns=days_saved`;
  const { text } = await site.app.ask(site.ours.manager, "GET", `${INSIGHTS}/savings/cases/export?${days}`);
  expect(text).toContain("\r\n1,10.0");
});
