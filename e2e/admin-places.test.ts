import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { OrganizationRow, PropertyRow } from "../contract/inventory/inventory.ts";
import { accounts, fillLogin, password } from "./accounts.ts";
import { addressOf, atRest, test } from "./test.ts";

const organizations = "/v1/admin/staff/inventory/organizations";
const properties = `${organizations}/properties`;
/** A name that runs where it is not shown as text, and that no other test has. */
const own = (prefix: string) => `${prefix} <img src=x onerror=alert(1)> ${Date.now()}`;

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const press = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** A property of the test's own. The test archives it. */
async function ownProperty(page: Page, prefix: string): Promise<PropertyRow> {
  const { results }: { results: OrganizationRow[] } = await (await page.request.get(organizations)).json();
  const organization_id = results.find(({ is_default }) => is_default)?.id;
  const data = { organization_id, name: own(prefix), street: "1 Elm St", time_zone: "America/Chicago" };
  return (await page.request.post(properties, { data })).json();
}

async function propertyNow(page: Page, name: string): Promise<PropertyRow | undefined> {
  const answer = await page.request.get(`${properties}?search=${encodeURIComponent(name)}`);
  const { results }: { results: PropertyRow[] } = await answer.json();
  return results[0];
}

// Covers organizations-2, organizations-3, organizations-4, admin-forms-7, admin-forms-8
test("an organization is added, renamed after a conflict, and made the default", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (409|422)/ });
  await page.goto("/admin/organizations");
  const headers = ["Organization Name", "Properties", "Units", "View Properties", "Edit"];
  const usual = rowOf(page, "Default Organization");
  await usual.waitFor();
  expect(await page.getByRole("columnheader").allInnerTexts()).toEqual(headers);
  const usualName = await usual.getByRole("strong").innerText();

  await page.getByRole("button", { name: "Add an organization" }).click();
  const name = page.getByRole("dialog").getByLabel("Name");
  await press(page, "Add");
  await page.getByText("Give a name.").waitFor();
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill(usualName.toUpperCase());
  await press(page, "Add");
  await page.getByText("Another organization has this name. Choose another one.").waitFor();
  expect(await name.inputValue()).toBe(usualName.toUpperCase());
  const [first, second, third] = [own("Zz"), own("Zy"), own("Zx")];
  await name.fill(first);
  await press(page, "Add");
  await toast(page, `${first} is in the list. Now assign its properties.`);

  await page.getByLabel("Search by name").fill(first);
  await rowOf(page, first).getByRole("button", { name: "Edit" }).click();
  const editing = dialogOf(page, `Edit ${first}`);
  await editing.waitFor();
  const { results }: { results: OrganizationRow[] } = await (
    await page.request.get(`${organizations}?search=${encodeURIComponent(first)}`)
  ).json();
  const id = results[0]?.id;
  await page.request.patch(`${organizations}/${id}`, { data: { name: second } });
  await name.fill(third);
  await press(page, "Save");
  await page.getByText(`Name is now: ${second}. You changed it too`).waitFor();
  expect(await name.inputValue()).toBe(third);
  await press(page, "Load it, and keep what I typed");
  await press(page, "Save");
  await toast(page, `It is called ${third} from now on.`);

  for (const [wanted, search] of [
    [third, third],
    [usualName, usualName],
  ] as const) {
    await page.goto(`/admin/organizations?search=${encodeURIComponent(search)}`);
    await rowOf(page, wanted).getByRole("button", { name: "Edit" }).click();
    await press(page, "Make it the default");
    await dialogOf(page, `Make ${wanted} the default?`).waitFor();
    await page.getByText("Nothing that is there already moves.").waitFor();
    await press(page, "Make it the default");
    await rowOf(page, wanted).getByText("Default Organization").waitFor();
  }
  await page.goto(`/admin/organizations?search=${encodeURIComponent(third)}`);
  await rowOf(page, third).waitFor();
  expect(await page.getByText("Default Organization").count()).toBe(0);
  await page.getByRole("link", { name: `View Properties of ${third}` }).click();
  await page.getByText("No property with these filters.").waitFor();
  expect(addressOf(page).searchParams.get("organization_id")).toBe(String(id));
});

