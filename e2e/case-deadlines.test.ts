import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { LeakCase } from "../contract/leaks/cases.ts";
import { test } from "./test.ts";

const casesOf = async (page: Page, query: string): Promise<LeakCase[]> => {
  const answer = await page.request.get(`/v1/cases?${query}`);
  const { results }: { results: LeakCase[] } = await answer.json();
  return results;
};

test("an admin sets deadlines for one property, and its overdue cases show in list and page until acknowledged", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  const admin = await visit({ as: "admin" });
  // The one that began first is long overdue by a rule of a day.
  const [first] = await casesOf(page, "state=open&ordering=started_at&page_size=1");
  if (first === undefined) throw new Error("The demo has no open case.");
  const { property_id, property_name } = first;
  await admin.goto("/admin/settings?tab=deadlines");
  const row = admin.getByRole("row").filter({ hasText: property_name });
  await row.getByRole("button", { name: "Change the deadlines of" }).click();
  const dialog = admin.getByRole("dialog", { name: `Deadlines of ${property_name}` });
  await dialog.getByRole("combobox", { name: "Rule" }).click();
  await admin.getByRole("option", { name: "House rule" }).click();
  await dialog.getByLabel("Days to fix").fill("0");
  await dialog.getByRole("button", { name: "Save the deadlines" }).click();
  await dialog.getByText("Enter whole days, from 1 to 365.").waitFor();
  await dialog.getByLabel("Days to fix").fill("5");
  try {
    await dialog.getByRole("button", { name: "Save the deadlines" }).click();
    await row.getByText("House rule: acknowledge within 1 day, fix within 5 days").waitFor();

    await page.goto("/cases");
    await page.getByRole("switch", { name: "Overdue" }).click();
    await page.waitForURL((url) => url.searchParams.get("overdue") === "true");
    const overdue = await casesOf(page, "state=open&is_overdue=true&page_size=50");
    expect(overdue.map(({ id }) => id)).toContain(first.id);
    expect(new Set(overdue.map((one) => one.property_id))).toEqual(new Set([property_id]));
    const rows = page.getByRole("table", { name: "Leak cases" }).locator("tbody tr[data-row]");
    await expect.poll(() => rows.count()).toBe(overdue.length);
    await rows
      .first()
      .getByText(/^Overdue \w+ \d+$/)
      .waitFor();

    await page.goto(`/cases/${first.id}`);
    const deadlines = page.getByRole("region", { name: "Deadlines" });
    await deadlines.getByText("House rule").first().waitFor();
    await deadlines
      .getByText(/^By \w+ \d+, \d{4}$/)
      .first()
      .waitFor();
  } finally {
    await admin.evaluate(
      async ({ id }) => {
        const property = { organization_id: 1, property_id: id, clock: null };
        await fetch("/v1/case-clocks", {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(property),
        });
      },
      { id: property_id },
    );
  }
  expect(await casesOf(page, "is_overdue=true")).toEqual([]);
});

test("an admin sets from which cost a day leaks raise an alert", async ({ visit }) => {
  const admin = await visit({ as: "admin" });
  await admin.goto("/admin/settings?tab=deadlines");
  const panel = admin.getByRole("region", { name: "Alerts about leaks" });
  await panel.getByText("Every leak").waitFor();
  const change = async (amount: string) => {
    await panel.getByRole("button", { name: "Change" }).click();
    const dialog = admin.getByRole("dialog", { name: /^Alerts about leaks of / });
    await dialog.getByLabel("Cost a day from which").fill(amount);
    await dialog.getByRole("button", { name: "Save" }).click();
    return dialog;
  };
  const dialog = await change("many");
  await dialog.getByText("Enter an amount from 0 to 10,000, such as 1.50.").waitFor();
  await dialog.getByLabel("Cost a day from which").fill("1.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await panel.getByText("Leaks from $1.50 a day").waitFor();
  await change("0");
  await panel.getByText("Every leak").waitFor();
});

test("shows deadlines that somebody else changed meanwhile before overwriting them", async ({ visit }) => {
  const admin = await visit({ as: "admin", expects: /status of 409/ });
  const put = (clock: object) =>
    admin.request.put("/v1/case-clocks", {
      data: { organization_id: 1, clock },
      headers: { "sec-fetch-site": "same-origin" },
    });
  await put({ rule: "none" });
  await admin.goto("/admin/settings?tab=deadlines");
  await admin.getByRole("button", { name: "Change for all" }).click();
  const dialog = admin.getByRole("dialog", { name: /^Deadlines of / });
  await dialog.getByRole("combobox", { name: "Rule" }).click();
  await admin.getByRole("option", { name: "House rule" }).click();
  try {
    await put({ rule: "lease", fix_days: 9 });
    await dialog.getByRole("button", { name: "Save the deadlines" }).click();
    await dialog.getByText("Somebody else changed this meanwhile.").waitFor();
    const { clock } = await (await admin.request.get("/v1/case-clocks?organization_id=1")).json();
    expect(clock).toEqual({ rule: "lease", fix_days: 9 });
    await dialog.getByRole("button", { name: "Load it, and keep what I typed" }).click();
    await dialog.getByRole("button", { name: "Save the deadlines" }).click();
    await dialog.waitFor({ state: "hidden" });
  } finally {
    await put({ rule: "none" });
  }
});
