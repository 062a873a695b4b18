import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask } from "./call-api.ts";
import { addressOf, test } from "./test.ts";

/** An organization of the test's own: what it sets changes no figure of others. */
async function ownOrganization(page: Page, name: string) {
  // Any page of the product: calls need its origin.
  await page.goto("/profile");
  const { json } = await ask(page, "POST", "/v1/admin/staff/inventory/organizations", {
    name: `${name} ${Date.now()}`,
  });
  const id = Number(json.id);
  return { id, name: String(json.name), path: (rest = "") => `/admin/settings?organization_id=${id}${rest}` };
}

const row = (page: Page, name: RegExp) => page.getByRole("row", { name });
const rows = (page: Page) => page.getByRole("table").locator("tbody tr[data-row]");

// Covers settings-1, settings-2, settings-3, settings-5, admin-forms-20
test("a threshold is previewed, rejected, saved, marked and reset without losing input", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (422|503)/ });
  const { id, name, path } = await ownOrganization(page, "Rules");
  const call = `/v1/organizations/${id}/leak-settings`;
  await page.goto(path("&expert=true"));
  const hours = page
    .getByRole("group", { name: "Continuous" })
    .getByLabel("Measured hours looked back on", { exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const confirmDialog = page.getByRole("dialog", { name: "Change the leak rules?" });
  const confirm = confirmDialog.getByRole("button", { name: "Save and recalculate" });
  await page.getByText("All numbers are their defaults.").waitFor();
  expect(await save.isDisabled()).toBe(true);

  await hours.fill("a day");
  await hours.blur();
  await page.getByText("Please enter a valid number").waitFor();
  await save.click();
  expect(await confirmDialog.count()).toBe(0);

  // The same words as from the server itself.
  const rejected = await ask(page, "PUT", call, { settings: { continuous_hours: 2 } });
  expect(rejected.status).toBe(422);
  await hours.fill("2");
  await save.click();
  await confirmDialog.getByText(`All leaks of ${name} are recalculated`).waitFor();
  await confirm.click();
  await page.getByText(String(rejected.json.continuous_hours?.[0])).waitFor();
  await expect.poll(() => hours.evaluate((field) => field === document.activeElement)).toBe(true);

  await hours.fill("30");
  await page.route(`**${call}?**`, (route) => route.fulfill({ status: 503, json: { detail: "Busy." } }));
  await save.click();
  await confirm.click();
  await page.getByRole("alert").filter({ hasText: "Busy." }).waitFor();
  expect(await hours.inputValue()).toBe("30");
  await page.unroute(`**${call}?**`);

  // Somebody else changes another number meanwhile: both have their way.
  await ask(page, "PUT", call, { settings: { floor_hours: 28 } });
  await save.click();
  await confirmDialog.getByRole("row", { name: /24 30 hours/ }).waitFor();
  await confirm.dblclick();
  await page.getByText(`The leak rules of ${name} apply from now on.`).waitFor();
  await page.getByText("2 numbers are not their defaults.").waitFor();
  expect(await save.isDisabled()).toBe(true);

  await page.reload();
  await page.getByRole("group", { name: "Continuous" }).getByText("Changed. Default 24").waitFor();
  await page.getByRole("button", { name: "Back to default: Measured hours looked back on" }).click();
  expect(await hours.inputValue()).toBe("24");

  // Leaving unsaved input asks for confirmation.
  await page.getByRole("tab", { name: "Metering Rules" }).click();
  const unsavedDialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await unsavedDialog.getByRole("button", { name: "Stay" }).click();
  expect(await hours.inputValue()).toBe("24");
  await page.getByRole("button", { name: "All to default" }).click();
  await save.click();
  await confirm.click();
  await page.getByText("All numbers are their defaults.").waitFor();
  const { json } = await ask(page, "GET", call);
  const settings: { is_changed: boolean }[] = json.settings ?? [];
  expect(settings.filter(({ is_changed }) => is_changed)).toEqual([]);
});

