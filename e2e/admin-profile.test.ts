import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { acceptInvitation, addMembership, invite, inviteMember, ownPassword, roleIds, signIn } from "./people.ts";
import { addressOf, test, type Visit } from "./test.ts";

type Visiting = (how?: Visit) => Promise<Page>;

const rejected = /status of (40[139]|422|429|500)/;

/** A new member on their profile. */
async function onProfile(visit: Visiting): Promise<{ page: Page; email: string }> {
  const { request } = await visit({ as: "organizationAdmin" });
  const person = await inviteMember(request);
  const page = await visit({ expects: rejected });
  await acceptInvitation(page, person);
  await page.goto("/profile");
  await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
  return { page, email: person.email };
}

const panel = (page: Page, name: string) => page.getByRole("region", { name });

// Covers profile-5, profile-6, admin-forms-3
test("names and business title change on the profile and in the header at once", async ({ visit }) => {
  const { page, email } = await onProfile(visit);
  const account = panel(page, "Your account");
  await account.getByText(email).waitFor();
  const title = account.getByLabel("Business title");
  await title.fill("x".repeat(81));
  await account.getByText("81/80").waitFor();
  await title.blur();
  await account.getByText("Business title must be less than 80 characters").waitFor();
  await account.getByRole("button", { name: "Save" }).click();
  expect(await title.evaluate((input) => input === document.activeElement)).toBe(true);
  const response = await page.request.patch("/v1/me", { data: { business_title: "x".repeat(81) } });
  expect((await response.json()).business_title).toEqual(["Business title must be less than 80 characters"]);

  await title.fill("Regional manager");
  await account.getByLabel("First name").fill("<b>Ida</b>");
  await account.getByLabel("Last name").fill("Lake");
  let calls = 0;
  await page.route("**/v1/me", async (route, request) => {
    if (request.method() !== "PATCH") return route.continue();
    calls += 1;
    return calls === 1 ? route.fulfill({ status: 500, json: {} }) : route.continue();
  });
  await account.getByRole("button", { name: "Save" }).click();
  await account.getByRole("alert").filter({ hasText: "The server could not answer. Try again." }).waitFor();
  expect(await title.inputValue()).toBe("Regional manager");
  await account.getByRole("button", { name: "Save" }).dblclick();
  await page.getByText("Profile saved").waitFor();
  expect(calls).toBe(2);
  await page.getByRole("button", { name: "User menu: <b>Ida</b> Lake" }).waitFor();
  await page.reload();
  expect(await title.inputValue()).toBe("Regional manager");
  // Nobody has to have both names.
  await account.getByLabel("Last name").fill("");
  await account.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "User menu: <b>Ida</b>", exact: true }).waitFor();
});

