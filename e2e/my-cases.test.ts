import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect } from "vitest";
import type { CaseEvent, LeakCase, WholeCase } from "../contract/leaks/cases.ts";
import { accounts } from "./accounts.ts";
import { sendAsOwnPage } from "./send-as-own-page.ts";
import { test } from "./test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;
/** A call that cannot be made leaves this on the console. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 409|when fetching the script/;

const get = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(path)).json();
const eventsOf = async (page: Page, id: number) => (await get<WholeCase>(page, `/v1/cases/${id}`)).events;

/** Assigns cases to the one who looks. @returns the cases, in the order of the round */
async function assign(page: Page, count: number): Promise<LeakCase[]> {
  const path = "/v1/cases?state=open&state=returned&ordering=property_name&page_size=50";
  const { results } = await get<{ results: LeakCase[] }>(page, path);
  const cases: LeakCase[] = [];
  for (const one of results) {
    if (cases.length === count) break;
    if (cases.some(({ meter_serial_number }) => meter_serial_number === one.meter_serial_number)) continue;
    const data = { kind: "assigned", assignee: accounts.organizationAdmin };
    const changed: WholeCase = await (await page.request.post(`/v1/cases/${one.id}/events`, { data })).json();
    if (["assigned", "visited", "returned"].includes(changed.state)) cases.push(one);
  }
  expect(cases, "the demo has so many cases to assign").toHaveLength(count);
  return cases;
}

async function undoAll(page: Page, cases: readonly { id: number }[]): Promise<void> {
  for (const { id } of cases) {
    for (const event of await eventsOf(page, id)) {
      if (event.undone_at === null) await page.request.delete(`/v1/cases/${id}/events/${event.id}`);
    }
  }
}

async function takenPhoto(name: string): Promise<string> {
  const path = join(tmpdir(), `dripline-photo-${name}.jpg`);
  await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#2a7" } })
    .jpeg()
    .toFile(path);
  return path;
}

const rowOf = (page: Page, { meter_serial_number }: LeakCase) =>
  page.getByRole("listitem").filter({ hasText: meter_serial_number }).first();

/** Waits until the screen is kept for work without a network. */
async function kept(page: Page, cases: readonly LeakCase[]): Promise<void> {
  for (const one of cases) await rowOf(page, one).waitFor();
  await page.waitForFunction(async () => {
    const release = (await caches.keys()).find((name) => name.startsWith("dripline-app"));
    const page = release && (await (await caches.open(release)).match("/my-cases"));
    return page !== undefined && navigator.serviceWorker.controller !== null;
  });
}

test("a fix with a photo takes three taps", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", ...PHONE });
  const cases = await assign(page, 1);
  const [first] = cases;
  if (first === undefined) throw new Error("No case was assigned.");
  await page.goto("/my-cases");
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    await page.getByRole("button", { name }).first().tap();
    taps += 1;
  };
  await tap(/^Fixed: /);
  const chooser = page.waitForEvent("filechooser");
  await tap("Choose photos");
  await (await chooser).setFiles(await takenPhoto("fix"));
  const dialog = page.getByRole("dialog", { name: /^Report a fix/ });
  await dialog.getByRole("img", { name: "Photo 1" }).waitFor();
  await tap("Save the fix");
  await dialog.waitFor({ state: "hidden" });
  expect(taps).toBe(3);
  await page.getByText("Reports sent").waitFor();
  const fix = (await eventsOf(page, first.id)).find(({ kind }) => kind === "fixed");
  expect(fix?.photos).toMatchObject([{ width: 2048, height: 1365 }]);
  await page.goto(`/cases/${first.id}`);
  await page.getByRole("button", { name: "Photo 1" }).click();
  const large = page.getByRole("dialog", { name: "Photo 1" }).getByRole("img", { name: "Photo 1" });
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2048);
  await undoAll(page, cases);
});

test("a round of 12 cases without a network arrives once and in order, also where an answer is lost", async ({
  visit,
}) => {
  const page = await visit({ as: "organizationAdmin", expects: OFFLINE, ...PHONE });
  const cases = await assign(page, 12);
  await page.goto("/my-cases");
  await kept(page, cases);
  const before = new Set((await Promise.all(cases.map(({ id }) => eventsOf(page, id)))).flat().map(({ id }) => id));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(/Your cases are shown as of/).waitFor();
  for (const [index, one] of cases.entries()) {
    if (index % 3 === 2) {
      await rowOf(page, one).getByRole("link").tap();
      await page.getByRole("button", { name: "Report a visit" }).tap();
      await page.getByRole("combobox", { name: "What was found" }).tap();
      await page.getByRole("option", { name: "No access" }).tap();
      await page.getByRole("button", { name: "Save the visit" }).tap();
    } else {
      await rowOf(page, one)
        .getByRole("button", { name: /^Fixed/ })
        .tap();
      if (index % 3 === 0) {
        const chooser = page.waitForEvent("filechooser");
        await page.getByRole("button", { name: "Choose photos" }).tap();
        await (await chooser).setFiles(await takenPhoto(`round-${index}`));
        await page.getByRole("img", { name: "Photo 1" }).waitFor();
      }
      await page.getByRole("button", { name: "Save the fix" }).tap();
    }
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.getByText(/12 reports wait to be sent/).waitFor();
  // The browser is closed and opened again meanwhile.
  await page.reload();
  await page.getByText(/12 reports wait to be sent/).waitFor();

  let isLost = false;
  await page.context().route("**/v1/cases/*/events", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    // The server stores it, and the answer does not arrive.
    await route.fetch();
    await route.abort();
  });
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try now" }).click();
  await page
    .getByRole("button", { name: "Try now" })
    .click()
    .catch(() => undefined);
  await page.getByText(/reports? waits? to be sent/).waitFor({ state: "hidden" });
  expect(isLost).toBe(true);

  const sent: CaseEvent[] = [];
  for (const { id } of cases) sent.push(...(await eventsOf(page, id)).filter((event) => !before.has(event.id)));
  expect(sent.map(({ kind }) => kind)).toEqual(cases.map((_, index) => (index % 3 === 2 ? "visited" : "fixed")));
  expect(sent.map(({ photos }) => photos.length)).toEqual(cases.map((_, index) => (index % 3 === 0 ? 1 : 0)));
  const ids = sent.map(({ id }) => id);
  expect(ids, "in the order in which they were reported").toEqual(ids.toSorted((a, b) => a - b));
  console.log(`${sent.length} of 12 reports arrived, once and in order`);
  await undoAll(page, cases);
});

