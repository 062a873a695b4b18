import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Account } from "./accounts.ts";
import { atRest, test } from "./test.ts";

interface Screen {
  name: string;
  as?: Account;
  open(page: Page): Promise<void>;
}

/** A page for people who are not signed in. */
const door = (name: string, path: string, button: string): Screen => ({
  name,
  open: async (page) => {
    await page.goto(path);
    await page.getByRole("button", { name: button }).waitFor();
  },
});

const waitForRow = (page: Page) =>
  page
    .getByRole("main")
    .getByText(/gal leaked|No leak found|leak gallons of/)
    .first()
    .waitFor();

const report = (name: string, as: Account, path: string): Screen => ({
  name,
  as,
  open: async (page) => {
    await page.goto(path);
    await waitForRow(page);
  },
});

async function openLeak(page: Page, tab: "Day" | "Hour"): Promise<void> {
  await page.goto("/top5-leaks-details?period=last-30-days");
  await page.getByRole("region", { name: "Start here" }).getByRole("link").first().click();
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("heading", { name: `(Per ${tab})` }).waitFor();
  await page.getByRole("figure").waitFor();
}

const screens: Screen[] = [
  door("login", "/login", "Sign in"),
  door("login after a new password", "/login?password_set=yes", "Sign in"),
  door("forgotten password", "/forgot-password", "Send the link"),
  door("invitation", "/invitation#token=x", "Set password and sign in"),
  door("new password", "/reset-password#token=x", "Set password"),
  report("properties", "admin", "/properties?period=last-30-days"),
  report("top 5", "property", "/top5-leaks-details?period=last-30-days"),
  report("history", "property", "/history?period=last-30-days"),
  {
    name: "property",
    as: "admin",
    open: async (page) => {
      await page.goto("/properties?period=last-30-days");
      await page
        .getByRole("link", { name: /^Details of/ })
        .or(page.locator("li[data-row]"))
        .first()
        .click();
      await page.waitForURL(/\/properties\/\d+/);
      await page.getByText(/\d+ units?, \d+ meters?/).waitFor();
      await waitForRow(page);
    },
  },
  { name: "leak by day", as: "property", open: (page) => openLeak(page, "Day") },
  { name: "leak by hour", as: "property", open: (page) => openLeak(page, "Hour") },
  {
    name: "profile",
    as: "property",
    open: async (page) => {
      await page.goto("/profile");
      await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
    },
  },
  {
    name: "empty properties",
    as: "admin",
    open: async (page) => {
      await page.goto("/properties?period=custom-date-range&start_date=2001-01-01&end_date=2001-01-07");
      await page.getByText(/The last reading came on/).waitFor();
    },
  },
];

describe.for(["light", "dark"] as const)("%s colours", (colorScheme) => {
  test.for(screens)("$name has no violation of axe's rules", async (screen, { visit }) => {
    const page = await visit({ as: screen.as, colorScheme });
    await screen.open(page);
    await atRest(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
    expect(found).toEqual([]);
  });
});

describe.for([360, 768, 1440])("%i pixels", (width) => {
  test.for(screens)("$name does not scroll sideways", async (screen, { visit }) => {
    const page = await visit({ as: screen.as, viewport: { width, height: 800 } });
    await screen.open(page);
    await atRest(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
});

test("the menu of a small screen has every screen and the way out", async ({ visit }) => {
  const page = await visit({ as: "property", viewport: { width: 360, height: 780 } });
  await page.goto("/history?period=last-30-days");
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Top 5 Leaks Details" }).waitFor();
  await menu.getByRole("button", { name: "Logout" }).waitFor();
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await menu.getByRole("link", { name: "Top 5 Leaks Details" }).click();
  await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Details" }).waitFor();
});
