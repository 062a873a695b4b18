import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Preferences } from "../contract/accounts/preferences.ts";
import type { DeviceHealthOverview, DeviceHealthProperty, DeviceRow } from "../contract/inventory/devices.ts";
import type { Overview } from "../contract/reporting/reporting.ts";
import { addressOf, atRest, test } from "./test.ts";

const health = "/v1/reporting/device-health";
const screen = "/portfolio-gateway-device-health?date=now";

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

const figure = (value: number) => new Intl.NumberFormat("en-US").format(value);
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

// Covers devices-2, devices-3, devices-4
test("the summary names unreliable properties and missing data, and each figure opens its rows", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/portfolio-gateway-device-health");
  await expect.poll(() => addressOf(page).search).toBe("?date=now");
  const trust = page.getByRole("region", { name: "Can the figures be trusted?" });
  await trust.getByText(/cannot be trusted$/).waitFor();
  await atRest(page);
  const overview = await ask<DeviceHealthOverview>(page, `${health}/portfolio-insights/overview`);
  const { results } = await ask<List<DeviceHealthProperty>>(page, `${health}/portfolio-detail/properties?page_size=50`);
  const bad = results.filter((row) => row.health === "critical");
  const [worst] = bad;
  if (worst === undefined) throw new Error("The demo has no property that is critical.");
  expect(overview.properties.critical).toBe(bad.length);
  await trust.getByText(`${bad.length} of ${overview.total_properties} properties cannot be trusted`).waitFor();
  const ids = bad.map(({ property_id }) => `&property_id=${property_id}`).join("");
  const read = async () => ({
    all: await ask<Overview>(page, "/v1/reporting/overview?days_ago=7"),
    theirs: await ask<Overview>(page, `/v1/reporting/overview?days_ago=7${ids}`),
  });
  let { all, theirs } = await read();
  const lost = ({ meter_days_expected, meter_days_read }: Overview) => meter_days_expected - meter_days_read;
  const share = (part: number) => `${((100 * part) / all.meter_days_expected).toFixed(1)}%`;
  const stated = trust.getByText(/% of the meter days behind the portfolio's figures/);
  // Late readings keep arriving, also between the page's requests and these.
  const isShown = async () => {
    await page.reload();
    await stated.waitFor();
    ({ all, theirs } = await read());
    return (await stated.textContent())?.includes(`${share(lost(theirs))} of the meter days`);
  };
  await expect.poll(isShown, { timeout: 30_000 }).toBe(true);
  await trust.getByText(`${share(lost(all) - lost(theirs))} elsewhere (last 7 days).`).waitFor();
  await trust.getByRole("link", { name: `${figure(lost(theirs))} meter days, missing at` }).click();
  await page.waitForURL(/\/properties\?/);
  expect(addressOf(page).searchParams.getAll("property_id")).toEqual(bad.map(({ property_id }) => `${property_id}`));
  expect(addressOf(page).searchParams.get("period")).toBe("last-7-days");
  await page.goBack();

  // Worst first, with ratio and online of total; a count opens exactly its devices.
  const table = page.getByRole("table", { name: "Device health by property" });
  const rows = table.locator("tbody tr[data-row]");
  await rows.filter({ hasText: worst.property_name }).waitFor();
  expect(await rows.first().textContent()).toContain(worst.property_name);
  const ratios = results.slice(0, 10).map((row) => `${(row.device_reporting_ratio ?? 0).toFixed(1)}%`);
  for (const [index, ratio] of ratios.entries()) expect(await rows.nth(index).textContent()).toContain(ratio);
  await trust.getByRole("button", { name: worst.property_name }).click();
  await expect.poll(() => addressOf(page).searchParams.get("open")).toBe(`${worst.property_id}`);
  const devices = page.getByRole("table", { name: `Devices of ${worst.property_name}` });
  const listed = devices.locator("tbody tr[data-row]");
  const late = worst.delayed_devices + worst.offline_devices + worst.unknown_devices;
  await page.getByText(`10 of ${late} devices`, { exact: true }).waitFor();
  const path = `${health}/portfolio-insights/properties/${worst.property_id}/meters`;
  const { count, results: first } = await ask<List<DeviceRow>>(page, path);
  expect(count).toBe(late);
  const serials = devices.getByRole("button", { name: /^Copy serial number/ });
  expect(await serials.allTextContents()).toEqual(first.map((row) => row.meter_serial_number));
  const columns = await devices.getByRole("columnheader").allTextContents();
  const places = ["Building", "Unit", "Attached To", "Device Serial Number", "Device Type", "Status", "Days Offline"];
  expect(columns.slice(0, places.length)).toEqual(places);
  await page.getByRole("button", { name: `Load More devices of ${worst.property_name}` }).click();
  await page.getByText(`${Math.min(50, late)} of ${late} devices`, { exact: true }).waitFor();
  expect(await listed.count()).toBe(Math.min(50, late));
  const name = `${worst.offline_devices} offline: show the devices of ${worst.property_name}`;
  await table.getByRole("button", { name, exact: true }).click();
  await expect.poll(() => addressOf(page).searchParams.get("listed")).toBe("offline");
  await page.getByText(new RegExp(`^${worst.offline_devices} of ${worst.offline_devices} devices?$`)).waitFor();
  expect(await listed.count()).toBe(worst.offline_devices);
  await page.getByRole("tab", { name: /^Offline/, selected: true }).waitFor();

  // A card's figure opens a list of as many rows, whatever was filtered before.
  const { delayed, offline, unknown } = overview.meters;
  await page
    .getByRole("button", { name: `Show the ${figure(delayed + offline + unknown)} not online: Meters` })
    .click();
  await page.getByText(`1–10 of ${delayed + offline + unknown}`).waitFor();
  await page.getByRole("button", { name: "Show list: Offline Meters" }).click();
  await expect.poll(() => addressOf(page).searchParams.has("status")).toBe(false);
  const alerts = await ask<Record<string, number>>(page, `${health}/critical-alerts/overview`);
  expect(await card(page, "Offline Meters").textContent()).toContain(`${alerts.meters}device`);
  await page.getByText(`of ${alerts.meters}`, { exact: false }).first().waitFor();

  // The star is that of the same card on Gateway & Device Health.
  const saved: Partial<Preferences>[] = [];
  await page.route("**/v1/me/preferences", (route) => {
    saved.push(route.request().postDataJSON());
    return route.fulfill({ json: {} });
  });
  const star = page.getByRole("button", { name: "Meters: favourite", exact: true });
  const on = (await star.getAttribute("aria-pressed")) === "true";
  await star.click();
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.favorites?.property_overview_tiles).toEqual(on ? [] : ["meters"]);
  const stars = page.getByRole("button", { name: /: favourite$/ });
  if (!on) await expect.poll(() => stars.first().getAttribute("aria-label")).toBe("Meters: favourite");
});

