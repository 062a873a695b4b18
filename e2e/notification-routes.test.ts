import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { NotificationRoute, OnCall } from "../contract/notifications/routes.ts";
import { accounts } from "./accounts.ts";
import { inviteMember } from "./people.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { smallTargets } from "./targets.ts";
import { addressOf, atRest, test } from "./test.ts";

const rejected = /status of (409|422|500|503)/;
const own = { headers: { "sec-fetch-site": "same-origin" } };

/** The organization that its administrator sees, with ways to its routes. */
async function organizationOf({ request }: Page) {
  const { current_organization_id: id } = await (await request.get("/v1/me")).json();
  const path = `/v1/admin/organizations/${id}`;
  const routes = `${path}/notification-routes`;
  const onCall = `${path}/on-call`;
  return {
    onCall,
    read: async (): Promise<OnCall> => (await request.get(onCall)).json(),
    kept: async (): Promise<NotificationRoute[]> => (await (await request.get(routes)).json()).results,
    change: ({ id: route, people: _, version: __, ...values }: NotificationRoute, changed: object) =>
      request.put(`${routes}/${route}`, { data: { ...values, ...changed }, ...own }),
    clear: async () => {
      const { results }: { results: NotificationRoute[] } = await (await request.get(routes)).json();
      for (const route of results) await request.delete(`${routes}/${route.id}`, own);
      await request.put(onCall, { data: { weeks: null }, ...own });
    },
  };
}

test("a route goes from step to step, every wrong field says what to do, and it is changed and deleted", async ({
  visit,
}) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  const organization = await organizationOf(page);
  const iris = await inviteMember(page.request);
  await page.goto("/admin/settings?tab=deliveries");
  await page.getByRole("tab", { name: "Routes" }).click();
  await page.getByText("A route mails new leaks to people you choose").waitFor();
  await page.getByRole("button", { name: "Add a route" }).first().click();
  expect(addressOf(page).searchParams.get("dialog")).toBe("route");
  const form = page.getByRole("dialog", { name: "Add a route" });
  const save = form.getByRole("button", { name: "Add the route" });
  const name = form.getByLabel("Name");
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  await form.getByRole("checkbox", { name: "Leak found" }).uncheck();
  await form.getByRole("radio", { name: "Only some" }).check();
  await save.click();
  for (const sentence of [
    "Give the route a name.",
    "Choose at least one kind.",
    "Choose at least one property, or all.",
    "Choose at least one person, or who is on call.",
  ]) {
    await form.getByText(sentence).waitFor();
  }
  await name.fill("Nights");
  await form.getByRole("radio", { name: "All, also those to come" }).check();
  const onCall = form.getByRole("checkbox", { name: /^The person on call/ });
  expect(await onCall.first().isDisabled()).toBe(true);
  await form.getByText("Only new leaks go from step to step.").waitFor();

  await form.getByRole("checkbox", { name: "Leak found" }).check();
  const first = form.getByRole("group", { name: "Step 1" });
  await first.getByRole("checkbox", { name: new RegExp(`^Iris(, ${iris.email})?$`) }).check();
  await form.getByRole("button", { name: "Add a step" }).click();
  const second = form.getByRole("group", { name: "Step 2" });
  const hours = second.getByLabel("Hours in which nobody has acknowledged the leak");
  expect(await hours.inputValue()).toBe("4");
  await hours.fill("0");
  await second.getByRole("checkbox", { name: /^Oscar Rivers/ }).check();
  await save.click();
  await form.getByText("Give more hours than in the step before.").waitFor();
  await hours.fill("12");
  // Other kinds do not wait.
  await form.getByRole("checkbox", { name: "Gateway without data" }).check();
  expect(await first.getByLabel("Hours in which nobody has acknowledged the leak").count()).toBe(0);
  await page.route("**/notification-routes", (route, request) =>
    request.method() === "POST" ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await save.click();
  await form.getByRole("alert").filter({ hasText: "The server could not answer." }).waitFor();
  await page.unroute("**/notification-routes");
  await save.dblclick();
  await page.getByText("Nights is active now.").waitFor();
  const row = page.getByRole("row").filter({ hasText: "Nights" });
  await row.getByText("At once").waitFor();
  await row.getByText("After 12 hours").waitFor();
  const [kept] = await organization.kept();
  expect(kept).toMatchObject({
    property_ids: null,
    kinds: ["case opened", "device outage"],
    steps: [
      { after_hours: 0, user_ids: [iris.id], on_call: false },
      { after_hours: 12, on_call: false },
    ],
  });
  if (kept === undefined) throw new Error("No route was kept.");

  await row.getByText("At once").click();
  const edit = page.getByRole("dialog", { name: "Edit Nights" });
  await edit.getByRole("button", { name: "Remove step 2" }).click();
  // Somebody else changes it meanwhile.
  await organization.change(kept, { name: "Evenings" });
  await edit.getByRole("button", { name: "Save" }).click();
  const newer = edit.getByRole("alert").filter({ hasText: "Somebody else changed this meanwhile." });
  await newer.getByText("Name is now: Evenings").waitFor();
  await newer.getByRole("button", { name: "Load it, and keep what I typed" }).click();
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("Evenings is active now.").waitFor();
  expect(await organization.kept()).toMatchObject([{ name: "Evenings", steps: [{ after_hours: 0 }] }]);

  await page.getByRole("button", { name: "Edit Evenings" }).click();
  await page.getByRole("dialog", { name: "Edit Evenings" }).getByRole("button", { name: "Delete" }).click();
  const confirm = page.getByRole("dialog", { name: "Delete the route Evenings?" });
  await confirm.getByRole("button", { name: "Cancel" }).click();
  expect(await organization.kept()).toHaveLength(1);
  await page.goto(`/admin/settings?tab=routes&dialog=delete-route&of=${kept.id}`);
  await confirm.getByRole("button", { name: "Delete" }).click();
  await page.getByText("A route mails new leaks to people you choose").waitFor();
  expect(await organization.kept()).toEqual([]);
});

