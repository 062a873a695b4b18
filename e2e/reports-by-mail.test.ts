import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { accounts } from "./accounts.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { workersProduct } from "./setup.ts";
import { test } from "./test.ts";

/** The mails that were written to an address since, with the names of their files. */
async function mailsTo(address: string) {
  const { mailFolder } = workersProduct();
  if (mailFolder === null) throw new Error("Mails are written to no folder.");
  const files = await readdir(mailFolder).catch(() => []);
  const mails: { text: string; attachments: string[] }[] = [];
  for (const file of files.filter((name) => name.endsWith(".txt"))) {
    const text = await readFile(join(mailFolder, file), "utf8");
    if (!text.startsWith(`To: ${address}\n`)) continue;
    const begin = file.slice(0, -".txt".length);
    mails.push({ text, attachments: files.filter((name) => name !== file && name.startsWith(begin)) });
  }
  return mails;
}

test("a person has a report sent once and every week, and ends it", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  const before = (await mailsTo(accounts.organizationAdmin)).length;
  await page.goto("/owner-report?period=last-7-days");
  await page.getByRole("button", { name: "Send me this" }).click();
  const dialog = page.getByRole("dialog", { name: "Send me this" });
  await dialog.getByText("Period: Last 7 days").waitFor();
  expect(await dialog.getByText("other filters").count()).toBe(0);
  const sending = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/v1/me/report-subscriptions"),
  );
  await dialog.getByRole("button", { name: "Send it to me" }).dblclick();
  // The demo's properties are in the United States, Hawaii included, whatever the browser's time zone is.
  expect((await sending).postDataJSON()).toMatchObject({ time_zone: expect.stringMatching(/^(America|Pacific)\//) });
  await page.getByText("The report is on its way").waitFor();
  await expect
    .poll(async () => (await mailsTo(accounts.organizationAdmin)).length, { timeout: 20_000 })
    .toBe(before + 1);
  const [mail] = (await mailsTo(accounts.organizationAdmin)).filter(({ text }) => text.includes("Owner's Report"));
  expect(mail?.attachments).toEqual([expect.stringMatching(/owner-report_.*\.pdf$/)]);
  expect(mail?.text).toMatch(/Water lost: [\d,]+ gal/);

  await page.getByRole("button", { name: "Send me this" }).click();
  await dialog.getByRole("combobox", { name: "Report" }).click();
  await page.getByRole("option", { name: "Leak list (Excel)" }).click();
  await dialog.getByRole("combobox", { name: "When" }).click();
  await page.getByRole("option", { name: "Every week" }).click();
  await dialog.getByLabel("Time").fill("06:45");
  await dialog.getByRole("button", { name: "Send it to me" }).click();
  await page.getByText("The report will be sent").waitFor();

  await page.goto("/notifications");
  const own = page.getByRole("region", { name: "Reports by mail" });
  await own.getByText("Every Monday at 6:45 AM").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await tooWide(page)).toEqual([]);
  await own.getByRole("button", { name: "Stop Leak list (Excel)" }).click();
  await page.getByText("Report stopped").waitFor();
  await own.getByText('None yet. Choose "Send me this" on a report to get it regularly.').waitFor();
});

test.for([
  "/owner-report?period=last-7-days&bedrooms_from=2&bedrooms_to=3",
  "/top5-leaks-details?period=last-7-days&only_active=true",
  "/gateway-device-health?date=now&status=offline",
])("what %s sends is without its further filters, and the dialog says so", async (screen, { visit }) => {
  const page = await visit({ as: "organizationAdmin", viewport: { width: 1920, height: 900 } });
  await page.goto(screen);
  await page.getByRole("button", { name: "Send me this" }).click();
  await page
    .getByRole("dialog", { name: "Send me this" })
    .getByText("The report is of whole properties: the other filters of this screen do not apply to it.")
    .waitFor();
});

test("an administrator sends reports to people and addresses, and ends one; an address ends its own", async ({
  visit,
}) => {
  const page = await visit({ as: "organizationAdmin", expects: /status of 422/ });
  const address = "owner.of.cedar@example.com";
  await page.goto("/admin/settings?tab=reports");
  await page.getByRole("button", { name: "Send a report" }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Send a report of/ });
  await dialog.getByLabel("Recipients").fill("Owner <owner.of.cedar@example.com>; nobody");
  await dialog.getByRole("button", { name: "Schedule the report" }).click();
  await dialog.getByText("nobody is not an e-mail address.").waitFor();
  await dialog.getByLabel("Recipients").fill(`Owner <${address}>; ${accounts.organizationAdmin}`);
  await dialog.getByRole("button", { name: "Schedule the report" }).click();
  await dialog.getByText(`Choose the properties that ${address}, who has no account, may see.`).waitFor();
  await dialog
    .getByRole("group", { name: /^Properties/ })
    .getByRole("checkbox")
    .first()
    .check();
  await dialog.getByRole("button", { name: "Schedule the report" }).click();
  await page.getByText("The report will be sent").waitFor();
  const table = page.getByRole("table", { name: "Scheduled reports" });
  await table.getByText(`${accounts.organizationAdmin}, ${address}`).waitFor();
  await table.getByText("Every Monday at 7:00 AM").waitFor();
  expect(await violations(page)).toEqual([]);

  await table.getByRole("button", { name: /^Stop Portfolio workbook/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await page.getByText("Report stopped").waitFor();
  await expect.poll(() => page.getByText(address).count()).toBe(0);
});
