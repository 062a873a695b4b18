import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { LeakCase, WholeCase } from "../contract/leaks/cases.ts";
import { accounts } from "./accounts.ts";
import { focusOn } from "./tab-to.ts";
import { test } from "./test.ts";

const get = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(path)).json();
const wholeCase = (page: Page, id: number) => get<WholeCase>(page, `/v1/cases/${id}`);

/** The costliest case in a state. */
async function costliest(page: Page, state: string): Promise<LeakCase> {
  const { results } = await get<{ results: LeakCase[] }>(page, `/v1/cases?state=${state}&page_size=1`);
  const [first] = results;
  if (first === undefined) throw new Error(`The demo has no case that is ${state}.`);
  return first;
}

/** Undoes all that people reported about a case, so that the demo is as it was. */
async function undoAll(page: Page, id: number): Promise<void> {
  for (const event of (await wholeCase(page, id)).events) {
    if (event.undone_at === null) await page.request.delete(`/v1/cases/${id}/events/${event.id}`);
  }
}

const rowOf = (page: Page, { property_name, building_name, unit_name }: LeakCase): Locator =>
  page
    .getByRole("table", { name: "Leak cases" })
    .locator("tbody tr[data-row]")
    .filter({ hasText: [property_name, building_name, unit_name].filter(Boolean).join(" | ") })
    .first();

test("from the first screen a leak is assigned with three clicks, and its fix is reported with three", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  await page.goto("/");
  const first = await costliest(page, "open");
  let clicks = 0;
  const click = async (goal: Locator) => {
    await goal.click();
    clicks += 1;
  };
  await click(page.getByRole("navigation").getByRole("link", { name: "Leak Cases" }).first());
  await click(rowOf(page, first).getByRole("button", { name: /^Assign/ }));
  const assign = page.getByRole("dialog", { name: /^Assign/ });
  expect(await assign.getByRole("combobox", { name: "Assigned to" }).inputValue()).toMatch(/^Me: /);
  await click(assign.getByRole("button", { name: "Assign" }));
  await assign.waitFor({ state: "hidden" });
  expect(clicks, "from sign-in to assigned").toBeLessThanOrEqual(3);
  await rowOf(page, first).getByText("Assigned", { exact: true }).waitFor();
  expect(await wholeCase(page, first.id)).toMatchObject({ state: "assigned", assignee: accounts.property });

  clicks = 0;
  await page.goto("/");
  await click(page.getByRole("navigation").getByRole("link", { name: "Leak Cases" }).first());
  await click(rowOf(page, first).getByRole("button", { name: /^Report a fix/ }));
  const fix = page.getByRole("dialog", { name: /^Report a fix/ });
  await click(fix.getByRole("button", { name: "Save the fix" }));
  await fix.waitFor({ state: "hidden" });
  expect(clicks, "from sign-in to fix reported").toBeLessThanOrEqual(3);
  expect(await wholeCase(page, first.id)).toMatchObject({ state: "fix_reported" });
  await page.getByRole("tab", { name: /^Fix reported/ }).click();
  await rowOf(page, first).waitFor();
  await undoAll(page, first.id);
});

