import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ruleSettingCalls } from "../contract/leaks/rule-settings.ts";
import { ask } from "./call-api.ts";
import { addressOf, test } from "./test.ts";

const backTest = ruleSettingCalls["POST /v1/properties/{property_id}/leak-settings/back-test"].response;

async function rulesOf(page: Page, organization: number) {
  const { json } = await ask(page, "GET", `/v1/organizations/${organization}/leak-settings`);
  return ruleSettingCalls["GET /v1/organizations/{id}/leak-settings"].response.parse(json);
}

// Covers settings-12
test("a preset is previewed by keyboard: which cases of a property are added, and what they are worth", async ({
  visit,
}) => {
  const page = await visit({ as: "admin" });
  await page.goto("/profile");
  const organization = 1;
  const { properties } = await rulesOf(page, organization);
  const id = Number(properties.find(({ property_name }) => property_name === "Harbor Mill Lofts")?.property_id);
  await page.goto(`/admin/settings?organization_id=${organization}&property_id=${id}`);
  await page.getByRole("radio", { name: /As the organization.*In use/ }).focus();
  await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("radio", { name: /Find more/ }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("All stored hours were replayed.").waitFor();

  const call = `/v1/properties/${id}/leak-settings/back-test`;
  const found = backTest.parse((await ask(page, "POST", call, { preset: "find_more" })).json);
  expect(found.added.count).toBeGreaterThan(0);
  const added = page.getByRole("region", { name: "Cases added" });
  expect(await added.locator("tbody tr[data-row]").count()).toBe(found.added.count);
  const { building_name, unit_name } = found.added_cases[0] ?? {};
  await added.getByText(`${building_name} | ${unit_name}`).first().waitFor();
  await page.getByText(`${found.before.count} → ${found.after.count}`).waitFor();

  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("All stored hours were replayed.").waitFor({ state: "detached" });
  expect(await page.getByRole("radio", { name: /As the organization/ }).isChecked()).toBe(true);
  expect(addressOf(page).searchParams.get("property_id")).toBe(String(id));
});

// Covers settings-13
test("a preview is cancelled, fails and goes on; what is saved was not changed by somebody else", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (409|500)/ });
  await page.goto("/profile");
  const inventory = "/v1/admin/staff/inventory";
  const { json: made } = await ask(page, "POST", `${inventory}/organizations`, { name: `Presets ${Date.now()}` });
  const organization_id = Number(made.id);
  for (const name of ["Elm Street", "Oak Street"]) {
    const body = { organization_id, name, time_zone: "America/Chicago" };
    expect((await ask(page, "POST", `${inventory}/organizations/properties`, body)).status).toBe(201);
  }
  const call = `/v1/organizations/${organization_id}/leak-settings`;
  await page.goto(`/admin/settings?organization_id=${organization_id}`);
  await page.getByRole("radio", { name: /Find more/ }).check();
  const preview = page.getByRole("button", { name: "Preview" });

  let release = () => {};
  await page.route("**/back-test", async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.fulfill({ status: 500, json: { detail: "Something went wrong." } });
  });
  await preview.click();
  await page.getByText("0 of 2 properties replayed").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Canceled before a property was replayed.").waitFor();
  release();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("0 of 2 properties replayed").waitFor();
  release();
  const failure = page.getByRole("alert").filter({ hasText: "The preview failed: Something went wrong." });
  await failure.waitFor();
  await page.unroute("**/back-test");
  await failure.getByRole("button", { name: "Retry" }).click();
  await page.getByText("All stored hours of 2 properties were replayed.").waitFor();
  await page.getByText(/Without readings yet: (Elm Street, Oak Street|Oak Street, Elm Street)\./).waitFor();

  await ask(page, "PUT", call, { settings: { continuous_hours: 36 } });
  const save = page.getByRole("button", { name: "Save and recalculate" });
  await save.click();
  await page.getByRole("alert").filter({ hasText: "Somebody else changed this set of numbers meanwhile." }).waitFor();
  await page.getByText("1 number is changed under Expert.").waitFor();
  await page.getByText("The numbers that were changed under Expert become those of the preset.").waitFor();
  await preview.click();
  await save.click();
  await page.getByRole("radio", { name: /Find more.*In use/ }).waitFor();
  const { preset, settings, properties } = await rulesOf(page, organization_id);
  expect(preset).toBe("find_more");
  expect(settings.filter(({ is_changed }) => is_changed)).toEqual([]);

  // Numbers of a property's own are previewed, too.
  const [elm] = properties;
  await page.goto(`/admin/settings?organization_id=${organization_id}&property_id=${elm?.property_id}&expert=true`);
  const hours = page
    .getByRole("group", { name: "Continuous" })
    .getByLabel("Measured hours looked back on", { exact: true });
  await hours.fill("30");
  await page.getByRole("region", { name: "Expert" }).getByRole("button", { name: "Preview" }).click();
  await page.getByText("This property has no readings yet.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save and recalculate" }).click();
  await page.getByText("The leak rules of Elm Street apply from now on.").waitFor();
  await page.getByRole("radio", { name: /Find more.*In use/ }).waitFor();
});
