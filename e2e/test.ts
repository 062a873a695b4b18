import type { BrowserContextOptions, Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { type Account, accounts, password } from "./accounts.ts";
import { sendAsOwnPage } from "./send-as-own-page.ts";
import { type Product, productUrl, startProduct } from "./setup.ts";

/** A busy machine is slow, which is no fault of the product. */
const TIMEOUT_MS = 60_000;

/** The page of a meter calls /v1/leaks/why in parallel with its other calls; without a leak the answer is 404. */
const NO_LEAK = /status of 404 .*\/v1\/leaks\/why\?/;

type State = Awaited<ReturnType<Awaited<ReturnType<Page["context"]>>["storageState"]>>;

/** How a test opens the product. */
export interface Visit extends Pick<BrowserContextOptions, "viewport" | "colorScheme" | "hasTouch"> {
  /** Signed in as this account; without one nobody is. */
  as?: Account;
  /** Console errors that the test means to cause; any other fails it. */
  expects?: RegExp;
}

/**
 * Tests of the product in a browser. `visit` opens a page of its own; an error on the console or in a script that the
 * test did not announce fails it.
 */
export const test = base
  .extend("baseUrl", { scope: "file" }, productUrl)
  .extend("product", { scope: "file" }, async ({ baseUrl }, { onCleanup }) => {
    const product = await startProduct(baseUrl);
    onCleanup(product.close);
    return product;
  })
  .extend("sessions", { scope: "file" }, () => new Map<Account, Promise<State>>())
  .extend("visit", async ({ product, sessions }, { onCleanup }) => {
    const unexpected: string[] = [];
    const closing: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const close of closing) await close();
      expect(unexpected, "errors on the console").toEqual([]);
    });
    return async ({ as, expects, ...options }: Visit = {}): Promise<Page> => {
      const baseURL = product.baseUrl;
      if (as && !sessions.has(as)) sessions.set(as, signIn(product, as));
      const context = await product.browser.newContext({
        baseURL,
        viewport: { width: 1440, height: 900 },
        reducedMotion: "reduce",
        ...options,
        storageState: reportingLateQueries(baseURL, as && (await sessions.get(as))),
      });
      closing.push(async () => {
        // Answers that a test holds back may still be on their way when it ends.
        await context.unrouteAll({ behavior: "ignoreErrors" });
        for (const open of context.pages()) await open.unrouteAll({ behavior: "ignoreErrors" });
        await context.close();
      });
      context.setDefaultTimeout(TIMEOUT_MS);
      sendAsOwnPage(context.request);
      const page = await context.newPage();
      const note = (text: string, where = "") => {
        const error = `${text} ${where}`;
        if (!expects?.test(text) && !NO_LEAK.test(error)) unexpected.push(error);
      };
      page.on("console", (message) => message.type() === "error" && note(message.text(), message.location().url));
      page.on("pageerror", (error) => note(error.message));
      return page;
    };
  });

/** Lets a page report queries that it starts itself as it opens, as errors on the console. */
function reportingLateQueries(origin: string, session: State = { cookies: [], origins: [] }): State {
  const kept = session.origins.flatMap(({ localStorage }) => localStorage);
  const localStorage = [...kept, { name: "dripline.report-late-queries", value: "yes" }];
  return { ...session, origins: [{ origin, localStorage }] };
}

/** Starts a session with the account's password; what the login page keeps of it, too. */
async function signIn({ browser, baseUrl }: Product, as: Account): Promise<State> {
  const context = await browser.newContext({ baseURL: baseUrl });
  sendAsOwnPage(context.request);
  const answer = await context.request.post("/v1/session", {
    data: { email: accounts[as], password },
    timeout: TIMEOUT_MS,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { cookies } = await context.storageState();
  await context.close();
  return { cookies, origins: [{ origin: baseUrl, localStorage: [{ name: "dripline.signed-in", value: "yes" }] }] };
}

export { atRest } from "./at-rest.ts";

/** The part of a page's address after its origin. */
export function addressOf(page: Page): URL {
  return new URL(page.url());
}
