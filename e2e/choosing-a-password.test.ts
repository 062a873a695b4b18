import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { fillLogin } from "./accounts.ts";
import { inviteMember } from "./people.ts";
import { workersProduct } from "./setup.ts";
import { addressOf, test, type Visit } from "./test.ts";

const rejected = /status of (40[13]|422)/;
const first = "Quiet-Valves-7!";
const second = "Tight-Gaskets-8!";

async function invited(visit: (how: Visit) => Promise<Page>): Promise<{ email: string; path: string }> {
  const { request } = await visit({ as: "organizationAdmin" });
  const { email, link } = await inviteMember(request);
  return { email, path: `${link.pathname}${link.hash}` };
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: /^Set password/ }).click();
}

async function acceptInvitation(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await choose(page, first);
  await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
}

/** Long e-mails and keys stay within the smallest screens. */
async function expectToFitAPhone(page: Page): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll("main *")]
        .filter((element) => element.getBoundingClientRect().right > 360)
        .map((element) => element.outerHTML.slice(0, 100)),
    ),
  ).toEqual([]);
  if (wide !== null) await page.setViewportSize(wide);
}

/** @returns one of the recovery codes */
async function setUpSecondFactor(page: Page): Promise<string> {
  await page.goto("/profile");
  const panel = page.getByRole("region", { name: "Second factor" });
  await panel.getByLabel("Your password", { exact: true }).fill("Not-My-Valves-7!");
  await panel.getByRole("button", { name: "Set up" }).click();
  await panel.getByText("This is not your password.").waitFor();
  await panel.getByLabel("Your password", { exact: true }).fill(first);
  await panel.getByRole("button", { name: "Set up" }).click();
  const secret = await panel.getByRole("button", { name: /^Copy key/ }).innerText();
  await expectToFitAPhone(page);
  await panel.getByLabel("First code").fill(new TOTP({ secret: secret.trim() }).generate());
  await panel.getByRole("button", { name: "Confirm" }).click();
  const code = await panel.getByRole("list", { name: "Recovery codes" }).getByRole("button").first().innerText();
  await panel.getByRole("button", { name: "I have kept them" }).click();
  await panel.getByText("You have 10 recovery codes left.").waitFor();
  return code.trim();
}

describe("an invitation", () => {
  // Covers profile-4, profile-13
  test("lets its user choose a password and opens their first page, once", async ({ visit }) => {
    const { path } = await invited(visit);
    const page = await visit({ expects: rejected });
    await page.goto(path);
    await page.getByLabel("Last name").fill("Lake");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm password").fill(first);
    await page.getByText("Passwords do not match. Please try again.").waitFor();
    await page.getByText("Strength: Weak").waitFor();
    await choose(page, first);
    await page.getByRole("button", { name: "User menu: Iris Lake" }).waitFor();
    expect(addressOf(page).pathname).toBe("/top5-leaks-home");

    const again = await visit({ expects: rejected });
    await again.goto(path);
    await choose(again, second);
    await again.getByRole("heading", { name: "This invitation is over" }).waitFor();
  });

  // Covers profile-13
  test("shows password errors under the field, and reports a link without a token as incomplete", async ({ visit }) => {
    const { path } = await invited(visit);
    const page = await visit({ expects: /status of 422/ });
    await page.goto(path);
    await choose(page, "Password123!");
    await page.getByText("This is one of the most common passwords, or nearly. Choose another.").first().waitFor();
    await page.goto("/invitation");
    await page.getByRole("heading", { name: "The link is not complete" }).waitFor();
  });
});

// Covers profile-10
test("asks for a code after choosing a password where the account has a second factor", async ({ visit }) => {
  const { email, path } = await invited(visit);
  const page = await visit({ expects: rejected });
  await acceptInvitation(page, path);
  const recoveryCode = await setUpSecondFactor(page);

  const other = await visit({ expects: rejected });
  await other.goto("/login?return_to=/history");
  await fillLogin(other, email, first);
  await other.getByRole("heading", { level: 1, name: "Enter your code" }).waitFor();
  await expectToFitAPhone(other);
  const code = other.getByRole("textbox", { name: "Code" });
  await code.fill("000 00");
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByText("Enter the whole code.").waitFor();
  await code.fill("ABCDE-FGHIJ");
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByText(/^This code is wrong/).waitFor();
  await other.getByRole("button", { name: "Back" }).click();
  expect(await other.getByLabel("E-mail").inputValue()).toBe(email);
  await other.getByLabel("Password", { exact: true }).fill(first);
  await other.getByRole("button", { name: "Sign in" }).click();
  await code.fill(recoveryCode);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByRole("heading", { level: 1, name: "History" }).waitFor();
});

describe("a forgotten password", () => {
  const folder = workersProduct().mailFolder;

  // Covers profile-13
  test.skipIf(folder === null)("is replaced by a mailed link, once", async ({ visit }) => {
    const { email, path } = await invited(visit);
    // Its session ends with the new password, and it may ask for something before it is closed.
    await acceptInvitation(await visit({ expects: rejected }), path);

    const page = await visit({ expects: rejected });
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("Enter your e-mail address.").waitFor();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Look into your mail" }).waitFor();

    // It is sent after the answer.
    await expect.poll(() => resetLink(folder ?? "", email), { timeout: 10_000 }).not.toBeNull();
    const reset = (await resetLink(folder ?? "", email)) ?? "";
    await page.goto(reset);
    await choose(page, second);
    await page.getByText("Your new password is set. Sign in with it.").waitFor();
    await fillLogin(page, email, second);
    await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
    await page.goto(reset);
    await choose(page, first);
    await page.getByRole("heading", { name: "This link is over" }).waitFor();
    await page.getByRole("link", { name: "Ask for another link" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  });
});

/** The path of the link in a mail that the demo wrote to a file; null as long as there is none. */
async function resetLink(folder: string, email: string): Promise<string | null> {
  for (const file of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, file), "utf8");
    const found = /^https?:\/\/[^/]+(\/reset-password#token=\S+)$/m.exec(text);
    if (text.startsWith(`To: ${email}\n`) && found?.[1] !== undefined) return found[1];
  }
  return null;
}
