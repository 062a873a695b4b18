import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PropertyPrices } from "../contract/costs/gallon-prices.ts";
import { accounts, fillLogin, password } from "./accounts.ts";
import { addressOf, test } from "./test.ts";

const finances = "/v1/reporting/portfolio-insights/finances";
const prices = `${finances}/unit-gallon-price`;

interface Place {
  id: number;
  name: string;
  organization_id: number;
  units: { id: number; name: string }[];
}

/** Properties of the demo with their units, by name. */
async function places(page: Page): Promise<Place[]> {
  const all: Place[] = await (await page.request.get("/v1/reporting/my-properties/")).json();
  const withUnits: Place[] = await (await page.request.get("/v1/inventory/properties/units")).json();
  return all.map((one) => ({ ...one, units: withUnits.find(({ id }) => id === one.id)?.units ?? [] }));
}

/** The dialog over a report of one property, which it then begins with. */
async function openForm(page: Page, property?: Place) {
  const place = property === undefined ? "" : `&property_id=${property.id}`;
  await page.goto(`/history?period=last-30-days${place}&dialog=custom-cost`);
  const dialog = page.getByRole("dialog", { name: "Set Custom Cost per Gallon" });
  await dialog.getByLabel("Average Cost per Gallon").waitFor();
  return dialog;
}

type Form = Awaited<ReturnType<typeof openForm>>;

function row(form: Form, nth: number) {
  const group = form.getByRole("group", { name: `Property cost ${nth}` });
  return {
    group,
    property: group.getByRole("combobox", { name: "Property" }),
    cost: group.getByLabel("Average Cost per Gallon"),
    start: group.getByLabel("Start Date for Cost"),
    end: group.getByLabel("End Date for Cost"),
  };
}

async function choose(page: Page, { property }: ReturnType<typeof row>, name: string) {
  await property.click();
  await page.getByRole("option", { name, exact: true }).click();
}

/** Saves that reached the server. */
function savesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === prices) sent.push(request.url());
  });
  return sent;
}

const hasFocus = (field: ReturnType<typeof row>["cost"]) =>
  expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);

// Covers dialogs-6, validation-2, custom-cost-1, custom-cost-2, custom-cost-3, custom-cost-8, constants-6, admin-forms-21
test("the custom cost form shows errors under a field on blur, and keeps the input", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.clock.install();
  const sent = savesOf(page);
  const form = await openForm(page);
  const save = form.getByRole("button", { name: "Save" });
  const { property, cost, start, end } = row(form, 1);
  expect(await cost.inputValue()).toBe("0.015");
  await save.click();
  await form.getByText("Property is required").waitFor();
  await hasFocus(property);
  for (const { field, typed, message } of [
    { field: cost, typed: "", message: "Average Cost per Gallon is required" },
    { field: cost, typed: "a lot", message: "Please enter a valid number" },
    { field: cost, typed: "0.0155", message: "Maximum 3 decimal places allowed" },
    { field: cost, typed: "0", message: "Cost must be greater than 0" },
    { field: cost, typed: "-0.02", message: "Cost must be greater than 0" },
    { field: start, typed: "", message: "Start Date for Cost is required" },
    { field: start, typed: "2026-03-01", message: null },
    { field: end, typed: "2026-02-01", message: "End date cannot be earlier than start date" },
    { field: start, typed: "2026-03-02", message: "Start date cannot be later than end date" },
  ]) {
    await field.fill(typed);
    await field.blur();
    if (message !== null) await form.getByText(message, { exact: true }).waitFor();
  }
  // A day that is typed in part would read as "until further notice".
  await end.fill("");
  await end.pressSequentially("02");
  await end.blur();
  await form.getByText("Please enter a valid date").waitFor();
  await end.fill("2026-05-31");
  await end.blur();
  await expect.poll(() => form.getByText(/^(Start|End) date cannot|valid date$/).count()).toBe(0);
  await cost.fill("0.02");

  const [first] = await places(page);
  if (first === undefined) throw new Error("The demo has properties.");
  await choose(page, row(form, 1), first.name);
  await form.getByRole("button", { name: "Add another property cost" }).click();
  const second = row(form, 2);
  await hasFocus(second.property);
  await choose(page, second, first.name);
  await second.start.fill("2026-05-01");
  await form.getByText("Overlaps property cost 1: May 01 to May 31, 2026").waitFor();
  // However long that stands there, what rows that overlap would change is never requested.
  await page.clock.fastForward(1000);
  await save.click();
  await hasFocus(second.start);
  await second.start.fill("2026-06-01");
  await expect.poll(() => form.getByText(/^Overlaps/).count()).toBe(0);
  await form.getByRole("region", { name: "What it changes" }).getByRole("row", { name: first.name }).waitFor();
  await form.getByRole("button", { name: "Remove property cost 2" }).click();
  await expect.poll(() => form.getByRole("button", { name: /^Remove/ }).count()).toBe(0);

  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Set Custom Cost per Gallon" }).click();
  expect(await cost.inputValue()).toBe("0.02");
  expect(sent).toEqual([]);
});

