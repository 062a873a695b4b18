import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { accounts, fillLogin, password } from "./accounts.ts";
import { found, list, type Made, mail, member, property, remove } from "./made-users.ts";
import { choose as chooseByKeys, enter, FAR, focusOn, tabTo, typeIn } from "./tab-to.ts";
import { test } from "./test.ts";

const NORTHLIGHT = "Northlight Residential";
const HALVORSEN = "Halvorsen Property Group";
const NEW = "New organization";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
/** The part of the form for an organization. */
const part = (form: Locator, name: string) => form.getByRole("group", { name, exact: true });
const add = (form: Locator) => form.getByRole("button", { name: "Add organization" });

async function choose(page: Page, within: Locator, field: string, option: string): Promise<void> {
  await within.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

const access = async (page: Page, email: string) => {
  const { memberships } = await found(page.request, email);
  return memberships.map(
    (one: {
      organization: { name: string };
      role: { name: string };
      permissions: object[];
      assigned_properties: Made[];
    }) => [one.organization.name, one.role.name, one.permissions.length, one.assigned_properties.length],
  );
};

// Covers users-10
test("creates a user in two organizations at once, each with permissions and properties", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const email = mail("twice");
  await page.goto("/admin/users?dialog=create");
  const form = dialog(page, "Create User");
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  expect(await add(form).count(), "before a role is chosen").toBe(0);
  await choose(page, form, "Role", "Organization member");
  await choose(page, form, "Organization", NORTHLIGHT);
  await form.getByRole("checkbox", { name: "Cedar Court" }).uncheck();
  await add(form).click();
  const second = part(form, NEW);
  expect(await second.getByRole("combobox", { name: "Role" }).inputValue()).toBe("Organization member");
  await second.getByRole("combobox", { name: "Organization" }).click();
  expect(await page.getByRole("option", { name: NORTHLIGHT }).count(), "each organization once").toBe(0);
  await page.getByRole("option", { name: HALVORSEN, exact: true }).click();
  const halvorsen = part(form, HALVORSEN);
  await halvorsen.getByRole("checkbox", { name: "Birch Hill" }).waitFor();
  await expect.poll(() => halvorsen.getByRole("checkbox", { name: "All properties" }).isChecked()).toBe(true);
  await halvorsen.getByRole("checkbox", { name: "Portfolio Insights" }).uncheck();
  expect(await part(form, NORTHLIGHT).getByRole("checkbox", { name: "Portfolio Insights" }).isChecked()).toBe(true);
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(new URL(request.url()).pathname));
  await form.getByRole("button", { name: "Create User" }).click();
  await form.getByRole("heading", { name: "User created successfully!" }).waitFor();
  expect(calls).toEqual([`${list}/external`]);
  const made = await found(page.request, email);
  expect(await access(page, email)).toMatchObject([
    [HALVORSEN, "organization member", 1, made.memberships[0].assigned_properties.length],
    [NORTHLIGHT, "organization member", 2, made.memberships[1].assigned_properties.length],
  ]);
  const names = made.assigned_properties.map(({ name }: { name: string }) => name);
  expect([names.includes("Birch Hill"), names.includes("Cedar Court")]).toEqual([true, false]);
  await form.getByRole("button", { name: "Add new user" }).click();
  expect(await add(form).count(), "the next user begins with one").toBe(0);
  await remove(page.request, made);
});

// Covers users-11
test("each rule is shown in its organization's section, and a rejected one saves nothing", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const email = mail("rules");
  await page.goto("/admin/users?dialog=create");
  const form = dialog(page, "Create User");
  const send = form.getByRole("button", { name: "Create User" });
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  await choose(page, form, "Role", "Organization member");
  await choose(page, form, "Organization", NORTHLIGHT);
  await add(form).click();
  // By its key: the list of the field that now has the focus may be open above the button.
  await send.press("Enter");
  await part(form, NEW).getByText("At least one organization is required").waitFor();
  expect(await part(form, NORTHLIGHT).getByText("At least one").count()).toBe(0);
  await focusOn(part(form, NEW).getByRole("combobox", { name: "Organization" }));
  await choose(page, part(form, NEW), "Organization", HALVORSEN);
  const halvorsen = part(form, HALVORSEN);
  expect(await halvorsen.getByText("At least one").count()).toBe(0);
  await halvorsen.getByRole("checkbox", { name: "All properties" }).uncheck();
  for (const name of ["Portfolio Insights", "Property Insights"]) {
    await halvorsen.getByRole("checkbox", { name }).uncheck();
  }
  await send.click();
  await halvorsen.getByText("At least one property is required").waitFor();
  await halvorsen.getByText("At least one permission is required").waitFor();
  expect(await part(form, NORTHLIGHT).getByText("At least one").count()).toBe(0);
  await halvorsen.getByRole("checkbox", { name: "All properties" }).check();
  await halvorsen.getByRole("checkbox", { name: "Property Insights" }).check();
  expect(await form.getByText("At least one").count()).toBe(0);

  // What the server rejects of one organization stands in its part, too.
  await page.route(
    `**${list}/external`,
    (route) => {
      const body = route.request().postDataJSON();
      body.further_memberships[0].assigned_properties.push(1);
      return route.continue({ postData: body });
    },
    { times: 1 },
  );
  await send.click();
  await form.getByRole("heading", { name: "Error Creating User" }).waitFor();
  await form.getByText("There is no such property.").waitFor();
  expect(await found(page.request, email)).toBeUndefined();
  await form.getByRole("button", { name: "Try again" }).click();
  await part(form, HALVORSEN).getByText("There is no such property.").waitFor();

  // An added organization can be removed from the form; changing between staff and other roles removes all of them.
  await part(form, HALVORSEN)
    .getByRole("button", { name: `Remove ${HALVORSEN}` })
    .click();
  await focusOn(add(form));
  expect(await form.getByRole("combobox", { name: "Organization" }).inputValue()).toBe(NORTHLIGHT);
  await add(form).click();
  await choose(page, part(form, NORTHLIGHT), "Role", "ION staff");
  expect(await form.getByRole("combobox", { name: "Organization" }).count()).toBe(0);
  expect(await add(form).count()).toBe(0);
});

