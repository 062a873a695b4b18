import { expect } from "vitest";
import { boxes, choose, dialog, found, list, type Made, mail, member, property, remove } from "./made-users.ts";
import { addressOf, test } from "./test.ts";

test("a click beside a dialog closes it, but not once something is filled in", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/admin/users");
  const open = page.getByRole("button", { name: "Create User" });
  await open.click();
  const form = dialog(page, "Create User");
  const name = form.getByLabel("First name");
  await name.waitFor();
  await page.mouse.click(5, 450);
  await form.waitFor({ state: "detached" });

  await open.click();
  await name.fill("Nora");
  await page.mouse.click(5, 450);
  await form.getByRole("button", { name: "Create User" }).click();
  await form.getByText("Role is required").waitFor();
  expect(await name.inputValue()).toBe("Nora");
});

// Covers users-3, users-4, users-6, users-8, users-16, users-17
test("staff create, find, edit and delete a user, with the texts of each step", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const email = mail("nora");
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Create User" }).click();
  const form = dialog(page, "Create User");
  await form.getByRole("heading", { name: "User Information" }).waitFor();
  await form.getByRole("heading", { name: "User Access" }).waitFor();
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  await form.getByLabel("First name").fill("Nora");
  await form.getByLabel("Last name").fill("Nyberg");
  await form.getByLabel("Business title").fill("Caretaker");
  await form.getByText("9/80").waitFor();
  await choose(page, "Role", "Organization member");
  await choose(page, "Organization", "Northlight Residential");
  // A new user gets all properties.
  const properties = boxes(page, "Properties");
  await properties.getByRole("checkbox", { name: "Cedar Court" }).waitFor();
  await expect.poll(() => properties.getByRole("checkbox", { name: "All properties" }).isChecked()).toBe(true);
  const made = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/users/external"),
  );
  await form.getByRole("button", { name: "Create User" }).click();
  await form.getByRole("heading", { name: "User created successfully!" }).waitFor();
  const mailed = await (await made).json();
  // Without a mail server nobody receives an email, so none is announced.
  await form.getByText("No mail went out this time: this installation sends none").waitFor();
  const announced = form.getByText(
    "The user will receive an email to set their password and complete the account setup.",
  );
  expect(await announced.count()).toBe(0);
  expect(await form.locator("pre").innerText()).toMatch(/\/invitation#token=/);
  await form.getByRole("button", { name: "Add new user" }).click();
  await expect.poll(() => form.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe("");

  // As a server with a mail server answers.
  await page.route(
    /\/users\/external$/,
    (route) => route.fulfill({ status: 201, json: { ...mailed, invitation_link: null } }),
    { times: 1 },
  );
  await form.getByRole("textbox", { name: "E-mail" }).fill(`mailed-${email}`);
  await choose(page, "Role", "Organization member");
  await choose(page, "Organization", "Northlight Residential");
  await properties.getByRole("checkbox", { name: "Cedar Court" }).waitFor();
  await form.getByRole("button", { name: "Create User" }).click();
  await announced.waitFor();
  expect(await form.getByText("No mail went out").count()).toBe(0);
  await form.getByRole("button", { name: "Add new user" }).click();
  await expect.poll(() => form.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe("");
  await expect.poll(() => page.getByRole("combobox", { name: "Role" }).inputValue()).toBe("");
  await form.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("searchbox", { name: "Search by name or e-mail" }).fill("nyberg");
  await page.getByRole("row", { name: email }).getByText("Invited until").waitFor();
  await expect.poll(() => addressOf(page).searchParams.get("search")).toBe("nyberg");
  await page.getByRole("button", { name: "Edit Nora Nyberg" }).click();
  const edit = dialog(page, "Edit User");
  await edit.getByLabel("Business title").fill("Head caretaker");
  await boxes(page, "Properties").getByRole("checkbox", { name: "Cedar Court" }).uncheck();
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("User Updated Successfully!").waitFor();
  await page.getByText("The changes have been saved without issues.").waitFor();
  await edit.waitFor({ state: "hidden" });
  const saved = await found(page.request, email);
  expect(saved.business_title).toBe("Head caretaker");
  expect(saved.assigned_properties.map(({ name }: { name: string }) => name)).not.toContain("Cedar Court");

  await page.getByRole("button", { name: "Delete Nora Nyberg" }).click();
  const ask = dialog(page, "Delete user");
  await ask.getByText("Are you sure you want to delete this user?").waitFor();
  await ask.getByText("This action cannot be undone.").waitFor();
  await ask.getByRole("button", { name: "Cancel" }).click();
  await ask.waitFor({ state: "hidden" });
  expect((await found(page.request, email)).email).toBe(email);
  await page.getByRole("button", { name: "Delete Nora Nyberg" }).click();
  await ask.getByRole("button", { name: "Delete" }).dblclick();
  await page.getByText("Nobody matches this search and these filters.").waitFor();
  expect(await found(page.request, email)).toBeUndefined();
});

// Covers users-7, users-9, users-10, users-14, admin-forms-1, admin-forms-2, admin-forms-4
test("each rule is shown under its field with the server's message, until corrected", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 4/ });
  const right = {
    email: mail("rule"),
    role: 4,
    permissions: [property],
    organization_id: 1,
    assigned_properties: [1],
  };
  /** What the server says of a field by itself. */
  const fetchFieldError = async (path: string, field: string, change: object) => {
    const answer = await page.request.post(`${list}/${path}`, { data: { ...right, ...change } });
    expect(answer.status()).toBe(422);
    return (await answer.json())[field][0];
  };
  await page.goto("/admin/users?dialog=create");
  const form = dialog(page, "Create User");
  const send = form.getByRole("button", { name: "Create User" });
  const email = form.getByRole("textbox", { name: "E-mail" });
  const title = form.getByLabel("Business title");
  const permissions = boxes(page, "Permissions");
  await send.click();

  const emailError = await fetchFieldError("external", "email", { email: "nobody@" });
  expect(emailError).toBe("Invalid email format");
  await form.getByText(emailError).waitFor();
  // The first wrong field has the focus.
  expect(await email.evaluate((node) => node === document.activeElement)).toBe(true);
  await email.fill("nobody@");
  await email.blur();
  await form.getByText(emailError).waitFor();

  const roleError = await fetchFieldError("external", "role", { role: undefined });
  expect(roleError).toBe("Role is required");
  await form.getByText(roleError).waitFor();
  await choose(page, "Role", "Organization member");
  expect(await form.getByText(roleError).count()).toBe(0);
  expect(await form.getByText(emailError).count(), "what is still wrong is still said").toBe(1);
  await email.fill(right.email);
  expect(await form.getByText(emailError).count()).toBe(0);

  const long = "x".repeat(81);
  const titleError = await fetchFieldError("external", "business_title", { business_title: long });
  expect(titleError).toBe("Business title must be less than 80 characters");
  await title.fill(long);
  await form.getByText("81/80").waitFor();
  await title.blur();
  await form.getByText(titleError).waitFor();
  await title.fill(long.slice(1));
  expect(await form.getByText(titleError).count()).toBe(0);

  const organizationError = await fetchFieldError("external", "organization_id", { organization_id: undefined });
  expect(organizationError).toBe("At least one organization is required");
  await send.click();
  await form.getByText(organizationError).waitFor();
  await choose(page, "Organization", "Northlight Residential");
  expect(await form.getByText(organizationError).count()).toBe(0);

  const propertyError = await fetchFieldError("external", "assigned_properties", { assigned_properties: [] });
  expect(propertyError).toBe("At least one property is required");
  const all = boxes(page, "Properties").getByRole("checkbox", { name: "All properties" });
  await all.uncheck();
  await send.click();
  await form.getByText(propertyError).waitFor();
  await all.check();
  expect(await form.getByText(propertyError).count()).toBe(0);

  const permissionError = await fetchFieldError("external", "permissions", { permissions: [] });
  expect(permissionError).toBe("At least one permission is required");
  for (const name of ["Portfolio Insights", "Property Insights"]) await permissions.getByLabel(name).uncheck();
  await send.click();
  await form.getByText(permissionError).waitFor();
  await permissions.getByLabel("Property Insights").check();
  expect(await form.getByText(permissionError).count()).toBe(0);

  // Staff are given several organizations, and no properties; the other role's places are cleared.
  await choose(page, "Role", "ION staff");
  expect(await permissions.getByLabel("Portfolio Insights").isChecked(), "all permissions again").toBe(true);
  expect(await boxes(page, "Properties").count()).toBe(0);
  await send.click();
  const staff = { email: right.email, role: 2, permissions: [property], assigned_organizations: [] };
  const answer = await page.request.post(`${list}/staff`, { data: staff });
  expect((await answer.json()).assigned_organizations[0]).toBe(organizationError);
  await form.getByText(organizationError).waitFor();
  await boxes(page, "Organizations").getByRole("checkbox", { name: "Northlight Residential" }).check();
  expect(await form.getByText(organizationError).count()).toBe(0);
  await choose(page, "Role", "Organization admin");
  expect(await page.getByRole("combobox", { name: "Organization" }).inputValue()).toBe("");
});

