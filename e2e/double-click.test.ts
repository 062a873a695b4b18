import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { ownOrganization } from "./own-places.ts";
import { addressOf, test } from "./test.ts";

/**
 * Double-clicks at the pace of a person: what the first click did is on the screen before the second comes.
 * @param next what the first click opens
 */
async function doubleClick(page: Page, button: Locator, next: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error("The button is not on the screen.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await next.waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

/** A dialog that is closed leaves the URL at once, before it fades. */
async function staysOpen(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(addressOf(page).searchParams.has("dialog")).toBe(true);
}

// Covers settings-7
test("a double click that makes an API key does not close what shows it this once", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const { id } = await ownOrganization(page.request, "Double keys");
  await page.goto(`/admin/settings?organization_id=${id}&tab=api-keys`);
  await page.getByRole("button", { name: "Make a key" }).first().click();
  const form = page.getByRole("dialog", { name: "Make an API key" });
  await form.getByLabel("Name").fill("Billing");
  const made = page.getByRole("dialog", { name: "Key of Billing" });
  await doubleClick(page, form.getByRole("button", { name: "Make the key" }), made);
  await staysOpen(page);
  expect(await made.getByText(/^dlk_\S+$/).isVisible()).toBe(true);
  // A single click still works.
  await made.getByRole("button", { name: "I have stored it" }).click();
  await made.waitFor({ state: "hidden" });
});

// Covers users-17
test("a double click that creates a user does not close what comes next", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  await page.goto("/admin/users?dialog=create");
  const form = page.getByRole("dialog", { name: "Create User" });
  await form.getByRole("textbox", { name: "E-mail" }).fill(`double-${Date.now()}@users.example`);
  await page.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Organization member" }).click();
  await page.getByRole("listbox").waitFor({ state: "hidden" });
  const created = form.getByRole("heading", { name: "User created successfully!" });
  await doubleClick(page, form.getByRole("button", { name: "Create User" }), created);
  await staysOpen(page);
  expect(await created.isVisible()).toBe(true);
});
