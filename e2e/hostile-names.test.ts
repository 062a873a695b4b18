import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { type Cookie, type Page, request } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { hostileNames } from "../verify/input/cases/values.ts";
import { type EmptyProduct, startEmpty } from "./empty-product.ts";
import { bad, type HostileWorld, makeHostile } from "./hostile-world.ts";
import { sendAsOwnPage } from "./send-as-own-page.ts";
import { atRest, test as base } from "./test.ts";

let product: EmptyProduct;
let world: HostileWorld;
let cookies: Cookie[];
beforeAll(async () => {
  product = await startEmpty();
  const calls = await request.newContext({ baseURL: product.url });
  sendAsOwnPage(calls);
  world = await makeHostile(calls, product.firstAdmin);
  ({ cookies } = await calls.storageState());
  await calls.dispose();
}, 300_000);
afterAll(() => product?.stop());

const test = base.override("baseUrl", { scope: "file" }, () => product.url);

/** As a browser draws a text: spaces and line ends are one space, and what has no width is left out of the comparison. */
const drawn = (text: string) => text.replaceAll(/[\s\p{Cf}]+/gu, " ").trim();

/** Counts what ran, was rejected by the content security policy, or was made of a name. */
async function watch(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  page.on("dialog", async (dialog) => {
    wrong.push(`a script asked: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.exposeFunction("noteViolation", (directive: string) => wrong.push(`the policy stopped ${directive}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      Reflect.get(window, "noteViolation")(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  return wrong;
}

/** Elements that only a name that was taken for markup can have made. */
const madeOfNames = (page: Page) =>
  page
    .locator('img[src="x"], [onerror], [onload], a[href^="javascript:"], script:text("alert(1)"), body b:text-is("b")')
    .count();

/** The names that do not stand on the page as they were given, in a text or a field. */
async function missing(page: Page): Promise<string[]> {
  const text = await page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll("input, textarea, option")].map((one) => String(Reflect.get(one, "value"))),
      ...[...document.querySelectorAll("*")].map((one) => one.getAttribute("aria-label") ?? ""),
    ].join("\n"),
  );
  const whole = drawn(text);
  // A row that was rejected is shown as it was sent: as JSON.
  const ways = (name: string) => [drawn(name), JSON.stringify(name).slice(1, -1)];
  return hostileNames.filter((name) => !ways(name).some((way) => whole.includes(way)));
}

/** Screens that show all names, by address. */
const lists = ({ organization, property }: HostileWorld) => [
  "/admin/organizations?page_size=50",
  "/admin/properties?page_size=50",
  "/admin/users?page_size=50",
  `/admin/properties/${property}?page_size=50`,
  `/admin/properties/${property}?tab=meters&page_size=50`,
  `/admin/properties/${property}?tab=meters&list=points&page_size=50`,
  `/admin/properties/${property}?tab=gateways&page_size=50`,
  `/admin/properties/${property}?tab=occupancy&page_size=50`,
  `/admin/settings?tab=api-keys&organization_id=${organization}&page_size=50`,
  `/admin/data?property_id=${property}&tab=rejected&page_size=50`,
  `/admin/data?property_id=${property}&tab=repairs&page_size=50`,
  `/history?period=today&property_id=${property}&tab=meters&page_size=50`,
  "/properties?period=last-7-days&page_size=50",
];

/** Screens and dialogs that show at least one. */
const places = ({ organization, property, building, unit, user }: HostileWorld) => [
  `/admin/audit-log?page_size=50&organization_id=${organization}`,
  `/admin/users?page_size=50&dialog=edit&of=${user}`,
  `/admin/users?page_size=50&dialog=remove&of=${user}`,
  `/admin/organizations?page_size=50&dialog=organization&of=${organization}`,
  `/admin/properties?page_size=50&dialog=property&of=${property}`,
  `/admin/properties?page_size=50&dialog=archive&of=${property}`,
  `/admin/properties/${property}?dialog=add-unit&building_id=${building}`,
  `/admin/properties/${property}?page_size=50&dialog=unit&of=${unit}`,
  `/admin/properties/${property}?page_size=50&dialog=remove-unit&of=${unit}`,
  `/admin/properties/${property}?tab=gateways&page_size=50&dialog=add-token&of=${encodeURIComponent(bad)}`,
  `/admin/properties/${property}?tab=gateways&page_size=50&dialog=gateway&of=${encodeURIComponent(bad)}`,
  `/admin/properties/${property}?tab=gateways&page_size=50&dialog=uplink-mapping&of=${encodeURIComponent(bad)}`,
  `/admin/settings?organization_id=${organization}`,
  `/admin/start?property_id=${property}`,
  `/admin/data?property_id=${property}&tab=quarantine`,
  "/profile",
  `/cockpit?period=last-7-days`,
  `/finance?period=last-7-days`,
  `/owner-report?period=last-7-days`,
  "/portfolio-gateway-device-health",
  `/properties/${property}?period=last-7-days`,
  `/properties/${property}?period=last-7-days&tab=heat-map`,
  `/properties/${property}?period=last-7-days&dialog=property-information`,
  `/history?period=last-7-days&property_id=${property}&building_id=${building}&unit_id=${unit}`,
  `/history?period=last-7-days&property_id=${property}&dialog=custom-cost`,
  `/top5-leaks-details?period=last-7-days&property_id=${property}&meter=${encodeURIComponent(bad)}`,
  `/gateway-device-health?property_id=${property}`,
];

/** Where the page shows the worst of the names. */
const shown = (page: Page) =>
  page
    .getByText(bad)
    .or(page.locator(`[value="${bad}"]`))
    .first();

/** So many pages read the screens at the same time. */
const PAGES = 3;

/** Signs the page in as the one who made all. @returns what goes wrong on it from now on */
async function enter(page: Page): Promise<string[]> {
  await page.context().addCookies(cookies);
  return watch(page);
}

// Covers hostile-1
test("shows 40 hostile names in every field as text on every screen, without running any", {
  timeout: 300_000,
}, async ({ visit }) => {
  const left = [
    ...lists(world).map((path) => ({ path, isWhole: true })),
    ...places(world).map((path) => ({ path, isWhole: false })),
  ];
  const read = async () => {
    const page = await visit();
    const wrong = await enter(page);
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { path, isWhole } = next;
      await page.goto(path);
      await atRest(page);
      if (isWhole) await expect.poll(() => missing(page), { timeout: 30_000, message: path }).toEqual([]);
      else await shown(page).waitFor();
      expect(await madeOfNames(page), path).toBe(0);
    }
    expect(wrong).toEqual([]);
  };
  await Promise.all(Array.from({ length: PAGES }, read));
});

