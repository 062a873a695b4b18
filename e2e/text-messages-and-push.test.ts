import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { acceptInvitation, inviteMember } from "./people.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { workersProduct } from "./setup.ts";
import { test, type Visit } from "./test.ts";

const rejected = /status of (40[0-9]|422|429|500|503)/;

async function newMember(visit: (how?: Visit) => Promise<Page>): Promise<Page> {
  const { request } = await visit({ as: "organizationAdmin" });
  const person = await inviteMember(request);
  const page = await visit({ expects: rejected });
  await acceptInvitation(page, person);
  return page;
}

const preferences = z.object({ notifications: z.looseObject({ sms: z.string(), push: z.string() }).nullable() });
const kept = async (page: Page) =>
  preferences.parse(await (await page.request.get("/v1/me/preferences")).json()).notifications;

/** Text messages to a number, oldest first. */
async function textsTo(number: string): Promise<string[]> {
  const { textsFile } = workersProduct();
  if (textsFile === null) return [];
  const lines = (await readFile(textsFile, "utf8")).split("\n").map((line) => new URLSearchParams(line));
  return lines.filter((line) => line.get("To") === number).map((line) => line.get("Body") ?? "");
}

test("a phone is confirmed by a code, chosen, tried and removed", async ({ visit }) => {
  const page = await newMember(visit);
  await page.goto("/notifications");
  const panel = page.getByRole("region", { name: "Text messages" });
  await panel.getByLabel("Phone number").fill("600 123");
  await panel.getByRole("button", { name: "Send me a code" }).click();
  await panel.getByText("Enter the number with its country code").waitFor();
  // A number of its own, which no other test has had codes sent to.
  const number = `+1555${2_000_000 + Math.floor(Math.random() * 7_000_000)}`;
  await panel.getByLabel("Phone number").fill(number.slice(2));
  await panel.getByLabel("Phone number").press("Enter");
  await panel.getByText(/^Sent to \+1 555 \d{3} \d{4}, valid for 10 minutes$/).waitFor();
  const [first = ""] = await textsTo(number);
  const code = first.slice(0, 7);
  const field = panel.getByLabel("Code of the text message");
  await field.fill(code === "000 000" ? "000 001" : "000 000");
  await panel.getByRole("button", { name: "Confirm" }).click();
  await panel.getByText("This is not the code of the last text message.").waitFor();
  await field.fill(code);
  await panel.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Phone number confirmed").waitFor();
  expect(await panel.getByRole("radio", { name: /^Only what is urgent/ }).isChecked()).toBe(true);
  const meaning = page.getByRole("region", { name: "What that means" });
  await meaning.getByText("Your phone gets a text message of a burst, and of what a route sends you.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Notifications saved").waitFor();
  expect(await kept(page)).toMatchObject({ sms: "urgent", push: "off" });
  await panel.getByRole("button", { name: "Send me a test message" }).click();
  await panel.getByText(/^A test is on its way to \+1•••\d{4}\.$/).waitFor();
  await expect
    .poll(async () => (await textsTo(number)).at(-1))
    .toMatch(/^A test from Dripline\. .* http.*\/notifications$/);
  expect(await violations(page)).toEqual([]);
  await panel.getByRole("button", { name: "Remove number" }).click();
  await panel.getByRole("button", { name: "Send me a code" }).waitFor();
});

test("text messages are not offered without a provider, which the screen states to administrators alone", async ({
  visit,
}) => {
  for (const as of ["organizationAdmin", "property"] as const) {
    const page = await visit({ as });
    await page.route("**/v1/me/notification-channels", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...z.looseObject({}).parse(await answer.json()), sms_is_offered: false },
      });
    });
    await page.goto("/notifications");
    await page.getByRole("region", { name: "Notifications in browsers" }).waitFor();
    expect(await page.getByRole("region", { name: "Text messages" }).count()).toBe(0);
    expect(await page.getByText(/no provider is set up on this server/).count()).toBe(as === "property" ? 0 : 1);
  }
});

/** A browser with a push service that is none: what it is sent is handed to its service worker by the test. */
async function withPushService(page: Page): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const made = () => {
      const endpoint = localStorage.getItem("endpoint");
      if (endpoint === null) return null;
      return {
        endpoint,
        toJSON: () => ({ keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } }),
        unsubscribe: async () => localStorage.removeItem("endpoint"),
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => made(),
      subscribe: async () => {
        localStorage.setItem("endpoint", `https://push.example.com/${crypto.randomUUID()}`);
        return made();
      },
    });
  });
}

test("a browser shows notifications by a button, is listed and is removed", async ({ visit }) => {
  const page = await newMember(visit);
  await withPushService(page);
  await page.goto("/notifications");
  const panel = page.getByRole("region", { name: "Notifications in browsers" });
  await panel.getByRole("button", { name: "Notify me in this browser" }).click();
  await page.getByText("This browser shows notifications").waitFor();
  await panel.getByText("This browser", { exact: true }).waitFor();
  await panel.getByRole("radio", { name: /^All that I chose/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Notifications saved").waitFor();
  expect(await kept(page)).toMatchObject({ push: "all" });
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await tooWide(page), String(width)).toEqual([]);
  }
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await panel.getByText("This browser", { exact: true }).waitFor();
  await panel.getByRole("button", { name: /^Remove Chrome/ }).click();
  await panel.getByRole("button", { name: "Notify me in this browser" }).waitFor();
  expect(await panel.getByRole("radio").count()).toBe(0);
});

test("a browser shows no more notifications once its user logs out", async ({ visit }) => {
  const page = await newMember(visit);
  await withPushService(page);
  await page.goto("/notifications");
  await page.getByRole("button", { name: "Notify me in this browser" }).click();
  await page.getByText("This browser shows notifications").waitFor();
  const endpoint = () => page.evaluate(() => localStorage.getItem("endpoint"));
  expect(await endpoint()).not.toBeNull();
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  expect(await endpoint()).toBeNull();
});
