import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import type { Preferences } from "../contract/accounts/preferences.ts";
import type { DeviceHealthOverview, DeviceHealthProperty, DeviceRow } from "../contract/inventory/devices.ts";
import { addressOf, atRest, test } from "./test.ts";

const health = "/v1/reporting/device-health";
const screen = "/gateway-device-health?date=now";

interface List<Row> {
  count: number;
  results: Row[];
}

/** What a call answers to the page's user. */
async function ask<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return answer.json();
}

/** Keeps preferences as a page of the product does. */
async function keep(page: Page, changed: Partial<Preferences>): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/v1/me/preferences", { method: "PUT", headers, body: JSON.stringify(body) })).status;
  }, changed);
  expect(status).toBe(200);
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const figure = (value: number) => new Intl.NumberFormat("en-US").format(value);

// Covers gateways-1, gateways-3, states-8
test("cards show the API's figures and link to their lists, favorite first", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/profile");
  const { favorites } = await ask<Preferences>(page, "/v1/me/preferences");
  await keep(page, { favorites: { ...favorites, property_overview_tiles: ["gbd"] } });
  await page.goto("/gateway-device-health");
  await page.getByText("Monitor and manage device connectivity across properties.").waitFor();
  await atRest(page);
  expect(addressOf(page).search).toBe("?date=now");
  const overview = await ask<DeviceHealthOverview>(page, `${health}/overview`);
  const alerts = await ask<Record<string, number>>(page, `${health}/critical-alerts/overview`);
  const stations = await ask<List<DeviceRow>>(page, `${health}/critical-alerts/gateways-routers`);
  const { gateways, meters, device_reporting_ratio } = overview;
  const everSeen = ({ online, delayed, offline }: typeof meters) => online + delayed + offline;
  for (const [name, cardText] of [
    ["Device Reporting Ratio", `${(device_reporting_ratio ?? 0).toFixed(1)}%`],
    ["Gateways", `${figure(gateways.online)}of ${figure(everSeen(gateways))} online`],
    ["Meters", `${figure(meters.online)}of ${figure(everSeen(meters))} online`],
    ["Offline Gateways & Routers", `${alerts.gateways_routers}device`],
    ["Offline Meters", `${alerts.meters}device`],
    ["Meters without Water", `${alerts.no_consumption}device`],
  ] as const) {
    expect(await card(page, name).textContent(), name).toContain(cardText);
  }
  const needs = page.getByRole("region", { name: "Needs a person" });
  const all = Number(alerts.gateways_routers) + Number(alerts.meters) + Number(alerts.no_consumption);
  await needs.getByText(new RegExp(`^${figure(all)} devices? needs? a person$`)).waitFor();
  const [silent] = stations.results;
  await needs
    .getByText(`Gateway ${silent?.meter_serial_number} has been silent for ${silent?.days_offline} day`, {
      exact: false,
    })
    .waitFor();

  // Nobody named a list: the first that has something is open. The address wins where it names one.
  const counts = `**${health}/critical-alerts/overview*`;
  await page.route(counts, (route) => route.fulfill({ json: { ...alerts, gateways_routers: 0, meters: 0 } }));
  await page.goto(screen);
  await page.getByRole("tab", { name: /^No Consumption/, selected: true }).waitFor();
  await page.getByRole("table", { name: "Meters without consumption" }).waitFor();
  await page.goto(`${screen}&tab=gateways-routers`);
  await page.getByRole("table", { name: "Gateways and routers with critical alerts" }).waitFor();
  await page.getByRole("tab", { name: /^Gateways & Routers/, selected: true }).waitFor();
  await page.unroute(counts);

  await page.getByRole("button", { name: "Show list: Offline Meters" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("tab")).toBe("meters");
  const table = page.getByRole("table", { name: "Meters with critical alerts" });
  await expect.poll(() => table.locator("tbody tr[data-row]").count()).toBe(Math.min(10, Number(alerts.meters)));

  const cards = page.getByRole("button", { name: /: favourite$/ });
  const kept = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("button", { name: "Meters: favourite", exact: true }).click();
  await expect.poll(() => cards.first().getAttribute("aria-label")).toBe("Meters: favourite");
  expect((await kept).status()).toBe(200);
  expect((await ask<Preferences>(page, "/v1/me/preferences")).favorites).toEqual({
    ...favorites,
    property_overview_tiles: ["meters"],
  });
  await page.reload();
  await cards.first().waitFor();
  await expect.poll(() => cards.first().getAttribute("aria-label")).toBe("Meters: favourite");
  expect(await cards.first().getAttribute("aria-pressed")).toBe("true");
  await cards.first().click();
  await expect.poll(() => cards.first().getAttribute("aria-label")).toBe("Device Reporting Ratio: favourite");
  await keep(page, { favorites });
});

