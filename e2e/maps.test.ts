import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { MappedProperty } from "../contract/portfolio/portfolio-map.ts";
import type { HeatMap } from "../contract/reporting/heat-map.ts";
import { addressOf, atRest, test } from "./test.ts";

const MAP = /portfolio-insights\/properties\/map\?/;
const COCKPIT = "/cockpit?period=last-30-days";

const map = (page: Page) => page.getByRole("region", { name: "Map", exact: true });
const marks = (page: Page) => map(page).getByRole("group", { name: "Properties on the map, by leak cost" });
const listed = (page: Page) => map(page).getByRole("list", { name: "Properties by leak cost" }).getByRole("link");
const heat = (page: Page) => page.getByRole("region", { name: "Heat map", exact: true });

async function propertiesByCost(page: Page): Promise<MappedProperty[]> {
  const answer = await page.request.get("/v1/reporting/portfolio-insights/properties/map?days_ago=30");
  const { properties }: { properties: MappedProperty[] } = await answer.json();
  return properties.toSorted(
    (one, other) =>
      (other.leak_cost ?? -1) - (one.leak_cost ?? -1) || one.property_name.localeCompare(other.property_name),
  );
}

async function violations(page: Page): Promise<string[]> {
  const found = (await new AxeBuilder({ page }).include("main").analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

// Covers maps-1
test("map and list show every property by cost, and arrow keys move between them", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(COCKPIT);
  await marks(page).waitFor();
  const properties = await propertiesByCost(page);
  expect(await marks(page).getByRole("link").count()).toBe(properties.length);
  const first = await listed(page).allTextContents();
  expect(first.length).toBe(Math.min(12, properties.length));
  for (const [place, text] of first.entries()) expect(text).toContain(properties[place]?.property_name);
  const [worst, second] = properties;
  if (worst === undefined || second === undefined) throw new Error("The demo has no two properties.");
  await marks(page)
    .getByRole("link", { name: new RegExp(`^${worst.property_name}, ${worst.city}`) })
    .focus();
  await page.keyboard.press("ArrowRight");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(await focused()).toContain(second.property_name);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/properties/${second.property_id}?**`);
  expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
});

// Covers maps-2
test("a click on a class filters it in the URL; counts are in the order of the classes", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(COCKPIT);
  await marks(page).waitFor();
  const properties = await propertiesByCost(page);
  const countOf = (one: string) => properties.filter(({ performance }) => performance === one).length;
  const legend = map(page).getByRole("group", { name: "Classes on the map" }).getByRole("button");
  expect(await legend.allTextContents()).toEqual([
    `On Track ${countOf("on_track")}`,
    `Opportunities ${countOf("opportunities")}`,
    `Critical ${countOf("critical")}`,
    `Zero Usage ${countOf("zero_usage")}`,
  ]);
  await legend.nth(2).click();
  await expect.poll(() => listed(page).count()).toBe(countOf("critical"));
  expect(addressOf(page).searchParams.getAll("performance").join()).toContain("critical");
  expect(await marks(page).getByRole("link").count()).toBe(countOf("critical"));
  await legend.nth(2).click();
  await expect.poll(() => addressOf(page).searchParams.has("performance")).toBe(false);
});

// Covers maps-3, maps-4
test("properties without a location are named, those at one place arranged or counted", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.route(MAP, async (route) => {
    const { properties }: { properties: MappedProperty[] } = await (await route.fetch()).json();
    const [first, second, third] = properties;
    if (first === undefined || second === undefined || third === undefined) throw new Error("Too few properties.");
    const at = { latitude: 39.76, longitude: -104.97, city: "Denver", state: "CO" };
    const crowd = Array.from({ length: 9 }, (_, place) => ({
      ...third,
      ...at,
      property_id: 9000 + place,
      property_name: `Crowd ${place}`,
    }));
    const twins = [31.5, 31.5].map((latitude, place) => ({
      ...second,
      property_id: 9900 + place,
      property_name: `Twin ${place}`,
      latitude,
      longitude: -90,
    }));
    const lost = { ...first, latitude: null, longitude: null, property_name: "Nowhere Court" };
    await route.fulfill({ json: { properties: [lost, ...twins, ...crowd] } });
  });
  await page.goto(COCKPIT);
  await map(page)
    .getByText(/^1 property is not on the map, because its ZIP code/)
    .waitFor();
  await map(page).getByRole("paragraph").getByRole("link", { name: "Nowhere Court" }).waitFor();
  const twins = marks(page).getByRole("link", { name: /^Twin/ });
  const [one, other] = [await twins.nth(0).boundingBox(), await twins.nth(1).boundingBox()];
  expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(20);
  await map(page).getByRole("button", { name: "Whole country" }).click();
  await map(page)
    .getByRole("button", { name: /^9 properties close together/ })
    .click();
  await expect.poll(() => listed(page).count()).toBe(9);
  await map(page).getByRole("button", { name: "Show all properties" }).click();
  await expect.poll(() => listed(page).count()).toBe(12);
});

test("a map that fails to load shows an error and Retry", async ({ visit }) => {
  const page = await visit({ as: "portfolio", expects: /status of 503/ });
  await page.route(MAP, (route) => route.fulfill({ status: 503, json: { status: 503, detail: "Away." } }));
  await page.goto(COCKPIT);
  await map(page).getByText("The map could not be loaded.").waitFor();
  await page.unroute(MAP);
  await map(page).getByRole("button", { name: "Retry" }).click();
  await marks(page).waitFor();
});

// Covers maps-5
test("a heat map shows each unit's gallons by day, toggles to a table, and opens a unit on a day", async ({
  visit,
}) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties/1?period=last-7-days&tab=heat-map");
  const grid = heat(page).getByRole("grid");
  await grid.waitFor();
  const call = "/v1/reporting/leak-report/properties/1/heat-map?days_ago=7";
  const answer: HeatMap = await (await page.request.get(call)).json();
  const [unit] = answer.units;
  if (unit === undefined) throw new Error("The demo's building has no unit.");
  expect(await grid.getAttribute("aria-colcount")).toBe("9");
  await heat(page).getByRole("tab", { name: "All Gallons" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("heat")).toBe("used");
  const row = grid.getByRole("row").filter({ has: page.getByRole("rowheader", { name: unit.unit_name, exact: true }) });
  const shown = await row.first().locator("td[data-level]").allTextContents();
  expect(shown).toEqual(
    unit.gallons_consumed.map((value) =>
      value === null ? "–" : value.toLocaleString("en-US", { maximumFractionDigits: 0 }),
    ),
  );
  await grid.locator("[tabindex='0']").focus();
  await page.keyboard.press("t");
  await heat(page).getByRole("button", { name: "Show as chart" }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    expect(await violations(page), colorScheme).toEqual([]);
  }
  for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForURL("**/history?**");
  const search = addressOf(page).searchParams;
  expect(search.get("start_date")).toBe(answer.dates[1]);
  expect(search.get("end_date")).toBe(answer.dates[1]);
  expect(search.get("unit_id")).toContain(String(unit.unit_id));
});

// Covers maps-6
test("another building is in the URL, and users without History stay on the property's page", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/history");
  const [property] = await propertiesByCost(page);
  if (property === undefined) throw new Error("The demo has no property.");
  await page.goto(`/properties/${property.property_id}?period=last-7-days&tab=heat-map`);
  const grid = heat(page).getByRole("grid");
  await grid.waitFor();
  const choice = heat(page).getByLabel("Heat map of");
  if ((await choice.count()) > 0) {
    await choice.selectOption({ index: 1 });
    await expect.poll(() => addressOf(page).searchParams.has("building_id")).toBe(true);
  }
  await grid.getByRole("rowheader").filter({ hasNotText: /Floor/ }).first().click();
  await page.waitForURL(`**/properties/${property.property_id}?**unit_id**`);
  await page.getByRole("tab", { name: "Leaks", selected: true }).waitFor();
});

// Covers maps-6
test("too many days for a heat map show a message with days that fit", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 400/ });
  await page.goto("/properties/1?period=custom-date-range&start_date=2026-01-01&end_date=2026-06-30&tab=heat-map");
  await heat(page).getByText("A heat map shows at most 92 days. Request fewer.").waitFor();
  await heat(page).getByRole("button", { name: "Show Last 30 days" }).click();
  await heat(page).getByRole("grid").waitFor();
});