// Covers profile-3, profile-4, admin-forms-6
test("the password changes with the old one, is validated, and ends all other sessions", async ({ visit }) => {
  const { page, email } = await onProfile(visit);
  const other = await visit({ expects: rejected });
  await signIn(other, email);
  const form = panel(page, "Password");
  const [old, fresh, again] = [
    form.getByLabel("Current password"),
    form.getByLabel("New password"),
    form.getByLabel("Confirm password"),
  ];
  const change = form.getByRole("button", { name: "Change password" });
  await change.click();
  await form.getByText("Enter your password.").waitFor();
  expect(await old.evaluate((input) => input === document.activeElement)).toBe(true);

  for (const [typed, strength, remedy] of [
    ["Short-1!", "Good", "Use at least 10 characters."],
    ["longenough-1!", "Good", "Add an uppercase letter."],
    ["Longenough-!", "Good", "Add a digit."],
    ["Longenough1", "Good", "Add a special character: "],
  ] as const) {
    await fresh.fill(typed);
    await form.getByText(`Strength: ${strength}`).waitFor();
    await change.click();
    await form.getByText(remedy).waitFor();
    const response = await page.request.put("/v1/me/password", {
      data: { old_password: ownPassword, password: typed },
    });
    const [first] = (await response.json()).password;
    expect(await form.getByText(first, { exact: true }).count(), first).toBe(1);
  }
  for (const [typed, strength] of [
    ["longenough", "Weak"],
    ["Tight-Gaskets-8!", "Excellent!"],
  ] as const) {
    await fresh.fill(typed);
    await form.getByText(`Strength: ${strength}`).waitFor();
  }
  await again.fill("Tight-Gaskets-8");
  await form.getByText("Passwords do not match. Please try again.").waitFor();
  await again.fill("Tight-Gaskets-8!");
  await form.getByText("Passwords do not match. Please try again.").waitFor({ state: "detached" });
  await old.fill("Not-My-Valves-7!");
  await change.click();
  await form.getByText("This is not your password.").waitFor();
  expect(await fresh.inputValue()).toBe("Tight-Gaskets-8!");
  await old.fill(ownPassword);
  await change.click();
  await page.getByText("Password changed").waitFor();
  expect(await old.inputValue()).toBe("");

  await other.goto("/profile");
  await other.getByRole("button", { name: "Sign in" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
  const third = await visit({ expects: rejected });
  await expect(signIn(third, email)).rejects.toThrow("401");
  await signIn(third, email, "Tight-Gaskets-8!");
});

// Covers profile-9
test("lists sessions, and ends one or all others", async ({ visit }) => {
  const { page, email } = await onProfile(visit);
  const [second, third] = [await visit({ expects: rejected }), await visit({ expects: rejected })];
  await signIn(second, email);
  await signIn(third, email);
  await page.reload();
  const list = panel(page, "Where you are signed in");
  const rows = list.getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.filter({ hasText: "This session" }).count()).toBe(1);
  expect(await rows.filter({ hasText: "This session" }).getByRole("button").count()).toBe(0);

  await list.getByRole("button", { name: "End all others" }).click();
  const askAll = page.getByRole("dialog", { name: "End 2 other sessions?" });
  await askAll.getByText("You stay signed in here.").waitFor();
  await askAll.getByRole("button", { name: "Cancel" }).click();
  await askAll.waitFor({ state: "detached" });
  expect(await rows.count()).toBe(3);
  const one = list.getByRole("button", { name: /^End .+ from / }).first();
  await one.click();
  const ask = page.getByRole("dialog", { name: "End this session?" });
  await page.route("**/v1/me/sessions/*", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await ask.getByRole("button", { name: "End session" }).click();
  await ask.getByRole("alert").filter({ hasText: "The server could not answer. Try again." }).waitFor();
  await ask.getByRole("button", { name: "Cancel" }).click();
  await list.getByRole("button", { name: "End all others" }).click();
  await askAll.getByRole("button", { name: "End all others" }).click();
  await page.getByText("You are signed in here only.").waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  for (const ended of [second, third]) {
    await ended.goto("/history");
    await ended.getByRole("button", { name: "Sign in" }).waitFor();
    expect(addressOf(ended).searchParams.get("return_to")).toBe("/history");
  }

  await signIn(second, email);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await list.getByRole("button", { name: "End all others" }).count()).toBe(0);
  await one.click();
  await ask.getByRole("button", { name: "End session" }).click();
  await page.getByText("It has to sign in again.").waitFor();
  await expect.poll(() => rows.count()).toBe(1);
});

describe("a second factor at work", () => {
  /** Sets one up without the page. @returns its first recovery codes */
  async function begin(page: Page): Promise<string[]> {
    const { secret } = await (
      await page.request.post("/v1/me/second-factor", { data: { password: ownPassword } })
    ).json();
    const one_time_code = new TOTP({ secret }).generate();
    const confirmed = await page.request.post("/v1/me/second-factor/confirm", { data: { one_time_code } });
    return (await confirmed.json()).recovery_codes;
  }

  // Covers profile-10
  test("creates new recovery codes with the password, and can be removed", async ({ visit }) => {
    const { page } = await onProfile(visit);
    const before = await begin(page);
    await page.reload();
    const factor = panel(page, "Second factor");
    await factor.getByText("You have 10 recovery codes left.").waitFor();
    await factor.getByRole("button", { name: "New recovery codes" }).click();
    const ask = page.getByRole("dialog", { name: "New recovery codes?" });
    await ask.getByRole("button", { name: "Get new codes" }).click();
    await ask.getByText("Enter your password.").waitFor();
    await ask.getByLabel("Your password").fill("Not-My-Valves-7!");
    await ask.getByRole("button", { name: "Get new codes" }).click();
    await ask.getByText("This is not your password.").waitFor();
    await ask.getByLabel("Your password").fill(ownPassword);
    await ask.getByRole("button", { name: "Get new codes" }).click();
    const codes = factor.getByRole("list", { name: "Recovery codes" }).getByRole("button");
    await codes.first().waitFor();
    const shown = (await codes.allInnerTexts()).map((text) => text.trim());
    expect(shown).toHaveLength(10);
    expect(shown.filter((code) => before.includes(code))).toEqual([]);
    const saved = page.waitForEvent("download");
    await factor.getByRole("button", { name: "Save as a file" }).click();
    expect((await saved).suggestedFilename()).toBe("dripline-recovery-codes.txt");
    await factor.getByRole("button", { name: "I have kept them" }).click();

    await factor.getByRole("button", { name: "Remove" }).click();
    const removal = page.getByRole("dialog", { name: "Remove the second factor?" });
    await removal.getByLabel("Your password").fill(ownPassword);
    await removal.getByRole("button", { name: "Remove" }).click();
    await factor.getByRole("button", { name: "Set up" }).waitFor();
  });

  // Covers profile-10
  test("cannot be removed where staff need one, and the button explains why", async ({ visit }) => {
    const { page } = await onProfile(visit);
    await page.route("**/v1/me/second-factor", (route) =>
      route.fulfill({ json: { enabled: true, required: true, recovery_codes_left: 1 } }),
    );
    await page.reload();
    const factor = panel(page, "Second factor");
    await factor.getByText("You have 1 recovery code left.").waitFor();
    const remove = factor.getByRole("button", {
      name: "Remove",
      description: "Staff must have a second factor here, so it cannot be removed.",
    });
    expect(await remove.isDisabled()).toBe(true);
  });
});

// Covers profile-8
test("the organization chosen on the profile opens at once and at the next sign-in", async ({ visit }) => {
  const { request } = await visit({ as: "admin" });
  const { results } = await (await request.get("/v1/admin/staff/inventory/organizations?page_size=50")).json();
  const withProperties = results.filter(({ properties_count }: { properties_count: number }) => properties_count > 0);
  const [first, second] = withProperties.slice(0, 2);
  const access = { role: roleIds["organization admin"], permissions: ["reporting.view_property_data_report"] };
  const inOrganization = async ({ id }: { id: number }) => {
    const properties = await (await request.get(`/v1/organizations/${id}/properties`)).json();
    return { ...access, organization_id: id, assigned_properties: [properties[0].id] };
  };
  const external = "/v1/admin/staff/organizations/users/external";
  const person = await invite(request, external, await inOrganization(first));
  const page = await visit();
  await acceptInvitation(page, await addMembership(request, person, await inOrganization(second)));
  await page.goto("/profile");
  const seen = panel(page, "What you see");
  const now = (await (await page.request.get("/v1/me")).json()).current_organization_id;
  const other = now === first.id ? second : first;
  await seen.getByRole("radio", { name: other.name }).check();
  await seen.getByRole("button", { name: "Open this organization" }).click();
  await page.getByText(`${other.name} opens now and the next time you sign in.`).waitFor();
  await seen.getByText(`You see Property Insights for all properties of ${other.name}`).waitFor();
  await page.getByRole("button", { name: `Organization: ${other.name}` }).waitFor();

  const elsewhere = await visit();
  await signIn(elsewhere, person.email);
  await elsewhere.goto("/profile");
  expect(await panel(elsewhere, "What you see").getByRole("radio", { name: other.name }).isChecked()).toBe(true);
});

// Covers profile-11
test("the colors chosen on the profile apply in this browser", async ({ visit }) => {
  const page = await visit({ as: "property", colorScheme: "light" });
  await page.goto("/profile");
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
  const appearance = panel(page, "Appearance");
  await appearance.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(scheme).toBe("dark");
  await page.reload();
  await appearance.waitFor();
  expect(await scheme()).toBe("dark");
  await appearance.getByRole("radio", { name: "As the system" }).check();
  await expect.poll(scheme).toBe("light");
});