// Covers users-5, users-8, users-15, users-18
test("a registered email is reported, keeps the input, and can be added to another organization", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (409|500)/ });
  const olga = await member(page.request, "olga", { first_name: "Olga" });
  await page.goto("/admin/users?dialog=create");
  const form = dialog(page, "Create User");
  await form.getByRole("textbox", { name: "E-mail" }).fill(olga.email.toUpperCase());
  await choose(page, "Role", "Organization member");
  await choose(page, "Organization", "Halvorsen Property Group");
  await boxes(page, "Properties").getByRole("checkbox", { name: "Birch Hill" }).waitFor();
  await page.route(`**${list}/external`, (route) => route.fulfill({ status: 500, body: "{}" }));
  const send = form.getByRole("button", { name: "Create User" });
  await send.click();
  await form.getByRole("heading", { name: "Error Creating User" }).waitFor();
  await form.getByText("An unexpected error occurred. Please try again.").waitFor();
  await page.unroute(`**${list}/external`);
  await form.getByRole("button", { name: "Try again" }).click();
  expect(await form.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe(olga.email.toUpperCase());
  await send.click();
  await form.getByRole("heading", { name: "Account Already Exists!" }).waitFor();
  await form.getByText("An account is already registered with this email address.").waitFor();
  await form.getByRole("button", { name: "Add to this organization" }).click();
  await page.getByText("Olga is in Halvorsen Property Group now.").waitFor();
  await dialog(page, "Invitation").getByRole("button", { name: "Close" }).last().click();
  const { assigned_organizations } = await found(page.request, olga.email);
  expect(assigned_organizations.map(({ id }: Made) => id).toSorted()).toEqual([1, 2]);

  // In two organizations each is changed by itself.
  await page.goto(`/admin/users?search=${olga.email}&dialog=edit&of=${olga.id}`);
  const edit = dialog(page, "Edit User");
  const ticked = (organization: string, name: string) =>
    expect.poll(() =>
      edit.getByRole("group", { name: organization }).getByRole("checkbox", { name, exact: true }).isChecked(),
    );
  await ticked("Halvorsen Property Group", "Birch Hill").toBe(true);
  await ticked("Northlight Residential", "Harbor Mill Lofts").toBe(false);

  // With two roles nobody edits them: the reason stands there.
  await page.request.patch(`${list}/external/${olga.id}`, { data: { organization_id: 2, role: 3 } });
  await page.goto(`/admin/users?search=${olga.email}`);
  const button = page.getByRole("button", { name: "Edit Olga" });
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  await button.focus();
  await page
    .getByRole("tooltip", { name: /^Users with more than one role cannot be edited\. .* revoke .* first\.$/ })
    .waitFor();
  await remove(page.request, olga);
});