test("the custom cost form opens for the property that the report is about by then", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const [first] = await places(page);
  if (first === undefined) throw new Error("The demo has properties.");
  const form = await openForm(page, first);
  const { property } = row(form, 1);
  await expect.poll(() => property.inputValue()).toBe(first.name);
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Remove filter Property: ${first.name}` }).click();
  await page.getByRole("button", { name: "Set Custom Cost per Gallon" }).click();
  await form.waitFor();
  await expect.poll(() => property.inputValue()).toBe("");
});

// Covers custom-cost-4
test("rejects a property without units, and removes deleted units from the choice", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 404/ });
  const sent = savesOf(page);
  const [empty, other] = await places(page);
  if (empty === undefined || other === undefined) throw new Error("The demo has properties.");
  let gone: number[] = empty.units.map(({ id }) => id);
  await page.route(/\/v1\/inventory\/properties\/units\?/, async (route) => {
    const answer = await route.fetch();
    const found: Place[] = await answer.json();
    const json = found.map((one) => ({ ...one, units: one.units.filter(({ id }) => !gone.includes(id)) }));
    await route.fulfill({ json });
  });
  const form = await openForm(page, empty);
  await form.getByText("This property has no units to set a cost for").waitFor();
  const one = row(form, 1);
  await one.start.fill("2015-01-01");
  await form.getByRole("button", { name: "Save" }).click();
  await hasFocus(one.property);

  await choose(page, one, other.name);
  await one.group.getByRole("button", { name: "All units" }).click();
  const boxes = page.getByRole("group", { name: "All units" }).getByRole("checkbox");
  for (let nth = 2; nth < other.units.length; nth += 1) await boxes.nth(nth).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await one.group.getByRole("button", { name: "Units 2" }).waitFor();
  const [first] = other.units;
  gone = other.units.map(({ id }) => id).filter((id) => id !== first?.id);
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Failed to save custom costs. Please try again.").waitFor();
  await form.getByText(/chosen units? (is|are) no longer there and (is|are) taken out\./).waitFor();
  expect(await one.start.inputValue()).toBe("2015-01-01");
  expect(sent).toEqual([]);

  // One that goes between the look and the save is for the server to find.
  const problem = {
    status: 404,
    code: "not_found",
    detail: "There is no such unit.",
    unit_ids: ["There is no such unit."],
  };
  await page.route(
    (url) => url.pathname === prices,
    (route) => route.fulfill({ status: 404, contentType: "application/problem+json", body: JSON.stringify(problem) }),
  );
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await form.getByText("Some of these units are no longer there. Nothing was saved").waitFor();
});

// Covers custom-cost-5
test("shows prices on a timeline and as a table, with what a new one would replace", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 503/ });
  const property = (await places(page)).find(({ units }) => units.length > 3);
  if (property === undefined) throw new Error("The demo has a property of some units.");
  const ids = property.units.map(({ id }) => id);
  const [some, rest] = [ids.slice(0, 2), ids.slice(2)];
  const authorship = { made_by: "maria@owner.example", made_at: "2026-02-20T18:00:00.000Z" };
  const propertyPrices: PropertyPrices = {
    property_id: property.id,
    property_name: property.name,
    organization_id: property.organization_id,
    units_count: ids.length,
    prices: [
      { unit_ids: ids, cost: 0.016, start_date: "2026-03-01", end_date: "2026-05-31" },
      { unit_ids: rest, cost: 0.016, start_date: "2026-06-01", end_date: "2026-06-30" },
      { unit_ids: some, cost: 0.018, start_date: "2026-06-01", end_date: null },
    ],
    history: [
      { id: 2, unit_ids: some, cost: 0.018, start_date: "2026-06-01", end_date: null, ...authorship },
      {
        id: 1,
        unit_ids: ids,
        cost: 0.016,
        start_date: "2026-03-01",
        end_date: "2026-06-30",
        ...authorship,
        made_by: "",
      },
    ],
    history_count: 2,
  };
  const only = (result: object) => ({ json: { count: 1, next: null, previous: null, results: [result] } });
  await page.route(/\/unit-gallon-price\?/, (route) => route.fulfill(only(propertyPrices)));
  const usual = { cost: 0.017, start_date: "2026-01-01", end_date: null };
  await page.route(/\/organization-gallon-price\?/, (route) =>
    route.fulfill(
      only({ organization_id: 1, organization_name: "Owner", prices: [usual], history: [], history_count: 0 }),
    ),
  );
  let isAway = true;
  await page.route(/\/unit-gallon-price\?/, (route) =>
    isAway ? route.fulfill({ status: 503, body: "{}" }) : route.fallback(),
  );
  const form = await openForm(page, property);
  await form.getByText("The prices in force could not be loaded.").waitFor();
  isAway = false;
  await form.getByRole("button", { name: "Retry" }).click();
  const timeline = form.getByRole("region", { name: `Prices at ${property.name}` });
  const line = timeline.getByRole("slider");
  await timeline
    .getByText(new RegExp(`In force now: .*\\$0\\.018 at 2 of ${ids.length} units, set by maria@owner`))
    .waitFor();
  await line.focus();
  const read = () => line.getAttribute("aria-valuetext");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await read()).toBe(`Mar 01, 2026: $0.016 at all ${ids.length} units, set on Feb 20, 2026`);
  await page.keyboard.press("ArrowRight");
  expect(await read()).toMatch(/^Jun 01, 2026: .*\$0\.016 at .*; \$0\.018 at 2 of /);
  await page.keyboard.press("ArrowRight");
  expect(await read()).toMatch(/^Jul 01, 2026: \$0\.017 at .* units, the organization's default; \$0\.018 at 2 of /);

  const { cost, start, end } = row(form, 1);
  await cost.fill("0.02");
  await start.fill("2026-05-01");
  await end.fill("2026-06-15");
  const replaced = timeline.getByRole("list", { name: "What saving replaces" }).getByRole("listitem");
  await expect
    .poll(() => replaced.allTextContents())
    .toEqual([
      `$0.016 at ${rest.length} of ${ids.length} units, May 01 to Jun 15, 2026`,
      `$0.016 at 2 of ${ids.length} units, May 01 to May 31, 2026`,
      `$0.018 at 2 of ${ids.length} units, Jun 01 to Jun 15, 2026`,
    ]);
  await timeline.getByText("stay in the history").waitFor();

  await timeline.getByRole("button", { name: "Show as table" }).click();
  const days = timeline.getByRole("table", { name: "Prices by day" });
  await days
    .getByRole("row", { name: /May 01 to Jun 15, 2026, .* \$0\.020 new, not saved/ })
    .first()
    .waitFor();
  await days.getByRole("row", { name: /from Jul 01, 2026 on, .* \$0\.017 the organization's default/ }).waitFor();
  const record = timeline.getByRole("table", { name: "On record" });
  await record
    .getByRole("row", { name: /\$0\.018 set by maria@owner.example on Feb 20, 2026 On all its days/ })
    .waitFor();
  await record.getByRole("row", { name: /\$0\.016 set on Feb 20, 2026 In part/ }).waitFor();
});

/** A day before all readings: a price for it changes no figure. */
const longPast = "2015-01-01";

// Covers dialogs-6, states-17, errors-1, custom-cost-6, custom-cost-9
test("previews the effect of a cost, keeps the form on failure, and applies it once", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 503/ });
  const [property] = await places(page);
  if (property === undefined) throw new Error("The demo has properties.");
  const form = await openForm(page, property);
  const { cost, start, end } = row(form, 1);
  await form.getByText(/^In force now: \$0\.\d{3} at /).waitFor();
  await cost.fill("0.099");
  await start.fill("2020-01-01");
  const changed = form.getByRole("region", { name: "What it changes" }).getByRole("row", { name: property.name });
  const response = page.waitForResponse((answer) => answer.url().endsWith("/effect") && answer.ok());
  const effect = await (await response).json();
  expect(effect.total_cost_after).toBeGreaterThan(effect.total_cost_before);
  await changed
    .getByText(/^\$[\d,.]+ → \$[\d,.]+ \(\+\$[\d,.]+\)$/)
    .first()
    .waitFor();
  await start.fill(longPast);
  await end.fill(longPast);
  await changed
    .getByText(/, unchanged$/)
    .first()
    .waitFor();

  const problem = { type: "about:blank", title: "Unavailable", status: 503, code: "unavailable", detail: "Away." };
  await page.route(
    (url) => url.pathname === prices,
    (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify(problem) }),
    { times: 1 },
  );
  const save = form.getByRole("button", { name: "Save" });
  await save.click();
  const failed = page.getByRole("alert").filter({ hasText: "Failed to save custom costs. Please try again." });
  await failed.getByText("Error", { exact: true }).waitFor();
  expect([await cost.inputValue(), await start.inputValue()]).toEqual(["0.099", longPast]);

  const sent = savesOf(page);
  const saved = page.waitForResponse((answer) => answer.status() === 201);
  const refreshed = page.waitForResponse((answer) => answer.url().includes("/reporting/overview?"));
  await save.dblclick();
  await saved;
  const success = page.getByRole("status").filter({ hasText: "Custom costs have been saved successfully." });
  await success.getByText("Success", { exact: true }).waitFor();
  await form.waitFor({ state: "detached" });
  await refreshed;
  expect(sent).toHaveLength(1);

  const inForce = async () => {
    const answer = await page.request.get(`${prices}?property_id=${property.id}`);
    const { results }: { results: PropertyPrices[] } = await answer.json();
    return results[0]?.prices.filter(({ start_date }) => start_date === longPast) ?? [];
  };
  const [entry] = await inForce();
  expect(entry).toMatchObject({ cost: 0.099, end_date: longPast });
  expect(entry?.unit_ids).toHaveLength(property.units.length);
  const former = { unit_ids: entry?.unit_ids, cost: 0.015, start_date: longPast, end_date: longPast };
  const undone = await page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
      return answer.status;
    },
    [prices, JSON.stringify({ costs: [former] })] as const,
  );
  expect(undone).toBe(201);
  expect((await inForce())[0]?.cost).toBe(0.015);
});

// Covers custom-cost-9
test("keeps the input when the session ends while saving", async ({ visit }) => {
  const page = await visit({ expects: /status of 401/ });
  await page.goto("/login");
  await fillLogin(page, accounts.admin, password);
  await page.waitForURL((url) => url.pathname !== "/login");
  const [property] = await places(page);
  if (property === undefined) throw new Error("The demo has properties.");
  const form = await openForm(page, property);
  await row(form, 1).cost.fill("0.123");
  await row(form, 1).start.fill(longPast);
  await page.context().clearCookies();
  await form.getByRole("button", { name: "Save" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  await fillLogin(page, accounts.admin, password);
  await form.getByText("What you typed is back").waitFor();
  expect(addressOf(page).searchParams.get("dialog")).toBe("custom-cost");
  const { cost, start, property: name } = row(form, 1);
  expect([await name.inputValue(), await cost.inputValue(), await start.inputValue()]).toEqual([
    property.name,
    "0.123",
    longPast,
  ]);
});
