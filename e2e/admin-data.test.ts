import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { hourAgo, ownProperty } from "./data-property.ts";
import { addressOf, test } from "./test.ts";

const hostile = '"><img src=x onerror=alert(1)>.csv';

const fileOf = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const choose = (page: Page, file: ReturnType<typeof fileOf>) => page.getByLabel("Readings file").setInputFiles(file);
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Takes a file that needs no naming all the way in. */
async function takeIn(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await choose(page, fileOf(name, `${lines.join("\n")}\n`));
  await press(page, "See what it comes to");
  await page.getByText("This is a preview.").waitFor();
  await press(page, /^Import \d+ rows?$/);
  await page.getByText("The file is imported.").waitFor();
}

// Covers data-3, data-6, data-13
test("previews and imports a file in another format; its rejected rows are corrected, dismissed and restored", async ({
  visit,
}) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const property = await ownProperty(page, "Data import");
  await page.goto(property.path());
  const rows = [
    ...Array.from({ length: 20 }, (_, hour) => `D-1,${hourAgo(hour + 2)},2.5`),
    `D-1-TYPO,${hourAgo(1)},3`,
    `D-1,${hourAgo(1)},<b>none</b>`,
    `D-1,${hourAgo(0)},-1`,
  ];
  await choose(page, fileOf(hostile, `Meter;When;Used\n${rows.map((row) => row.replaceAll(",", ";")).join("\n")}\n`));
  // Its columns are detected except for the figure, which must be chosen.
  expect(await page.getByLabel("Serial number of the meter").inputValue()).toBe("Meter");
  expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("When");
  await press(page, "See what it comes to");
  await page.getByText("Choose the column with the figure.").waitFor();
  await page.getByText("Choose the unit of the figures.").waitFor();
  await page.getByLabel("Figure", { exact: true }).selectOption("Used");
  await page.getByLabel("Unit of the figures").selectOption("Gallons");
  await press(page, "See what it comes to");
  await page.getByText("Of 23 rows 20 can be taken, 3 are rejected.").waitFor();
  await page.getByText("<b>none</b>").first().waitFor();
  expect(await property.count("rejected-readings?state=all"), "a look stores nothing").toBe(0);

  await press(page, "Import 20 rows");
  await page.getByText("Of 23 rows 20 were stored, 3 were rejected.").waitFor();
  await press(page, "Correct the rejected rows");
  expect(addressOf(page).searchParams.get("tab")).toBe("rejected");
  await page.getByText("1–3 of 3").waitFor();

  await press(page, /^Correct row 22 of/);
  const sending = dialogOf(page, "Send 1 row again");
  const text = sending.getByRole("textbox", { name: /^Row 22 of/ });
  expect(await text.inputValue()).toContain("D-1-TYPO");
  await sending.getByLabel("Reason").fill("A slip of the pen");
  await press(page, "See what changes");
  await sending.getByText(/Every row was rejected again/).waitFor();
  await text.fill((await text.inputValue()).replace("D-1-TYPO", "D-1"));
  await press(page, "See what changes");
  await sending.getByText("1 row can be stored.").waitFor();
  await sending.getByText(/1 day of 1 meter changes|2 days of 1 meter change/).waitFor();
  expect(await property.count("repairs"), "a look changes nothing").toBe(0);
  await sending.getByRole("button", { name: "Send it again" }).dblclick();
  await sending.waitFor({ state: "detached" });
  await page.getByText("1–2 of 2").waitFor();
  expect(await property.count("repairs")).toBe(1);

  // Several at once are dismissed; without a reason not.
  await page.getByLabel("All on this page").check();
  await press(page, "Dismiss (2)");
  const dismissing = dialogOf(page, "Dismiss 2 rows?");
  await dismissing.getByRole("button", { name: "Dismiss" }).click();
  await dismissing.getByText("Give a reason: it stays on record.").waitFor();
  await dismissing.getByLabel("Reason").fill("Noise of the test bench");
  await dismissing.getByRole("button", { name: "Dismiss" }).click();
  await dismissing.waitFor({ state: "detached" });
  await page.getByLabel("Which rows").selectOption("Dismissed");
  await page.getByText("1–2 of 2").waitFor();

  // Undone, they wait again.
  await page.getByRole("tab", { name: "Repairs" }).click();
  await press(page, /^Undo: dismissed rejected rows/);
  const undoing = dialogOf(page, "Undo this repair?");
  await undoing.getByText("No figure changes.").waitFor();
  await undoing.getByRole("button", { name: "Undo it" }).click();
  await undoing.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "Undone", exact: true }).waitFor();
  expect(await property.count("rejected-readings")).toBe(2);
  await page.getByRole("row", { name: /Sent rejected rows again/ }).click();
  const record = dialogOf(page, "Sent rejected rows again");
  await record.getByText("A slip of the pen").waitFor();
  await record.getByText("1 row taken of 1").waitFor();
  await property.archive();
});

