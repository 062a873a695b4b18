import { expect } from "vitest";
import { addressOf, atRest, test } from "./test.ts";

// Covers properties-2, states-3
test("ordering is in the URL, returns to the first page, and Back undoes it", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days&page=2");
  const gallons = page.getByRole("columnheader", { name: /^Gallons/ });
  await page.getByRole("button", { name: "Page 2" }).and(page.locator("[aria-current=page]")).waitFor();
  await gallons.getByRole("button").click();
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toMatch(/^-?gallons_consumed$/);
  expect(addressOf(page).searchParams.get("page")).toBeNull();
  await expect.poll(() => gallons.getAttribute("aria-sort")).toMatch(/ascending|descending/);
  await page.goBack();
  await expect.poll(() => addressOf(page).searchParams.get("page")).toBe("2");
  expect(addressOf(page).searchParams.get("ordering")).toBeNull();
});

test("keeps both of two changes made before a render", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history?period=yesterday");
  const month = await page.getByRole("button", { name: "Last 30 days" }).elementHandle();
  const active = await page.getByLabel("Only Active Leaks").elementHandle();
  await page.evaluate(
    (clicked) => {
      for (const one of clicked) if (one instanceof HTMLElement) one.click();
    },
    [month, active],
  );
  await expect.poll(() => addressOf(page).searchParams.get("only_active")).toBe("true");
  expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
});

test("cards on a phone are sorted by the columns' names, also by keyboard", async ({ visit }) => {
  const page = await visit({ as: "admin", viewport: { width: 360, height: 780 } });
  await page.goto("/properties?period=last-30-days&page=2");
  const order = page.getByRole("group", { name: /^Order of Properties/ });
  const column = order.getByRole("combobox", { name: "Order by" });
  const direction = order.getByRole("button", { name: /reverse the order$/ });
  await page.locator("li[data-row]").first().waitFor();
  expect(await column.locator("option:checked").textContent()).toBe("Leak Gallons");
  for (const target of [column, direction]) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await column.focus();
  const place = await order.boundingBox();
  await column.selectOption("Units");
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toBe("-units");
  expect(addressOf(page).searchParams.get("page")).toBeNull();
  await atRest(page);
  expect(await column.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await order.boundingBox(), "the list stays where it is").toEqual(place);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toBe("units");
  await atRest(page);
  expect(await direction.getAttribute("aria-label")).toMatch(/^Ascending/);
  expect(await direction.evaluate((element) => element === document.activeElement)).toBe(true);
  const units = page.locator("li dt", { hasText: /^Units$/ }).locator("+ dd");
  await units.first().waitFor({ state: "visible" });
  // The rows before stay until the others are there.
  await expect
    .poll(async () => {
      const figures = (await units.allTextContents()).map((text) => Number.parseInt(text.replaceAll(",", ""), 10));
      return figures.length > 1 && figures.every((one, i) => i === 0 || one >= (figures[i - 1] ?? 0));
    })
    .toBe(true);
  await page.goBack();
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toBe("-units");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("page")).toBe("2");
  await atRest(page);
  const top = (await order.boundingBox())?.y ?? -1;
  expect(top, "the next page begins in sight").toBeGreaterThan(0);
  expect(top).toBeLessThan(400);
});