// Covers settings-6, admin-forms-21
test("a default price is rejected with the server's message, then set, with its author", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const { id, path } = await ownOrganization(page, "Price");
  await page.goto(path("&tab=price"));
  await page.getByText("nobody has set one for today").waitFor();
  await page.getByRole("button", { name: "Set the default price" }).click();
  const form = page.getByRole("dialog", { name: "Set the default price" });
  const [cost, start, end] = ["Average Cost per Gallon", "First day", "Last day"].map((label) =>
    form.getByLabel(label),
  );
  if (cost === undefined || start === undefined || end === undefined) throw new Error("no fields");
  const save = form.getByRole("button", { name: "Save the price" });
  const broken = [
    { typed: "", sent: null, message: "Average Cost per Gallon is required" },
    { typed: "much", sent: "much", message: "Please enter a valid number" },
    { typed: "0", sent: 0, message: "Cost must be greater than 0" },
    { typed: "0.0155", sent: 0.0155, message: "Maximum 3 decimal places allowed" },
    { typed: "101", sent: 101, message: "Cost must be at most 100 per gallon" },
  ];
  const call = "/v1/reporting/portfolio-insights/finances/organization-gallon-price";
  for (const { typed, sent, message } of broken) {
    await cost.fill(typed);
    await save.click();
    await form.getByText(message).waitFor();
    const { status, json } = await ask(page, "POST", call, { organization_id: id, cost: sent });
    expect([status, json.cost?.[0]]).toEqual([422, message]);
  }
  await cost.fill("0.021");
  await start.fill("2026-02-01");
  await end.fill("2026-01-01");
  await save.click();
  await form.getByText("Start date cannot be later than end date").waitFor();
  await form.getByText("End date cannot be earlier than start date").waitFor();
  await end.fill("");
  await save.dblclick();
  await form.waitFor({ state: "hidden" });
  await page.getByText("$0.021 per gallon today").waitFor();
  const history = page.getByRole("table", { name: "History of default prices" });
  await history
    .getByRole("row", { name: /\$0.021 Feb 01, 2026 Until further notice admin@dripline.example/ })
    .waitFor();
  expect(await history.locator("tbody tr[data-row]").count()).toBe(1);
});

// Covers settings-7, admin-forms-19
test("an API key is created, shown once, works, and is revoked", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const { path } = await ownOrganization(page, "Keys");
  await page.goto(path("&tab=api-keys"));
  await page.getByRole("button", { name: "Make a key" }).first().click();
  const form = page.getByRole("dialog", { name: "Make an API key" });
  const make = form.getByRole("button", { name: "Make the key" });
  await make.click();
  await form.getByText("Give the key a name.").waitFor();
  await form.getByLabel("Name").fill("<b>Billing</b>");
  for (const box of ["Property Insights", "Portfolio Insights"]) await form.getByLabel(box).uncheck();
  await make.click();
  await form.getByText("Choose at least one permission.").waitFor();
  await form.getByLabel("Property Insights").check();
  await make.dblclick();
  const made = page.getByRole("dialog", { name: "Key of <b>Billing</b>" });
  const key = await made.getByText(/^dlk_\S+$/).innerText();
  await made.getByRole("button", { name: "I have stored it" }).click();
  await row(page, /<b>Billing<\/b>.*Working/).waitFor();
  expect(await rows(page).count()).toBe(1);
  expect(await page.content()).not.toContain(key);

  // Without the page's cookies.
  const read = () =>
    fetch(new URL("/v1/reporting/overview?days_ago=7", page.url()), { headers: { Authorization: `Bearer ${key}` } });
  expect((await read()).status).toBe(200);
  await page.getByRole("button", { name: "Revoke <b>Billing</b>" }).click();
  const revokeDialog = page.getByRole("dialog", { name: "Revoke the key <b>Billing</b>?" });
  expect(addressOf(page).searchParams.get("dialog")).toBe("revoke-key");
  await revokeDialog.getByRole("button", { name: "Revoke" }).click();
  await row(page, /<b>Billing<\/b>.*Revoked/).waitFor();
  expect((await read()).status).toBe(401);
});

test("older events of the audit log are loaded below the newer ones, each once", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const { id } = await ownOrganization(page, "Older");
  for (let hours = 30; hours < 56; hours++) {
    await ask(page, "PUT", `/v1/organizations/${id}/leak-settings`, { settings: { continuous_hours: hours } });
  }
  await page.goto(`/admin/audit-log?organization_id=${id}`);
  await page.getByText("25 of 27 events").waitFor();
  await page.getByRole("button", { name: "Load older events" }).click();
  await page.getByText("27 of 27 events").waitFor();
  await row(page, /Created an organization/).waitFor();
  expect(await rows(page).count()).toBe(27);
  expect(await page.getByRole("button", { name: "Load older events" }).count()).toBe(0);
});