test("detects and shows the interval of a file, and rejects another with the one that fits", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const property = await ownProperty(page, "Quarter hours");
  await page.goto(property.path());
  const quarter = (index: number) => new Date(Date.parse(hourAgo(48)) + index * 900_000).toISOString();
  const rows = Array.from({ length: 96 }, (_, index) => `D-1,${quarter(index)},0.5`);
  await choose(page, fileOf("quarters.csv", `Meter,When,Gallons\n${rows.join("\n")}\n`));
  await press(page, "See what it comes to");
  await page.getByText("Interval: 15 minutes").waitFor();
  await press(page, "Change how it is read");
  await press(page, "Dates, interval, time zone, decimals…");
  await page.getByLabel("Each figure is for").selectOption("1 hour");
  await press(page, "See what it comes to");
  await page.getByText(/follow each other too closely.*with 15 minutes under “Each figure is for”/).waitFor();
  await press(page, "Change how it is read");
  await page.getByLabel("Each figure is for").selectOption("15 minutes");
  await page.getByLabel("Each time is").selectOption("The end of its interval");
  await press(page, "See what it comes to");
  const sent = page.waitForRequest((request) => request.method() === "POST" && /dry_run=false/.test(request.url()));
  await press(page, "Import 96 rows");
  const { searchParams } = new URL((await sent).url());
  expect([searchParams.get("interval"), searchParams.get("interval_end")]).toEqual(["15", "true"]);
  await page.getByText("The file is imported.").waitFor();
  expect(await property.count("rejected-readings?state=all")).toBe(0);
  await property.archive();
});

