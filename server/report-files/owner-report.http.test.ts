import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "../../contract/calls.ts";
import { gallonsIn } from "../../contract/display/measures.ts";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import { addProperty, addUnit } from "../reporting/testing/places.ts";
import { inks } from "./owner-report/inks.ts";
import { allWithRole, type Element, type ReadPdf, readPdf, rowsOfTable } from "./testing/read-pdf.ts";

const INSIGHTS = "/v1/reporting/portfolio-insights";
const DAYS = "start_date=2026-06-16&end_date=2026-06-30";
const YEAR = "start_date=2025-07-01&end_date=2026-06-30";
const [OURS, THEIRS] = ["Őrség ház, Жилой дом № 5", "Ελληνικό 東京マンション"];
const [RIGHT_TO_LEFT, EMOJI] = ["شقة الورد ٧ (A)", "स्वागत 🚰 𠀀"];

let site: LeakySite;
/** Sees a leak that was fixed, one that runs, and two properties without a meter. */
let manager: { organizationIds: number[]; propertyIds: number[] };

beforeAll(async () => {
  site = await leakySite(at(40));
  await site.send(site.ours, [0, 40], waterWithLeak(10, 20));
  await site.send(site.theirs, [0, 40], waterWithLeak(25, 40));
  const { results } = calls["GET /v1/cases"].response.parse(await answered("/v1/cases", "", site.ours.manager));
  const fix = { kind: "fixed", at: at(19, 20), cost: 180.5, cause_code: "flapper" };
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${results[0]?.id}/events`, fix);
  expect(answer.status, answer.text).toBe(201);
  const { connections } = site.app;
  const rename = (id: number, name: string) =>
    connections.worker.updateTable("properties").set({ name }).where("id", "=", id).execute();
  await rename(site.ours.propertyId, OURS);
  await rename(site.theirs.propertyId, THEIRS);
  const { organizationId } = site.ours;
  const others = [];
  for (const name of [RIGHT_TO_LEFT, EMOJI]) {
    const place = { name, time_zone: "America/Chicago", organization_id: organizationId };
    const property = await addProperty(connections, place);
    await addUnit(connections, property, "A", "1");
    others.push(property.id);
  }
  manager = {
    organizationIds: [organizationId, site.theirs.organizationId],
    propertyIds: [site.ours.propertyId, site.theirs.propertyId, ...others],
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

async function answered(path: string, query: string, who: object = manager) {
  const answer = await site.app.ask(who, "GET", `${path}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

async function report(query = DAYS, who: object = manager) {
  const answer = await site.app.ask(who, "GET", `${INSIGHTS}/owner-report/export?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return { headers: answer.headers, pdf: await readPdf(answer.bytes) };
}

type Answers = Awaited<ReturnType<typeof answers>>;

async function answers() {
  const compared = `${DAYS}&comparison=previous_period`;
  const running = `${DAYS}&only_to_do=true&ordering=-leak_expense_per_day&page_size=3`;
  const overview = "/v1/reporting/overview";
  const costs = `${INSIGHTS}/finances/costs` as const;
  const properties = `${INSIGHTS}/properties/performance` as const;
  const ranking = `${INSIGHTS}/performance-ranking/watchlist` as const;
  const classes = `${INSIGHTS}/portfolio-performance` as const;
  const leaks = "/v1/reporting/top-leak-volume/units";
  const savings = `${INSIGHTS}/savings` as const;
  const ledger = `${INSIGHTS}/savings/cases` as const;
  const cases = "/v1/cases";
  return {
    overview: calls[`GET ${overview}`].response.parse(await answered(overview, compared)),
    costs: calls[`GET ${costs}`].response.parse(await answered(costs, compared)),
    trend: calls[`GET ${costs}`].response.parse(await answered(costs, `${YEAR}&resolution=month`)),
    properties: calls[`GET ${properties}`].response.parse(await answered(properties, `${compared}&page_size=50`)),
    ranking: calls[`GET ${ranking}`].response.parse(await answered(ranking, `${DAYS}&page_size=50`)),
    classes: calls[`GET ${classes}`].response.parse(await answered(classes, DAYS)),
    leaks: calls[`GET ${leaks}`].response.parse(await answered(leaks, running)),
    savings: calls[`GET ${savings}`].response.parse(await answered(savings, DAYS)),
    ledger: calls[`GET ${ledger}`].response.parse(await answered(ledger, DAYS)),
    cases: calls[`GET ${cases}`].response.parse(await answered(cases, "page_size=50")),
  };
}

const FIGURE = /[\p{Nd}–]/u;
const whole = (value: number | null) => (value === null ? "–" : Math.round(value).toLocaleString("en-US"));
const amount = (value: number | null) => (value && value < 10 ? value.toFixed(2) : whole(value));
const money = (value: number | null) => (value === null ? "–" : `$${amount(value)}`);
const share = (value: number | null) => (value === null ? "–" : `${value.toFixed(1)}%`);
const signed = (value: number) =>
  `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 1)}`;
const percent = (value: number | null) => (value === null ? "–" : `${signed(Math.round(value * 10) / 10)}%`);
const against = (change: string | null) =>
  change === null ? "No comparison with the previous 15 days" : `${change} against the previous 15 days`;

/** What the report says, from the calls' answers: all that has a figure in it, in reading order. */
function expected(found: Answers): string[] {
  const { overview, costs, trend, properties, ranking, classes, leaks, savings, ledger, cases } = found;
  const printed = (value: number | null) => Number((value ?? 0).toFixed((value ?? 0) < 10 ? 2 : 0));
  const now = printed(costs.leak_related_cost);
  const before = printed(costs.previous_period_cost);
  const points = overview.leak_percentage_comparison;
  const costOf = (id: number) => ranking.results.find(({ property_id }) => property_id === id)?.leak_cost;
  const rows = properties.results
    .map((row) => ({ ...row, cost: costOf(row.property_id) ?? (row.gallons_leaked === null ? null : 0) }))
    .toSorted((one, other) => (other.cost ?? -1) - (one.cost ?? -1));
  const inPeriod = cases.results.filter(({ started_at }) => started_at < at(30));
  const states = { open: "New", verified: "Verified", returned: "Returned", fix_reported: "Fix reported" };
  return [
    `${overview.total_properties} properties of 2 organizations with ${overview.total_units} units`,
    "Jun 16, 2026 to Jun 30, 2026",
    "Prepared on Jul 11, 2026",
    now > before
      ? `Worse: leaks cost ${money(now)}, ${money(now - before)} more than in the previous 15 days.`
      : `Better: leaks cost ${money(now)}, ${money(before - now)} less than in the previous 15 days.`,
    ...[money(overview.leak_cost), `of ${money(costs.total_cost)} for all water`],
    against(overview.leak_cost_comparison === null ? null : percent(overview.leak_cost_comparison)),
    ...[`${whole(overview.gallons_leaked)} gal`, `of ${whole(overview.gallons_consumed)} gal used`],
    against(overview.gallons_leaked_comparison === null ? null : percent(overview.gallons_leaked_comparison)),
    ...[share(overview.leak_percentage), "the goal is below 10%"],
    against(points === null ? null : `${signed(Math.round(points * 10) / 10)} percentage points`),
    ...[whole(overview.units_with_leakage), `of ${overview.total_units} units`],
    against(overview.units_with_leakage_comparison === null ? null : percent(overview.units_with_leakage_comparison)),
    "What leaks cost in the last 12 months ($)",
    ...["Jul 2025", "Jan 2026"],
    ...trend.points.map((point) => amount(point.toilet_leaks_cost)),
    ...trend.points.map((point) => amount(point.other_leaks_cost)),
    ...trend.points.map((point) => amount(point.leak_related_cost)),
    "The last month is counted up to Jun 30, 2026.",
    ...leaks.results.flatMap((leak, index) => [
      String(index + 1),
      `Have the toilet leak repaired: ${leak.property_name} | ${leak.building_name} | ${leak.unit_name}`,
      `Saves ${money((leak.leak_expense_per_day ?? 0) * 30)} in 30 days`,
      `It lost ${whole(leak.gallons_leaked)} gal, ${money(leak.leak_expense)}, on ${leak.leak_days} days of this period, ${money(leak.leak_expense_per_day)} a day, and is not over.`,
    ]),
    "Change of water lost, against the previous 15 days",
    ...rows.flatMap((row) => [
      row.property_name,
      ...[whole(row.gallons_consumed), whole(row.gallons_leaked), share(row.leak_percentage), money(row.cost)],
      percent(row.gallons_leaked_comparison),
    ]),
    ...[whole(overview.gallons_consumed), whole(overview.gallons_leaked), share(overview.leak_percentage)],
    ...[money(overview.leak_cost), percent(overview.gallons_leaked_comparison)],
    `${savings.verified.cases} verified fix saved ${whole(savings.verified.gallons_saved)} gal, ${money(savings.verified.dollars_saved)}, in this period. The repairs among them that were made in this period cost ${money(savings.verified.repair_cost)}. Of the fixes made in this period ${savings.fixes.verified} verified, ${savings.fixes.waiting} waiting for the meter, ${savings.fixes.failed} failed.`,
    ...ledger.results.flatMap((row) => [
      [row.property_name, row.building_name, row.unit_name].join(" | "),
      ...["Jun 20, 2026", whole(row.gallons_saved), money(row.dollars_saved), money(row.repair_cost)],
      `${whole(row.payback_days)} days`,
    ]),
    ...Object.keys(states).flatMap((state) => {
      const count = inPeriod.filter((one) => one.state === state).length;
      return count === 0 ? [] : [String(count)];
    }),
    String(inPeriod.length),
    `${whole(overview.meter_days_read)} of ${whole(overview.meter_days_expected)} meter-days were read. At ${classes.no_data} properties no meter reported. No water rate is set for ${overview.units_without_price} unit: their costs use the default rate.`,
  ]
    .filter((text) => FIGURE.test(text))
    .map(close);
}

/** Readers of PDF see spaces by gaps, and what is written from right to left by themselves; a rare letter is a box. */
function close(text: string): string {
  return text
    .normalize("NFKC")
    .replace("𠀀", "□")
    .replaceAll(/\s|\p{C}|\p{Script=Arabic}|٧/gu, "");
}

/** All texts of elements with a figure in them, in reading order. */
function figuresOf(elements: readonly Element[]): string[] {
  return elements.flatMap(({ text, children }) => [
    ...(FIGURE.test(text) ? [close(text)] : []),
    ...figuresOf(children),
  ]);
}

let found: Answers;
let pdf: ReadPdf;
beforeAll(async () => {
  found = await answers();
  ({ pdf } = await report());
});

// Covers owner-report-1
test("every figure equals that of its call", () => {
  expect(found.overview.gallons_leaked).toBeGreaterThan(100);
  expect(found.overview.leak_cost_comparison).not.toBeNull();
  expect(found.ledger.results).toHaveLength(1);
  expect(found.leaks.results.length).toBeGreaterThan(0);
  expect(figuresOf(pdf.elements)).toEqual(expected(found));
  expect(figuresOf(pdf.elements).length).toBeGreaterThan(90);
});

test("a figure that differs from its call's is found", () => {
  const read = figuresOf(pdf.elements);
  const altered: Answers[] = [
    { ...found, overview: { ...found.overview, leak_cost: (found.overview.leak_cost ?? 0) + 10 } },
    { ...found, overview: { ...found.overview, meter_days_read: found.overview.meter_days_read - 1 } },
    { ...found, overview: { ...found.overview, gallons_leaked_comparison: -1.4 } },
    { ...found, costs: { ...found.costs, previous_period_cost: 0 } },
    { ...found, trend: { ...found.trend, points: found.trend.points.toReversed() } },
    { ...found, classes: { ...found.classes, no_data: 3 } },
    { ...found, savings: { ...found.savings, fixes: { ...found.savings.fixes, failed: 1 } } },
    { ...found, cases: { ...found.cases, results: found.cases.results.slice(1) } },
    ...found.properties.results.map((row) => ({
      ...found,
      properties: {
        ...found.properties,
        results: found.properties.results.map((one) => (one === row ? { ...one, gallons_consumed: 77 } : one)),
      },
    })),
    ...found.ledger.results.map((row) => ({
      ...found,
      ledger: { ...found.ledger, results: [{ ...row, payback_days: 99 }] },
    })),
  ];
  for (const [index, one] of altered.entries()) expect(expected(one), String(index)).not.toEqual(read);
});

// Covers owner-report-1
test("has a title, a language, and tags in reading order", () => {
  expect(pdf).toMatchObject({ isMarked: true, language: "en" });
  expect(pdf.title).toBe("Owner's report, Portfolio, Jun 16, 2026 to Jun 30, 2026");
  expect(pdf.pages).toBeLessThanOrEqual(3);
  expect(allWithRole(pdf.elements, "H1").map(({ text }) => text)).toEqual(["Portfolio"]);
  expect(allWithRole(pdf.elements, "H2").map(({ text }) => text)).toEqual([
    "What leaks cost in the last 12 months ($)",
    "Three things to do",
    "Properties",
    "Verified savings",
    "Leak cases of the period by state",
    "Data completeness",
    "How the figures are calculated",
  ]);
  for (const { alt } of allWithRole(pdf.elements, "Figure")) expect(alt).toMatch(/^Bars of what leaks cost/);
  const tables = allWithRole(pdf.elements, "Table");
  expect(tables.map((table) => table.children[0]?.children.at(-1)?.role)).toEqual(["TH", "TH", "TH", "TH"]);
  for (const table of tables) {
    for (const { children } of table.children.slice(1)) expect(children[0]?.role).toBe("TH");
    const widths = rowsOfTable(table).map(({ length }) => length);
    expect(new Set(widths).size, "cells in each row").toBe(1);
  }
});

test("prints names in any script; a letter that no font has is a box", () => {
  for (const name of [OURS, THEIRS, EMOJI]) expect(close(pdf.text)).toContain(close(name));
  for (const word of RIGHT_TO_LEFT.split(" ").slice(0, 2))
    expect(pdf.text.replaceAll(/\s|\p{C}/gu, "")).toContain(word);
});

test("is in the reader's language and measure", async () => {
  const { pdf: spanish, headers } = await report(`${DAYS}&language=es&measure=litre`);
  expect(headers["content-disposition"]).toBe('attachment; filename="owner-report_2026-06-16_2026-06-30.pdf"');
  expect(spanish).toMatchObject({
    language: "es",
    title: expect.stringMatching(/^Informe del propietario, Portafolio/),
  });
  const litres = Math.round((found.overview.gallons_leaked ?? 0) / gallonsIn("litre")).toLocaleString("en-US");
  expect(spanish.text).toContain(`${litres} L`);
  const english = figuresOf(pdf.elements).filter((text) => /\p{L}{4}/u.test(text) && !/Main/.test(text));
  const same = figuresOf(spanish.elements).filter((text) => english.includes(text));
  expect(same.filter((text) => ![OURS, THEIRS, RIGHT_TO_LEFT, EMOJI].map(close).includes(text))).toEqual([]);
  expect(spanish.text).not.toMatch(/\b(the|water|leak|of)\b/i);
});

test("has what its reader may see, and is for who may see portfolios", async () => {
  const { pdf: theirs } = await report(DAYS, site.theirs.manager);
  expect(theirs.text).toContain("Theirs");
  expect(close(theirs.text)).not.toContain(close(OURS));
  const path = `${INSIGHTS}/owner-report/export`;
  const permissions = ["reporting.view_property_data_report" as const];
  expect((await site.app.ask({ ...manager, permissions }, "GET", path)).status).toBe(403);
  expect((await site.app.ask(manager, "GET", `${path}?language=fr`)).status).toBe(400);
  const { pdf: large } = await report(`${DAYS}&bedrooms_from=2`);
  const [places] = allWithRole(large.elements, "P");
  expect(places?.text).toMatch(/ with 0 units · only units with 2 or more bedrooms$/);
  expect(large.text.match(/Includes all units, regardless of bedroom count\./g)).toHaveLength(2);
});

test("uses the colors of the light scheme", () => {
  const tokens = readFileSync(new URL("../../web/theme/tokens.css", import.meta.url), "utf8");
  const light = tokens.slice(tokens.indexOf(':root[data-mantine-color-scheme="light"]'), tokens.indexOf("dark"));
  const { border: _border, panel: _panel, ...same } = inks;
  for (const [name, value] of Object.entries(same)) expect(light).toContain(`--${name}: ${value};`);
});

test("lists no leak as a thing to do that is snoozed, reported fixed or no leak", async () => {
  const task = "Have the toilet leak repaired";
  const { manager: who } = site.theirs;
  const { results } = calls["GET /v1/cases"].response.parse(await answered("/v1/cases", "", who));
  const events = `/v1/cases/${results[0]?.id}/events`;
  const inSevenDays = at(47).slice(0, 10);
  for (const event of [
    { kind: "snoozed", until: inSevenDays },
    { kind: "fixed", at: at(39, 20) },
    { kind: "not_a_leak", reason: "guests" },
  ]) {
    expect((await report(DAYS, who)).pdf.text).toContain(task);
    const made = await site.app.ask(who, "POST", events, event);
    expect(made.status, made.text).toBe(201);
    const { pdf: without } = await report(DAYS, who);
    expect(without.text, event.kind).not.toContain(task);
    expect(without.text).toContain("Nothing to do: no leak that lost water in this period needs attention");
    const { events: all } = calls["GET /v1/cases/{id}"].response.parse(
      await answered(`/v1/cases/${results[0]?.id}`, "", who),
    );
    const undone = await site.app.ask(who, "DELETE", `${events}/${all.find(({ kind }) => kind === event.kind)?.id}`);
    expect(undone.status, undone.text).toBe(200);
  }
});