// Covers gateways-2, gateways-6, states-13, validation-4, validation-7, errors-3, constants-13
test("filters apply on Apply, revert on leaving, persist to the next visit, and reset", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto(`${screen}&list_page=2`);
  const status = page.getByRole("button", { name: /^Status/ }).first();
  const offline = page.getByRole("checkbox", { name: /^Offline/ });
  await status.click();
  await offline.check();
  await page.keyboard.press("Escape");
  await status.click();
  expect(await offline.isChecked()).toBe(false);
  expect(addressOf(page).searchParams.has("status")).toBe(false);
  await offline.check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?date=now&status=offline");
  await page
    .getByRole("button", { name: /^Device Type/ })
    .first()
    .click();
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(3);
  await page.getByRole("checkbox", { name: /^Gateway/ }).check();
  const ofType = page.waitForRequest(/gateways-routers\?.*device_type=gateway/);
  await page.getByRole("button", { name: "Apply" }).click();
  await ofType;
  await page.getByRole("button", { name: "Remove filter Device Type: Gateway" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?date=now&status=offline");
  await status.click();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await expect.poll(() => addressOf(page).search).toBe("?date=now");
  await status.click();
  await offline.check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?date=now&status=offline");

  // Organizations and properties are taken when their menu closes, as on every screen of properties.
  await page.getByRole("button", { name: /^Organizations/ }).click();
  for (const other of ["Halvorsen Property Group", "Tres Alamos Living"])
    await page.getByRole("checkbox", { name: other }).uncheck();
  expect(addressOf(page).searchParams.has("organization_id"), "the menu is open").toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(() => addressOf(page).searchParams.getAll("organization_id").length).toBe(1);
  await page.getByRole("button", { name: "Remove filter Organization: Northlight Residential" }).waitFor();
  await page.getByRole("button", { name: /^Properties ?\d*$/ }).click();
  await page.getByRole("checkbox", { name: "Cedar Court" }).uncheck();
  await page.keyboard.press("Escape");
  await expect.poll(() => addressOf(page).searchParams.getAll("property_id").length).toBe(5);
  await page.getByRole("button", { name: /^Remove filter Property/ }).click();

  await page.getByRole("button", { name: "Building" }).first().click();
  await page.getByLabel("Search Building").fill("no such building");
  await page.getByText("No buildings found").waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Date: Now" }).click();
  const days = page.getByRole("dialog", { name: "Date" }).locator("table button");
  expect(await page.getByRole("button", { name: "Next month" }).isDisabled()).toBe(true);
  const last = days.and(page.locator("[data-selected]"));
  const ahead = days.nth((await days.evaluateAll((all) => all.findIndex((day) => day.matches("[data-selected]")))) + 1);
  await last.waitFor();
  expect((await ahead.count()) === 0 || (await ahead.isDisabled())).toBe(true);
  await page.getByRole("button", { name: "Previous month" }).click();
  await days.filter({ hasText: /^15$/ }).first().click();
  await page.getByText(/^As it was at the end of \w{3} 15, \d{4}\.$/).waitFor();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("date")).toMatch(/^\d{4}-\d{2}-15$/);
  await page
    .getByText(/at the end of \w{3} 15, \d{4}/)
    .first()
    .waitFor();

  const { search } = addressOf(page);
  await page.goto("/gateway-device-health");
  await expect.poll(() => addressOf(page).search).toBe(search);
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?date=now");
  await page.goto("/gateway-device-health?date=2999-01-01");
  await page.getByText("Some of this link could not be read and is left out: the days.").waitFor();
  await page.goto(`${screen}&tab=routers&list_ordering=height`);
  await page.getByText("Some of this link could not be read and is left out: the tab and the order.").waitFor();
});