// Covers users-11
test("adds a second organization to a user, changes both at once, and removes one", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const wade = await member(page.request, "wade", { first_name: "Wade" });
  const address = `/admin/users?search=${wade.email}&dialog=edit&of=${wade.id}`;
  await page.goto(address);
  const edit = dialog(page, "Edit User");
  expect(await edit.getByRole("button", { name: "Remove from this organization" }).count()).toBe(0);
  await add(edit).click();
  await choose(page, part(edit, NEW), "Organization", HALVORSEN);
  // Of an organization that a user is not in yet they have no properties.
  await edit.getByRole("button", { name: "Save" }).click();
  await part(edit, HALVORSEN).getByText("At least one property is required").waitFor();
  await part(edit, HALVORSEN).getByRole("checkbox", { name: "Birch Hill" }).check();
  await edit.getByLabel("First name").fill("Waldo");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("User Updated Successfully!").waitFor();
  // Without a mail server the new link is handed on.
  await dialog(page, "Invitation").getByRole("button", { name: "Close" }).last().click();
  expect(await access(page, wade.email)).toEqual([
    [HALVORSEN, "organization member", 1, 1],
    [NORTHLIGHT, "organization member", 1, 2],
  ]);

  // Another role in both is one change: with two roles nobody edits them.
  await page.goto(address);
  const notice =
    "Users with more than one role cannot be edited: with these roles an organization can only be taken away again.";
  await choose(page, part(edit, HALVORSEN), "Role", "Organization admin");
  await edit.getByText(notice).waitFor();
  await choose(page, part(edit, NORTHLIGHT), "Role", "Organization admin");
  expect(await edit.getByText(notice).count()).toBe(0);
  await edit.getByRole("button", { name: "Save" }).click();
  await dialog(page, "Invitation").getByRole("button", { name: "Close" }).last().click();
  expect((await access(page, wade.email)).map(([, role]: string[]) => role)).toEqual([
    "organization admin",
    "organization admin",
  ]);

  await page.goto(address);
  await edit.getByLabel("Last name").fill("Kept");
  const leave = part(edit, HALVORSEN).getByRole("button", { name: "Remove from this organization" });
  await leave.click();
  const ask = dialog(page, "Remove from this organization");
  await ask.getByText("Are you sure you want to delete this user?").waitFor();
  await ask.getByText("This action cannot be undone.").waitFor();
  await ask.getByText(`is deleted from ${HALVORSEN}`).waitFor();
  await ask.getByRole("button", { name: "Cancel" }).click();
  await leave.click();
  await ask.getByRole("button", { name: "Delete" }).dblclick();
  await page.getByText(`Waldo no longer sees ${HALVORSEN}.`).waitFor();
  // What was typed meanwhile is still there, and saved on top of it.
  expect(await edit.getByRole("combobox", { name: "Organization" }).inputValue()).toBe(NORTHLIGHT);
  expect(await edit.getByLabel("Last name").inputValue()).toBe("Kept");
  await edit.getByRole("button", { name: "Save" }).click();
  await edit.waitFor({ state: "detached" });
  expect((await found(page.request, wade.email)).last_name).toBe("Kept");
  expect(await access(page, wade.email)).toEqual([[NORTHLIGHT, "organization admin", 1, 2]]);
  await remove(page.request, wade);
});

