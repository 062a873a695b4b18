import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { LeakCase } from "../contract/leaks/cases.ts";
import type { LeakState, ListedLeak, Reason } from "../contract/leaks/leaks.ts";
import type { LeakDetailOverview } from "../contract/reporting/leak-details.ts";
import { enter } from "./tab-to.ts";
import { addressOf, atRest, test } from "./test.ts";

interface Why {
  leak: ListedLeak;
  reasons: Reason[];
  hours: { starts_at: string; gallons: number | null }[];
}

async function leaksOf(page: Page, query: string): Promise<ListedLeak[]> {
  const answer = await page.request.get(`/v1/leaks?page_size=50&${query}`);
  const { results }: { results: ListedLeak[] } = await answer.json();
  return results;
}

async function leakIn(page: Page, state: LeakState, ordering = "-total_gallons_leaked"): Promise<ListedLeak> {
  const [leak] = (await leaksOf(page, `state=${state}&ordering=${ordering}`)).filter(
    ({ came_back_at, unit_id, repair }) => came_back_at === null && unit_id !== null && !repair?.still_running,
  );
  if (leak === undefined) throw new Error(`The demo has no leak that is ${state}.`);
  return leak;
}

const pageOf = ({ meter_serial_number, property_id, started_at }: ListedLeak) =>
  `/history/leak-detail?meter=${meter_serial_number}&property_id=${property_id}&leak=${started_at}&dateRangeLabel=last-30-days`;

const why = (page: Page) => page.getByRole("region", { name: "Why is this a leak?" });
const repair = (page: Page) => page.getByRole("region", { name: /^(The last days|Before and after)$/ });

/** A number with its unit as the page writes it; small volumes keep three decimals. */
function amount(value: number, unit: Reason["unit"]): string {
  const digits = unit === "gallons" && value < 1 ? 3 : 1;
  const text = value.toLocaleString("en-US", { maximumFractionDigits: digits });
  return `${text} ${{ gallons: "gal", minutes: "min", hours: "hour", points: "point" }[unit]}`;
}

// Covers leak-detail-6
test("shows the server's reasons with their numbers and hours", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const leak = await leakIn(page, "open");
  const query = `meter=${leak.meter_serial_number}&property_id=${leak.property_id}&started_at=${leak.started_at}`;
  const answer: Why = await (await page.request.get(`/v1/leaks/why?${query}`)).json();
  await page.goto(pageOf(leak));
  const signs = why(page).getByRole("radio");
  await signs.first().waitFor();
  expect(await signs.count()).toBe(answer.reasons.length);
  await why(page).getByText("The numbers").click();
  for (const [place, reason] of answer.reasons.entries()) {
    if (place > 0) await page.keyboard.press("ArrowRight");
    else await signs.first().focus();
    await why(page).getByText(reason.sentence).waitFor();
    expect(await signs.nth(place).isChecked()).toBe(true);
    const facts = await why(page).getByRole("term").allTextContents();
    const definitions = await why(page).getByRole("definition").allTextContents();
    const fact = (name: RegExp) => definitions[facts.findIndex((found) => name.test(found))];
    expect(fact(/^Found/)).toContain(amount(reason.value, reason.unit));
    expect(fact(/^It takes/)).toContain(amount(reason.threshold, reason.unit));
    expect(fact(/^Lowest hour/)).toBe(amount(reason.lowest_hour_gallons, "gallons"));
    expect(fact(/^Measured/)).toMatch(new RegExp(`^${reason.hours_measured} hour`));
    expect(fact(/^Missing/)).toMatch(new RegExp(`^${reason.hours_missing} hour`));
    if (reason.own_history !== null) expect(fact(/^Own/)).toContain(`${reason.own_history.days} leak-free days`);
  }
  const last = answer.reasons.at(-1);
  expect(addressOf(page).searchParams.get("rule")).toBe(answer.reasons.length > 1 ? last?.rule : null);

  // The drawing's own table: the window and the day before it, hour by hour.
  const from = Date.parse(last?.window_starts_at ?? "") - 86_400_000;
  const until = Date.parse(last?.window_ends_at ?? "");
  const drawn = answer.hours.filter(({ starts_at }) => Date.parse(starts_at) >= from && Date.parse(starts_at) < until);
  await why(page).getByRole("button", { name: "Show as table" }).click();
  const rows = why(page).getByRole("table").getByRole("row");
  expect(await rows.count()).toBe(drawn.length + 1);
  const figures = await rows.getByRole("cell").allTextContents();
  const columns = figures.length / drawn.length;
  for (const [place, { gallons }] of drawn.entries()) {
    const shown = figures[place * columns]?.replace(" (estimated)", "");
    const small = gallons !== null && gallons > 0 && gallons < 0.05;
    const text = gallons?.toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 }) ?? "–";
    expect(shown).toBe(small ? "<0.1" : text);
  }
});