const messages = [
  ["Healthy min", "", "Minimum value is required"],
  ["Healthy max", "", "Maximum value is required"],
  ["Warning min", "9.5", "Please enter a valid number"],
  ["Warning max", "-1", "Value must be at least 0"],
  ["Critical max", "101", "Value must be at most 100"],
  ["Healthy max", "95", "Healthy min must be less than healthy max"],
  ["Healthy min", "94", "Healthy min must be greater than warning max"],
  ["Warning min", "94", "Warning min must be less than warning max"],
  ["Warning min", "84", "Warning min must be greater than critical max"],
  ["Warning max", "95", "Warning max must be less than healthy min"],
  ["Critical min", "84", "Critical max must be greater than critical min"],
  ["Critical max", "85", "Critical max must be less than warning min"],
] as const;

// Covers dialogs-7, gateways-2, devices-6, states-1, validation-1, constants-6, admin-forms-22
test("thresholds: every message, Save only for valid changes, colors at once, and defaults", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 503/ });
  await page.goto(screen);
  const before = await ask<Preferences>(page, "/v1/me/preferences");
  await page.getByRole("button", { name: "Device Reporting Thresholds", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Device Health Thresholds" });
  const save = dialog.getByRole("button", { name: "Save" });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field("Healthy min").waitFor();
  expect(await save.isDisabled()).toBe(true);
  for (const [name, text, message] of messages) {
    const kept = await field(name).inputValue();
    await field(name).fill(text);
    await field(name).blur();
    await dialog.getByText(message, { exact: true }).waitFor();
    expect(await save.isDisabled(), message).toBe(true);
    await field(name).fill(kept);
    await dialog.getByText(message, { exact: true }).waitFor({ state: "detached" });
  }
  expect(await save.isDisabled(), "nothing changed").toBe(true);

  const ratio = card(page, "Device Reporting Ratio");
  const { device_reporting_ratio } = await ask<DeviceHealthOverview>(page, `${health}/overview`);
  // Bounds around the ratio, so that whatever it is becomes critical.
  expect(device_reporting_ratio).toBeGreaterThan(10);
  await field("Healthy min").fill("100");
  await field("Healthy max").fill("100");
  await field("Warning max").fill("99");
  await dialog.getByText("Healthy min must be less than healthy max").waitFor();
  await field("Healthy min").fill("99");
  await field("Warning max").fill("98");
  await field("Warning min").fill("97");
  await field("Critical max").fill("96");
  await page.route(/me\/preferences$/, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await save.click();
  await dialog.getByText("The thresholds could not be saved. What you typed is still here: try again.").waitFor();
  expect(await field("Critical max").inputValue()).toBe("96");
  await save.click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(/Device health thresholds have been saved: healthy 99–100, warning 97–98/).waitFor();
  await ratio.getByText("Critical", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Device Reporting Thresholds", exact: true }).click();
  await dialog.getByRole("button", { name: "Reset to default" }).click();
  await dialog.getByText(/The defaults are restored and saved: healthy 95–100, warning 85–94, critical 0–84/).waitFor();
  expect(await field("Warning max").inputValue()).toBe("94");
  expect(await save.isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  const { device_health_thresholds } = await ask<Preferences>(page, "/v1/me/preferences");
  expect(device_health_thresholds).toEqual({ healthy: [95, 100], warning: [85, 94], critical: [0, 84] });
  await keep(page, { device_health_thresholds: before.device_health_thresholds });
});

// Covers gateways-4
test("properties expand to their devices by keyboard in pages, and a meter opens its hours", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(screen);
  await page.getByRole("button", { name: "Properties", exact: false }).first().waitFor();
  const list = page.getByRole("table", { name: "Device health by property" });
  const show = list.getByRole("button", { name: /^Show devices of/ }).first();
  const name = ((await show.getAttribute("aria-label")) ?? "").replace("Show devices of ", "");
  await show.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => addressOf(page).searchParams.get("open")).toMatch(/^\d+$/);
  const devices = page.getByRole("table", { name: `Devices of ${name}` });
  const id = addressOf(page).searchParams.get("open");
  const { count, results } = await ask<List<DeviceRow>>(page, `${health}/portfolio-detail/properties/${id}/meters`);
  await expect.poll(() => devices.locator("tbody tr[data-row]").count()).toBe(10);
  const serials = devices.getByRole("button", { name: /^Copy serial number/ });
  expect(await serials.allTextContents()).toEqual(results.map((row) => row.meter_serial_number));
  const columns = await devices.getByRole("columnheader").allTextContents();
  const places = ["Building", "Unit", "Attached To", "Device Serial Number", "Device Type", "Status", "Days Offline"];
  expect(columns.slice(0, places.length)).toEqual(places);
  const days = await devices.locator(`tbody tr[data-row] td:nth-child(${places.length})`).allTextContents();
  expect(days).toEqual(results.map((row) => `${row.days_offline ?? "–"}`));
  const of = (await ask<List<DeviceHealthProperty>>(page, `${health}/portfolio-detail/properties?page_size=50`))
    .results;
  const own = of.find((row) => String(row.property_id) === id);
  const headers = await list.getByRole("columnheader").allTextContents();
  const row = list.locator("tbody tr[data-row]").filter({ hasText: name }).first().locator("td, th");
  const shown = (header: string) => row.nth(headers.indexOf(header)).textContent();
  expect([await shown("Online"), await shown("Total")]).toEqual([`${own?.online_devices}`, `${own?.total_devices}`]);
  const pager = page.getByText(`1–10 of ${count}`).locator("..");
  await pager.getByRole("button", { name: "Next page" }).click();
  await page.getByText(`11–20 of ${count}`).waitFor();
  await devices.getByRole("columnheader", { name: "Unit" }).getByRole("button").click();
  await page.getByText(`1–10 of ${count}`).waitFor();

  await atRest(page);
  const meter = devices.locator("tbody tr[data-row]").filter({ hasText: "Meter" }).first();
  await meter.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/history\/leak-detail\?/);
  expect(addressOf(page).searchParams.get("property_id")).toBe(id);
  await page.goBack();
  await devices.waitFor();
});

