import { afterAll, beforeAll, expect, test } from "vitest";
import { financeCalls } from "../../../contract/costs/finances.ts";
import { portfolioCalls } from "../../../contract/portfolio/portfolio.ts";
import { reportingCalls } from "../../../contract/reporting/reporting.ts";
import { topLeakCalls } from "../../../contract/reporting/top-leaks.ts";
import { days, finances, type PricedSite, type PricedUnit, pricedSite } from "../../costs/testing/priced-site.ts";
import { addLeak, everyHour, writeDay } from "../testing/hours.ts";
import { pagesAreTheSet } from "../testing/pages-are-the-set.ts";
import { addBuilding, addMeter } from "../testing/places.ts";

/** Of the days with readings all but the first five and the last five. */
const inside = days.slice(5, -5);
const within = `start_date=${inside[0]}&end_date=${inside.at(-1)}`;
/** Thousandths of a gallon that the yard of Ash House leaks on one day. */
const YARD = 24 * 500;

let site: PricedSite;
let unit1: PricedUnit;
beforeAll(async () => {
  site = await pricedSite();
  const [first, , third] = site.units;
  if (first === undefined || third === undefined) throw new Error("The site lacks units.");
  unit1 = first;
  const { connections } = site.app;
  const yard = await addBuilding(connections, third.property, "Yard");
  const meter = await addMeter(connections, yard, "Irrigation", "yard");
  await writeDay(connections, meter, "2026-11-01", { gallons: everyHour(900), leaked: everyHour(500) });
  await addLeak(connections, meter, { started_at: "2026-11-01T10:00:00Z", gallons_total: YARD });
  const admin = { ...site.who, role: "organization admin" as const };
  const usual = { cost: 0.02, start_date: "2026-10-28", end_date: "2026-11-01" };
  expect((await site.app.ask(admin, "POST", `${finances}/organization-gallon-price`, usual)).status).toBe(201);
  const costs = [{ unit_ids: [unit1.id], cost: 0.123, start_date: "2026-11-01", end_date: "2026-11-02" }];
  expect((await site.app.ask(site.who, "POST", `${finances}/unit-gallon-price`, { costs })).status).toBe(201);
});
afterAll(() => site?.app.close());

/** Thousandths of a dollar for a gallon at a unit; left out: at no unit. */
function mills(day: string, unit?: PricedUnit): number {
  if (unit === unit1 && (day === "2026-11-01" || day === "2026-11-02")) return 123;
  return day >= "2026-10-28" && day <= "2026-11-01" ? 20 : 15;
}

const cents = (millionths: number) => Math.round(millionths / 10_000) / 100;

function millionths(of: "gallons" | "leaked" | "toilet", on: readonly string[], units = site.units): number {
  return units.reduce(
    (sum, unit) => sum + on.reduce((more, day) => more + (unit[of].get(day) ?? 0) * mills(day, unit), 0),
    0,
  );
}

