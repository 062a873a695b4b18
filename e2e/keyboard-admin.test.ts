import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ownOrganization, ownProperty } from "./own-places.ts";
import { acceptInvitation, inviteMember, signIn } from "./people.ts";
import { choose, enter, FAR, focusOn, focusWithin, press, tabTo, typeIn } from "./tab-to.ts";
import { addressOf, atRest, test } from "./test.ts";

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const button = (part: Pick<Page, "getByRole">, name: string | RegExp) =>
  part.getByRole("button", { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

// Covers beyond-3
test("creates a user, changes their properties, and deletes them", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/admin/users");
  await atRest(page);
  const email = `keys-${Date.now()}@users.example`;
  const opener = button(page, "Create User");
  await enter(page, opener);
  const form = dialogOf(page, "Create User");
  await typeIn(page, form.getByRole("textbox", { name: "E-mail" }), email);
  await typeIn(page, form.getByLabel("First name"), "Kay");
  await choose(page, form.getByRole("combobox", { name: "Role" }), "Organization member");
  await choose(page, form.getByRole("combobox", { name: "Organization" }), "Northlight Residential");
  await form.getByRole("checkbox", { name: "Cedar Court" }).waitFor();
  await enter(page, button(form, "Create User"));
  await form.getByRole("heading", { name: "User created successfully!" }).waitFor();
  await focusWithin(form);
  await press(page, "Escape");
  await form.waitFor({ state: "detached" });
  await focusOn(opener);

  await typeIn(page, page.getByRole("searchbox", { name: "Search by name or e-mail" }), email);
  await rowOf(page, email).waitFor();
  await expect.poll(() => page.getByRole("main").locator("tbody tr[data-row]").count()).toBe(1);
  await atRest(page);
  const edit = button(page, "Edit Kay");
  await enter(page, edit);
  const editing = dialogOf(page, "Edit User");
  const cedar = editing.getByRole("checkbox", { name: "Cedar Court" });
  await enter(page, cedar, "Space");
  expect(await cedar.isChecked()).toBe(false);
  // Arrows walk through the boxes.
  await press(page, "ArrowUp", "ArrowDown");
  await focusOn(cedar);
  await enter(page, button(editing, "Save"));
  await page.getByText("User Updated Successfully!").waitFor();
  await editing.waitFor({ state: "detached" });
  await focusOn(edit);

  await enter(page, button(page, "Delete Kay"));
  const deleteDialog = dialogOf(page, "Delete user");
  await deleteDialog.getByText("This action cannot be undone.").waitFor();
  await enter(page, button(deleteDialog, "Delete"));
  await page.getByText("Nobody matches").waitFor();
  await focusWithin(page.getByRole("main"));
});

test("assigns properties selected on two pages to another organization", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const [first, last] = [await ownProperty(page.request, "Aa keys"), await ownProperty(page.request, "Zz keys")];
  const { name } = await ownOrganization(page.request, "Zz keys");
  await page.goto("/admin/properties");
  await rowOf(page, first.name).waitFor();
  await atRest(page);
  await enter(page, page.getByRole("checkbox", { name: `Select ${first.name}` }), "Space");
  await page.getByText("1 selected", { exact: true }).waitFor();
  const sort = page.getByRole("columnheader", { name: "Property Name" }).getByRole("button");
  for (let pressed = 0; pressed < 2 && !(await rowOf(page, last.name).isVisible()); pressed += 1) {
    await enter(page, sort);
    await page.waitForURL(/ordering=/);
    await atRest(page);
  }
  await enter(page, page.getByRole("checkbox", { name: `Select ${last.name}` }), "Space");
  await page.getByText("2 selected, 1 not on this page").waitFor();
  await enter(page, button(page, "Assign to an organization"));
  const form = dialogOf(page, "Assign 2 properties");
  await choose(page, form.getByRole("combobox"), name);
  await form.getByText("all history").waitFor();
  await enter(page, button(form, "Assign"));
  await page.getByText(`2 properties belong to ${name} now.`).waitFor();
  await form.waitFor({ state: "detached" });
  await focusWithin(page.getByRole("main"));
  for (const { archive } of [first, last]) await archive();
});