const fail = (route: Route) => route.fulfill({ status: 503 });

test("each panel fails and retries separately; a single property has a fixed label", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 503/ });
  await page.route(/my-properties/, async (route) => {
    const answer = await route.fetch();
    const all: unknown[] = await answer.json();
    await route.fulfill({ response: answer, json: all.slice(0, 1) });
  });
  const calls = /device-health\/(overview|critical-alerts|portfolio-detail)/;
  await page.route(calls, fail);
  await page.goto(`${screen}&tab=meters`);
  for (const sentence of [
    "This could not be loaded.",
    "What needs a person could not be loaded.",
    "The meters could not be loaded.",
    "The properties could not be loaded.",
  ])
    await page.getByText(sentence).first().waitFor();
  expect(await page.getByText("No data", { exact: true }).count()).toBe(0);
  await page.unroute(calls);
  const retry = page.getByRole("button", { name: "Retry" });
  while ((await retry.count()) > 0) {
    const left = await retry.count();
    await retry.first().click();
    await expect.poll(() => retry.count()).toBeLessThan(left);
  }
  await page
    .getByRole("table", { name: "Meters with critical alerts" })
    .locator("tbody tr[data-row]")
    .first()
    .waitFor();
  expect(await page.getByText("could not be loaded").count()).toBe(0);
  await page
    .getByText(/^Property /)
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: /^Properties/ }).count()).toBe(0);
});