// Covers devices-1, devices-5
test("works with the portfolio permission alone: filters, date, meter, thresholds", async ({ visit }) => {
  const page = await visit({ as: "portfolio", expects: /status of 503/ });
  await page.goto(`${screen}&open=1&listed=online`);
  const status = page.getByRole("button", { name: /^Status/ }).first();
  const offline = page.getByRole("checkbox", { name: /^Offline/ });
  await status.click();
  await offline.check();
  await page.keyboard.press("Escape");
  await status.click();
  expect(await offline.isChecked()).toBe(false);
  await offline.check();
  await page.getByRole("button", { name: "Apply" }).click();
  // Any apply folds what is unfolded.
  await expect.poll(() => addressOf(page).search).toBe("?date=now&status=offline");
  await atRest(page);
  const table = page.getByRole("table", { name: "Device health by property" });
  await table
    .getByRole("button", { name: /^Show devices of/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Offline", exact: true, selected: true }).waitFor();
  await atRest(page);
  const meter = page
    .getByRole("table", { name: /^Devices of/ })
    .locator("tbody tr[data-row]")
    .filter({ hasText: "Meter" })
    .first();
  await meter.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/properties\/\d+\/leak-detail\?/);
  await page.goBack();

  await page.getByRole("button", { name: "Date: Now" }).click();
  expect(await page.getByRole("button", { name: "Next month" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Previous month" }).click();
  const days = page.getByRole("dialog", { name: "Date" }).locator("table button");
  await days.filter({ hasText: /^15$/ }).first().click();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("date")).toMatch(/-15$/);
  await page.getByText(/\(\w{3} 09 to \w{3} 15, \d{4}\)\.$/).waitFor();
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?date=now");

  await page.getByRole("button", { name: "Device Reporting Thresholds", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Device Health Thresholds" });
  await dialog.getByLabel("Healthy min", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  // What fails reports it by itself, and nothing states that all is well.
  const calls = /\/v1\/reporting\/(device-health\/|overview)/;
  await page.route(calls, (route) => route.fulfill({ status: 503 }));
  await page.goto(screen);
  for (const sentence of ["What can be trusted could not be loaded.", "The properties could not be loaded."])
    await page.getByText(sentence).first().waitFor();
  expect(await page.getByText(/can be trusted$/).count()).toBe(0);
  await page.unroute(calls);
  const retry = page.getByRole("button", { name: "Retry" });
  while ((await retry.count()) > 0) {
    const left = await retry.count();
    await retry.first().click();
    await expect.poll(() => retry.count()).toBeLessThan(left);
  }
  await page.getByText(/can(not)? be trusted$/).waitFor();
});