// Covers hostile-2
test("shows hostile names as text in search, filters and tooltips", async ({ visit }) => {
  const page = await visit();
  const wrong = await enter(page);
  await page.goto("/admin/users");
  await atRest(page);
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByPlaceholder(/Property, unit/).fill("onerror");
  await search.getByText(bad).first().waitFor();
  expect(await madeOfNames(page)).toBe(0);
  await page.keyboard.press("Escape");
  for (const filter of ["Organization", "Property"]) {
    await page.getByRole("button", { name: filter, exact: true }).click();
    const menu = page.getByRole("group", { name: filter });
    await menu.getByLabel(`Search ${filter}`).fill("onerror");
    await menu.getByLabel(bad).check();
    await menu.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("button", { name: `Remove filter ${filter}: ${bad}` }).waitFor();
  }
  await page.goto(`/properties/${world.property}?period=last-7-days&tab=heat-map`);
  await atRest(page);
  await page.getByRole("gridcell").nth(3).hover();
  await page.goto(
    `/top5-leaks-details?period=last-7-days&property_id=${world.property}&meter=${encodeURIComponent(bad)}`,
  );
  await page.getByRole("figure", { name: "(Per Day)" }).hover();
  expect(await madeOfNames(page)).toBe(0);
  expect(wrong).toEqual([]);
});