// Covers data-7, data-8
test("shows quarantined readings among their hours, previews accepting or rejecting, and undoes it", async ({
  visit,
}) => {
  const page = await visit({ as: "admin" });
  const property = await ownProperty(page, "Data quarantine");
  await page.goto(property.path());
  const hours = Array.from({ length: 30 }, (_, hour) => `D-1,${hourAgo(hour)},${hour === 12 ? 5000 : 2}`);
  await takeIn(page, "hours.csv", ["serial,hour,gallons", ...hours]);
  await press(page, "Import another file");
  const registers = Array.from({ length: 30 }, (_, hour) => {
    return `D-2,${hourAgo(29 - hour)},${(hour < 20 ? 9000 : 4000) + hour * 3}`;
  });
  await takeIn(page, "registers.csv", ["serial,read_at,register", ...registers]);

  // What the list shows before the registers are judged.
  const early = { json: { count: 0, next: null, previous: null, results: [] } };
  await page.route(/\/quarantine\?/, (route) => route.fulfill(early), { times: 1 });
  await page.getByRole("tab", { name: "Quarantine" }).click();
  await page.getByText("1–2 of 2").waitFor();
  const volume = page.getByRole("row", { name: /5,000 gal in an hour/ });
  await volume
    .getByRole("button", { name: "Show hours of D-1" })
    .or(volume.getByRole("button", { name: "Hide hours of D-1" }))
    .waitFor();
  if (await volume.getByRole("button", { name: "Show hours of D-1" }).isVisible()) {
    await volume.getByRole("button", { name: "Show hours of D-1" }).click();
  }
  await page.getByText("A toilet passes at most 600 gal in an hour.").waitFor();
  const drawn = page.getByRole("table", { name: "Meter D-1: the hours around" });
  expect(await drawn.getByRole("row", { name: /5,000/ }).count()).toBe(1);
  expect(await drawn.getByRole("row").count()).toBe(26);

  // Volumes and registers are not accepted in one.
  await page.getByLabel("All on this page").check();
  expect(await page.getByRole("button", { name: "Accept (2)" }).isDisabled()).toBe(true);
  await page.getByText("Accept volumes and registers separately").waitFor();
  await page.getByLabel("All on this page").uncheck();

  // Water that cannot have passed is to be rejected; whoever counts it says why.
  const reject = page.getByRole("button", { name: "Reject", exact: true });
  expect(await reject.first().getAttribute("data-variant")).toBe("filled");
  const count = page.getByRole("button", { name: "Count this reading" });
  expect(await count.getAttribute("data-variant")).toBe("default");
  await count.click();
  const accepting = dialogOf(page, "Accept 1 reading");
  await accepting.getByText("the reason says why this water is real").waitFor();
  await accepting.getByRole("button", { name: "See what changes" }).click();
  await accepting.getByText("Give the reason why it is real").waitFor();
  await accepting.getByLabel("Reason").fill("The <i>hydrant</i> was tested");
  await accepting.getByRole("button", { name: "See what changes" }).click();
  await accepting.getByText(/1 day of 1 meter changes: \d+ → 5,0\d\d gal/).waitFor();
  expect(await property.count("quarantine"), "a look decides nothing").toBe(2);
  await accepting.getByRole("button", { name: "Accept", exact: true }).click();
  await accepting.waitFor({ state: "detached" });
  await page.getByText("1–1 of 1").waitFor();

  // For a register, what happened must be stated.
  await press(page, "Say what it was");
  const saying = dialogOf(page, "Accept 1 stretch");
  await saying.getByLabel("Reason").fill("New register head");
  await saying.getByRole("button", { name: "See what changes" }).click();
  await saying.getByText("Say what happened.").waitFor();
  await saying.getByLabel(/Another register was put in/).check();
  await saying.getByRole("button", { name: "See what changes" }).click();
  await saying.getByRole("region", { name: "What it changes" }).waitFor();
  // Another answer has to be looked at again.
  await saying.getByLabel(/It is real water/).check();
  await saying.getByRole("button", { name: "See what changes" }).waitFor();
  await saying.getByLabel(/Another register was put in/).check();
  await saying.getByRole("button", { name: "Accept", exact: true }).click();
  await saying.waitFor({ state: "detached" });
  await page.getByText("Nothing is waiting.").waitFor();

  await page.getByLabel("Which readings").selectOption("Accepted");
  await press(page, "See the decision");
  const record = dialogOf(page, "Accepted readings");
  await record.getByText("The <i>hydrant</i> was tested").waitFor();
  await record.getByRole("button", { name: "Undo this" }).click();
  const undoing = dialogOf(page, "Undo this repair?");
  await undoing
    .getByText(/5,0\d\d → \d+/)
    .first()
    .waitFor();
  await undoing.getByRole("button", { name: "Undo it" }).click();
  await undoing.waitFor({ state: "detached" });
  await page.getByLabel("Which readings").selectOption("Open");
  await page.getByRole("row").getByRole("button", { name: "Reject", exact: true }).click();
  const rejecting = dialogOf(page, "Reject 1 reading");
  await rejecting.getByLabel("Reason").fill("Radio fault");
  await rejecting.getByRole("button", { name: "See what changes" }).click();
  await rejecting.getByRole("button", { name: "Reject", exact: true }).click();
  await rejecting.waitFor({ state: "detached" });
  await page.getByText("Nothing is waiting.").waitFor();
  await property.archive();
});

