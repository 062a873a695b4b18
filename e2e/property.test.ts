import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import type { CallAnswer } from "../web/app/api.ts";
import { anyProperty } from "./any-property.ts";
import { addressOf, test } from "./test.ts";

type Property = CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/overview">;
type Meters = CallAnswer<"GET /v1/reporting/leak-report/properties/{id}/meters">;
type Occupancies = CallAnswer<"GET /v1/properties/{property_id}/occupancy">;

const DETAILS = /leak-report\/properties\/\d+\/overview$/;
const METERS = /leak-report\/properties\/\d+\/meters\?/;

async function get<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(path)).json();
}

const fail = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    body: JSON.stringify({ status: 503, code: "unavailable", detail: "The database is away." }),
  });

const information = (page: Page) => page.getByRole("dialog", { name: "Property Information" });
const serials = (page: Page) => information(page).getByRole("button", { name: /^Copy serial number/ });

// Covers dialogs-1
test("the dialog shows the API's property details and its units' consumption", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const id = await anyProperty(page);
  await page.goto(`/properties/${id}?period=last-30-days`);
  await page.getByRole("button", { name: "Property Information" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("dialog")).toBe("property-information");
  const property = await get<Property>(page, `/v1/reporting/leak-report/properties/${id}/overview`);
  const dialog = information(page);
  await dialog.getByText("Contact Email").waitFor();
  const names = await dialog.locator("dl > div > dt").allTextContents();
  const values = await dialog.locator("dl > div > dd").allTextContents();
  expect(Object.fromEntries(names.map((name, place) => [name, values[place]]))).toEqual({
    Organization: property.organization_name,
    "Property Name": property.name,
    "City/State": `${property.city}, ${property.state}`,
    Street: property.street,
    Zip: property.zip_code,
    "Contact Phone": property.contact_phone,
    "Contact Email": property.contact_email,
  });
  const average = dialog.getByRole("table", { name: /^Average Consumption/ });
  const gallons = await average.locator("tbody tr td:nth-child(3)").allTextContents();
  expect(gallons).toEqual(
    property.average_consumption.map(({ total_gallons }) => (total_gallons === null ? "–" : total_gallons.toFixed(0))),
  );
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(addressOf(page).searchParams.get("dialog")).toBeNull();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Property Information");
});

// Covers dialogs-2, constants-1
test("meters load ten at a time, by scrolling or the button, and can be filtered", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const id = await anyProperty(page);
  const { count, results } = await get<Meters>(page, `/v1/reporting/leak-report/properties/${id}/meters?page_size=50`);
  await page.goto(`/properties/${id}?period=last-30-days&dialog=property-information`);
  const meters = information(page).getByRole("region", { name: "Meters", exact: true });
  await meters.getByText(`10 of ${count} meters`).waitFor();
  expect(await serials(page).count()).toBe(10);
  await meters.getByRole("region").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await meters.getByText(`20 of ${count} meters`).waitFor();
  await meters.getByRole("button", { name: /^Load more/ }).press("Enter");
  await expect.poll(() => serials(page).count()).toBeGreaterThanOrEqual(30);
  const shown = await serials(page).allTextContents();
  expect(shown.slice(0, 30)).toEqual(results.slice(0, 30).map((row) => row.meter_serial_number));

  const [unit] = results.filter((row) => row.unit_name !== null);
  if (unit?.unit_name == null) throw new Error("The demo's property has no meter in a unit.");
  await meters.getByRole("button", { name: "Building", exact: true }).click();
  await page.getByRole("checkbox", { name: unit.building_name }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await meters.getByRole("button", { name: "Unit", exact: true }).click();
  await page.getByRole("checkbox", { name: unit.unit_name, exact: true }).check();
  // Escape leaves the menu and its choice, not the dialog.
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox").first().waitFor({ state: "detached" });
  expect(await information(page).count()).toBe(1);
  await meters.getByRole("button", { name: "Unit", exact: true }).click();
  await page.getByRole("checkbox", { name: unit.unit_name, exact: true }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  const own = results.filter((row) => row.unit_id === unit.unit_id).map((row) => row.meter_serial_number);
  await expect.poll(() => serials(page).allTextContents()).toEqual(own);
});

// Covers errors-2
test("details and meters that fail to load show 0 meters, an error and Retry", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 503/ });
  const id = await anyProperty(page);
  await page.route(DETAILS, fail);
  await page.route(METERS, fail);
  await page.goto(`/properties/${id}?period=last-30-days&dialog=property-information`);
  const dialog = information(page);
  const meters = dialog.getByRole("region", { name: "Meters", exact: true });
  await dialog.getByText("The property's details could not be loaded.").waitFor();
  await meters.getByText("The meters could not be loaded.").waitFor();
  await meters.getByText("0 meters").waitFor();
  await page.unroute(METERS);
  await page.unroute(DETAILS);
  await meters.getByRole("button", { name: "Retry" }).click();
  await meters.getByText(/^10 of \d+ meters$/).waitFor();
  await dialog.getByRole("button", { name: "Retry" }).click();
  await dialog.getByText("Contact Email").waitFor();

  // The next page fails: what is there stays, and only a person tries again.
  await page.route(METERS, fail);
  await meters.getByRole("button", { name: /^Load more/ }).press("Enter");
  await meters.getByText("The meters could not be loaded.").waitFor();
  expect(await serials(page).count()).toBe(10);
  await page.unroute(METERS);
  await meters.getByRole("button", { name: "Retry" }).click();
  await meters.getByText(/^20 of \d+ meters$/).waitFor();
});