async function ask(path: string, who: object = site.who): Promise<unknown> {
  const answer = await site.app.ask(who, "GET", `/v1/reporting/portfolio-insights/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

const base = "GET /v1/reporting/portfolio-insights";
const overview = async (query: string) =>
  financeCalls[`${base}/finances/leak-overview`].response.parse(await ask(`finances/leak-overview${query}`));
const byType = async (query: string) =>
  financeCalls[`${base}/finances/leak-type-costs`].response.parse(await ask(`finances/leak-type-costs?${query}`));
const chart = async (query: string) =>
  financeCalls[`${base}/finances/costs`].response.parse(await ask(`finances/costs?${query}`));

// Covers rows-3
test("costs each leak's gallons at the price of each day, in the period and since its start", async () => {
  const { results, count } = await overview(`?${within}&ordering=unit_name`);
  expect(count).toBe(4);
  expect(results).toMatchObject([
    ...site.units.map((unit, i) => ({
      unit_id: unit.id,
      unit_name: `${i + 1}`,
      leak_type: ["toilet leak", "hybrid leak", "water heater"][i],
      leak_expense: cents(millionths("leaked", inside, [unit])),
      total_expense: cents(millionths("leaked", days, [unit])),
    })),
    {
      unit_id: null,
      building_name: "Yard",
      meter_serial_number: "yard",
      leak_expense: cents(YARD * mills("2026-11-01")),
      total_expense: cents(YARD * mills("2026-11-01")),
    },
  ]);
});

test("leak lists show the same cost to users with the portfolio permission", async () => {
  const manager = { ...site.who, permissions: ["reporting.view_property_data_report" as const] };
  const list = async (path: string) => {
    const answer = await site.app.ask(manager, "GET", `/v1/reporting/${path}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json();
  };
  const report = reportingCalls["GET /v1/reporting/leak-report/leak-overview"].response;
  const units = topLeakCalls["GET /v1/reporting/top-leak-volume/units"].response;
  const costsOf = (rows: readonly { meter_serial_number: string; leak_expense: number }[]) =>
    Object.fromEntries(rows.map((row) => [row.meter_serial_number, row.leak_expense]));
  const silent = "start_date=2026-10-01&end_date=2026-10-02&include_active_leak=true";
  for (const days of [within, "days_ago=1", silent]) {
    const query = `?${days}&page_size=50`;
    const leakCosts = costsOf((await overview(`${query}&ordering=-leak_expense`)).results);
    expect(Object.keys(leakCosts)).not.toEqual([]);
    expect(costsOf(report.parse(await list(`leak-report/leak-overview${query}`)).results)).toEqual(leakCosts);
    expect(costsOf(units.parse(await list(`top-leak-volume/units${query}`)).results)).toEqual(leakCosts);
    const byProperty = await Promise.all(
      site.who.propertyIds.map(async (id) => {
        const rows = await list(`top-leak-volume/properties/${id}/units${query}&ordering=leak_type`);
        return costsOf(units.parse(rows).results);
      }),
    );
    expect(Object.assign({}, ...byProperty)).toEqual(leakCosts);
  }
  for (const path of ["leak-report/leak-overview", "top-leak-volume/units"]) {
    const answer = await site.app.ask(manager, "GET", `/v1/reporting/${path}?ordering=-leak_expense`);
    expect(answer.status).toBe(400);
  }
});

// Covers calls-6, finance-7
test("leak costs of units add up to those of the other reports", async () => {
  const rows = (await Promise.all([1, 2, 3, 4].map((page) => overview(`?${within}&page_size=1&page=${page}`)))).flatMap(
    ({ results }) => results,
  );
  const sum = rows.reduce((total, row) => total + (row.unit_id === null ? 0 : row.leak_expense), 0);
  const types = await byType(within);
  expect(Math.abs(sum - (types.total_cost ?? 0))).toBeLessThanOrEqual(0.005 * rows.length);
  expect(types.total_cost).toBe(cents(millionths("leaked", inside)));
  expect(types.toilet_leak_cost).toBe(cents(millionths("toilet", inside)));
  expect(types.other_leak_cost).toBe(cents(millionths("leaked", inside) - millionths("toilet", inside)));
  expect((types.toilet_leak_percentage ?? 0) + (types.other_leak_percentage ?? 0)).toBeCloseTo(100, 10);
  expect(types.toilet_leak_percentage).toBeCloseTo(
    (millionths("toilet", inside) / millionths("leaked", inside)) * 100,
    10,
  );
  expect(types.previous_period_cost).toBeNull();
  const costs = portfolioCalls[`${base}/costs`].response.parse(await ask(`costs?${within}`));
  expect(costs).toMatchObject({
    total_cost: types.total_cost,
    toilet_leak_cost: types.toilet_leak_cost,
    other_leak_cost: types.other_leak_cost,
    water_cost: cents(millionths("gallons", inside)),
  });
  const { points, ...whole } = await chart(`${within}&resolution=month`);
  expect(whole).toMatchObject({ leak_related_cost: types.total_cost, total_cost: costs.water_cost });
  expect(points.map((point) => [point.label, point.leak_related_cost])).toEqual([
    [
      "Oct 2026",
      cents(
        millionths(
          "leaked",
          inside.filter((day) => day < "2026-11"),
        ),
      ),
    ],
    [
      "Nov 2026",
      cents(
        millionths(
          "leaked",
          inside.filter((day) => day >= "2026-11"),
        ),
      ),
    ],
  ]);
  for (const unit of site.units) {
    const own = cents(millionths("leaked", inside, [unit]));
    expect((await byType(`${within}&unit_id=${unit.id}`)).total_cost).toBe(own);
    expect((await chart(`${within}&unit_id=${unit.id}`)).leak_related_cost).toBe(own);
  }
});

