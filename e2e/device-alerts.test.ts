import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { AlertRow } from "../contract/leaks/alerts.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { addressOf, test } from "./test.ts";

const lowBatteries = async (page: Page, state: string): Promise<AlertRow[]> =>
  (await (await page.request.get(`/v1/alerts?kind=low%20battery&state=${state}&page_size=50`)).json()).results;

test("an alert about a battery is snoozed, dismissed with a reason, and opened again", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const [first] = await lowBatteries(page, "open");
  if (first === undefined) throw new Error("The demo has no low battery.");
  await page.goto("/alerts?about=upkeep");
  const row = page.getByRole("row").filter({ hasText: first.text });
  await row.getByRole("button", { name: "Dismiss" }).click();
  const dialog = page.getByRole("dialog", { name: `Dismiss: ${first.title}` });
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await dialog.getByText("Choose one.").waitFor();
  await dialog.getByRole("combobox", { name: "Why?" }).click();
  await page.getByRole("option", { name: "The replacement is planned" }).click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("With the June round");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await row.waitFor({ state: "detached" });
  expect((await lowBatteries(page, "open")).map(({ id }) => id)).not.toContain(first.id);

  await page.getByRole("tab", { name: "Dismissed, snoozed" }).click();
  await row.getByText("Dismissed: The replacement is planned").waitFor();
  await row.getByText("With the June round").waitFor();
  await row.getByRole("button", { name: "Open again" }).click();
  await row.waitFor({ state: "detached" });

  await page.getByRole("tab", { name: "Open", exact: true }).click();
  await row.getByRole("button", { name: "Snooze" }).click();
  const snooze = page.getByRole("dialog", { name: `Snooze: ${first.title}` });
  await snooze.getByLabel("Until").fill("2020-01-01");
  await snooze.getByRole("button", { name: "Snooze" }).click();
  await snooze.getByText("Give a day after today and at most 90 days ahead.").waitFor();
  await page.goBack();
  await snooze.waitFor({ state: "hidden" });
  expect(addressOf(page).searchParams.get("decide")).toBeNull();
  expect((await lowBatteries(page, "open")).map(({ id }) => id)).toContain(first.id);

  const looks = await visit({ as: "portfolio", viewport: { width: 360, height: 740 } });
  await looks.goto("/alerts?about=upkeep");
  await looks.getByText(first.text).waitFor();
  expect(await looks.getByRole("button", { name: /^Dismiss/ }).count()).toBe(0);
  expect(await tooWide(looks)).toEqual([]);
});