test("adds a unit, its point and its meter", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const property = await ownProperty(page.request, "Keys", [
    { building: "A", unit: "101", bedrooms: "1", point: "SPOE", serial: "keys-0" },
  ]);
  await page.goto(`/admin/properties/${property.id}`);
  await atRest(page);
  const opener = button(page, "Add a unit");
  await enter(page, opener);
  const unit = dialogOf(page, "Add a unit");
  await focusOn(unit.getByLabel("Name"));
  await page.keyboard.type("102");
  await typeIn(page, unit.getByLabel("Bedrooms"), "2");
  await press(page, "Enter");
  await rowOf(page, "102").waitFor();
  await unit.waitFor({ state: "detached" });
  await focusOn(opener);

  await enter(page, page.getByRole("link", { name: "Meters of unit 102" }));
  await page.getByText("No point here.").waitFor();
  await atRest(page);
  await enter(page, button(page, "Add a point"));
  const point = dialogOf(page, "Add a point");
  await choose(page, point.getByRole("combobox", { name: "What it measures" }), "Toilet");
  await enter(page, button(point, "Add"));
  await rowOf(page, "Toilet").waitFor();
  await point.waitFor({ state: "detached" });
  await enter(page, button(page, /^Add a meter at Toilet/));
  const meter = dialogOf(page, "Add a meter");
  await typeIn(page, meter.getByLabel("Serial number", { exact: true }), "keys-1");
  await enter(page, button(meter, "Add"));
  await rowOf(page, "keys-1").waitFor();
  await meter.waitFor({ state: "detached" });
  await focusWithin(page.getByRole("main"));
  await property.archive();
});

// Covers beyond-3
test("swaps a meter after a preview, and undoes the swap", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const cells = { building: "A", unit: "1", bedrooms: "1", point: "SPOE", serial: "old-1", register_unit: "gallon" };
  const property = await ownProperty(page.request, "Keys", [cells]);
  await page.goto(`/admin/properties/${property.id}`);
  await atRest(page);
  await tabTo(page, page.getByRole("tab", { name: "Buildings & Units" }));
  await press(page, "ArrowRight");
  await page.waitForURL(/tab=meters/);
  await focusOn(page.getByRole("tab", { name: "Meters", exact: true }).first());
  await rowOf(page, "old-1").waitFor();
  await enter(page, button(page, "Edit meter old-1"));
  await enter(page, button(dialogOf(page, /old-1/), "Swap"));
  const swap = dialogOf(page, "Swap meter old-1");
  await enter(page, button(swap, "See what changes"));
  await swap.getByText("Give a reason: it stays on record.").waitFor();
  await focusOn(swap.getByLabel("New meter's serial number"));
  await page.keyboard.type("new-1");
  await typeIn(page, swap.getByLabel("Reason"), "Battery empty");
  await press(page, "Enter");
  await swap.getByRole("region", { name: "What it changes" }).waitFor();
  await enter(page, button(swap, "Swap the meter"));
  await swap.getByText("The swap is recorded.").waitFor();
  await focusWithin(swap);
  await enter(page, button(swap, "Undo this swap"));
  await swap.waitFor({ state: "detached" });
  await rowOf(page, "old-1").waitFor();
  await focusWithin(page.getByRole("main"));
  await property.archive();
});

