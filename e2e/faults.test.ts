import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { emptied } from "./emptied.ts";
import { failurePattern, faults, meant, problem, readScreenText, retryAll } from "./screens/failing-calls.ts";
import { faultsFor } from "./screens/faults-for.ts";
import { figureCalls, knownLeak, type Screen } from "./screens/screen.ts";
import { screens } from "./screens/screens.ts";
import { addressOf, atRest, test } from "./test.ts";

async function open(page: Page, screen: Screen): Promise<void> {
  const known = await knownLeak(page);
  await page.goto(screen.path(known));
}

describe.for(screens)("$name", { concurrent: true }, (screen) => {
  const own = screen.calls ?? figureCalls;

  // Covers errors-2, beyond-14
  test("shows errors when every call fails, and Retry recovers", async ({ visit }) => {
    const page = await visit({ as: screen.as, expects: meant });
    const known = await knownLeak(page);
    for (const name of faultsFor(screen, process.env.EVERY_FAULT !== undefined)) {
      await page.route(own, faults[name]);
      await page.goto(screen.path(known));
      const screenText = await readScreenText(page);
      await page.unroute(own);
      expect(screenText, name).toMatch(failurePattern(name));
      if (name === "404") continue;
      expect(screenText, name).not.toMatch(/No leak found|No data\b/);
      await retryAll(page);
      await screen.ready(page);
      // A call that was on its way when the fault was over may still fail.
      const textAfterRetry = async () => {
        await retryAll(page);
        return readScreenText(page);
      };
      await expect.poll(textAfterRetry, { message: name, timeout: 30_000 }).not.toMatch(/could not be loaded/);
    }
  });

  // Covers beyond-14
  test("redirects to the login page once without a session, and back", async ({ visit }) => {
    const page = await visit({ as: screen.as, expects: meant });
    await page.route(own, problem(401));
    await open(page, screen);
    await page.waitForURL("**/login**");
    expect(addressOf(page).searchParams.get("return_to")).toMatch(/^\/[a-z]/);
  });

  test("shows messages when every list is empty", async ({ visit }) => {
    const page = await visit({ as: screen.as, expects: meant });
    await page.route(own, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: emptied(await answer.json()) });
    });
    await open(page, screen);
    expect(await readScreenText(page)).not.toMatch(/could not be/);
  });

  // Covers states-2
  test.for([
    ["a desk", { width: 1440, height: 900 }],
    ["a phone", { width: 360, height: 780 }],
  ] as const)("keeps its places on %s while slow answers load", async ([, viewport], { visit }) => {
    const page = await visit({ as: screen.as, expects: meant, viewport });
    const known = await knownLeak(page);
    await page.addInitScript(() => {
      const seen = { busy: false, shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ("value" in entry && typeof entry.value === "number") seen.shift += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      // Looked for at every change of the page: a locator that looks now and then can miss it.
      new MutationObserver(() => {
        seen.busy ||= document.querySelector("main [aria-busy=true]") !== null;
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-busy"] });
    });
    await page.route(own, async (route) => {
      await new Promise((later) => setTimeout(later, 600));
      await route.continue().catch(() => {});
    });
    await page.goto(screen.path(known));
    await screen.ready(page);
    await atRest(page);
    const seen: { busy: boolean; shift: number } = await page.evaluate("window.seen");
    expect(seen.busy, "says that it waits").toBe(true);
    expect(seen.shift).toBeLessThan(0.02);
  });
});
