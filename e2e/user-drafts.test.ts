import { expect } from "vitest";
import { accounts, fillLogin, password } from "./accounts.ts";
import { boxes, choose, dialog, found, list, type Made, mail, member, remove } from "./made-users.ts";
import { test } from "./test.ts";

// Covers users-6, users-19
test("the second of two admins who edit a user sees the conflict and loses nothing", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (409|500)/ });
  const paul = await member(page.request, "paul", { first_name: "Paul", business_title: "Porter" });
  await page.goto(`/admin/users?search=${paul.email}&dialog=edit&of=${paul.id}`);
  const edit = dialog(page, "Edit User");
  await edit.getByLabel("First name").fill("Paulus");
  await edit.getByLabel("Business title").fill("Night porter");
  await page.request.patch(`${list}/external/${paul.id}`, {
    data: { organization_id: 1, business_title: "Day porter", assigned_properties: [2] },
  });
  await edit.getByRole("button", { name: "Save" }).click();
  await edit.getByText(/^admin@dripline\.example changed this user meanwhile/).waitFor();
  await page.getByText("Error Updating User!").waitFor();
  await edit.getByText("Business title is now: Day porter. You changed it too").waitFor();
  await edit.getByText("Properties is now: Cedar Court").waitFor();
  expect((await found(page.request, paul.email)).first_name).toBe("Paul");
  await edit.getByRole("button", { name: "Load it, and keep what I typed" }).click();
  expect(await edit.getByLabel("First name").inputValue()).toBe("Paulus");

  // A failure of another kind keeps all of it, too.
  await page.route(`**${list}/external/${paul.id}`, (route) => route.fulfill({ status: 500, body: "{}" }));
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("An unexpected error occurred. Please try again.").first().waitFor();
  await edit.getByText("The server could not answer. Try again.").waitFor();
  await page.unroute(`**${list}/external/${paul.id}`);
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("User Updated Successfully!").waitFor();
  const after = await found(page.request, paul.email);
  expect([after.first_name, after.business_title]).toEqual(["Paulus", "Night porter"]);
  expect(after.assigned_properties.map(({ id }: Made) => id)).toEqual([2]);
  await remove(page.request, paul);
});

test("restores unsaved input after the session ended", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 401/ });
  const email = mail("late");
  await page.goto("/admin/users?dialog=create");
  const form = dialog(page, "Create User");
  await form.getByRole("textbox", { name: "E-mail" }).fill(email);
  await form.getByLabel("Last name").fill("Late");
  await choose(page, "Role", "Organization member");
  await choose(page, "Organization", "Northlight Residential");
  await boxes(page, "Properties").getByRole("checkbox", { name: "Cedar Court" }).uncheck();
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Create User" }).click();
  await page.waitForURL("**/login?**");
  // The address is there before its page is.
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await form.waitFor({ state: "detached" });
  await fillLogin(page, accounts.admin, password);
  await form.getByText("Your session ended before this was saved. What you typed is back").waitFor();
  expect(await form.getByRole("textbox", { name: "E-mail" }).inputValue()).toBe(email);
  const cedar = boxes(page, "Properties").getByRole("checkbox", { name: "Cedar Court" });
  expect(await cedar.isChecked()).toBe(false);
  expect(await found(page.request, email)).toBeUndefined();
});

test("restores what was typed about a user whom somebody else changed since, and shows their changes", async ({
  visit,
}) => {
  const page = await visit({ as: "admin", expects: /status of 401/ });
  const other = await visit({ as: "admin" });
  const paula = await member(page.request, "paula", { first_name: "Paula", business_title: "Porter" });
  await page.goto(`/admin/users?search=${paula.email}&dialog=edit&of=${paula.id}`);
  const edit = dialog(page, "Edit User");
  await edit.getByLabel("First name").fill("Pauline");
  await page.context().clearCookies();
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await other.request.patch(`${list}/external/${paula.id}`, {
    data: { organization_id: 1, business_title: "Day porter" },
  });
  await fillLogin(page, accounts.admin, password);
  await edit.getByText("What you typed is back").waitFor();
  await edit.getByText("Business title is now: Day porter").waitFor();
  await edit.getByRole("button", { name: "Load it, and keep what I typed" }).click();
  expect(await edit.getByLabel("Business title").inputValue()).toBe("Day porter");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("User Updated Successfully!").waitFor();
  const after = await found(page.request, paula.email);
  expect([after.first_name, after.business_title]).toEqual(["Pauline", "Day porter"]);
  await remove(page.request, paula);
});
