import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type CallName, calls } from "../../contract/calls.ts";
import { gallonsIn } from "../../contract/display/measures.ts";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import { addMeter, addProperty, addUnit } from "../reporting/testing/places.ts";
import { figuresIn, listIn, type ReadCell, readWorkbook } from "./testing/read-workbook.ts";

const INSIGHTS = "/v1/reporting/portfolio-insights";
const JUNE = "start_date=2026-06-01&end_date=2026-06-30";
const HOSTILE = "=HYPERLINK(1)";

let site: LeakySite;
/**
 * Sees a leak that was fixed, one that runs, and a third property whose one meter was never seen and whose name is a
 * formula.
 */
let manager: { organizationIds: number[]; propertyIds: number[] };

beforeAll(async () => {
  site = await leakySite(at(40));
  await site.send(site.ours, [0, 40], waterWithLeak(10, 20));
  await site.send(site.theirs, [0, 40], waterWithLeak(25, 40));
  const [found] = await rowsOf("GET /v1/cases", "", site.ours.manager);
  const fix = { kind: "fixed", at: at(19, 20), cost: 180.5, cause_code: "flapper" };
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${found?.id}/events`, fix);
  expect(answer.status, answer.text).toBe(201);
  const { connections } = site.app;
  const { organizationId } = site.ours;
  const place = { name: HOSTILE, time_zone: "America/New_York", organization_id: organizationId };
  const other = await addProperty(connections, place);
  await addMeter(connections, await addUnit(connections, other, "A", "1"), "SPOE", "never");
  manager = {
    organizationIds: [organizationId, site.theirs.organizationId],
    propertyIds: [site.ours.propertyId, site.theirs.propertyId, other.id],
  };
  await site.refresh();
});
afterAll(() => site?.app.close());

/** The toilet leaks three gallons an hour, which run through the home's meter, on these days. */
function waterWithLeak(from: number, until: number) {
  return (serial: string, day: number, hour: number): number => {
    const leak = day >= from && day < until ? 3.125 : 0;
    if (serial === "bath") return leak + (hour === 9 ? 1.5 : 0);
    return (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + leak;
  };
}

async function answered<N extends CallName>(call: N, query: string, who: object = manager) {
  const answer = await site.app.ask(who, "GET", `${call.slice(4)}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

const page = z.object({ results: z.array(z.record(z.string(), z.unknown())), next: z.null() });
async function rowsOf(call: CallName, query: string, who?: object) {
  return page.parse(await answered(call, `${query}&page_size=50`, who)).results;
}

async function workbook(query = JUNE, who: object = manager) {
  const answer = await site.app.ask(who, "GET", `${INSIGHTS}/workbook/export?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return { headers: answer.headers, sheets: readWorkbook(answer.bytes) };
}

type Sheets = Awaited<ReturnType<typeof workbook>>["sheets"];
function sheet(sheets: Sheets, name: string) {
  const found = sheets.get(name);
  if (found === undefined) throw new Error(`There is no sheet ${name}.`);
  return found;
}

let compared = 0;
/** Compares each cell of a list with the field of the call's row that it is of; null: not of a field alone. */
function expectRows(
  rows: readonly Record<string, ReadCell>[],
  answers: readonly Record<string, unknown>[],
  fields: Readonly<Record<string, (row: Record<string, unknown>) => unknown>>,
) {
  expect(rows).toHaveLength(answers.length);
  for (const [place, row] of rows.entries()) {
    expect(Object.keys(row)).toEqual(Object.keys(fields));
    for (const [heading, cell] of Object.entries(row)) {
      expect(cell.value, `${heading} ${place}`).toEqual(fields[heading]?.(answers[place] ?? {}) ?? null);
      compared++;
    }
  }
}

const field = (name: string) => (row: Record<string, unknown>) => row[name];
const named = (name: string, labels: Record<string, string>) => (row: Record<string, unknown>) =>
  labels[String(row[name])] ?? null;
const date = (name: string) => (row: Record<string, unknown>) => (row[name] ? new Date(String(row[name])) : null);
/** Days of Chicago, five hours behind UTC in summer. */
const localDay = (name: string) => (row: Record<string, unknown>) => {
  if (!row[name]) return null;
  return new Date(new Date(Date.parse(String(row[name])) - 5 * 3_600_000).toISOString().slice(0, 10));
};
const yesNo = (name: string) => (row: Record<string, unknown>) => (row[name] ? "Yes" : "No");
const leakTypes = { "toilet leak": "Toilet leak", "other leak": "Other leak", "hybrid leak": "Leak of several kinds" };
const states = { verified: "Verified", open: "New", returned: "Returned", fix_reported: "Fix reported" };

test("every figure of the workbook equals that of its call", async () => {
  const { headers, sheets } = await workbook();
  expect([...sheets.keys()]).toEqual(["Summary", "Cases", "Savings", "Devices"]);
  expect(headers["content-disposition"]).toBe('attachment; filename="portfolio_2026-06-01_2026-06-30.xlsx"');
  const overviewCall = "GET /v1/reporting/overview";
  const overview = calls[overviewCall].response.parse(
    await answered(overviewCall, `${JUNE}&comparison=previous_period`),
  );
  const savingsCall = `GET ${INSIGHTS}/savings` as const;
  const savings = calls[savingsCall].response.parse(await answered(savingsCall, JUNE));
  const devicesCall = "GET /v1/reporting/device-health/portfolio-insights/overview";
  const devices = calls[devicesCall].response.parse(await answered(devicesCall, "date=2026-06-30"));
  const cases = (await rowsOf("GET /v1/cases", "")).filter((row) => String(row.started_at) < at(30));
  expect(overview.gallons_leaked).toBeGreaterThan(700);
  expect(savings.verified.dollars_saved).toBeGreaterThan(0);
  expect(cases.map(({ state }) => state).toSorted()).toEqual(["open", "verified"]);

  const summary = figuresIn(sheet(sheets, "Summary"));
  const expected = {
    Units: overview.total_units,
    "Water used (gal)": overview.gallons_consumed,
    "Water lost (gal)": overview.gallons_leaked,
    "Share of water lost (%)": overview.leak_percentage,
    "Cost of leaks ($)": overview.leak_cost,
    "Units with a leak": overview.units_with_leakage,
    "Meter-days read": overview.meter_days_read,
    "Meter-days expected": overview.meter_days_expected,
    "Leak cases that are not over": cases.filter((row) => row.over_at === null).length,
    "Fixes verified by the meter": savings.fixes.verified,
    "Fixes that wait for the meter": savings.fixes.waiting,
    "Fixes that failed": savings.fixes.failed,
    "Water saved by verified fixes (gal)": savings.verified.gallons_saved,
    "Costs saved by verified fixes ($)": savings.verified.dollars_saved,
    "Cost of these repairs ($)": savings.verified.repair_cost,
    "Devices online (%)": devices.device_reporting_ratio,
  };
  for (const [label, value] of Object.entries(expected))
    expect(summary.get(label)?.value ?? null, label).toEqual(value);

  const properties = await rowsOf(`GET ${INSIGHTS}/properties/performance`, JUNE);
  const ranking = await rowsOf(`GET ${INSIGHTS}/performance-ranking/watchlist`, JUNE);
  const listed = listIn(sheet(sheets, "Summary"), "Properties").rows;
  const cost = (row: Record<string, unknown>) =>
    ranking.find(({ property_id }) => property_id === row.property_id)?.leak_cost ?? null;
  expectRows(listed.slice(0, -1), properties, {
    Property: field("property_name"),
    "US state": field("state"),
    Class: named("performance", { on_track: "On track", opportunities: "Opportunities", critical: "Critical" }),
    Units: field("units"),
    "Units with a leak": field("units_with_leakage"),
    "Water used (gal)": field("gallons_consumed"),
    "Water lost (gal)": field("gallons_leaked"),
    "Share of water lost (%)": field("leak_percentage"),
    "Cost of leaks ($)": cost,
  });
  expect(listed.at(-1)).toMatchObject({
    Property: { value: "Total" },
    Units: { value: overview.total_units },
    "Water lost (gal)": { value: overview.gallons_leaked },
    "Cost of leaks ($)": { value: overview.leak_cost },
  });

  const listedCases = listIn(sheet(sheets, "Cases"), "Cases").rows;
  expectRows(listedCases.slice(0, -1), cases, {
    Property: field("property_name"),
    Building: field("building_name"),
    Unit: field("unit_name"),
    Kind: named("leak_type", leakTypes),
    Meter: field("meter_serial_number"),
    State: named("state", states),
    Flow: named("flow", { running: "Running", stopped: "Stopped", paused: "Paused", no_data: "No data" }),
    Since: localDay("started_at"),
    "Fixed on": localDay("fixed_at"),
    "Over since": localDay("over_at"),
    "Due on": date("due_on"),
    Overdue: yesNo("is_overdue"),
    "Assigned to": field("assignee"),
    Vendor: field("vendor"),
    "Loses per day (gal)": field("gallons_per_day"),
    "Costs per day ($)": field("dollars_per_day"),
    "Lost since it began (gal)": field("total_gallons_leaked"),
    "Cost since it began ($)": field("leak_cost"),
    "Water saved (gal)": field("gallons_saved"),
    "Costs saved ($)": field("dollars_saved"),
  });
  const sum = (name: string) => cases.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  expect(listedCases.at(-1)?.["Lost since it began (gal)"]?.value).toBeCloseTo(sum("total_gallons_leaked"), 6);
  expect(listedCases.at(-1)?.["Cost since it began ($)"]?.value).toBeCloseTo(sum("leak_cost"), 6);

  const ledger = await rowsOf(`GET ${INSIGHTS}/savings/cases`, JUNE);
  const saved = listIn(sheet(sheets, "Savings"), "Savings by case").rows;
  expectRows(saved.slice(0, -1), ledger, {
    Property: field("property_name"),
    Building: field("building_name"),
    Unit: field("unit_name"),
    Kind: named("leak_type", leakTypes),
    Meter: field("meter_serial_number"),
    "In the totals": yesNo("in_totals"),
    Since: localDay("started_at"),
    "Fixed on": localDay("fixed_at"),
    "Stopped on": localDay("ended_at"),
    "Lost per day before (gal)": field("gallons_per_day"),
    "Days that count": field("days_saved"),
    "Water saved (gal)": field("gallons_saved"),
    "Costs saved ($)": field("dollars_saved"),
    "Water saved so far (gal)": field("total_gallons_saved"),
    "Costs saved so far ($)": field("total_dollars_saved"),
    "Cost of the repair ($)": field("repair_cost"),
    "Days until it paid for itself": field("payback_days"),
  });
  expect(saved.at(-1)).toMatchObject({
    "Water saved (gal)": { value: savings.verified.gallons_saved },
    "Costs saved ($)": { value: savings.verified.dollars_saved },
  });

  const health = await rowsOf("GET /v1/reporting/device-health/portfolio-detail/properties", "date=2026-06-30");
  const reporting = listIn(sheet(sheets, "Devices"), "Properties").rows;
  expectRows(reporting.slice(0, -1), health, {
    Property: field("property_name"),
    Health: named("health", { healthy: "Healthy", warning: "Warning", critical: "Critical" }),
    "Devices online (%)": field("device_reporting_ratio"),
    Online: field("online_devices"),
    Delayed: field("delayed_devices"),
    Offline: field("offline_devices"),
    "Never seen": field("unknown_devices"),
    "Ever seen": field("total_devices"),
  });
  expect(reporting.at(-1)).toMatchObject({
    "Devices online (%)": { value: devices.device_reporting_ratio },
    Online: { value: devices.devices.online },
    "Never seen": { value: devices.devices.unknown },
  });
  const silentQuery = "date=2026-06-30&status=delayed&status=offline&status=unknown";
  const silent = [
    ...(await rowsOf("GET /v1/reporting/device-health/critical-alerts/gateways-routers", silentQuery)),
    ...(await rowsOf("GET /v1/reporting/device-health/critical-alerts/meters", silentQuery)),
  ];
  expect(silent.length).toBeGreaterThan(0);
  expectRows(listIn(sheet(sheets, "Devices"), "Devices that are not online").rows, silent, {
    Property: field("property_name"),
    Building: field("building_name"),
    Unit: field("unit_name"),
    "Serial number": field("meter_serial_number"),
    Device: named("device_type", { gateway: "Gateway", meter: "Meter" }),
    Status: named("status", { delayed: "Delayed", offline: "Offline", unknown: "Never seen" }),
    "Last seen (UTC)": date("last_seen_at"),
    "Days without data": field("days_offline"),
    Gateway: field("gateway_serial_number"),
    "Explained by": field("explained_by"),
    "Battery (%)": field("battery"),
    "Signal (dBm)": field("signal"),
  });
  expect(compared).toBeGreaterThan(80);
});

test.each([
  ["before both leaks", "2026-06-01", "2026-06-09", []],
  ["from the day on which the first began", "2026-06-10", "2026-06-11", ["Verified"]],
  ["until the day on which it was over", "2026-06-22", "2026-06-26", ["New", "Verified"]],
  ["from the day after", "2026-06-23", "2026-06-30", ["New"]],
])("lists the cases that were not over yet: %s", async (_, first, last, expected) => {
  const { sheets } = await workbook(`start_date=${first}&end_date=${last}`);
  const states = listIn(sheet(sheets, "Cases"), "Cases").rows.flatMap((row) => row.State?.value ?? []);
  expect(states.toSorted()).toEqual(expected);
});

test("each sheet has a head, formats of numbers and days, widths, and a filter", async () => {
  const { sheets } = await workbook();
  for (const [name, { lines, widths, filter }] of sheets) {
    const head = figuresIn({ lines: lines.slice(0, 10), widths, filter });
    expect(head.get("Organization")?.value, name).toBe("Ours, Theirs");
    expect(head.get("Properties")?.value, name).toContain("Ours House");
    expect(head.get("First day"), name).toEqual({ value: new Date("2026-06-01"), format: "yyyy-mm-dd" });
    expect(head.get("Last day"), name).toEqual({ value: new Date("2026-06-30"), format: "yyyy-mm-dd" });
    expect(head.get("Volumes in")?.value, name).toBe("gallons (gal)");
    expect(head.get("Costs in")?.value, name).toBe("US Dollar (USD)");
    expect(head.get("Made (UTC)")?.value, name).toEqual(new Date(at(40)));
    expect(head.get("Meter-days that are in")?.format, name).toBe("0.0%");
    expect(filter, name).toMatch(/^A\d+:[A-Z]\d+$/);
    for (const line of lines) {
      for (const [place, cell] of line.entries()) {
        if (cell.value === null) continue;
        expect(widths[place], `${name} ${place}`).toBeGreaterThanOrEqual(10);
        if (cell.value instanceof Date) expect(cell.format, name).toMatch(/^yyyy-mm-dd/);
        if (typeof cell.value === "number") expect(cell.format, `${name} ${cell.value}`).toMatch(/0/);
      }
    }
  }
  // A name that looks like a formula stays a text.
  const names = listIn(sheet(sheets, "Summary"), "Properties").rows.map((row) => row.Property?.value);
  expect(names).toContain(HOSTILE);
});

test("the filter of a list leaves its totals out, so that sorting keeps them below it", async () => {
  const { sheets } = await workbook();
  const afterFilter = [...sheets].map(([name, { lines, filter }]) => {
    const last = Number(/\d+$/.exec(filter ?? "")?.[0]);
    return [name, lines[last]?.[0]?.value ?? null];
  });
  expect(afterFilter).toEqual([
    ["Summary", "Total"],
    ["Cases", "All units"],
    ["Savings", "All units"],
    ["Devices", null],
  ]);
});

test("is in the reader's language and measure", async () => {
  const inGallons = figuresIn(sheet((await workbook()).sheets, "Summary"));
  const { sheets } = await workbook(`${JUNE}&language=es&measure=litre`);
  expect([...sheets.keys()]).toEqual(["Resumen", "Casos", "Ahorros", "Dispositivos"]);
  const summary = figuresIn(sheet(sheets, "Resumen"));
  expect(summary.get("Volúmenes en")?.value).toBe("litros (L)");
  expect(summary.get("Agua perdida (L)")?.value).toBeCloseTo(
    Number(inGallons.get("Water lost (gal)")?.value) / gallonsIn("litre"),
    6,
  );
  const texts = [...sheets.values()].flatMap(({ lines }) => lines.flat().map(({ value }) => value));
  const english = ["Property", "Unit", "Meter", "Kind", "Verified", "Never seen", "Figure"];
  expect(texts.filter((text) => typeof text === "string" && english.includes(text))).toEqual([]);
});

test("has what its reader may see, and is for who may see portfolios", async () => {
  const { sheets } = await workbook(JUNE, site.theirs.manager);
  const names = listIn(sheet(sheets, "Summary"), "Properties").rows.map((row) => row.Property?.value);
  expect(names).toEqual(["Theirs House", "Total"]);
  const chosen = await workbook(`${JUNE}&property_id=${site.ours.propertyId}`);
  expect(figuresIn(sheet(chosen.sheets, "Summary")).get("Units")?.value).toBe(1);
  const path = `${INSIGHTS}/workbook/export`;
  const permissions = ["reporting.view_property_data_report" as const];
  expect((await site.app.ask({ ...manager, permissions }, "GET", path)).status).toBe(403);
  const wrong = await site.app.ask(manager, "GET", `${path}?start_date=2026-06-02&end_date=2026-06-01`);
  expect([wrong.status, wrong.text]).toEqual([
    400,
    expect.stringContaining("start_date cannot be later than end_date."),
  ]);
  expect((await site.app.ask(manager, "GET", `${path}?language=fr`)).status).toBe(400);
});

test("writes amounts in the currency of the report's properties, whatever others the reader's organizations have", async () => {
  const { worker } = site.app.connections;
  const setCurrency = (currency: string) =>
    worker.updateTable("organizations").set({ currency }).where("id", "=", site.theirs.organizationId).execute();
  const namesIn = async (query: string) => {
    const { sheets } = await workbook(query);
    const figures = figuresIn(sheet(sheets, "Summary"));
    return [figures.get("Costs in")?.value, ...[...figures.keys()].filter((name) => name.startsWith("Cost of leaks"))];
  };
  await setCurrency("EUR");
  try {
    expect(await namesIn(`${JUNE}&property_id=${site.ours.propertyId}`)).toEqual([
      "US Dollar (USD)",
      "Cost of leaks ($)",
    ]);
    expect(await namesIn(`${JUNE}&property_id=${site.theirs.propertyId}`)).toEqual(["Euro (EUR)", "Cost of leaks (€)"]);
    expect(await namesIn(JUNE)).toEqual(["US Dollar (USD), Euro (EUR)", "Cost of leaks (¤)"]);
  } finally {
    await setCurrency("USD");
  }
});

test("a file of properties in several time zones is named for the days that it has", async () => {
  const { now } = site.app.clock;
  // In Chicago it is still Thursday evening, by UTC Friday.
  site.app.clock.now = Date.parse("2026-07-10T03:00:00Z");
  const { headers, sheets } = await workbook("days_ago=1");
  site.app.clock.now = now;
  const lines = sheet(sheets, "Summary").lines;
  const day = (name: string) => lines.find((line) => line[0]?.value === name)?.[1]?.value;
  expect([day("First day"), day("Last day")]).toEqual([new Date("2026-07-08"), new Date("2026-07-08")]);
  expect(headers["content-disposition"]).toBe('attachment; filename="portfolio_2026-07-08.xlsx"');
});

test("is of the units with the chosen bedrooms, and states which figures are of all units", async () => {
  const { sheets } = await workbook(`${JUNE}&bedrooms_from=2&bedrooms_to=3`);
  const overviewCall = "GET /v1/reporting/overview";
  const chosen = "bedrooms_from=2&bedrooms_to=3";
  const overview = calls[overviewCall].response.parse(await answered(overviewCall, `${JUNE}&${chosen}`));
  const summary = figuresIn(sheet(sheets, "Summary"));
  expect(summary.get("Water used (gal)")?.value ?? null).toBe(overview.gallons_consumed);
  expect(summary.get("Units included")?.value).toBe("only units with 2 to 3 bedrooms");
  expect(summary.get("Leak cases that are not over, all units")?.value).toBe(1);
  for (const name of ["Cases", "Savings", "Devices"]) {
    expect(figuresIn(sheet(sheets, name)).get("Units included")?.value, name).toBe(
      "Includes all units, regardless of bedroom count.",
    );
  }
  const { sheets: all } = await workbook();
  expect(figuresIn(sheet(all, "Summary")).has("Units included")).toBe(false);
});