// Covers audit-alerts-1
test("the audit log shows who changed what, filtered by organization, action, user and day, and as a file", async ({
  visit,
}) => {
  const page = await visit({ as: "admin" });
  const { id, name } = await ownOrganization(page, "Record");
  await ask(page, "PUT", `/v1/organizations/${id}/leak-settings`, { settings: { continuous_hours: 30 } });
  await ask(page, "PUT", `/v1/organizations/${id}/leak-settings`, { settings: { continuous_hours: 36 } });
  await page.goto("/admin/audit-log");
  await page.getByRole("button", { name: "Organization", exact: true }).click();
  const menu = page.getByRole("group", { name: "Organization" });
  const search = menu.getByLabel("Search Organization");
  if (await search.isVisible()) await search.fill(name);
  await menu.getByLabel(name).check();
  await menu.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Lines found 3").waitFor();
  expect(await rows(page).count()).toBe(3);

  const newest = row(page, /Changed the leak rules/).first();
  await newest.getByRole("button", { name: /Show what changed/ }).click();
  await page
    .getByRole("table", { name: "What changed" })
    .getByRole("row", { name: "Continuous hours 30 36" })
    .waitFor();
  await page.reload();
  await page.getByRole("table", { name: "What changed" }).waitFor();

  await page.getByRole("button", { name: "What", exact: true }).click();
  const what = page.getByRole("group", { name: "What" });
  await what.getByLabel("Search What").fill("organ");
  await what.getByLabel("Organizations").check();
  await what.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Lines found 1").waitFor();
  await row(page, /admin@dripline.example did Created an organization/).waitFor();
  expect(addressOf(page).searchParams.get("action")).toBe("organization.*");

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "All lines as CSV" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);

  await page.getByLabel("Who, by part of e-mail or name").fill("nobody@exam");
  await page.keyboard.press("Enter");
  await page.getByText("Nothing on record matches these filters.").waitFor();
  await page.getByRole("button", { name: "Remove filter Who: nobody@exam" }).click();
  await page.getByText("Lines found 1").waitFor();
  await page.getByRole("button", { name: "Only what admin@dripline.example did" }).click();
  await page.getByRole("button", { name: 'Remove filter Who: "admin@dripline.example"' }).waitFor();
  await page.getByText("Lines found 1").waitFor();
  await page.getByLabel("Who, by part of e-mail or name").fill("DMIN@drip");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove filter Who: DMIN@drip" }).waitFor();
  await page.getByText("Lines found 1").waitFor();
  await page.getByLabel("To, last day").fill("2020-01-01");
  await page.getByText("Lines found 0").waitFor();
  await page.getByRole("button", { name: "Reset filters" }).first().click();
  await page.getByText(/^Changes \d/).waitFor();
});

// Covers audit-alerts-3, audit-alerts-4
test("the bell opens the alerts, counted by kind and linked to their leak, device and unit", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const count = async (query: string) => Number((await ask(page, "GET", `/v1/alerts?page_size=1&${query}`)).json.count);
  await page.goto("/top5-leaks-home");
  await page.getByRole("link", { name: /^Alerts, \d+ open ones?$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Alerts" }).waitFor();
  expect(addressOf(page).pathname).toBe("/alerts");
  const leaks = await count("state=open&kind=leak%20opened&kind=leak%20grew&kind=leak%20ended");
  await page.getByRole("tab", { name: `Leaks ${leaks}` }).click();
  expect(addressOf(page).searchParams.get("about")).toBe("leaks");
  await page
    .getByRole("link", { name: /^Open the case: / })
    .first()
    .click();
  await page.waitForURL("**/cases/*");
  await page.getByRole("heading", { level: 1, name: / Leak$/ }).waitFor();
  await page.goBack();

  await page.getByRole("tab", { name: /^Vacant but used/ }).click();
  if ((await count("state=open&kind=vacant%20but%20used")) > 0) {
    await rows(page)
      .filter({ has: page.getByRole("link", { name: /^Unit details: / }) })
      .first()
      .click();
    await page.waitForURL("**/history?**");
    expect(addressOf(page).searchParams.get("unit_id")).toMatch(/^\d+$/);
    await page.goBack();
  }
  await page.getByRole("tab", { name: /^Silent devices/ }).click();
  if ((await count("state=open&kind=device%20down")) > 0) {
    await page
      .getByRole("link", { name: /^Device health: / })
      .first()
      .click();
    await page.waitForURL("**/gateway-device-health?**");
    await page.goBack();
  }
  await page.getByRole("tab", { name: "Over", exact: true }).click();
  await page
    .getByRole("columnheader", { name: "Over Since" })
    .or(page.getByText("No alerts of this kind"))
    .first()
    .waitFor();
  expect(addressOf(page).searchParams.get("state")).toBe("closed");
});

// Covers settings-8, audit-alerts-2
test("an organization's admin sees settings, audit log and alerts of that organization only", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: /status of 40[34]/ });
  await page.goto("/admin/settings");
  await page.getByRole("tab", { name: "Leak Rules" }).waitFor();
  expect(await page.getByRole("combobox", { name: "Organization" }).count()).toBe(0);
  const { json } = await ask(page, "GET", "/v1/me");
  const own = Number(json.current_organization_id);
  await page.goto("/admin/audit-log");
  await page.getByText(/^Changes \d/).waitFor();
  const { json: record } = await ask(page, "GET", "/v1/admin/audit-log?page_size=50");
  const lines: { organization_id: number }[] = record.results ?? [];
  expect(lines.every(({ organization_id }) => organization_id === own)).toBe(true);
  await page.goto("/alerts?about=readings");
  const decide = page.getByRole("link", { name: /^Decide: / }).first();
  await decide.or(page.getByText("No data")).first().waitFor();
  if (await decide.isVisible()) {
    await decide.click();
    await page.waitForURL("**/admin/data?**");
    expect(addressOf(page).searchParams.get("tab")).toBe("quarantine");
  }
});