test("the unit's figure is the sum below it, for each of its meters", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const [open] = (await leaksOf(page, "state=open&ordering=-total_gallons_leaked")).filter(
    ({ leak_type }) => leak_type === "toilet leak",
  );
  if (open === undefined) throw new Error("The demo has no toilet that leaks.");
  const query = `property_id=${open.property_id}&days_ago=30`;
  const of = (meter: string) => `/v1/reporting/leak-report/leak-details/meters/${meter}/overview?${query}`;
  const { unit_meters }: LeakDetailOverview = await (await page.request.get(of(open.meter_serial_number))).json();
  expect(unit_meters.length).toBeGreaterThan(1);
  for (const { meter_serial_number: meter, attached_to, gallons_leaked } of unit_meters) {
    await page.goto(`/history/leak-detail?meter=${meter}&property_id=${open.property_id}&dateRangeLabel=last-30-days`);
    const found = page.getByRole("region", { name: "What was found" });
    const parts = found.getByRole("list", { name: "What leaked in the unit, by meter" }).getByRole("listitem");
    await parts.filter({ hasText: `of this meter (${attached_to})` }).waitFor();
    const own = await parts.filter({ hasText: "this meter" }).textContent();
    const volumes = (text: string | null) =>
      [...(text ?? "").matchAll(/([\d,.]+) gal/g)].map(([, digits = ""]) => digits);
    expect(volumes(own).map((digits) => Number(digits.replaceAll(",", "")))).toContainEqual(
      expect.closeTo(gallons_leaked, 0),
    );
    const added = (await parts.allTextContents()).filter((text) => !text.startsWith("Not added"));
    const sum = added
      .map((text) => Number(volumes(text)[0]?.replaceAll(",", "")) * (text.startsWith("−") ? -1 : 1))
      .reduce((before, part) => before + part, 0);
    const [whole = ""] = volumes(await found.getByText("This unit:").textContent());
    expect(sum).toBeCloseTo(Number(whole.replaceAll(",", "")), 6);
    await found.getByText("Why they are not added up").click();
    await found.getByText(/^The water of fixtures runs through the (SPOE|DPOE) meter, too\./).waitFor();
  }
});

// Covers leak-detail-7, states-17
test("the page leads to its case, where a fix that fails to reach the server keeps the input and can be retried", async ({
  visit,
}) => {
  const page = await visit({ as: "property", expects: /ERR_FAILED/ });
  const leak = await leakIn(page, "open", "started_at");
  await page.goto(pageOf(leak));
  const banner = page.getByRole("region", { name: "The case of this leak" });
  await enter(page, banner.getByRole("link", { name: "Open the case" }));
  await page.getByRole("button", { name: "Report a fix" }).click();
  const dialog = page.getByRole("dialog", { name: /^Report a fix/ });
  await dialog.getByLabel("Note").fill("Flapper and seat replaced.");
  const send = dialog.getByRole("button", { name: "Save the fix" });
  await page.route("**/events", (route) => route.abort());
  await send.click();
  await dialog.getByText("The server could not be reached.").waitFor();
  await page.unroute("**/events");
  try {
    await send.click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("Flapper and seat replaced.").waitFor();
    expect((await leaksOf(page, `meter=${leak.meter_serial_number}`))[0]?.repair?.note).toBe(
      "Flapper and seat replaced.",
    );
  } finally {
    await takeBackAll(page, leak);
  }
});