// Covers admin-properties-4, admin-forms-8, admin-forms-9, admin-forms-10, admin-forms-11
test("a property is added with validation, opened, and its time zone fixed by readings", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const taken = await ownProperty(page, "Taken");
  const name = own("Zz House");
  await page.goto("/admin/properties?dialog=add-property");
  const form = dialogOf(page, "Add a property");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.getByText("Give a name.").waitFor();
  await form.getByText("Choose the time zone.").waitFor();
  await form.getByLabel("Contact e-mail").fill("office@elm");
  await form.getByLabel("ZIP code").fill("1".repeat(21));
  await form.getByLabel("City").fill("Austin");
  await form.getByText("Write an e-mail address, or leave it empty.").waitFor();
  await form.getByText("Write at most 20 characters.").waitFor();
  await form.getByLabel("Contact e-mail").fill("office@elm-court.example");
  await form.getByLabel("ZIP code").fill("78704");
  await form.getByRole("combobox", { name: "Time zone" }).fill("chicago");
  await page.getByRole("option", { name: "Central (America/Chicago)" }).click();
  await form.getByLabel("Name", { exact: true }).fill(taken.name);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.getByText("Another property here has this name. Choose another one.").waitFor();
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByRole("button", { name: "Add", exact: true }).dblclick();
  await page.waitForURL(/\/admin\/properties\/\d+/);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  const made = await propertyNow(page, name);
  expect(made).toMatchObject({ city: "Austin", zip_code: "78704", time_zone: "America/Chicago", units_count: 0 });

  await page.goto(`/admin/properties?dialog=property&of=${made?.id}`);
  const editing = dialogOf(page, `Edit ${name}`);
  expect(await editing.getByRole("combobox", { name: "Time zone" }).isEnabled()).toBe(true);
  const { results }: { results: PropertyRow[] } = await (await page.request.get(`${properties}?page_size=50`)).json();
  const measured = results.find(({ has_readings }) => has_readings);
  await page.goto(`/admin/properties?dialog=property&of=${measured?.id}`);
  const zone = dialogOf(page, `Edit ${measured?.name}`).getByRole("combobox", { name: "Time zone" });
  expect(await zone.isDisabled()).toBe(true);
  await page.getByText(/It has readings by the days of .*, so its time zone stays\./).waitFor();
  for (const row of [taken, made]) await page.request.post(`${properties}/${row?.id}/archive`);
});

// Covers admin-properties-1, admin-properties-2
test("properties selected on two pages are assigned, with a summary of the move", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const one = await ownProperty(page, "Aa one");
  const other = await ownProperty(page, "Zz other");
  const name = own("Zz owner");
  await page.request.post(organizations, { data: { name } });
  await page.goto("/admin/properties?ordering=-name");
  const assign = page.getByRole("button", { name: "Assign to an organization" });
  await rowOf(page, other.name).getByRole("checkbox").check();
  await page.getByText("1 selected", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Property Name" }).click();
  await page.getByText("1 selected, 1 not on this page").waitFor();
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByText("11 selected, 1 not on this page").waitFor();
  await page.getByRole("checkbox", { name: "Select this page" }).uncheck();
  await rowOf(page, one.name).getByRole("checkbox").check();

  await assign.click();
  const form = dialogOf(page, "Assign 2 properties");
  await form.getByRole("button", { name: "Assign", exact: true }).click();
  await form.getByText("Choose the organization.").waitFor();
  await form.getByRole("combobox").fill(name);
  await page.getByRole("option", { name }).click();
  const formText = await form.innerText();
  expect(formText).toContain("all history");
  expect(formText).toContain(`Everybody at ${one.organization_name}, from their next click on:`);
  expect(formText).toContain(`The admins of ${name} at once`);
  await form.getByRole("button", { name: "Assign", exact: true }).click();
  await toast(page, `2 properties belong to ${name} now.`);
  expect((await propertyNow(page, one.name))?.organization_name).toBe(name);
  expect((await propertyNow(page, other.name))?.organization_name).toBe(name);
  await page.getByText("Select properties first.").waitFor();
  expect(await assign.getAttribute("aria-disabled")).toBe("true");

  await page.goto(`/admin/properties?search=${encodeURIComponent(one.name)}`);
  await rowOf(page, one.name).getByRole("checkbox").check();
  await assign.click();
  await page.getByRole("dialog").getByRole("combobox").click();
  await page.getByRole("option", { name: "No organization" }).click();
  await page.getByText("Only IONAdmins. Readings are still taken in.").waitFor();
  await press(page, "Assign");
  await page.getByRole("tab", { name: "Unassigned" }).click();
  await rowOf(page, one.name).getByText("No organization").waitFor();
  for (const { id } of [one, other]) await page.request.post(`${properties}/${id}/archive`);
});