test("a list of half a year cuts no word on a tablet, and marks the side with more", async ({ visit }) => {
  const page = await visit({ as: "admin", viewport: { width: 768, height: 900 } });
  const [start, end] = [-200, -1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const report = `start_date=${start}&end_date=${end}&resolution=day&comparison=previous_period`;
  await page.goto(`/history?${report}&dialog=gallons-leaks-dynamics`);
  const box = page.getByRole("dialog").locator("[data-virtual]");
  await box.locator("tr[data-row]").first().waitFor();
  const cut = () =>
    box.evaluate((element) =>
      [...element.querySelectorAll("th, td")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(await cut()).toEqual([]);
  const more = (side: "before" | "after") => page.getByRole("dialog").locator(`[data-${side}]`);
  await more("after").waitFor();
  expect(await more("before").count()).toBe(0);
  await box.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
  await more("before").waitFor();
  await more("after").waitFor({ state: "detached" });
  await box.locator("tr[data-row='199']").waitFor();
  expect(await cut()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await more("before").waitFor({ state: "detached" });
});

// Covers states-3
test("a second click on a header sorts ascending", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const sent = page.waitForRequest((request) => /properties\/performance\?.*ordering=/.test(request.url()));
  await page.goto("/properties?period=last-30-days&ordering=-units");
  expect(new URL((await sent).url()).searchParams.get("ordering")).toBe("-units");
  const units = page.getByRole("columnheader", { name: "Units", exact: true });
  await units.getByRole("button").click();
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toBe("units");
  const cells = page.locator("tbody tr td:nth-child(5)");
  await expect
    .poll(async () => {
      const figures = (await cells.allTextContents()).map((text) => Number(text.replaceAll(",", "")));
      return (
        figures.length > 1 && figures.every((figure, place) => place === 0 || figure >= Number(figures[place - 1]))
      );
    })
    .toBe(true);
});

// Covers properties-2, constants-1
test("page and page size are in the URL and survive a reload", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days");
  const rows = page.locator("tbody tr");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("page")).toBe("2");
  await page.reload();
  await page.getByRole("button", { name: "Page 2" }).and(page.locator("[aria-current=page]")).waitFor();
  await page.getByLabel("Rows").selectOption("25");
  await expect.poll(() => addressOf(page).searchParams.get("page_size")).toBe("25");
  expect(addressOf(page).searchParams.get("page")).toBeNull();
  await expect.poll(() => rows.count()).toBeGreaterThan(10);
});

test("a page beyond the end falls back to the last one", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /404/ });
  await page.goto("/properties?period=last-30-days&page=99");
  await expect.poll(() => Number(addressOf(page).searchParams.get("page"))).toBeLessThan(99);
  await page.locator("button[aria-current=page]").waitFor();
  expect(await page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
});

// Covers states-12
test("unknown places are removed from the URL without a request, with a notice", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-details?period=last-30-days&property_id=999999&unit_id=999999");
  await page.getByText("This link names a property and a unit that are not there or that you may not see.").waitFor();
  expect(addressOf(page).search).toBe("?period=last-30-days&missing=property&missing=unit");
  await page
    .getByRole("table", { name: /^Leaks/ })
    .getByTitle(/^Only /)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=last-30-days");
});

// Covers lists-1
test("a part of a leak's place filters the list to it", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-details?period=last-30-days");
  const table = page.getByRole("table", { name: /^Leaks/ });
  // Not the first button of the row: the kind of a leak can be one too.
  const part = table
    .getByRole("row")
    .nth(1)
    .getByTitle(/^Only /)
    .first();
  const name = (await part.textContent()) ?? "";
  await part.click();
  await page.getByRole("button", { name: `Remove filter Property: ${name}` }).waitFor();
  expect(addressOf(page).searchParams.get("property_id")).toMatch(/^\d+$/);
  await expect
    .poll(async () => new Set(await table.locator("tbody tr td:nth-child(2) button:first-child").allTextContents()))
    .toEqual(new Set([name]));
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=yesterday");
});

// Covers constants-13
test("filters persist to the next visit, and a link with a period overrides it", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  for (const path of ["/cockpit", "/finance", "/properties"]) {
    await page.goto(path);
    await expect
      .poll(() => addressOf(page).searchParams.get("period"), { message: `${path} keeps its own` })
      .toBe("yesterday");
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("last-7-days");
    await page.goto(path);
    await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("last-7-days");
  }
  await page.goto("/properties?period=yesterday");
  await page.getByRole("button", { name: "Yesterday", pressed: true }).waitFor();
});

// Covers beyond-12
test("? lists the keyboard shortcuts, and Escape closes them", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days");
  await page.getByRole("heading", { level: 1, name: "Properties" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("Next row").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("j and Enter open a row", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days");
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/properties\/\d+/);
});