test("uploads a spreadsheet of units and corrects its rejected row", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const property = await ownProperty(page.request, "Keys");
  await page.goto(`/admin/properties/${property.id}`);
  await atRest(page);
  const opener = button(page, "Upload a spreadsheet");
  await enter(page, opener);
  const upload = dialogOf(page, "Upload a spreadsheet");
  const choosing = page.waitForEvent("filechooser");
  await enter(page, button(upload, "Choose a file"));
  const text = "building,unit,bedrooms,point,serial\nA,1,two,SPOE,k-1\nA,2,1,SPOE,k-2\n";
  await (await choosing).setFiles({ name: "units.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await upload.getByText("1 row cannot be taken as it is.").waitFor();
  await typeIn(page, upload.getByLabel("Bedrooms of row 2"), "2");
  await press(page, "Enter");
  await upload.getByText("Nothing is changed yet.").waitFor();
  await focusWithin(upload);
  await enter(page, button(upload, /^Add \d+ new things/));
  await upload.getByText("The inventory is as units.csv says.").waitFor();
  await focusWithin(upload);
  await press(page, "Escape");
  await upload.waitFor({ state: "detached" });
  await rowOf(page, "A").first().waitFor();
  await focusOn(opener);
  await property.archive();
});

// Covers beyond-4
test("changes, saves and resets a threshold", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const { id, name } = await ownOrganization(page.request, "Keys");
  await page.goto(`/admin/settings?organization_id=${id}&expert=true`);
  await page.getByText("All numbers are their defaults.").waitFor();
  await atRest(page);
  const group = page.getByRole("group", { name: "Continuous" });
  const hours = group.getByLabel("Measured hours looked back on", { exact: true });
  const confirmDialog = dialogOf(page, "Change the leak rules?");
  const save = async () => {
    await enter(page, button(page, "Save"));
    await enter(page, button(confirmDialog, "Save and recalculate"));
    await confirmDialog.waitFor({ state: "detached" });
    await focusWithin(page.getByRole("main"));
  };
  await typeIn(page, hours, "30");
  await save();
  await page.getByText(`The leak rules of ${name} apply from now on.`).first().waitFor();
  await page.getByText("1 number is not its default.").waitFor();
  await enter(page, button(page, "Back to default: Measured hours looked back on"));
  expect(await hours.inputValue()).toBe("24");
  await focusWithin(page.getByRole("main"));
  await save();
  await page.getByText("All numbers are their defaults.").waitFor();

  // Another organization, by a part of its name; the list is not there before somebody goes to it.
  const choice = page.getByRole("combobox", { name: "Organization" });
  await tabTo(page, choice, FAR);
  await press(page, "Control+a");
  await page.keyboard.type("Northl");
  const found = page.getByRole("listbox").getByRole("option");
  await expect.poll(() => found.allInnerTexts()).toEqual(["Northlight Residential"]);
  await press(page, "ArrowDown", "Enter");
  await page.waitForURL((url) => url.searchParams.get("organization_id") !== String(id));
  await focusOn(choice);
});

test("dismisses and restores rejected rows of an import", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const cells = { building: "A", unit: "1", bedrooms: "1", point: "Toilet", serial: "K-1" };
  const property = await ownProperty(page.request, "Keys", [cells]);
  await page.goto(`/admin/data?property_id=${property.id}`);
  await atRest(page);
  const choosing = page.waitForEvent("filechooser");
  await enter(page, button(page, "Choose a file"));
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 30 * 3_600_000).toISOString();
  const text = `serial,hour,gallons\nK-1,${hour},2\nK-TYPO,${hour},3\n`;
  await (await choosing).setFiles({ name: "keys.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await enter(page, button(page, "See what it comes to"));
  await page.getByText("Of 2 rows 1 can be taken, 1 is rejected.").waitFor();
  await enter(page, button(page, "Import 1 row"));
  await page.getByText("Of 2 rows 1 was stored, 1 was rejected.").waitFor();
  await enter(page, button(page, "Correct the rejected rows"));
  await page.waitForURL(/tab=rejected/);
  await enter(page, page.getByLabel("All on this page"), "Space");
  await enter(page, button(page, "Dismiss (1)"));
  const dismissing = dialogOf(page, "Dismiss 1 row?");
  await typeIn(page, dismissing.getByLabel("Reason"), "Noise");
  await enter(page, button(dismissing, "Dismiss"));
  await dismissing.waitFor({ state: "detached" });
  await page.getByText("No row with these filters.").waitFor();
  await focusWithin(page.getByRole("main"));
  await tabTo(page, page.getByRole("tab", { name: /^Rejected rows/ }), FAR);
  await press(page, "End");
  await page.waitForURL(/tab=repairs/);
  await enter(page, button(page, /^Undo: dismissed rejected rows/));
  const undoing = dialogOf(page, "Undo this repair?");
  await undoing.getByText("No figure changes.").waitFor();
  await enter(page, button(undoing, "Undo it"));
  await undoing.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "Undone", exact: true }).waitFor();
  await focusWithin(page.getByRole("main"));
  await property.archive();
});

