import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Account } from "./accounts.ts";
import { keepsTheRules } from "./screen-rules.ts";
import { knownLeak, type Screen as ListedScreen } from "./screens/screen.ts";
import { dialogs, screens } from "./screens/screens.ts";
import { test } from "./test.ts";

interface Screen {
  name: string;
  as?: Account;
  open(page: Page): Promise<void>;
}

/** A page for people who are not signed in. */
const publicPage = (name: string, path: string, button: string): Screen => ({
  name,
  open: async (page) => {
    await page.goto(path);
    await page
      .getByRole("button", { name: button })
      .or(page.getByRole("link", { name: button }))
      .waitFor();
  },
});

const sampleCase = {
  property_name: "Maple Court",
  address: "12 Elm St, Austin, TX 78701",
  building_name: "North",
  unit_name: "204",
  leak_type: "toilet leak",
  attached_to: "Toilet",
  meter_serial_number: "E0C94F",
  started_at: "2026-06-11T05:00:00.000Z",
  gallons_per_day: 72.4,
  measure: "cubic metre",
};
const sampleReport = {
  kind: "fixed",
  at: "2026-06-21T15:00:00.000Z",
  note: "New flapper",
  finding: null,
  cause_code: "flapper",
  minutes: 25,
  cost: 18.5,
  work_order: "A-7",
  made_at: "2026-06-21T16:00:00.000Z",
};

/** What a vendor's link shows. */
const vendorPage = (name: string, link: object, text: string): Screen => ({
  name,
  open: async (page) => {
    await page.route("**/v1/vendor-link", (route) =>
      route.fulfill({
        json: {
          vendor: "Acme Plumbing",
          assigned_by: "Sam Body",
          note: "Key at the office",
          expires_at: "2099-06-24T05:00:00.000Z",
          time_zone: "America/Chicago",
          ...link,
        },
      }),
    );
    await page.goto("/vendor-report#token=x");
    await page.getByText(text).first().waitFor();
  },
});

/** What a link of a mail leads to. */
const mailPage = (name: string, path: string, link: object, text: string): Screen => ({
  name,
  open: async (page) => {
    await page.route("**/v1/mail-link", (route) =>
      route.fulfill({ json: { email: "ann@example.com", case: null, is_done: false, ...link } }),
    );
    await page.goto(`${path}#token=x`);
    await page.getByText(text).first().waitFor();
  },
});

/** A screen of the shared list, opened by its address. */
const shared = ({ name, as, path, ready }: ListedScreen): Screen => ({
  name,
  as,
  open: async (page) => {
    await page.goto(path(await knownLeak(page)));
    await ready(page);
  },
});

const everything: Screen[] = [
  publicPage("login", "/login", "Sign in"),
  publicPage("login after a new password", "/login?password_set=yes", "Sign in"),
  publicPage("forgotten password", "/forgot-password", "Send the link"),
  publicPage("invitation", "/invitation#token=x", "Set password and sign in"),
  publicPage("new password", "/reset-password#token=x", "Set password"),
  publicPage("link without its token", "/reset-password", "Ask for another link"),
  publicPage("first administrator's link, used", "/first-admin?token=x", "Sign in"),
  vendorPage("vendor's link", { case: sampleCase, report: null }, "Send the report"),
  vendorPage("vendor's link, used", { case: null, report: sampleReport }, "This link was used"),
  mailPage(
    "a leak to acknowledge",
    "/acknowledge",
    { does: "acknowledge", case: { ...sampleCase, id: 17, state: "open", time_zone: "America/Chicago" } },
    "Acknowledge that you take care of it",
  ),
  mailPage("end the mails", "/unsubscribe", { does: "unsubscribe" }, "End the mails?"),
  mailPage("mails that have ended", "/unsubscribe", { does: "unsubscribe", is_done: true }, "The mails have ended"),
  ...[...screens, ...dialogs].map(shared),
  {
    name: "empty properties",
    as: "admin",
    open: async (page) => {
      await page.goto("/properties?period=custom-date-range&start_date=2001-01-01&end_date=2001-01-07");
      await page.getByText(/The last reading came on/).waitFor();
    },
  },
];

describe.for(everything)("$name", { concurrent: true }, (screen) => {
  // Covers beyond-13
  test("has no violation of axe's rules in light and dark, and fits 360, 768 and 1440 pixels", async ({ visit }) => {
    const page = await visit({ as: screen.as });
    await screen.open(page);
    await keepsTheRules(page);
  });
});