test("a report on a case that somebody else fixed meanwhile is sent anyway or discarded, as its sender decides", async ({
  visit,
}) => {
  const page = await visit({ as: "organizationAdmin", expects: OFFLINE, ...PHONE });
  const other = await visit({ as: "admin" });
  sendAsOwnPage(other.request);
  const cases = await assign(page, 2);
  await page.goto("/my-cases");
  await kept(page, cases);
  await page.context().setOffline(true);
  for (const one of cases) {
    await rowOf(page, one)
      .getByRole("button", { name: /^Fixed/ })
      .tap();
    await page.getByRole("textbox", { name: "Note" }).fill(`Mine at ${one.id}`);
    await page.getByRole("button", { name: "Save the fix" }).tap();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  for (const { id } of cases) {
    const answer = await other.request.post(`/v1/cases/${id}/events`, { data: { kind: "visited", finding: "found" } });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  await page.context().setOffline(false);
  const conflicts = page.getByText(/reported something about this case meanwhile/);
  await expect.poll(() => conflicts.count(), { timeout: 45_000 }).toBe(2);
  await page.getByRole("button", { name: "Send anyway" }).first().tap();
  await expect.poll(() => conflicts.count()).toBe(1);
  await page.getByRole("button", { name: "Discard my report" }).tap();
  await page.getByRole("button", { name: "Discard it for good" }).tap();
  await expect.poll(() => conflicts.count()).toBe(0);
  const notes = () =>
    Promise.all(
      cases.map(async ({ id }) => (await eventsOf(page, id)).filter(({ note }) => note.startsWith("Mine")).length),
    );
  await expect.poll(notes).toEqual([1, 0]);
  await undoAll(page, cases);
});

test("shows the cases that were kept while a proxy answers that the server is down", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: /status of 502/, ...PHONE });
  const cases = await assign(page, 1);
  await page.goto("/my-cases");
  await kept(page, cases);
  await page.route("**/v1/**", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "Bad Gateway" }),
  );
  await page.reload();
  await page.getByText(/Your cases are shown as of/).waitFor();
  for (const one of cases) await rowOf(page, one).waitFor();
  await undoAll(page, cases);
});

test("a report is sent after the e-mail address of its sender was changed", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: OFFLINE, ...PHONE });
  const cases = await assign(page, 1);
  const [first] = cases;
  if (first === undefined) throw new Error("No case was assigned.");
  await page.goto("/my-cases");
  await kept(page, cases);
  await page.context().setOffline(true);
  await rowOf(page, first)
    .getByRole("button", { name: /^Fixed/ })
    .tap();
  await page.getByRole("textbox", { name: "Note" }).fill("Before the change");
  await page.getByRole("button", { name: "Save the fix" }).tap();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.route("**/v1/me", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), email: "new.address@example.com" } });
  });
  await page.context().setOffline(false);
  await page.reload();
  const notes = async () => (await eventsOf(page, first.id)).map(({ note }) => note);
  await expect.poll(notes, { timeout: 45_000 }).toContain("Before the change");
  await undoAll(page, cases);
});

test("a code on a meter is scanned, or its serial number typed", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", ...PHONE });
  const cases = await assign(page, 3);
  const [, second] = cases;
  if (second === undefined) throw new Error("No case was assigned.");
  await page.addInitScript((serial) => {
    const detector = class {
      detect = () => Promise.resolve([{ rawValue: `https://meters.example/${serial}?v=2` }]);
    };
    Object.assign(window, { BarcodeDetector: detector });
    const picture = () => document.createElement("canvas").captureStream();
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(picture());
    HTMLMediaElement.prototype.play = () => Promise.resolve();
  }, second.meter_serial_number);
  await page.goto("/my-cases");
  await rowOf(page, second).waitFor();
  await page.getByRole("button", { name: "Scan" }).tap();
  await expect.poll(() => page.getByRole("button", { name: /^Fixed: / }).count()).toBe(1);
  await rowOf(page, second).waitFor();
  await page.getByRole("searchbox").fill("no such meter");
  await page.getByText("None of your cases has this serial number, unit or property.").waitFor();
  await undoAll(page, cases);
});
