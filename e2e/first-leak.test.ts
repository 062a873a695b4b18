import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { password } from "./accounts.ts";
import { type EmptyProduct, startEmpty } from "./empty-product.ts";
import { addressOf, test as base } from "./test.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Each file of these tests has an installation of its own, which begins empty. */
const test = base.extend("empty", { scope: "file" }, async ({ baseUrl: _ }, { onCleanup }): Promise<EmptyProduct> => {
  const empty = await startEmpty();
  onCleanup(empty.stop);
  return empty;
});

const units = `Building,Apt #,Bedrooms,Attached To,Meter Serial Number,Gateway
A,101,1,SPOE,OAK-101,GW-1
A,102,2,SPOE,OAK-102,GW-1
A,102,2,Toilet,OAK-102-T,GW-1
A,103,1,Kitchen,OAK-103,GW-1
`;

/** The hours of two days and a half up to now: in unit 102 the toilet runs from eight in the evening to six. */
function readings(now: number): string {
  const begin = Math.floor(now / HOUR) * HOUR - 60 * HOUR;
  const clock = new Intl.DateTimeFormat("en-US", { timeZone: "America/Chicago", hour: "numeric", hourCycle: "h23" });
  const rows = Array.from({ length: 60 }, (_, i) => {
    const at = new Date(begin + i * HOUR);
    const hour = at.toISOString();
    const local = Number(clock.format(at)) % 24;
    const isNight = local < 6 || local >= 20;
    const toilet = isNight ? 45 : local % 4 === 0 ? 1.6 : 0;
    const others = isNight || (local > 13 && local < 18) ? 0 : 5;
    return [
      `OAK-101,${hour},${others}`,
      `OAK-102,${hour},${toilet + others}`,
      `OAK-102-T,${hour},${toilet}`,
      `OAK-103,${hour},${others}`,
    ].join("\n");
  });
  return ["serial,hour,gallons", ...rows, `OAK-999,${new Date(begin).toISOString()},3`].join("\n");
}

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const step = (page: Page, title: string) =>
  page.getByRole("list", { name: "Steps" }).getByRole("listitem").filter({ hasText: title }).first();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Sends what the page shows to be copied to a command line. */