// Covers hostile-3
test("no exported cell starts a formula, and no name adds a mail header", async ({ visit }) => {
  const page = await visit();
  const wrong = await enter(page);
  const record = "/v1/admin/audit-log.csv";
  const files = [
    record,
    "/v1/reporting/portfolio-insights/properties/performance/export?days_ago=7&file_type=csv",
    "/v1/reporting/leak-report/leak-overview/export?days_ago=7&file_type=csv",
    `/v1/properties/${world.property}/occupancy/export?file_type=csv`,
  ].map(async (path) => ({ path, text: await (await page.request.get(path)).text() }));
  await page.goto("/properties?period=last-7-days&page_size=50");
  await page.getByRole("button", { name: "CSV, XLSX" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("dialog")
      .getByRole("button", { name: /rows as CSV/ })
      .first()
      .click(),
  ]);
  const shown = { path: "the properties shown", text: await readFile(await file.path(), "utf8") };
  for (const { path, text } of [shown, ...(await Promise.all(files))]) {
    const cells: string[][] = parse(text, { bom: true, relax_column_count: true });
    const formulas = cells.flat().filter((cell) => /^[=+@\t\r]|^-(?![\d.]+%?$)/.test(cell));
    expect(formulas, path).toEqual([]);
    // The record holds what was given as JSON, in which no name stands at the beginning of a cell.
    if (path !== record) expect(cells.flat(), path).toContain("'=HYPERLINK(1)");
  }
  const mails = await readdir(product.mailFolder);
  expect(mails.length).toBeGreaterThan(40);
  for (const mail of mails) {
    const [heads = ""] = (await readFile(join(product.mailFolder, mail), "utf8")).split(/\r?\n\r?\n/);
    expect(heads).not.toMatch(/^Set-Cookie/m);
  }
  expect(wrong).toEqual([]);
});

// Covers hostile-1
test("alerts show places and devices as text", async ({ visit }) => {
  const page = await visit();
  const wrong = await enter(page);
  // Readings of months would be needed before one is raised.
  const none = {
    attached_to: null,
    device_type: null,
    device_serial_number: null,
    dollars_per_day: null,
    is_default_price: null,
  };
  const alert = {
    ...none,
    id: 1,
    property_id: world.property,
    property_name: bad,
    building_id: world.building,
    building_name: bad,
    unit_id: world.unit,
    unit_name: bad,
    meter_serial_number: bad,
    kind: "leak opened",
    title: bad,
    text: bad,
    gallons_per_day: 10,
    case_id: 1,
    case_state: "assigned",
    assignee: bad,
    vendor: bad,
    snoozed_until: null,
    dismissed_for: null,
    decision_note: bad,
    decided_by: bad,
    began_at: "2026-06-01T00:00:00Z",
    opened_at: "2026-06-01T00:00:00Z",
    closed_at: null,
  };
  await page.route("**/v1/alerts?*", (route) =>
    route.fulfill({ json: { count: 1, next: null, previous: null, results: [alert] } }),
  );
  await page.goto("/alerts");
  await page.getByRole("main").getByText(bad).first().waitFor();
  expect(await madeOfNames(page)).toBe(0);
  expect(wrong).toEqual([]);
});

// Covers hostile-4
test("control: detects a name that is rendered as markup", async ({ visit }) => {
  const page = await visit({ expects: /Content Security Policy|Failed to load resource/ });
  const wrong = await enter(page);
  await page.goto("/admin/organizations");
  await atRest(page);
  expect(await madeOfNames(page)).toBe(0);
  await page.evaluate((name) => document.body.insertAdjacentHTML("beforeend", name), bad);
  expect(await madeOfNames(page)).toBe(1);
  await expect.poll(() => wrong.join()).toContain("script-src-attr");
});
