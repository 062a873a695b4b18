import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { addressOf, atRest, test } from "./test.ts";

const me = z.object({
  current_organization_id: z.number(),
  organizations: z.array(z.object({ id: z.number(), name: z.string() })),
});
const properties = z.array(z.object({ id: z.number(), name: z.string() }));

/** Opens the search and types, without waiting for what is found. */
async function searchFor(page: Page, text: string) {
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog", { name: "Search" });
  const box = search.getByPlaceholder("Property, unit, serial number, page or action");
  await box.waitFor();
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  return search;
}

/** Another organization of this user than the active one, and a property there that the active one does not have. */
async function propertyElsewhere(page: Page) {
  const { current_organization_id, organizations } = me.parse(await (await page.request.get("/v1/me")).json());
  const other = organizations.find(({ id }) => id !== current_organization_id);
  if (other === undefined) throw new Error("The demo's organization admin has only one organization.");
  const seen = async (organization: number) => {
    const headers = { "X-CURRENT-ORGANIZATION-ID": String(organization) };
    return properties.parse(await (await page.request.get("/v1/reporting/my-properties/", { headers })).json());
  };
  const here = (await seen(current_organization_id)).map(({ id }) => id);
  const property = (await seen(other.id)).find(({ id }) => !here.includes(id));
  if (property === undefined) throw new Error("The other organization has no property of its own.");
  return { other, property };
}

const switchedTo = (page: Page, name: string) => page.getByText(`Switched to ${name}`);

// Covers beyond-5
test("selects the first result, and Enter opens it, even while it loads", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history");
  await atRest(page);
  const [first] = properties.parse(await (await page.request.get("/v1/reporting/my-properties/")).json());
  if (first === undefined) throw new Error("The demo has properties.");
  const search = await searchFor(page, first.name);
  const chosen = search.locator("[data-selected]");
  await search.getByText(first.name, { exact: true }).first().waitFor();
  await expect.poll(() => chosen.count()).toBe(1);
  expect(await chosen.textContent()).toContain(first.name);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === `/properties/${first.id}`);

  await page.goto("/history");
  await atRest(page);
  await page.route(/\/v1\/search\?/, async (route) => {
    await new Promise((later) => setTimeout(later, 600));
    await route.continue();
  });
  await searchFor(page, first.name);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === `/properties/${first.id}`);
});

// Covers beyond-5
test("finds pages and actions by name and synonyms", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/cockpit");
  await atRest(page);
  for (const [text, label, path] of [
    ["owner's report", "Owner's Report", "/owner-report"],
    ["owner report", "Owner's Report", "/owner-report"],
    ["compare", "Compare Periods", "/compare-periods"],
    ["users", "User Management", "/admin/users"],
    ["price", "Default Price", "/admin/settings"],
  ] as const) {
    const search = await searchFor(page, text);
    await search.getByText(label, { exact: true }).click();
    await page.waitForURL((url) => url.pathname === path);
    await atRest(page);
  }
  const search = await searchFor(page, "dark mode");
  await search.getByText("Dark mode", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
});

test("hides pages and actions that the user may not use", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history");
  await atRest(page);
  const search = await searchFor(page, "price");
  await search.getByText("No results. Try part of a name or serial number.").waitFor();
});

// Covers beyond-5
test("finds a property of the user's other organization, switches to it, and shows that", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  await page.goto("/properties");
  await atRest(page);
  const { other, property } = await propertyElsewhere(page);
  const search = await searchFor(page, property.name);
  await search.getByText(`Switches to ${other.name}`).first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === `/properties/${property.id}`);
  await switchedTo(page, other.name).waitFor();
  await page.getByRole("heading", { level: 1, name: property.name }).waitFor();
  await page.getByRole("button", { name: `Organization: ${other.name}` }).waitFor();
});

// Covers beyond-6
test("a link into the user's other organization switches to it, and shows that", async ({ visit }) => {
  for (const path of ["/properties/ID?period=yesterday", "/history?property_id=ID&period=last-7-days"]) {
    const page = await visit({ as: "organizationAdmin" });
    await page.goto("/properties");
    await atRest(page);
    const { other, property } = await propertyElsewhere(page);
    await page.goto(path.replace("ID", String(property.id)));
    await switchedTo(page, other.name).waitFor();
    await page.getByRole("button", { name: `Organization: ${other.name}` }).waitFor();
    await atRest(page);
    expect(await page.getByText("Property not found").count()).toBe(0);
    const shown = addressOf(page);
    expect([...shown.searchParams.getAll("property_id"), shown.pathname.split("/")[2]]).toContain(String(property.id));
  }
});