test("people take turns on call by the keyboard, and a route that needs them keeps them", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  const organization = await organizationOf(page);
  const iris = await inviteMember(page.request);
  try {
    await page.goto("/admin/settings?tab=routes");
    await page.getByText("Nobody is on call.").waitFor();
    await page.getByRole("button", { name: "Set who is on call" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: /^Who is on call in / });
    const add = form.getByRole("combobox", { name: "Add a person" });
    for (const email of [iris.email, accounts.organizationAdmin]) {
      await add.focus();
      const options = page.locator('[role="option"]');
      // The list is loaded when its field is reached for.
      const open = async () => {
        await page.keyboard.press("ArrowDown");
        return options.count();
      };
      await expect.poll(open).toBeGreaterThan(0);
      await page.keyboard.type(email);
      await options.filter({ hasText: email }).waitFor();
      await expect.poll(() => options.count()).toBe(1);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    }
    const turns = form.getByRole("list").getByRole("listitem");
    await expect.poll(() => turns.count()).toBe(2);
    await form.getByRole("button", { name: "Move Iris down" }).focus();
    await page.keyboard.press("Enter");
    await turns.nth(1).getByText("Iris").waitFor();
    // It is the last now, and the focus stays with her.
    const up = turns.nth(1).getByRole("button", { name: "Move Iris up" });
    await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
    await form.getByLabel("First day").fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Choose a day.").waitFor();
    await form.getByLabel("First day").fill("2026-01-05");
    await form.getByLabel("Weeks begin at").fill("08:30");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("On-call week saved").waitFor();
    const { weeks, on_call, ahead, people } = await organization.read();
    expect(weeks).toMatchObject({ first_week_on: "2026-01-05", starts_at: "08:30" });
    expect(weeks?.user_ids[1]).toBe(iris.id);
    const panel = page.getByRole("region", { name: "On call" });
    const current = people.find(({ user_id }) => user_id === on_call?.user_id);
    await panel.getByText(`${current?.name || current?.email} until `).waitFor();
    expect(await panel.getByRole("list", { name: "The weeks to come" }).getByRole("listitem").count()).toBe(
      ahead.length,
    );

    await panel.getByRole("button", { name: "Add an override" }).click();
    const override = page.getByRole("dialog", { name: /^Override who is on call in/ });
    await override.getByRole("button", { name: "Add" }).click();
    await override.getByText("Choose a person.").waitFor();
    await override.getByRole("combobox", { name: "Person" }).click();
    await override.getByRole("combobox", { name: "Person" }).fill(iris.email);
    await page.getByRole("option", { name: /^Iris/ }).click();
    const days = [1, 2].map((later) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10));
    await override.getByLabel("First day").fill(days[1] ?? "");
    await override.getByLabel("Last day").fill(days[0] ?? "");
    await override.getByRole("button", { name: "Add" }).click();
    await override.getByText("The last day is before the first.").waitFor();
    await override.getByLabel("First day").fill(days[0] ?? "");
    await override.getByLabel("Last day").fill(days[1] ?? "");
    await override.getByRole("button", { name: "Add" }).click();
    await page.getByText("Override added").waitFor();
    expect((await organization.read()).overrides).toMatchObject([
      { user_id: iris.id, first_on: days[0], last_on: days[1] },
    ]);
    await panel.getByRole("list", { name: "Overrides" }).getByText("Iris").waitFor();
    await panel.getByRole("button", { name: /^Remove the override of Iris/ }).click();
    await page.getByText("Override removed").waitFor();
    expect((await organization.read()).overrides).toEqual([]);

    await page.getByRole("button", { name: "Add a route" }).first().click();
    const route = page.getByRole("dialog", { name: "Add a route" });
    await route.getByLabel("Name").fill("To the person on call");
    await route.getByRole("checkbox", { name: /^The person on call, now / }).check();
    await route.getByRole("button", { name: "Add the route" }).click();
    await page.getByRole("row").filter({ hasText: "The person on call" }).waitFor();

    await panel.getByRole("button", { name: "Edit" }).click();
    for (const who of ["Iris", people.find(({ user_id }) => user_id !== iris.id)?.name ?? ""]) {
      await form.getByRole("button", { name: `Remove ${who}` }).click();
    }
    await form.getByText("Nobody is on call. Add the person of the first week.").waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Routes send to who is on call: To the person on call. Change them first.").waitFor();
    expect((await organization.read()).weeks).not.toBeNull();
  } finally {
    await organization.clear();
  }
});