test("a user with two roles cannot be edited until one organization is removed", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const ruth = await member(page.request, "ruth", { first_name: "Ruth" });
  const memberships = [
    { organization_id: 1, role: 4, permissions: [property], assigned_properties: [1] },
    { organization_id: 2, role: 3, permissions: [property], assigned_properties: [] },
  ];
  const properties = await (await page.request.get("/v1/organizations/2/properties")).json();
  memberships[1]?.assigned_properties.push(properties[0].id);
  const changed = await page.request.patch(`${list}/external/${ruth.id}`, { data: { memberships } });
  expect(changed.status(), await changed.text()).toBe(200);
  await page.goto(`/admin/users?search=${ruth.email}&dialog=edit&of=${ruth.id}`);
  const edit = dialog(page, "Edit User");
  await edit.getByText("Users with more than one role cannot be edited.").waitFor();
  const ways = edit.getByRole("button", { name: "Remove from this organization" });
  expect(await ways.count()).toBe(2);
  await ways.first().click();
  const ask = dialog(page, "Remove from this organization");
  await ask.getByText(`Ruth (${ruth.email}) is deleted from ${HALVORSEN}`).waitFor();
  await ask.getByRole("button", { name: "Delete" }).click();
  await page.getByText(`Ruth no longer sees ${HALVORSEN}.`).waitFor();
  await page.getByRole("button", { name: "Edit Ruth" }).click();
  expect(await edit.getByLabel("First name").inputValue()).toBe("Ruth");
  await remove(page.request, ruth);
});

// Covers users-18
test("an existing account gets all organizations of the form that it lacks", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 409/ });
  const otto = await member(page.request, "otto", { first_name: "Otto" });
  await page.goto("/admin/users?dialog=create");
  const form = dialog(page, "Create User");
  await form.getByRole("textbox", { name: "E-mail" }).fill(otto.email);
  await choose(page, form, "Role", "Organization member");
  await choose(page, form, "Organization", NORTHLIGHT);
  await add(form).click();
  await choose(page, part(form, NEW), "Organization", HALVORSEN);
  await part(form, HALVORSEN).getByRole("checkbox", { name: "Birch Hill" }).waitFor();
  await form.getByRole("button", { name: "Create User" }).click();
  await form.getByRole("heading", { name: "Account Already Exists!" }).waitFor();
  await form.getByText(`It is Otto. They can be added to ${HALVORSEN} as Organization member`).waitFor();
  const primary = form.locator("button[data-variant='filled']");
  await expect.poll(() => primary.allInnerTexts()).toEqual(["Add to this organization"]);
  await primary.click();
  await page.getByText(`Otto is in ${HALVORSEN} now.`).waitFor();
  const kept = (await access(page, otto.email)).find(([name]: string[]) => name === NORTHLIGHT);
  expect(kept, "what it is elsewhere stays").toEqual([NORTHLIGHT, "organization member", 1, 2]);
  await remove(page.request, otto);
});

test("selects two organizations on a phone by keyboard, and keeps the choice after the session ended", async ({
  visit,
}) => {
  const page = await visit({ as: "admin", viewport: { width: 360, height: 740 }, expects: /status of 401/ });
  const email = mail("keys");
  await page.goto("/admin/users?dialog=create");
  const form = dialog(page, "Create User");
  await typeIn(page, form.getByRole("textbox", { name: "E-mail" }), email);
  await chooseByKeys(page, form.getByRole("combobox", { name: "Role" }), "Organization member");
  await chooseByKeys(page, form.getByRole("combobox", { name: "Organization" }), NORTHLIGHT);
  await form.getByRole("checkbox", { name: "Cedar Court" }).waitFor();
  await enter(page, add(form));
  await focusOn(part(form, NEW).getByRole("combobox", { name: "Organization" }));
  await chooseByKeys(page, part(form, NEW).getByRole("combobox", { name: "Organization" }), HALVORSEN);
  const birch = part(form, HALVORSEN).getByRole("checkbox", { name: "Birch Hill" });
  await birch.waitFor();
  await enter(page, birch, "Space");
  expect(await birch.isChecked()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const right = await form.evaluate((node) =>
    Math.max(...[...node.querySelectorAll("*")].map((one) => one.getBoundingClientRect().right)),
  );
  expect(right, "nothing stands out of the dialog").toBeLessThanOrEqual(360);

  await tabTo(page, form.getByRole("button", { name: "Create User" }), FAR);
  // At once, before a call of the page itself finds out that the session is over.
  await page.context().clearCookies();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login?**");
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await form.waitFor({ state: "detached" });
  await fillLogin(page, accounts.admin, password);
  await form.getByText("What you typed is back").waitFor();
  expect(await birch.isChecked()).toBe(false);
  await enter(page, form.getByRole("button", { name: "Create User" }));
  await form.getByRole("heading", { name: "User created successfully!" }).waitFor();
  const made = await found(page.request, email);
  expect(made.permissions.some(({ name }: { name: string }) => name === property)).toBe(true);
  expect(made.memberships.length).toBe(2);
  await remove(page.request, made);
});