// Covers admin-properties-1, admin-properties-3
test("a property is archived and restored after an explanation", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const { id, name } = await ownProperty(page, "Zz gone");
  await page.goto(`/admin/properties?search=${encodeURIComponent(name)}`);
  await rowOf(page, name).waitFor();
  const headers = ["Select", "Property Name", "Address", "Buildings", "Units", "Organization", "Edit"];
  expect(await page.getByRole("columnheader").allInnerTexts()).toEqual(headers);
  await rowOf(page, name).getByRole("button", { name: "Edit" }).click();
  await press(page, "Archive");
  await dialogOf(page, `Archive ${name}?`).getByText("is hidden and left out of every total").waitFor();
  await page.getByText("What was measured until now stays").waitFor();
  await press(page, "Archive");
  await page.getByText("No property with these filters.").waitFor();
  await page.getByRole("tab", { name: "Archived" }).click();
  await rowOf(page, name).getByRole("button", { name: "Restore" }).click();
  await press(page, "Restore");
  await toast(page, `${name} is in use again.`);
  await page.getByRole("tab", { name: "In use" }).click();
  await rowOf(page, name).getByText(name).click();
  await page.waitForURL(`**/admin/properties/${id}`);
  await page.getByText("A property has at least one building").waitFor();
  await atRest(page);
  await page.request.post(`${properties}/${id}/archive`);
});

// Covers admin-properties-5
test("the second of two editors of a property keeps the input and sees the saved values", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 409/ });
  const { id, name } = await ownProperty(page, "Zz both");
  await page.goto(`/admin/properties?search=${encodeURIComponent(name)}&dialog=property&of=${id}`);
  const form = dialogOf(page, `Edit ${name}`);
  await form.getByLabel("Street").fill("2 Elm St");
  await page.request.patch(`${properties}/${id}`, { data: { street: "3 Elm St", city: "Austin" } });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Somebody else changed this meanwhile.").waitFor();
  await form.getByText("Street is now: 3 Elm St. You changed it too").waitFor();
  await form.getByText("City is now: Austin").waitFor();
  await form.getByRole("button", { name: "Load it, and keep what I typed" }).click();
  expect(await form.getByLabel("Street").inputValue()).toBe("2 Elm St");
  expect(await form.getByLabel("City").inputValue()).toBe("Austin");
  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "is updated on every screen.");
  expect(await propertyNow(page, name)).toMatchObject({ street: "2 Elm St", city: "Austin" });
  await page.request.post(`${properties}/${id}/archive`);
});

test("what is typed when the session ends undoes no change that somebody else made since", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 401/ });
  const other = await visit({ as: "admin" });
  const { id, name } = await ownProperty(page, "Zz later");
  await page.goto(`/admin/properties?search=${encodeURIComponent(name)}&dialog=property&of=${id}`);
  const form = dialogOf(page, `Edit ${name}`);
  await form.getByLabel("Street").fill("2 Elm St");
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await other.request.patch(`${properties}/${id}`, { data: { city: "Austin" } });
  await fillLogin(page, accounts.admin, password);
  await form.getByText("What you typed is back").waitFor();
  await form.getByText("City is now: Austin").waitFor();
  expect(await form.getByLabel("Street").inputValue()).toBe("2 Elm St");
  // Saved without a look at it: only what was typed is sent.
  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "is updated on every screen.");
  expect(await propertyNow(page, name)).toMatchObject({ street: "2 Elm St", city: "Austin" });
  await page.request.post(`${properties}/${id}/archive`);
});

// Covers organizations-1
test("only IONAdmins open organizations and properties", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  for (const path of ["/admin/organizations", "/admin/properties"]) {
    await page.goto(path);
    await page.waitForURL((url) => !url.pathname.startsWith("/admin/"));
  }
});
