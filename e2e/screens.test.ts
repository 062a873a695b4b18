import { describe, expect, vi } from "vitest";
import { tooWide, violations } from "./screen-rules.ts";
import { failurePattern, faults, meant, problem, readScreenText, retryAll } from "./screens/failing-calls.ts";
import { faultsFor } from "./screens/faults-for.ts";
import { figureCalls, knownLeak } from "./screens/screen.ts";
import { dialogs, screens } from "./screens/screens.ts";
import { smallTargets } from "./targets.ts";
import { addressOf, atRest, test } from "./test.ts";

/**
 * One visit of each screen and dialog: on a desk, on a phone, with calls that fail, and after the session ended.
 * faults.test.ts and accessibility.test.ts try every combination, which takes several times as long.
 */
describe.for([...screens, ...dialogs])("$name", { concurrent: true }, (screen) => {
  // Covers beyond-7, beyond-13
  test("passes axe, fits, has touch-sized targets, shows failed calls, and redirects when the session ended", async ({
    visit,
  }) => {
    const page = await visit({ as: screen.as, expects: meant });
    const path = screen.path(await knownLeak(page));
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(path);
    await screen.ready(page);
    await atRest(page);
    expect(await violations(page)).toEqual([]);
    for (const [width, height] of [
      [1440, 900],
      [360, 780],
    ] as const) {
      await page.setViewportSize({ width, height });
      await atRest(page);
      expect(await tooWide(page), `${width} pixels`).toEqual([]);
    }
    expect(await smallTargets(page), "too small for a thumb").toEqual([]);
    expect(errors, "errors on the console").toEqual([]);
    if (dialogs.includes(screen)) return;

    const own = screen.calls ?? figureCalls;
    const [fault = "500"] = faultsFor(screen, false);
    await page.route(own, faults[fault]);
    await page.goto(path);
    const hasFailed = async () => expect(await readScreenText(page), fault).toMatch(failurePattern(fault));
    await vi.waitFor(hasFailed, { timeout: 10_000 });
    expect(await readScreenText(page), fault).not.toMatch(/No leak found|No data\b/);
    await page.unroute(own);
    await retryAll(page);
    await screen.ready(page);

    await page.route(own, problem(401));
    await page.goto(path);
    await page.waitForURL("**/login**");
    expect(addressOf(page).searchParams.get("return_to")).toMatch(/^\/[a-z]/);
  });
});
