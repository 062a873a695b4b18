import type { Page } from "playwright-core";
import { expect } from "vitest";
import { addressOf, atRest, test } from "./test.ts";

const list = "/top5-leaks-details?period=last-30-days";

/** The values of a parameter in the page's address. */
const named = (page: Page, parameter: string) => addressOf(page).searchParams.getAll(parameter);

/** Opens the menu of a filter, whose button says how many are chosen. */
async function menuOf(page: Page, filter: string) {
  const name = new RegExp(`^${filter} ?\\d*$`);
  await page.getByRole("button", { name }).and(page.locator("[aria-haspopup=dialog]")).click();
  const menu = page.getByRole("dialog", { name });
  await menu.waitFor();
  return menu;
}

/** Leaves an open menu. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

// Covers filters-2, filters-4, states-11, validation-4, errors-3, constants-11
test("organization and property choices apply when the menu closes, and an empty choice is none", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto(list);
  await atRest(page);
  const organizations = await menuOf(page, "Organizations");
  await organizations.getByRole("button", { name: "Clear" }).click();
  await leave(page);
  expect(addressOf(page).search).toBe("?period=last-30-days");

  await menuOf(page, "Organizations");
  expect(await organizations.getByRole("checkbox", { checked: true }).count()).toBe(3);
  await organizations.getByRole("button", { name: "Clear" }).click();
  await organizations.getByRole("checkbox", { name: /^Northlight Residential/ }).check();
  expect(named(page, "organization_id")).toEqual([]);
  await leave(page);
  await expect.poll(() => named(page, "organization_id").length).toBe(1);
  await page.getByRole("button", { name: "Remove filter Organization: Northlight Residential" }).waitFor();
  await page.getByText("Developer Northlight Residential").waitFor();

  const properties = await menuOf(page, "Properties");
  const boxes = properties.getByRole("checkbox");
  await expect.poll(() => boxes.count()).toBe(6);
  await properties.getByRole("button", { name: "Clear" }).click();
  await leave(page);
  expect(named(page, "property_id")).toEqual([]);
  await menuOf(page, "Properties");
  await boxes.first().uncheck();
  await leave(page);
  await expect.poll(() => named(page, "property_id").length).toBe(5);
  await page.getByRole("button", { name: "Remove filter Property: 5 selected" }).waitFor();
  await menuOf(page, "Properties");
  await properties.getByRole("button", { name: "Select all" }).click();
  await leave(page);
  await expect.poll(() => named(page, "property_id")).toEqual([]);

  await page.getByRole("button", { name: /^Remove filter Organization/ }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=last-30-days");
  await menuOf(page, "Properties");
  await properties.getByRole("textbox", { name: "Search Properties" }).fill("no such property");
  await properties.getByText("No properties found").waitFor();
  expect(await properties.getByText("No properties found").locator("..").evaluate(heightOf)).toBe("160px");
});

// Covers nav-12, filters-2, filters-5, validation-4, errors-3, constants-11
test("organizations expand to their properties on portfolio screens, and apply on Apply", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const asOpened = "?period=last-30-days&comparison=none";
  await page.goto(`/cockpit${asOpened}`);
  await atRest(page);
  const name = /^Organizations \| Properties ?\d*$/;
  await page.getByRole("button", { name }).click();
  const places = page.getByRole("dialog", { name });
  const apply = places.getByRole("button", { name: "Apply" });
  expect(await apply.isDisabled(), "nothing was changed").toBe(true);
  const others = ["Halvorsen Property Group", "Tres Alamos Living"];
  const all = ["Northlight Residential", ...others];
  for (const organization of all) await places.getByRole("checkbox", { name: organization }).click();
  expect(await apply.isDisabled(), "nothing is chosen").toBe(true);
  await places.getByRole("checkbox", { name: "Northlight Residential" }).click();
  await leave(page);
  expect(addressOf(page).search, "left without Apply").toBe(asOpened);
  await page.getByRole("button", { name }).click();
  for (const organization of others) await places.getByRole("checkbox", { name: organization }).click();
  await apply.click();
  await expect.poll(() => named(page, "organization_id").length).toBe(1);
  await page.getByText("Developer Northlight Residential").waitFor();
  await page.getByRole("button", { name: "Remove filter Organization: Northlight Residential" }).click();
  await expect.poll(() => addressOf(page).search).toBe(asOpened);

  // One property of an organization taken off: the organization is ticked in part, and all others stay.
  const answer = await page.request.get("/v1/reporting/my-properties/");
  const properties: { id: number; name: string; organization_id: number; organization_name: string }[] =
    await answer.json();
  const [off] = properties.filter(({ organization_name }) => organization_name === "Northlight Residential");
  if (off === undefined) throw new Error("The demo has properties.");
  await page.getByRole("button", { name }).click();
  const unfold = places.getByRole("button", { name: "Properties of Northlight Residential" });
  await unfold.click();
  await places.getByRole("checkbox", { name: off.name, exact: true }).uncheck();
  const organization = places.getByRole("checkbox", { name: "Northlight Residential" });
  expect(await organization.evaluate((box) => box instanceof HTMLInputElement && box.indeterminate)).toBe(true);
  await places.getByText("5 of 6").waitFor();
  await unfold.click();
  expect(await places.getByRole("checkbox", { name: off.name, exact: true }).count(), "folded").toBe(0);
  await apply.click();
  const left = properties.map(({ id }) => String(id)).filter((id) => id !== String(off.id));
  await expect.poll(() => named(page, "property_id").toSorted()).toEqual(left.toSorted());
  await page.getByRole("button", { name: `Remove filter Property: ${left.length} selected` }).waitFor();
  await page.getByText(`Total Properties ${left.length}`).waitFor();
  await page.getByText("Developer Halvorsen Property Group, Northlight Residential +1").waitFor();

  await page.getByRole("button", { name }).click();
  expect(await apply.isDisabled(), "as it was").toBe(true);
  const search = places.getByRole("textbox", { name: "Search organizations and properties" });
  await search.fill("no such property");
  const none = places.getByText("No properties found");
  expect(await none.locator("..").evaluate(heightOf)).toBe("160px");
  await search.fill(off.name);
  await places.getByRole("checkbox", { name: off.name, exact: true }).waitFor();
  await places.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => addressOf(page).search).toBe(asOpened);

  // The same menu, the developer of what is chosen and the portfolio's own section, on all of them.
  const chosen = `organization_id=${off.organization_id}`;
  for (const path of ["properties", "finance", "owner-report", "compare-periods", "portfolio-gateway-device-health"]) {
    await page.goto(`/${path}?${chosen}`);
    await page.getByRole("button", { name: "Organizations | Properties 6" }).waitFor();
    await page.getByText("Developer Northlight Residential").waitFor();
    await page.getByRole("banner").getByRole("button", { name: "Portfolio Insights" }).waitFor();
  }
});

const heightOf = (box: Element) => getComputedStyle(box).maxHeight;

// Covers filters-7, filters-9, states-14, validation-3, validation-5
test("bedrooms, building and unit apply on Apply; all buildings are no filter, and a chip removes one", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  await page.goto(list);
  await atRest(page);
  const beds = await menuOf(page, "Bed Count");
  expect(await beds.getByLabel("From").locator("option").allTextContents()).toEqual([..."0123456"]);
  expect((await beds.getByLabel("To").locator("option").allTextContents()).length).toBe(8);
  await beds.getByLabel("From").selectOption("3");
  await beds.getByLabel("To").selectOption("2");
  await beds.getByRole("alert").filter({ hasText: '"From" value cannot be greater than "To" value' }).waitFor();
  expect(await beds.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
  await beds.getByLabel("To").selectOption("3");
  const filtered = page.waitForRequest(/leak-overview\?.*bedrooms_from=3/);
  await beds.getByRole("button", { name: "Apply" }).click();
  expect((await filtered).url()).toContain("bedrooms_to=3");
  await page.getByRole("button", { name: "Remove filter Bed Count: 3" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=last-30-days");
  await menuOf(page, "Bed Count");
  await beds.getByLabel("From").selectOption("1");
  await beds.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => named(page, "bedrooms_from")).toEqual(["1"]);
  await menuOf(page, "Bed Count");
  await beds.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => named(page, "bedrooms_from")).toEqual([]);

  const filters: string[][] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/leak-overview/filters")) filters.push(searchParams.getAll("building_id"));
  });
  const building = await menuOf(page, "Building");
  const boxes = building.getByRole("checkbox");
  expect(await building.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
  for (const box of await boxes.all()) await box.check();
  await building.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(named(page, "building_id")).toEqual([]);
  await atRest(page);
  expect(filters.flat(), "all of them are none").toEqual([]);
  await menuOf(page, "Building");
  await boxes.first().check();
  await building.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => named(page, "building_id").length).toBe(1);
  await expect.poll(() => filters.at(-1)).toEqual(named(page, "building_id"));
  const unit = await menuOf(page, "Unit");
  await unit.getByRole("checkbox").first().check();
  await unit.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => named(page, "unit_id").length).toBe(1);
  await page.getByRole("button", { name: /^Remove filter Building/ }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=last-30-days");
  await menuOf(page, "Unit");
  await unit.getByRole("textbox", { name: "Search Unit" }).fill("no such unit");
  await unit.getByText("No units found").waitFor();
});

// Covers filters-2, filters-4, filters-8, validation-8
test("each period has its comparison, today has none, and filters collapse", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-details?period=yesterday");
  const compare = page.getByLabel("Compare");
  await page.getByRole("button", { name: "Properties", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Organizations" }).count(), "for staff alone").toBe(0);
  const offered = () => compare.locator("option").allTextContents();
  await expect.poll(offered).toEqual(["No Comparison", "Previous Day (N-2)"]);
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await expect.poll(offered).toEqual(["No Comparison", "Previous 30 days (days 31-60)"]);
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect.poll(offered).toEqual(["No Comparison", "Previous 7 days (days 8-14)"]);
  const compared = page.waitForRequest(/reporting\/overview\?.*comparison=previous_period/);
  await compare.selectOption("Previous 7 days (days 8-14)");
  await compared;
  const lost = page.getByRole("region", { name: "Water lost" });
  await lost.getByText("Previous 7 days (days 8-14)").waitFor();
  await compare.selectOption("No Comparison");
  await expect.poll(() => named(page, "comparison")).toEqual([]);
  await lost.getByText("Previous 7 days (days 8-14)").waitFor({ state: "detached" });
  await page.getByRole("switch", { name: "Show Today's Data" }).click();
  await expect.poll(() => compare.isDisabled()).toBe(true);
  await page.getByRole("switch", { name: "Show Today's Data" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=yesterday");

  await page.getByRole("button", { name: "Hide Filters" }).click();
  await page.getByRole("button", { name: "Show Filters" }).waitFor();
  expect(await page.getByRole("button", { name: "Bed Count" }).count()).toBe(0);
  await page.getByRole("button", { name: "Show Filters" }).click();
  await page.getByRole("button", { name: "Bed Count" }).waitFor();
});

// Covers gateways-6
test("place filters can be searched, however few options", async ({ visit }) => {
  const page = await visit({ as: "property" });
  for (const screen of ["/top5-leaks-home", "/history", "/gateway-device-health"]) {
    await page.goto(screen);
    const menu = await menuOf(page, "Building");
    const boxes = menu.getByRole("checkbox");
    await expect.poll(() => boxes.count()).toBeGreaterThan(0);
    expect(await boxes.count()).toBeLessThan(8);
    await menu.getByRole("textbox", { name: "Search Building" }).fill("no such building");
    await menu.getByText("No buildings found").waitFor();
    await leave(page);
  }
});
