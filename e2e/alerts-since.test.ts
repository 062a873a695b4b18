import { expect } from "vitest";
import type { AlertRow } from "../contract/leaks/alerts.ts";
import { test } from "./test.ts";

// Covers owner-report-4
test("alerts show days in the time zone of their property, even if properties fail to load", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 503/ });
  // Those that the page has: readings may change them at any time.
  let shown: AlertRow[] = [];
  page.on("response", async (answer) => {
    const { pathname, searchParams } = new URL(answer.url());
    // Counts are pages of one.
    if (pathname !== "/v1/alerts" || searchParams.get("page_size") === "1") return;
    const { results }: { results: AlertRow[] } = await answer.json();
    shown = results;
  });
  await page.route(/\/my-properties\//, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto("/alerts");
  const table = page.getByRole("table", { name: /^Alerts/ });
  await table.locator("tbody tr").first().waitFor();
  const headings = await table.getByRole("columnheader").allTextContents();
  const since = headings.findIndex((heading) => heading.startsWith("Since"));
  const wrong = async () => {
    const cells = await table.locator(`tbody tr td:nth-child(${since + 1})`).allTextContents();
    return cells.length === shown.length ? cells.filter((cell, i) => !cell.includes(dayOf(shown[i]))) : ["other rows"];
  };
  await expect.poll(wrong).toEqual([]);
  expect(shown.length).toBeGreaterThan(0);
});

function dayOf(alert: AlertRow | undefined): string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: alert?.time_zone,
    month: "short",
    day: "2-digit",
    year: "numeric",
  });
  return format.format(new Date(alert?.began_at ?? 0));
}
