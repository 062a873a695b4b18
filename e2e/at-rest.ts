import type { Page } from "playwright-core";

/** Waits until nothing that the page shows is on its way: no answer, no fonts, and all of it painted. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && main.innerText.trim() !== "" && main.querySelector("[aria-busy=true]") === null;
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
}