// Covers users-13, users-15, users-16, users-17
test("an organization's admin has no organization field, and revokes access instead of deleting, except their own", async ({
  visit,
}) => {
  const page = await visit({ as: "organizationAdmin" });
  const me = await (await page.request.get("/v1/me")).json();
  const own = `/v1/admin/external/organizations/${me.current_organization_id}`;
  const name = me.organizations.find(({ id }: Made) => id === me.current_organization_id).name;
  const email = mail("rosa");
  await page.goto("/admin/users");
  await page.getByText(`Users of ${name}`).waitFor();
  expect(await page.getByRole("button", { name: "Organization", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Create User" }).click();
  const form = dialog(page, "Create User");
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  await form.getByLabel("First name").fill("Rosa");
  expect(await page.getByRole("combobox", { name: "Organization" }).count()).toBe(0);
  await form.getByText(name).waitFor();
  await page.getByRole("combobox", { name: "Role" }).click();
  expect(await page.getByRole("listbox").getByRole("option").allInnerTexts()).toEqual([
    "Organization admin",
    "Organization member",
  ]);
  await page.getByRole("option", { name: "Organization member" }).click();
  // While the list closes, it moves the focus, and a press of the button below it may be lost.
  await page.getByRole("listbox").waitFor({ state: "hidden" });
  await form.getByRole("button", { name: "Create User" }).dblclick();
  await form.getByRole("heading", { name: "User created successfully!" }).waitFor();
  await form.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("searchbox").fill(email);
  await page.getByRole("button", { name: "Invite Rosa again" }).click();
  await dialog(page, "Invite again").getByRole("button", { name: "Invite again" }).click();
  expect(await dialog(page, "Invitation").locator("pre").innerText()).toMatch(/\/invitation#token=/);
  await dialog(page, "Invitation").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Revoke access of Rosa" }).click();
  const ask = dialog(page, "Revoke access");
  await ask.getByText("Are you sure you want to delete this user?").waitFor();
  await ask.getByText("The account itself stays, with other organizations that it is in.").waitFor();
  await ask.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Access Revoked").waitFor();
  const left = await (await page.request.get(`${own}/users?search=${email}`)).json();
  expect(left.count).toBe(0);

  await page.getByRole("searchbox").fill("orgadmin@");
  const button = page.getByRole("button", { name: "Revoke access of Oscar Rivers" });
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  await button.focus();
  await page.getByRole("tooltip", { name: "You cannot remove yourself. Ask another administrator." }).waitFor();
  await page.keyboard.press("Enter");
  expect(addressOf(page).searchParams.get("dialog")).toBeNull();

  // With one property there is nothing to choose.
  await page.route(`**/v1/organizations/${me.current_organization_id}/properties`, (route) =>
    route.fulfill({ json: [{ id: 1, name: "Only House" }] }),
  );
  await page.goto("/admin/users?dialog=create");
  await form.getByText("Only House").waitFor();
  expect(await boxes(page, "Properties").count()).toBe(0);
  // The account has nothing left; staff delete it.
  const admin = await visit({ as: "admin" });
  await remove(admin.request, await found(admin.request, email));
});

// Covers users-1, users-2, users-20
test("filters are in the URL; hostile names are text, also in cards; at most two names are shown", async ({
  visit,
}) => {
  const page = await visit({ as: "admin", viewport: { width: 360, height: 740 } });
  const hostile = '<img src=x onerror="document.title=1">"\'--';
  const eve = await member(page.request, "eve", {
    first_name: hostile,
    last_name: "=HYPERLINK(1)",
    business_title: "<script>",
    assigned_properties: [1, 2, 3, 4],
  });
  await page.goto(`/admin/users?search=${eve.email}&role=4&organization_id=1&property_id=2`);
  const card = page.getByRole("listitem").filter({ hasText: eve.email });
  await card.getByText(`${hostile} =HYPERLINK(1)`).waitFor();
  for (const chip of ["Organization: Northlight Residential", "Property: Cedar Court", "Role: Organization member"]) {
    await page.getByRole("button", { name: `Remove filter ${chip}` }).waitFor();
  }
  await card.getByText("More").click();
  await card.getByText("Cedar Court, Harbor Mill Lofts").waitFor();
  await card.getByText("+2", { exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole("button", { name: "Remove filter Role: Organization member" }).click();
  expect(addressOf(page).searchParams.get("role")).toBeNull();
  // A card leads to the form, which has what a row offers.
  await card.getByText(eve.email).click();
  const edit = dialog(page, "Edit User");
  expect(await edit.getByLabel("First name").inputValue()).toBe(hostile);
  await edit.getByRole("button", { name: "Delete" }).click();
  await dialog(page, "Delete user").getByText(hostile).waitFor();
  await dialog(page, "Delete user").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Nobody matches").waitFor();
  expect(await page.title()).toBe("User Management · Dripline");
  await page.getByRole("button", { name: "Reset filters" }).first().click();
  await page.getByRole("listitem").first().waitFor();
  expect([...addressOf(page).searchParams.keys()]).toEqual([]);
});