// Covers dialogs-3, errors-3
test("the dialog explains missing details of a property", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const id = await anyProperty(page);
  const property = await get<Property>(page, `/v1/reporting/leak-report/properties/${id}/overview`);
  const blank = { city: "", state: "", street: "", zip_code: "", contact_phone: "", contact_email: "" };
  await page.route(DETAILS, (route) => route.fulfill({ json: { ...property, ...blank } }));
  await page.route(METERS, (route) => route.fulfill({ json: { count: 0, next: null, previous: null, results: [] } }));
  await page.goto(`/properties/${id}?period=last-30-days`);
  await page.getByRole("button", { name: "Property Information" }).click();
  await information(page).getByText("No property details available").waitFor();
  await information(page).getByText("A meter shows here once it is in service at the property.").waitFor();
});

// Covers lists-9
test("lists and marks vacant units that use water, and filters by occupancy", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const all = await get<{ id: number }[]>(page, "/v1/reporting/my-properties/");
  const ask = (id: number, kind: string) =>
    get<Occupancies>(page, `/v1/properties/${id}/occupancy?occupancy=${kind}&ordering=-gallons_while_vacant`);
  let found: { id: number; vacant: Occupancies } | undefined;
  for (const { id } of all) {
    const vacant = await ask(id, "vacant");
    if ((vacant.results[0]?.gallons_while_vacant ?? 0) > 10) found ??= { id, vacant };
  }
  if (found === undefined) throw new Error("No vacant unit of the demo uses water.");
  const { id, vacant } = found;
  const using = vacant.results.filter(({ gallons_while_vacant: gallons }) => gallons !== null && gallons > 10);
  await page.goto(`/properties/${id}?period=last-30-days`);
  await page.getByRole("tab", { name: "Occupancy" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("tab")).toBe("occupancy");
  const first = page.getByRole("region", { name: "Water in vacant units" });
  await first
    .getByText(new RegExp(`^${using.length} of ${vacant.count} vacant units? used more than 10 gal`))
    .waitFor();
  await first.getByRole("button", { name: "Show vacant units" }).click();
  await expect.poll(() => addressOf(page).searchParams.getAll("occupancy")).toEqual(["vacant"]);
  const table = page.getByRole("table", { name: "Units and their occupancy" });
  await expect.poll(() => table.locator("tbody tr").count()).toBe(Math.min(10, vacant.count));
  expect(await table.locator("tbody tr[data-marked]").count()).toBe(using.length);

  await page
    .getByRole("region", { name: "Occupancy", exact: true })
    .getByRole("button", { name: /^Occupancy/ })
    .first()
    .click();
  await page.getByRole("checkbox", { name: "Vacant", exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Occupied" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  const occupied = await ask(id, "occupied");
  await page.getByText(new RegExp(`of ${occupied.count}$`)).waitFor();
  await table.locator("tbody tr").first().click();
  await page.waitForURL(/\/history\?.*unit_id=\d+/);
});

// Covers lists-7
test("each tab is in the URL, reachable by arrow keys, and opens its rows", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const id = await anyProperty(page);
  await page.goto(`/properties/${id}?period=last-30-days`);
  await page.getByRole("tab", { name: "Leaks" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => addressOf(page).searchParams.get("tab")).toBe("units");
  const units = page.getByRole("table", { name: /^Top-leaking units/ });
  await units.locator("tbody tr[data-row]").first().waitFor();
  await page.keyboard.press("End");
  await expect.poll(() => addressOf(page).searchParams.get("tab")).toBe("devices");
  const every = page.getByRole("link", { name: "All devices of this property" });
  expect(await every.getAttribute("href")).toContain(`property_id=${id}`);
  await page.getByText(/^Now\. \d+ of \d+ devices? online/).waitFor();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => addressOf(page).searchParams.get("tab")).toBe(null);
  await page.goto(`/properties/${id}?period=last-30-days&tab=units`);
  await units.locator("tbody tr[data-row]").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/leak-detail\?meter=/);
});

// Covers errors-4
test("a missing property links to lists that the user may open", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 404/ });
  for (const address of ["/properties/999999", "/properties/nonsense"]) {
    await page.goto(address);
    await page.getByText("Property not found").waitFor();
    expect(await page.getByRole("main").getByRole("link", { name: "All properties" }).count()).toBe(0);
  }
  await page.getByRole("main").getByRole("link", { name: "All leaks" }).click();
  await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Details" }).waitFor();
});

// Covers nav-2
test("a link of another organization switches to it for its members, and changes nothing for others", async ({
  visit,
}) => {
  const page = await visit({ as: "organizationAdmin" });
  await page.goto("/properties");
  const me = await get<{ current_organization_id: number; organizations: { id: number; name: string }[] }>(
    page,
    "/v1/me",
  );
  const other = me.organizations.find(({ id }) => id !== me.current_organization_id);
  if (other === undefined) throw new Error("The demo's organization admin has only one organization.");
  const headers = { "X-CURRENT-ORGANIZATION-ID": String(other.id) };
  const theirs: { id: number }[] = await (await page.request.get("/v1/reporting/my-properties/", { headers })).json();
  const id = theirs[0]?.id;
  await page.goto(`/properties/${id}?organization_id=${other.id}&period=yesterday`);
  await page.getByRole("button", { name: `Organization: ${other.name}` }).waitFor();
  await page.getByText(/\d+ units?, \d+ meters?/).waitFor();
  expect(addressOf(page).searchParams.get("organization_id")).toBeNull();
  const member = await visit({ as: "property" });
  const own = await anyProperty(member);
  await member.goto(`/properties/${own}?organization_id=999999&period=yesterday`);
  await member.getByText(/\d+ units?, \d+ meters?/).waitFor();
});