// Covers data-5
test("accepts a gzip file, rejects a ZIP archive and an oversized file, and cancels an upload", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 413|ERR_/ });
  const property = await ownProperty(page, "Data files");
  await page.goto(property.path());
  const packed = gzipSync(`serial,hour,gallons\nD-1,${hourAgo(3)},2\n`);
  await page.getByLabel("Readings file").setInputFiles({ name: "may.csv.gz", mimeType: "", buffer: packed });
  await page.getByText("Its headings say what is what:").waitFor();
  await press(page, "See what it comes to");
  await page.getByText("Of 1 row 1 can be taken, none is rejected.").waitFor();

  await press(page, "Another file");
  const titled = `Water usage, by Elm Street\n\nserial|hour|gallons\nD-1|${hourAgo(3)}|2\n`;
  await choose(page, fileOf("titled.csv", titled));
  await page.getByText("Its headings say what is what:").waitFor();
  await press(page, "See what it comes to");
  await page.getByText("Of 1 row 1 can be taken, none is rejected.").waitFor();

  await press(page, "Another file");
  await choose(page, fileOf("book.xlsx", "PK\u0003\u0004 not a table"));
  await press(page, "See what it comes to");
  await page.getByText("The file cannot be read like this.").waitFor();
  await page
    .getByText(/book\.xlsx is a zip archive/)
    .first()
    .waitFor();

  await press(page, "Another file");
  const file = fileOf("june.csv", `serial,hour,gallons\nD-1,${hourAgo(4)},2\n`);
  await choose(page, file);
  const detail =
    "A file may have 100 MB (UPLOAD_LIMIT_MB). Compress it with gzip, split it, or import it with the command line.";
  const upload = /\/imports\?/;
  await page.route(upload, (route) => route.fulfill({ status: 413, json: { code: "too_large", detail } }), {
    times: 1,
  });
  await press(page, "See what it comes to");
  await page.getByText(detail).waitFor();
  await page.route(upload, (route) => route.abort("connectionreset"), { times: 1 });
  await press(page, "See what it comes to");
  await page.getByText("The connection was lost while the file was being sent").waitFor();

  // The choices stay, and what is on its way stops.
  let arrived: () => void = () => {};
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route(upload, () => arrived(), { times: 1 });
  await press(page, "See what it comes to");
  await isThere;
  await page.getByRole("progressbar").waitFor();
  // It goes on while another tab is looked at.
  await page.getByRole("tab", { name: "Repairs" }).click();
  await page.getByText("Nothing has been decided yet.").waitFor();
  await page.getByRole("tab", { name: "Imports" }).click();
  await press(page, "Interrupt");
  await page.getByRole("button", { name: "See what it comes to" }).waitFor();
  expect(await property.count("imports")).toBe(3);

  await page.getByRole("row", { name: /book\.xlsx/ }).click();
  const failed = dialogOf(page, "book.xlsx");
  await failed.getByText("Preview: failed").waitFor();
  expect(await failed.getByText("There is no row in it.").count()).toBe(0);
  await page.keyboard.press("Escape");
  await property.archive();
});

// Covers data-14
test("an organization's admin sees only the data of their own properties", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: /status of 404/ });
  await page.goto("/admin/data");
  await page.getByRole("heading", { name: "Import readings" }).waitFor();
  await page.goto("/admin/data?property_id=999999&tab=quarantine");
  await page.getByText("There is no such property among yours").waitFor();
  await page.getByRole("combobox", { name: "Property" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("heading", { name: "Quarantine" }).waitFor();
  expect(addressOf(page).searchParams.get("tab")).toBe("quarantine");
});