test("the same by keys: j moves, a assigns, f reports a fix, n marks as not a leak, Enter opens", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const first = await costliest(page, "open");
  await page.goto("/cases");
  const row = rowOf(page, first);
  await row.waitFor();
  const index = Number(await row.getAttribute("data-row"));
  for (let pressed = 0; pressed <= index; pressed++) await page.keyboard.press("j");
  await focusOn(row);
  for (const [key, name] of [
    ["a", "Assign"],
    ["f", "Report a fix"],
    ["n", "Not a leak"],
  ] as const) {
    await row.focus();
    await page.keyboard.press(key);
    const dialog = page.getByRole("dialog", { name: new RegExp(`^${name}`) });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await row.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/cases/${first.id}`);
  // Keys work once the page is there.
  await page.getByRole("button", { name: "Report a fix" }).waitFor();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: /^Assign/ });
  await dialog.getByRole("button", { name: "Assign" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("main").getByText("Assigned", { exact: true }).first().waitFor();
  await undoAll(page, first.id);
});

test("on a phone a fix is reported with its cause, cost and note, stands in the history and can be undone", async ({
  visit,
}) => {
  const page = await visit({ as: "property", viewport: { width: 360, height: 740 }, hasTouch: true });
  const first = await costliest(page, "open");
  await page.goto(`/cases/${first.id}`);
  await page.getByRole("button", { name: "Report a fix" }).tap();
  const fix = page.getByRole("dialog", { name: /^Report a fix/ });
  await fix.getByRole("combobox", { name: "What was broken" }).tap();
  await page.getByRole("option", { name: "Flapper" }).tap();
  await fix.getByRole("textbox", { name: "Minutes of work" }).fill("25");
  await fix.getByRole("textbox", { name: "Cost of the repair" }).fill("18.50");
  await fix.getByRole("textbox", { name: "Note" }).fill("New flapper, dye test clean");
  await fix.getByRole("button", { name: "Save the fix" }).tap();
  await fix.waitFor({ state: "hidden" });
  const entry = page.getByRole("listitem").filter({ hasText: "Fix reported: Flapper, 25 minutes, $18.50" });
  await entry.getByText("New flapper, dye test clean").waitFor();
  await page.getByRole("main").getByText("Fix reported", { exact: true }).first().waitFor();
  await entry.getByRole("button", { name: /^Undo/ }).tap();
  await entry.getByText(/^Undone /).waitFor();
  expect(await wholeCase(page, first.id)).toMatchObject({ state: "open" });
});

test("several chosen cases are assigned at once", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/cases");
  const { results } = await get<{ results: LeakCase[] }>(page, "/v1/cases?state=open&page_size=2");
  const boxes = page.getByRole("table", { name: "Leak cases" }).getByRole("checkbox");
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  try {
    await page.getByRole("button", { name: "Assign (2)" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign: 2 cases" });
    await dialog.getByLabel("Note").fill("Both in one visit");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await dialog.waitFor({ state: "hidden" });
    for (const { id } of results) {
      const { state, assignee, events } = await wholeCase(page, id);
      expect([state, assignee, events.at(-1)?.note]).toEqual(["assigned", accounts.property, "Both in one visit"]);
    }
    expect(await boxes.nth(0).isChecked()).toBe(false);
  } finally {
    for (const { id } of results) await undoAll(page, id);
  }
});

test("shows errors at their fields and keeps what was typed", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of (422|503)/ });
  const first = await costliest(page, "open");
  await page.goto(`/cases/${first.id}?dialog=fixed`);
  const fix = page.getByRole("dialog", { name: /^Report a fix/ });
  await fix.getByLabel("Date and time").fill("2020-01-01T08:00");
  await fix.getByRole("textbox", { name: "Cost of the repair" }).fill("much");
  await fix.getByRole("button", { name: "Save the fix" }).click();
  await fix.getByText("The leak began later. Give a time after that.").waitFor();
  await fix.getByText("Give an amount such as 18.50.").waitFor();
  await page.route("**/events", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`/cases/${first.id}?dialog=note`);
  const note = page.getByRole("dialog", { name: /^Add a note/ });
  await note.getByRole("textbox", { name: "Note" }).fill("Key is at the office");
  await note.getByRole("button", { name: "Save the note" }).click();
  await note.getByRole("alert").filter({ hasText: /./ }).waitFor();
  expect(await note.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Key is at the office");
  expect((await wholeCase(page, first.id)).events.filter(({ kind }) => kind === "note")).toEqual([]);
});

test("portfolio users see cases without actions; an unknown case links back to the list", async ({ visit }) => {
  const page = await visit({ as: "portfolio", expects: /status of 404/ });
  const first = await costliest(page, "open");
  await page.goto("/cases");
  await rowOf(page, first).waitFor();
  expect(await page.getByRole("button", { name: /^Assign/ }).count()).toBe(0);
  await page.goto(`/cases/${first.id}?dialog=fixed`);
  await page.getByRole("heading", { name: "History" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Report a fix" }).count()).toBe(0);
  await page.goto("/cases/999999");
  await page.getByText("No such case").first().waitFor();
  await page.getByRole("link", { name: "All leak cases" }).click();
  await page.waitForURL("**/cases");
});

test("filters, views and order are in the URL, and the file has the same rows", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/cases");
  await page.getByRole("tab", { name: /^Verified/ }).click();
  await page.waitForURL("**/cases?view=verified");
  const verified = await get<{ count: number }>(page, "/v1/cases?state=verified&page_size=1");
  await page
    .getByRole("main")
    .getByText(new RegExp(`of ${verified.count}$`))
    .first()
    .waitFor();
  await page
    .getByRole("columnheader", { name: /^Since/ })
    .getByRole("button")
    .first()
    .click();
  await expect.poll(() => new URL(page.url()).searchParams.get("ordering")).toMatch(/started_at/);
  await page.getByRole("switch", { name: "Assigned to me" }).click();
  await page.waitForURL(/mine=true/);
  const file = await page.request.get("/v1/cases/export?file_type=csv&state=verified");
  expect((await file.text()).trim().split("\n").length - 1).toBeGreaterThanOrEqual(verified.count);
});

test("a vendor reports by a link without an account, once, and their report stands on the case", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const first = await costliest(page, "open");
  await page.goto(`/cases/${first.id}?dialog=assigned`);
  const assign = page.getByRole("dialog", { name: /^Assign/ });
  await assign.getByRole("combobox", { name: "Assigned to" }).click();
  await page.getByRole("option", { name: "A vendor, by a link" }).click();
  await assign.getByRole("button", { name: "Assign" }).click();
  await assign.getByText("Give the vendor's name.").waitFor();
  await assign.getByRole("textbox", { name: "Name of the vendor" }).fill("Acme Plumbing");
  await assign.getByRole("textbox", { name: "E-mail address" }).fill("joe@acme.example");
  await assign.getByText("The link is mailed to joe@acme.example.").waitFor();
  await assign.getByRole("textbox", { name: "Note" }).fill("Key at the office");
  await assign.getByRole("button", { name: "Assign" }).click();
  const made = page.getByRole("dialog", { name: "Link for the vendor" });
  const link = new URL(await made.locator("pre").innerText());
  await made.getByText("The link is mailed to joe@acme.example.").waitFor();
  await made.getByRole("button", { name: "Close" }).last().click();
  await made.waitFor({ state: "hidden" });
  await page.getByText("Acme Plumbing (joe@acme.example)", { exact: true }).waitFor();
  await page.getByText(/^The link is valid until/).waitFor();

  const phone = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, expects: /status of (403|409)/ });
  await phone.goto(`${link.pathname}${link.hash}`);
  await phone.getByText("Key at the office").waitFor();
  const shown = await phone.getByRole("main").innerText();
  expect(shown).toContain(first.property_name);
  expect(shown).toContain(first.meter_serial_number);
  expect(shown).not.toContain("$");
  expect(shown).not.toMatch(/Overview|Sign out/);
  await phone.getByRole("button", { name: "Send the report" }).tap();
  await phone.getByText("Choose one.").waitFor();
  await phone.getByRole("radio", { name: "Fixed" }).check();
  await phone.getByRole("combobox", { name: "What was broken" }).selectOption("flapper");
  await phone.getByRole("textbox", { name: "Minutes of work" }).fill("25");
  await phone.getByRole("textbox", { name: "Cost of the repair" }).fill("18.50");
  await phone.getByRole("textbox", { name: "Note" }).fill("New flapper");
  // Somebody else has the same link open.
  const other = await visit({ expects: /status of 409/ });
  await other.goto(`${link.pathname}${link.hash}`);
  await other.getByRole("radio", { name: "Nothing found" }).check();
  await phone.getByRole("button", { name: "Send the report" }).tap();
  await phone.getByText("Fix reported: Flapper, 25 minutes, cost 18.50").waitFor();
  await phone.getByRole("heading", { name: "Thank you, your report is saved" }).waitFor();
  await other.getByRole("button", { name: "Send the report" }).click();
  // What they typed stays in sight; opened again, the link shows what was reported.
  await other.getByText(/This link was used on .* to report a fix\. Ask .* for a new one\./).waitFor();
  expect(await other.getByRole("radio", { name: "Nothing found" }).isChecked()).toBe(true);
  await other.goto("/login");
  await other.goto(`${link.pathname}${link.hash}`);
  await other.getByRole("heading", { name: "This link was used" }).waitFor();

  await page.reload();
  const entry = page.getByRole("listitem").filter({ hasText: "Fix reported: Flapper, 25 minutes, $18.50" });
  await entry.getByText(/Acme Plumbing \(joe@acme\.example\)/).waitFor();
  await page.getByText(/^The link was used on/).waitFor();
  await phone.goto("/vendor-report");
  await phone.getByRole("heading", { name: "The link is not complete" }).waitFor();
  await phone.goto(`${link.pathname}${link.hash}`);
  await phone.getByText("Fix reported: Flapper, 25 minutes, cost 18.50").waitFor();
  expect(await phone.getByRole("main").innerText()).not.toContain(first.property_name);
  await undoAll(page, first.id);
});

test("a vendor's link ends when its assignment is undone, and the list keeps the link until it is closed", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  const first = await costliest(page, "open");
  await page.request.post(`/v1/cases/${first.id}/events`, {
    data: { kind: "assigned", assignee: accounts.property },
    headers: { "sec-fetch-site": "same-origin" },
  });
  // The case leaves this list as it is assigned to somebody else.
  await page.goto(`/cases?mine=true&case_id=${first.id}&dialog=assigned`);
  const assign = page.getByRole("dialog", { name: /^Assign/ });
  await assign.getByRole("combobox", { name: "Assigned to" }).click();
  await page.getByRole("option", { name: "A vendor, by a link" }).click();
  await assign.getByRole("textbox", { name: "Name of the vendor" }).fill("Acme Plumbing");
  await assign.getByRole("textbox", { name: "E-mail address" }).fill("joe@acme.example");
  await assign.getByRole("button", { name: "Assign" }).click();
  const made = page.getByRole("dialog", { name: "Link for the vendor" });
  const link = new URL(await made.locator("pre").innerText());
  await rowOf(page, first).waitFor({ state: "detached" });
  expect(await made.locator("pre").innerText()).toContain(link.hash);
  await made.getByRole("button", { name: "Close" }).last().click();
  await undoAll(page, first.id);
  const vendor = await visit({ expects: /status of 403/ });
  await vendor.goto(`${link.pathname}${link.hash}`);
  await vendor.getByRole("heading", { name: "This link is not valid" }).waitFor();
  await vendor.getByText(/^This assignment was taken back on/).waitFor();
});