async function runCommand(page: Page, replaced: [string, string]) {
  const command = (await page.locator("pre", { hasText: "curl" }).innerText()).replace(...replaced);
  const [, url = ""] = /POST (\S+)/.exec(command) ?? [];
  const [, authorization = ""] = /Authorization: ([^"]+)"/.exec(command) ?? [];
  const [, data = ""] = /-d '(.*)'/.exec(command) ?? [];
  const headers = { authorization, "content-type": "application/json" };
  const answer = await page.request.post(url, { headers, data });
  return { status: answer.status(), json: await answer.json() };
}

describe("setup to the first leak", () => {
  // Covers first-leak-1, first-leak-2, first-leak-3, first-leak-4, first-leak-6
  test("a new administrator gets there in the browser alone, in far less than ten minutes", {
    timeout: 300_000,
  }, async ({ visit, empty }) => {
    const page = await visit();
    page.setDefaultTimeout(15_000);
    const began = Date.now();
    await page.goto(empty.firstAdmin);
    await page.getByLabel("E-mail").fill("ann@oak.example");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password", { exact: true }).fill(password);
    await press(page, "Create administrator");

    // There is nothing to see yet: it opens where that is changed.
    await page.waitForURL((url) => url.pathname === "/admin/start");
    await page.getByText("Missing: whose buildings they are.").waitFor();
    await press(page, "Make the organization");
    await page.getByText("Give a name.").waitFor();
    await page.getByLabel("Name of the organization").fill("Oak Homes");
    await press(page, "Make the organization");

    await page.getByLabel("Name of the property").fill("Oak Street");
    await page.getByRole("combobox", { name: "Time zone" }).fill("Chicago");
    // The list has it among all others before it has received what was typed; Enter takes the one that is marked.
    await page.getByRole("option", { name: "America/Chicago" }).and(page.locator("[data-combobox-selected]")).waitFor();
    await page.keyboard.press("Enter");
    await press(page, "Make the property");

    await page.getByText("Missing: which units there are").waitFor();
    await page.getByLabel("Spreadsheet file").setInputFiles(csv("units.csv", units));
    await page.getByLabel("Point of row 5").selectOption("SPOE");
    await press(page, "Check again");
    await press(page, /^Add \d+ new things/);

    await page.getByText("1 gateway. Missing: a token").waitFor();
    expect(await step(page, "Units and meters").innerText()).toContain("3 units, 4 meters");
    await press(page, "Make a token");
    await page.getByText("Waiting for the first reading").waitFor();
    const token = await page.locator("pre").first().innerText();
    expect(token).toMatch(/^dlg_/);

    // A token that was copied badly: the answer and the page say what to do.
    const wrong = await runCommand(page, [token, `${token.slice(0, -3)}xyz`]);
    expect(wrong).toMatchObject({ status: 401, json: { code: "invalid_gateway_token" } });
    await page.getByText("It does not arrive?").click();
    await page.getByText("the token is missing, mistyped or revoked").waitFor();
    const first = await runCommand(page, [token, token]);
    expect(first).toMatchObject({ status: 200, json: { stored: 1 } });
    // Nothing is pressed: the page sees it.
    await page.getByText("No data yet").waitFor();
    expect(await step(page, "First reading").innerText()).toContain("1 of 4 meters reported");
    expect(await step(page, "First leak").innerText()).toContain("1 of the 26 hours");

    await page.getByRole("button", { name: /^First reading/ }).click();
    await page.getByLabel("Readings file").setInputFiles(csv("readings.csv", readings(Date.now())));
    await press(page, "See what it comes to");
    await page.getByText("OAK-999").first().waitFor();
    await press(page, /^Import \d+ rows/);

    await page.getByText("7 of 7 steps are done").waitFor({ timeout: 30_000 });
    const seconds = (Date.now() - began) / 1000;
    console.info(`From the first administrator's link to the first leak: ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan((10 * MINUTE) / 1000);
    if ((await page.getByRole("link", { name: "Open the leak" }).count()) === 0) await press(page, /^First leak/);
    expect(await step(page, "First leak").innerText()).toMatch(/Toilet Leak[\s\S]*A \/ 102, meter OAK-102-T/);
    // What was rejected is not forgotten.
    expect(await page.getByRole("link", { name: "correct them" }).getAttribute("href")).toContain("tab=rejected");
    await page.getByRole("link", { name: "Open the leak" }).click();
    await page.getByRole("main").getByText("Why is this a leak?").waitFor();
    await page.getByRole("main").getByText("Toilet Leak").first().waitFor();
  });

  // Covers first-leak-7
  test("shows errors and missing data, and keeps what was known", async ({ visit }) => {
    const page = await visit({ as: "admin", expects: /status of (404|500)|Failed to fetch/ });
    const setup = "**/v1/admin/properties/*/setup";
    const failing = (status: number) => page.route(setup, (route) => route.fulfill({ status, json: {} }));
    await page.goto("/admin/start?property_id=999999");
    await page.getByText("Property not found").waitFor();
    await press(page, "Choose another");

    // Among several none is chosen automatically.
    expect(addressOf(page).searchParams.get("property_id")).toBeNull();
    await page.getByRole("combobox", { name: "Go on with" }).click();
    const [chosen = ""] = await page.getByRole("option").allInnerTexts();
    await page.getByRole("option", { name: chosen }).first().click();
    await page.waitForURL(/property_id=\d+/);
    await page.getByText(`${chosen}: 7 of 7 steps are done.`).waitFor();

    await failing(500);
    const alert = page.getByRole("alert").filter({ hasText: "retried automatically" });
    await alert.waitFor();
    await page.getByRole("link", { name: "Open the leak" }).waitFor();
    await page.unroute(setup);
    await alert.waitFor({ state: "detached" });

    await failing(500);
    await page.reload();
    await page.getByText("How far it is could not be loaded.").waitFor();
    await page.unroute(setup);
    await press(page, "Retry");
    await page.getByText(`${chosen}: 7 of 7 steps are done.`).waitFor();
  });

  // Covers first-leak-6
  test("only IONAdmins set up; others are redirected to their first screen", async ({ visit }) => {
    const page = await visit({ as: "organizationAdmin" });
    await page.goto("/admin/start");
    await page.waitForURL((url) => url.pathname === "/cockpit");
  });
});
