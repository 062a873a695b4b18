import type { Page, Route } from "playwright-core";
import { atRest } from "../at-rest.ts";
import type { Fault } from "./faults-for.ts";

/** Answers a call with a problem of this status. */
export const problem = (status: number) => async (route: Route) => {
  const detail = `The server says ${status}.`;
  const body = { type: "about:blank", title: "Problem", status, code: "problem", detail, request_id: "test" };
  await route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify(body) });
};

/** How a call fails, by fault. */
export const faults: Record<Fault, (route: Route) => Promise<void>> = {
  500: problem(500),
  503: problem(503),
  "no answer in time": (route: Route) => route.abort("timedout"),
  offline: (route: Route) => route.abort("internetdisconnected"),
  403: problem(403),
  404: problem(404),
  "broken JSON": (route: Route) => route.fulfill({ status: 200, contentType: "application/json", body: '{"count":' }),
};

/** What the browser writes on the console of a call that fails so. */
export const meant = /status of \d|Failed to load resource|ERR_|JSON|The server says/;

/** What a screen says where its calls fail. */
export const failurePattern = (name: Fault) =>
  name === "404" ? /no such|not found|not there|The server says 404|could not be/i : /could not be|The server says 403/;

/** What the screen says; a screen that stays blank is waited for in vain. */
export async function readScreenText(page: Page): Promise<string> {
  await page.waitForFunction(() => (document.querySelector("main")?.innerText.trim().length ?? 0) > 20);
  await atRest(page);
  return (await page.locator("main").innerText()).trim();
}

/** Presses every Retry, until none is left: what one brings may show the next. */
export async function retryAll(page: Page): Promise<void> {
  const press = () => {
    const buttons = [...document.querySelectorAll("main button, [role=dialog] button")].filter(
      (one) => one.textContent === "Retry",
    );
    for (const one of buttons) if (one instanceof HTMLElement) one.click();
    return buttons.length === 0;
  };
  await page.waitForFunction(press, undefined, { polling: 300 });
}
