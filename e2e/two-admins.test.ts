import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./test.ts";

const inventory = "/v1/admin/staff/inventory";

/** Makes a call as somebody else would meanwhile. */
async function ask(page: Page, method: string, path: string, data?: object) {
  const answer = await page.request.fetch(path, { method, ...(data && { data }) });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** A property of the test's own with one of everything. */
async function ownProperty(page: Page) {
  const made = await ask(page, "POST", `${inventory}/organizations/properties`, {
    organization_id: null,
    name: `Two admins ${Date.now()}`,
    time_zone: "America/Chicago",
  });
  const base = `${inventory}/properties/${made.id}`;
  const building = await ask(page, "POST", `${base}/buildings`, { name: "A" });
  const unit = await ask(page, "POST", `${base}/units`, { building_id: building.id, name: "101" });
  const point = await ask(page, "POST", `${base}/points`, {
    building_id: building.id,
    unit_id: unit.id,
    attached_to: "SPOE",
  });
  const meter = await ask(page, "POST", `${base}/meters`, { point_id: point.id, serial_number: "m-1" });
  await ask(page, "POST", `${base}/gateways`, { serial_number: "g-1", name: "Attic" });
  return { id: made.id, base, building, unit, point, meter };
}

// Covers settings-4, inventory-7
test("the second of two editors of a place or device sees the conflict and keeps the input", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (404|409)/ });
  const { id, base, building, unit, point, meter } = await ownProperty(page);
  const cases = [
    {
      dialog: `dialog=building&of=${building.id}`,
      field: "Name",
      mine: "B",
      path: `buildings/${building.id}`,
      theirs: { name: "C" },
      message: "Name is now: C. You changed it too",
      saved: { list: "buildings", has: { name: "B" } },
    },
    {
      dialog: `dialog=unit&of=${unit.id}`,
      field: "Bedrooms",
      mine: "3",
      path: `units/${unit.id}`,
      theirs: { name: "102", bedrooms: 2 },
      message: "Bedrooms is now: 2. You changed it too",
      saved: { list: "units", has: { name: "102", bedrooms: 3 } },
    },
    {
      dialog: `tab=meters&list=points&dialog=point&of=${point.id}`,
      field: "Label",
      mine: "left",
      path: `points/${point.id}`,
      theirs: { label: "right" },
      message: "Label is now: right. You changed it too",
      saved: { list: "points", has: { label: "left" } },
    },
    {
      dialog: `tab=meters&dialog=meter&of=${meter.id}`,
      field: "Gateway",
      mine: "g-1",
      path: `meters/${meter.id}`,
      theirs: { serial_number: "m-2", gateway_serial_number: "g-2" },
      message: "Gateway is now: g-2. You changed it too",
      saved: { list: "meters", has: { serial_number: "m-2", gateway_serial_number: "g-1" } },
    },
    {
      // What somebody else renamed is found again.
      dialog: "tab=gateways&dialog=gateway&of=g-1",
      field: "Name",
      mine: "Cellar",
      path: "gateways/g-1",
      theirs: { serial_number: "g-3", name: "Roof" },
      message: "Serial number is now: g-3",
      saved: { list: "gateways", has: { serial_number: "g-3", name: "Cellar" } },
    },
  ];
  for (const { dialog, field, mine, path, theirs, message, saved } of cases) {
    await page.goto(`/admin/properties/${id}?${dialog}`);
    const form = page.getByRole("dialog");
    await form.getByLabel(field, { exact: true }).fill(mine);
    await ask(page, "PATCH", `${base}/${path}`, theirs);
    await form.getByRole("button", { name: "Save" }).click();
    const notice = form.getByRole("alert").filter({ hasText: "Somebody else changed this meanwhile." });
    await notice.getByText(message).waitFor();
    await notice.getByRole("button", { name: "Load it, and keep what I typed" }).click();
    await notice.waitFor({ state: "detached" });
    expect(await form.getByLabel(field, { exact: true }).inputValue()).toBe(mine);
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    const { results } = await ask(page, "GET", `${base}/${saved.list}?page_size=50`);
    expect(results, saved.list).toEqual(expect.arrayContaining([expect.objectContaining(saved.has)]));
  }
  await ask(page, "POST", `${inventory}/organizations/properties/${id}/archive`);
});

// Covers settings-4, inventory-7
test("the second of two editors of a threshold sees its new value", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 409/ });
  const { id } = await ask(page, "POST", `${inventory}/organizations`, { name: `Two rules ${Date.now()}` });
  const call = `/v1/organizations/${id}/leak-settings`;
  await page.goto(`/admin/settings?organization_id=${id}&expert=true`);
  const hours = page
    .getByRole("group", { name: "Continuous" })
    .getByLabel("Measured hours looked back on", { exact: true });
  const save = async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Save and recalculate" }).click();
  };
  await hours.fill("30");
  await ask(page, "PUT", call, { settings: { continuous_hours: 36, floor_hours: 28 } });
  await save();
  const notice = page.getByRole("alert").filter({ hasText: "Somebody else changed this meanwhile." });
  await notice.getByText("is now: 36. You changed it too").waitFor();
  await notice.getByText("is now: 28").waitFor();
  expect(await hours.inputValue()).toBe("30");
  await notice.getByRole("button", { name: "Load it, and keep what I typed" }).click();
  await save();
  await page.getByText("2 numbers are not their defaults.").waitFor();
  const { settings } = await ask(page, "GET", call);
  const now = Object.fromEntries(settings.map((one: { name: string; value: number }) => [one.name, one.value]));
  expect([now.continuous_hours, now.floor_hours]).toEqual([30, 28]);
});