// Covers beyond-3
test("creates, stores and revokes an API key", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const { id } = await ownOrganization(page.request, "Keys");
  await page.goto(`/admin/settings?organization_id=${id}&tab=api-keys`);
  await atRest(page);
  await enter(page, button(page, "Make a key").first());
  const form = dialogOf(page, "Make an API key");
  await typeIn(page, form.getByLabel("Name"), "Billing");
  await enter(page, form.getByLabel("Portfolio Insights"), "Space");
  await enter(page, button(form, "Make the key"));
  const made = dialogOf(page, "Key of Billing");
  await made.getByText(/^dlk_\S+$/).waitFor();
  await focusWithin(made);
  await enter(page, button(made, "I have stored it"));
  await made.waitFor({ state: "detached" });
  await rowOf(page, "Billing").getByText("Working").waitFor();
  await focusWithin(page.getByRole("main"));
  await enter(page, button(page, "Revoke Billing"));
  const revokeDialog = dialogOf(page, "Revoke the key Billing?");
  await enter(page, button(revokeDialog, "Revoke"));
  await revokeDialog.waitFor({ state: "detached" });
  await rowOf(page, "Billing").getByText("Revoked").waitFor();
  await focusWithin(page.getByRole("main"));
});

test("ends another session on the profile, opened from the user menu", async ({ visit }) => {
  const { request } = await visit({ as: "organizationAdmin" });
  const person = await inviteMember(request);
  const page = await visit();
  await acceptInvitation(page, person);
  await signIn(await visit(), person.email);
  await page.goto("/history");
  await atRest(page);
  await enter(page, button(page, /^User menu/));
  await focusWithin(page.getByRole("menu"));
  const profile = page.getByRole("menuitem", { name: "Profile" });
  for (let step = 0; step < 5 && !(await profile.evaluate((item) => item === document.activeElement)); step += 1) {
    await press(page, "ArrowDown");
  }
  await press(page, "Enter");
  await page.waitForURL("**/profile");
  const list = page.getByRole("region", { name: "Where you are signed in" });
  const rows = list.getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(2);
  await atRest(page);
  await enter(page, list.getByRole("button", { name: /^End .+ from / }));
  const endDialog = dialogOf(page, "End this session?");
  await enter(page, button(endDialog, "End session"));
  await endDialog.waitFor({ state: "detached" });
  await expect.poll(() => rows.count()).toBe(1);
  await focusWithin(page.getByRole("main"));
  const { current_organization_id } = await (await request.get("/v1/me")).json();
  // An open page goes on asking for alerts, and with its user its session ends.
  await page.close();
  await request.delete(`/v1/admin/external/organizations/${current_organization_id}/users/${person.id}`);
});

test("opens an alert from the bell", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-home");
  await atRest(page);
  await enter(page, page.getByRole("link", { name: /^Alerts/ }));
  await page.waitForURL("**/alerts");
  await page.getByRole("heading", { level: 1, name: "Alerts" }).waitFor();
  await atRest(page);
  await tabTo(page, page.getByRole("tab", { name: /^All \d/ }), FAR);
  await press(page, "ArrowRight");
  await page.waitForURL(/about=leaks/);
  await page
    .getByRole("link", { name: /^Open the case: / })
    .first()
    .waitFor();
  await atRest(page);
  await press(page, "j", "Enter");
  await page.waitForURL("**/cases/*");
  await page.goBack();
  expect(addressOf(page).searchParams.get("about")).toBe("leaks");
});