test("routes and the on-call week fit a phone, in Spanish too, and say that they could not load", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected, viewport: { width: 360, height: 780 } });
  const organization = await organizationOf(page);
  const iris = await inviteMember(page.request);
  const weeks = { user_ids: [iris.id], first_week_on: "2026-01-05", starts_at: "09:00", time_zone: "America/Chicago" };
  await page.request.put(organization.onCall, { data: { weeks }, ...own });
  try {
    await page.goto("/admin/settings?tab=routes");
    await page.getByText(/^Iris until /).waitFor();
    for (const dialog of ["route", "on-call", "override"]) {
      await page.goto(`/admin/settings?tab=routes&dialog=${dialog}`);
      await page.getByRole("dialog").waitFor();
      await atRest(page);
      expect(await tooWide(page), dialog).toEqual([]);
      expect(await violations(page), dialog).toEqual([]);
      expect(await smallTargets(page), dialog).toEqual([]);
    }
    await page.request.put("/v1/me/preferences", { data: { language: "es" }, ...own });
    await page.goto("/admin/settings?tab=routes");
    await page.getByText(/^Iris hasta el /).waitFor();
    await page.request.put("/v1/me/preferences", { data: { language: "en" }, ...own });
    await page.route(/on-call|notification-routes/, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto("/admin/settings?tab=routes");
    await page.getByText(/^The routes could not be loaded/).waitFor();
    await page.getByText(/^Who is on call could not be loaded/).waitFor();
    await page.unroute(/on-call|notification-routes/);
    const retry = page.getByRole("button", { name: "Retry" });
    await retry.nth(1).click();
    await expect.poll(() => retry.count()).toBe(1);
    await retry.click();
    await page.getByText(/^Iris until /).waitFor();
  } finally {
    await organization.clear();
    await page.request.put("/v1/me/preferences", { data: { language: null }, ...own });
  }
});

test("the last step of a route assigns a leak to a vendor, whose link is mailed", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  const organization = await organizationOf(page);
  await organization.clear();
  await page.goto("/admin/settings?tab=routes&dialog=route");
  const form = page.getByRole("dialog", { name: "Add a route" });
  const save = form.getByRole("button", { name: "Add the route" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Plumber at night");
  const vendors = form.getByRole("switch", { name: "Assign the leak to a vendor, by a link that is mailed to them" });
  await vendors.click();
  await form.getByRole("checkbox", { name: "Leak has grown" }).check();
  // A vendor gets new leaks alone.
  await vendors.waitFor({ state: "detached" });
  await form.getByRole("checkbox", { name: "Leak has grown" }).uncheck();
  await save.click();
  await form.getByText("Give the vendor's name.").waitFor();
  await form.getByText("Give an e-mail address such as joe@example.com.").waitFor();
  expect(await form.getByRole("button", { name: "Add a step" }).count()).toBe(0);
  await form.getByRole("textbox", { name: "Name of the vendor" }).fill("Acme; Plumbing | Sons");
  await form.getByRole("textbox", { name: "E-mail address" }).fill("joe@acme.example");
  expect(await violations(page)).toEqual([]);
  await save.click();
  await page.getByText("Acme; Plumbing | Sons, a vendor (joe@acme.example)").waitFor();
  expect((await organization.kept())[0]?.steps).toEqual([
    {
      after_hours: 0,
      user_ids: [],
      on_call: false,
      vendor: { name: "Acme; Plumbing | Sons", email: "joe@acme.example", days: 7, language: "en" },
    },
  ]);
  await organization.clear();
});
