import type { Page } from "playwright-core";

/** Has the pages that this one opens from now on in Spanish, whatever its user has chosen. */
export async function inSpanish(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("dripline.language", "es"));
  await page.route(/\/v1\/me\/preferences$/, async (route) => {
    const kept = await (await route.fetch()).json();
    await route.fulfill({ json: { ...kept, language: "es" } });
  });
}
