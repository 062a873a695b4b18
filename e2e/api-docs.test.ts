import { expect } from "vitest";
import { test } from "./test.ts";

test("the API page shows every area, and tries a call with the browser's session", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /Deprecated: escaping deep link whitespace/ });
  await page.goto("/api-docs#/Reports/get_v1_reporting_overview");
  for (const area of ["Portfolio insights", "Device health", "Leak report", "Ingest"]) {
    await page.getByRole("link", { name: area, exact: true }).waitFor();
  }
  const call = page.locator("#operations-Reports-get_v1_reporting_overview");
  await call.getByText("First local day of the period", { exact: false }).first().waitFor();
  await call.getByRole("button", { name: "Execute" }).click();
  const answer = call.locator(".live-responses-table");
  await answer.getByText("total_properties").waitFor();
  expect(await answer.locator("tbody .response-col_status").first().innerText()).toBe("200");
});
