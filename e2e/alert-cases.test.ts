import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { AlertRow } from "../contract/leaks/alerts.ts";
import type { WholeCase } from "../contract/leaks/cases.ts";
import { accounts } from "./accounts.ts";
import { test } from "./test.ts";

const get = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(path)).json();

test("a leak's alert is acknowledged and assigned where it is listed: both are events of its case", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  const { results } = await get<{ results: AlertRow[] }>(page, "/v1/alerts?state=open&kind=leak%20opened");
  const alert = results.find(({ case_state }) => case_state === "open");
  if (alert?.case_id === undefined) throw new Error("The demo has no alert of a new case.");
  const id = Number(alert.case_id);
  const whole = () => get<WholeCase>(page, `/v1/cases/${id}`);
  await page.goto("/alerts?about=leaks");
  const row = page
    .getByRole("table", { name: "Alerts" })
    .locator("tbody tr[data-row]")
    .filter({ has: page.getByRole("link", { name: `Open the case: ${alert.title}` }) })
    .first();
  try {
    await row.getByText("New", { exact: true }).waitFor();
    await row.getByRole("button", { name: /^More for / }).click();
    await page.getByRole("menuitem", { name: "Acknowledge" }).click();
    await row.getByText("Acknowledged", { exact: true }).waitFor();
    expect(await whole()).toMatchObject({ state: "acknowledged" });
    await row.getByRole("button", { name: /^Assign: / }).click();
    const assign = page.getByRole("dialog", { name: /^Assign/ });
    await assign.getByRole("button", { name: "Assign" }).click();
    await assign.waitFor({ state: "hidden" });
    await row.getByText("Assigned", { exact: true }).waitFor();
    await row.getByText(accounts.property).waitFor();
    expect(await whole()).toMatchObject({ state: "assigned", assignee: accounts.property });
    expect(new URL(page.url()).searchParams.get("dialog")).toBeNull();
  } finally {
    for (const event of (await whole()).events) {
      if (event.undone_at === null) await page.request.delete(`/v1/cases/${id}/events/${event.id}`);
    }
  }
});

test("portfolio users see the states of alerts, without actions", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/alerts?about=leaks&dialog=assigned&case_id=1");
  await page
    .getByRole("link", { name: /^Open the case: / })
    .first()
    .waitFor();
  expect(await page.getByRole("columnheader", { name: /^State/ }).count()).toBe(1);
  expect(await page.getByRole("button", { name: /^(More for|Assign)/ }).count()).toBe(0);
  expect(await page.getByRole("dialog").count()).toBe(0);
});