// Covers leak-detail-7
test("a repaired leak shows its savings, the hours before and after, and its place in the list", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const answer = await page.request.get("/v1/cases?state=verified&ordering=-fixed_at");
  const { results }: { results: LeakCase[] } = await answer.json();
  const verified = results.find(({ gallons_saved }) => (gallons_saved ?? 0) > 1);
  if (verified === undefined) throw new Error("The demo has no fix that saved water.");
  const { meter_serial_number, property_id } = verified;
  const [leak] = await leaksOf(page, `meter=${meter_serial_number}&property_id=${property_id}&state=repaired`);
  if (leak === undefined) throw new Error("The demo's verified case has no repaired leak.");
  await page.goto(pageOf(leak));
  const gallons = verified.gallons_saved?.toLocaleString("en-US", { maximumFractionDigits: 0 });
  await page
    .getByRole("region", { name: "The case of this leak" })
    .getByText(`Saved so far: ${gallons} gal, $`)
    .waitFor();
  await repair(page)
    .getByRole("figure", { name: /^Gallons of \d days? before and after$/ })
    .waitFor();
  await repair(page).getByText("After the repair", { exact: true }).waitFor();
  const rates = await repair(page).getByRole("definition").allTextContents();
  expect(Number.parseFloat(rates[0] ?? "")).toBeGreaterThan(Number.parseFloat(rates[2] ?? ""));

  const all = page.getByRole("table", { name: /^All leaks of meter/ });
  const first = all.getByRole("row").nth(1);
  await first.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => new URLSearchParams(location.search).has("leak"));
  await page.getByRole("region", { name: "The leak explained" }).and(page.locator(":focus")).waitFor();
  await page.getByRole("button", { name: "View Full Property Information" }).click();
  await page.getByRole("dialog", { name: "Property Information" }).waitFor();
});

test("each name of a period works on both leak pages, or the page reports it as not read", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const { meter_serial_number, property_id } = await leakIn(page, "open");
  const names = ["days_ago=7", "dateRangeLabel=last-7-days", "period=last-7-days"];
  for (const path of ["/top5-leaks-details", "/history/leak-detail", `/properties/${property_id}/leak-detail`]) {
    const of = `${path}?meter=${meter_serial_number}&property_id=${property_id}`;
    for (const name of names) {
      await page.goto(`${of}&${name}`);
      await page.getByRole("button", { name: "Last 7 days", pressed: true }).waitFor();
    }
    await page.goto(`${of}&period=last-7-days&days_ago=30`);
    await page.getByText("Some of this link could not be read and is left out: the days.").waitFor();
    await page.getByRole("button", { name: "Last 7 days", pressed: true }).waitFor();
    if (path === "/top5-leaks-details") expect(addressOf(page).searchParams.has("days_ago")).toBe(false);
  }
});

// Covers nav-3, errors-4
test("forbidden, missing and invalid links show a message and a way back", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 4\d\d/ });
  const own = await leakIn(page, "open");
  const admin = await visit({ as: "admin" });
  const seen = new Set((await leaksOf(page, "")).map(({ property_id }) => property_id));
  const foreign = (await leaksOf(admin, "state=open")).find(({ property_id }) => !seen.has(property_id));
  if (foreign === undefined) throw new Error("The demo's member sees every property.");
  const main = page.getByRole("main");
  const lost: [string, string, string][] = [
    [pageOf(foreign), "No such meter", "History"],
    ["/history/leak-detail?meter=no-such-meter", "No such meter", "History"],
    [`/history/leak-detail?meter=${"9".repeat(300)}`, "No such meter", "History"],
    [`/history/leak-detail?meter=${own.meter_serial_number}&organization_id=999999`, "No such meter", "History"],
    ["/history/leak-detail", "No meter chosen", "History"],
    ["/top5-leaks-details?period=yesterday&meter=no-such-meter", "No such meter", "Top 5 Leaks Details"],
    [`/properties/999999/leak-detail?meter=${own.meter_serial_number}`, "No such meter", "All leaks of this property"],
    ["/properties/north/leak-detail?meter=1", "No such property", "Start"],
    [`/properties/${own.property_id}/leak-detail`, "No meter chosen", "All leaks of this property"],
  ];
  for (const [address, title, back] of lost) {
    await page.goto(address);
    await main.getByText(title, { exact: true }).waitFor();
    await main.getByRole("link", { name: back, exact: true }).waitFor();
    expect(await main.textContent()).not.toContain(foreign.property_name);
  }
  const nonsense = "&days_ago=3&start_date=2026-02-30&page=minus&leak=yesterday&ordering=x&rule=none&dialog=delete";
  await page.goto(`/history/leak-detail?meter=${own.meter_serial_number}&property_id=${own.property_id}${nonsense}`);
  await page
    .getByText("Some of this link could not be read and is left out: the days, the page, a filter and the order.")
    .waitFor();
  await why(page).getByRole("radio").first().waitFor();
  await page.goto(`${pageOf(own)}&leaks_page=99`);
  await page.waitForFunction(() => !new URLSearchParams(location.search).has("leaks_page"));
  await page.goto(pageOf(own).replace(/leak=[^&]+/, "leak=1999-01-01T00:00:00Z"));
  await page.getByText("This meter had no leak at that time.").waitFor();
  await page.getByRole("button", { name: "Show the newest leak" }).click();
  await why(page).getByRole("radio").first().waitFor();
});

