import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { emptied } from "./emptied.ts";
import { type Fault, faultsFor } from "./faults-for.ts";
import { figureCalls, knownLeak, type Screen } from "./screens/screen.ts";
import { screens } from "./screens/screens.ts";
import { addressOf, atRest, test } from "./test.ts";

const problem = (status: number) => async (route: Route) => {
  const detail = `The server says ${status}.`;
  const body = { type: "about:blank", title: "Problem", status, code: "problem", detail, request_id: "test" };
  await route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify(body) });
};

const faults: Record<Fault, (route: Route) => Promise<void>> = {
  500: problem(500),
  503: problem(503),
  "no answer in time": (route: Route) => route.abort("timedout"),
  offline: (route: Route) => route.abort("internetdisconnected"),
  403: problem(403),
  404: problem(404),
  "broken JSON": (route: Route) => route.fulfill({ status: 200, contentType: "application/json", body: '{"count":' }),
};

const meant = /status of \d|Failed to load resource|ERR_|JSON|The server says/;

async function open(page: Page, screen: Screen): Promise<void> {
  const known = await knownLeak(page);
  await page.goto(screen.path(known));
}

/** What the screen says; a screen that stays blank is waited for in vain. */
async function wordsOf(page: Page): Promise<string> {
  await page.waitForFunction(() => (document.querySelector("main")?.innerText.trim().length ?? 0) > 20);
  await atRest(page);
  return (await page.locator("main").innerText()).trim();
}

/** Presses every Retry, until none is left: what one brings may show the next. */
async function retryAll(page: Page): Promise<void> {
  const press = () => {
    const buttons = [...document.querySelectorAll("main button, [role=dialog] button")].filter(
      (one) => one.textContent === "Retry",
    );
    for (const one of buttons) if (one instanceof HTMLElement) one.click();
    return buttons.length === 0;
  };
  await page.waitForFunction(press, undefined, { polling: 300 });
}

describe.for(screens)("$name", { concurrent: true }, (screen) => {
  const own = screen.calls ?? figureCalls;

  test("says so when every call fails, and Retry helps", async ({ visit }) => {
    const page = await visit({ as: screen.as, expects: meant });
    const known = await knownLeak(page);
    for (const name of faultsFor(screen, process.env.EVERY_FAULT !== undefined)) {
      await page.route(own, faults[name]);
      await page.goto(screen.path(known));
      const words = await wordsOf(page);
      await page.unroute(own);
      if (name === "404") {
        expect(words, name).toMatch(/no such|not found|not there|The server says 404|could not be/i);
        continue;
      }
      expect(words, name).toMatch(/could not be|The server says 403/);
      expect(words, name).not.toMatch(/No leak found|No data\b/);
      await retryAll(page);
      await screen.ready(page);
      // A call that was on its way when the fault was over may still fail.
      const wordsAfter = async () => {
        await retryAll(page);
        return wordsOf(page);
      };
      await expect.poll(wordsAfter, { message: name, timeout: 30_000 }).not.toMatch(/could not be loaded/);
    }
  });

  test("without a session leads to the login page once, and back", async ({ visit }) => {
    const page = await visit({ as: screen.as, expects: meant });
    await page.route(own, problem(401));
    await open(page, screen);
    await page.waitForURL("**/login**");
    expect(addressOf(page).searchParams.get("return_to")).toMatch(/^\/[a-z]/);
  });

  test("with nothing in any list stays a screen with words", async ({ visit }) => {
    const page = await visit({ as: screen.as, expects: meant });
    await page.route(own, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: emptied(await answer.json()) });
    });
    await open(page, screen);
    expect(await wordsOf(page)).not.toMatch(/could not be/);
  });

  test.for([
    ["a desk", { width: 1440, height: 900 }],
    ["a phone", { width: 360, height: 780 }],
  ] as const)("with slow answers keeps its places on %s while they come", async ([, viewport], { visit }) => {
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

test("the form for a cost says so when its calls fail, keeps what was typed, and Retry helps", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: meant });
  const { leak } = await knownLeak(page);
  const form = page.getByRole("dialog", { name: "Set Custom Cost per Gallon" });
  const [cost, start] = [form.getByLabel("Average Cost per Gallon"), form.getByLabel("Start Date for Cost")];
  for (const name of ["500", "offline", "403", "broken JSON"] as const) {
    const fault = faults[name];
    await page.route(figureCalls, fault);
    await page.goto(`/finance?property_id=${leak.property_id}&dialog=custom-cost`);
    await cost.fill("0.02");
    await start.fill("2015-01-01");
    await expect.poll(() => form.innerText(), { message: name }).toMatch(/could not be|The server says 403/);
    await page.unroute(figureCalls);
    await retryAll(page);
    await form.getByRole("region", { name: "What it changes" }).getByRole("table").waitFor();
    expect(await form.innerText(), name).not.toMatch(/could not be|The server says/);
    await page.route(figureCalls, fault);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Failed to save custom costs. Please try again.").waitFor();
    expect([await cost.inputValue(), await start.inputValue()], name).toEqual(["0.02", "2015-01-01"]);
    await page.unroute(figureCalls);
  }
});

test("what does not answer at all is given up after 30 seconds", async ({ visit }) => {
  const page = await visit({ as: "property", expects: meant });
  await page.clock.install();
  await page.route(/reporting\/overview/, () => {});
  await page.goto("/history?period=last-30-days");
  await page.getByRole("region", { name: "Water lost" }).waitFor();
  await page.clock.fastForward(31_000);
  await page.getByRole("region", { name: "Water lost" }).getByText("The figures could not be loaded.").waitFor();
  expect(await page.getByRole("button", { name: "Retry" }).count()).toBeGreaterThan(0);
});

test("a tab that was open before a release is loaded anew, once", async ({ visit }) => {
  const page = await visit({
    as: "property",
    expects: /Failed to fetch|Failed to load|ERR_|dynamically imported|Unable to preload/,
  });
  await page.goto("/top5-leaks-home?period=last-30-days", { waitUntil: "networkidle" });
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route(/\/assets\/HistoryPage/, (route) => route.abort());
  await page.getByRole("link", { name: "History" }).first().click();
  await expect.poll(() => loads, { timeout: 10_000 }).toBe(1);
  await page.getByRole("link", { name: "History" }).first().click();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  expect(loads).toBe(1);
});
