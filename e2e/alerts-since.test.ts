import { expect } from "vitest";
import type { AlertRow } from "../contract/leaks/alerts.ts";
import { test } from "./test.ts";

// Covers owner-report-4
test("alerts show days in the time zone of their property, even if properties fail to load", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 503/ });
  const { results }: { results: AlertRow[] } = await (await page.request.get("/v1/alerts?state=open")).json();
  await page.route(/\/my-properties\//, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto("/alerts");
  const table = page.getByRole("table", { name: /^Alerts/ });
  const rows = table.locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(results.length);
  const days = results.map(({ began_at, time_zone }) =>
    new Intl.DateTimeFormat("en-US", { timeZone: time_zone, month: "short", day: "2-digit", year: "numeric" }).format(
      new Date(began_at),
    ),
  );
  const headings = await table.getByRole("columnheader").allTextContents();
  const since = headings.findIndex((heading) => heading.startsWith("Since"));
  for (const [i, day] of days.entries()) {
    expect(await rows.nth(i).getByRole("cell").nth(since).textContent()).toContain(day);
  }
});