test("reasons and hours that fail to load show an error and Retry", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 500/ });
  const leak = await leakIn(page, "open");
  const fail = (address: string) => page.route(address, (route) => route.fulfill({ status: 500, body: "{}" }));
  await fail("**/v1/leaks/why?**");
  await page.goto(pageOf(leak));
  await why(page).getByText("The reasons could not be loaded.").waitFor();
  await repair(page).getByText("The hours before and after could not be loaded.").waitFor();
  await page.getByRole("figure", { name: "(Per Day)" }).waitFor();
  // Before the reasons can come.
  await fail("**/consumption/hour?**");
  await page.unroute("**/v1/leaks/why?**");
  await retry(why(page), why(page).getByRole("radio").first());
  await repair(page).getByText("The hours before and after could not be loaded.").waitFor();
  await page.unroute("**/consumption/hour?**");
  await retry(repair(page), repair(page).getByRole("figure", { name: "Gallons of the last 7 days" }));
});

/** Presses Retry until the failed part has loaded. A page that is still opening may repeat the request itself. */
async function retry(part: Locator, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await part
        .getByRole("button", { name: "Retry" })
        .click({ timeout: 2000 })
        .catch(() => undefined);
      await shown.waitFor({ timeout: 5000 }).catch(() => undefined);
      return shown.isVisible();
    })
    .toBe(true);
}

describe.for(["light", "dark"] as const)("%s colours", (colorScheme) => {
  test("the page of a repair has no axe violation", async ({ visit }) => {
    const admin = await visit({ as: "admin", colorScheme });
    const repaired = await leakIn(admin, "repaired", "-started_at");
    await admin.goto(pageOf(repaired));
    await repair(admin).getByRole("figure").waitFor();
    await why(admin).getByText("The numbers").click();
    await checkAxe(admin);
  });
});

test.for([360, 768, 1440])("has no overflow and no layout shift at %i pixels", async (width, { visit }) => {
  const page = await visit({ as: "property", viewport: { width, height: 800 } });
  const leak = await leakIn(page, "open");
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += "value" in entry ? Number(entry.value) : 0;
      document.documentElement.setAttribute("data-moved", String(sum));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(pageOf(leak));
  await repair(page).getByRole("figure").waitFor();
  await page.getByRole("figure", { name: "(Per Day)" }).waitFor();
  await atRest(page);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  expect(Number(await page.locator("html").getAttribute("data-moved"))).toBeLessThan(0.02);
});

async function checkAxe(page: Page, part = "main"): Promise<void> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
  ).toEqual([]);
}

/** Leaves the demo as it was, also after a failure. */
async function takeBackAll(page: Page, leak: ListedLeak): Promise<void> {
  for (const { repair: repairMark } of await leaksOf(
    page,
    `meter=${leak.meter_serial_number}&property_id=${leak.property_id}`,
  )) {
    if (repairMark?.note !== "Flapper and seat replaced.") continue;
    await page.evaluate((id) => fetch(`/v1/leaks/repaired/${id}`, { method: "DELETE" }), repairMark.id);
  }
}