// Covers rows-6, calls-6
test("charts costs by day, with the 25-hour day, gaps where nothing was measured, and the previous period", async () => {
  const first = days.slice(0, 8);
  const { points } = await chart(`start_date=2026-10-23&end_date=${first.at(-1)}`);
  expect(points.map(({ start_date }) => start_date)).toEqual(["2026-10-23", "2026-10-24", ...first]);
  expect(points[1]).toMatchObject({ total_cost: null, leak_related_cost: null, toilet_leaks_cost: null });
  expect(points.slice(2)).toMatchObject(
    first.map((day) => ({
      total_cost: cents(millionths("gallons", [day])),
      normal_consumption: cents(millionths("gallons", [day]) - millionths("leaked", [day])),
      leak_related_cost: cents(millionths("leaked", [day])),
      toilet_leaks_cost: cents(millionths("toilet", [day])),
      other_leaks_cost: cents(millionths("leaked", [day]) - millionths("toilet", [day])),
      previous_period_cost: null,
      percentage_difference: null,
    })),
  );
  const [before, now] = [days.slice(0, 8), days.slice(8)];
  const query = `start_date=${now[0]}&end_date=${now.at(-1)}&comparison=previous_period`;
  const change = (on: readonly string[], was: readonly string[]) =>
    (millionths("leaked", on) / millionths("leaked", was) - 1) * 100;
  const compared = await chart(query);
  expect(compared.previous_period_cost).toBe(cents(millionths("leaked", before)));
  expect(compared.percentage_difference).toBeCloseTo(change(now, before), 10);
  for (const [i, point] of compared.points.entries()) {
    const [on, was] = [now.slice(i, i + 1), before.slice(i, i + 1)];
    expect(point.previous_period_cost).toBe(cents(millionths("leaked", was)));
    expect(point.percentage_difference).toBeCloseTo(change(on, was), 10);
  }
  const types = await byType(query);
  expect(types).toMatchObject({
    previous_period_cost: cents(millionths("leaked", before)),
    previous_toilet_leak_cost: cents(millionths("toilet", before)),
    previous_other_leak_cost: cents(millionths("leaked", before) - millionths("toilet", before)),
  });
  expect(types.percentage_difference).toBeCloseTo(change(now, before), 10);
});

test("filters leaks as the leak list does, and orders them by every column", async () => {
  const names = async (query: string) =>
    (await overview(`?${within}&ordering=unit_name${query}`)).results.map((row) => row.unit_name);
  expect(await names(`&unit_id=${unit1.id}`)).toEqual(["1"]);
  expect(await names(`&property_id=${unit1.property.id}`)).toEqual(["1", "2"]);
  expect(await names("&bedrooms_from=2")).toEqual(["2"]);
  expect(await names("&only_active=true")).toEqual(["1", "2", "3", null]);
  expect((await overview("?start_date=2026-10-01&end_date=2026-10-02")).results).toEqual([]);
  const silent = (await overview("?start_date=2026-10-01&end_date=2026-10-02&include_active_leak=true")).results;
  expect(silent.map((row) => [row.leak_expense, row.total_expense > 0])).toEqual(silent.map(() => [0, true]));
  expect(silent).toHaveLength(4);
  const fields = financeCalls[`${base}/finances/leak-overview`].response.shape.results.element.keyof().options;
  const ordered = fields.filter((field) => !field.endsWith("_id"));
  await pagesAreTheSet(
    overview,
    ordered.flatMap((field) => [field, `-${field}`]),
    within,
    (row) => row.meter_serial_number,
  );
  for (const field of ["leak_expense", "total_expense", "gallons_leaked"] as const) {
    const values = (await overview(`?${within}&ordering=-${field}`)).results.map((row) => row[field]);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  }
});

test("limits portfolio figures to the permission and the scope", async () => {
  const lacks = { ...site.who, permissions: ["reporting.view_property_data_report" as const] };
  for (const path of ["costs", "leak-type-costs", "leak-overview"]) {
    expect((await site.app.ask(lacks, "GET", `${finances}/${path}`)).status).toBe(403);
    const foreign = await site.app.ask(site.who, "GET", `${finances}/${path}?unit_id=${site.foreign.id}`);
    expect(foreign.json()).toMatchObject({ status: 404, unit_id: ["There is no such unit."] });
  }
});
