import { expect } from "vitest";
import { hourAgo, ownProperty } from "./data-property.ts";
import { addressOf, test } from "./test.ts";

/** An instant as a field for date and time of a property in Chicago has it. */
function clockOf(instant: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "America/Chicago",
    dateStyle: "short",
    timeStyle: "short",
  });
  return parts.format(new Date(instant)).replace(" ", "T");
}

const steady = Array.from({ length: 30 }, (_, hour) => `D-1,${hourAgo(hour)},${hour === 12 ? 5000 : 2}`);

// Covers data-9
test("a quarantined hour is corrected with a preview, keeps rejected input, and can be undone", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (422|503)/ });
  const property = await ownProperty(page, "Corrected hours");
  await property.take("hours.csv", ["serial,hour,gallons", ...steady]);
  await page.goto(property.path("&tab=quarantine"));
  await page.getByRole("button", { name: "Correct the hour" }).click();
  const form = page.getByRole("dialog", { name: "Correct hours" });
  await form.waitFor();
  expect(addressOf(page).searchParams.get("of")).toBe(`D-1 ${hourAgo(12)}`);
  expect(await form.getByLabel("Meter", { exact: true }).inputValue()).toBe("D-1");
  expect(await form.getByLabel("First hour").inputValue()).toBe(clockOf(hourAgo(12)));
  await form.getByText("Not measured now").waitFor();

  // The hour after it too, which counts two gallons now.
  await form.getByLabel("Last hour").fill(clockOf(hourAgo(13)));
  await form.getByLabel("Reason").focus();
  await form.getByText("It is before the first hour.").waitFor();
  await form.getByLabel("Last hour").fill(clockOf(hourAgo(11)));
  await form.getByText("2.0 gal now").waitFor();
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText("Write a volume for at least one hour.").waitFor();
  const volumes = form.getByRole("textbox", { name: /^Gallons, / });
  expect(await volumes.count()).toBe(2);
  await volumes.first().fill("a lot");
  await form
    .getByRole("checkbox", { name: /^Not measured, / })
    .last()
    .check();
  expect(await volumes.last().isDisabled()).toBe(true);
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText(/: Please enter a valid number$/).waitFor();
  await form.getByText("Give a reason: it stays on record.").waitFor();
  await volumes.first().fill("7.5");
  await form.getByLabel("Reason").fill("Read <i>by hand</i>");

  // Nothing typed goes when it cannot be had, or is rejected.
  const repairs = /\/repairs$/;
  const detail = "Another repair is at work at this property. Try again in a minute.";
  await page.route(repairs, (route) => route.fulfill({ status: 503, json: { code: "unavailable", detail } }), {
    times: 1,
  });
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText(detail).waitFor();
  await form.getByLabel("Meter", { exact: true }).fill("D-9");
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText('This property has no meter with the serial number "D-9".').waitFor();
  await form.getByLabel("Meter", { exact: true }).fill("D-1");
  expect(await volumes.first().inputValue()).toBe("7.5");
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText(/ of 1 meter changes?: [\d.]+ → [\d.]+ gal/).waitFor();
  await form.getByText(/; cost \$\d+\.\d\d → \$\d+\.\d\d;/).waitFor();
  expect(await property.count("repairs"), "a look changes nothing").toBe(0);
  await volumes.first().fill("9");
  await form.getByText("You see what it changes before anything is changed.").waitFor();
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByRole("button", { name: "Correct the hours" }).dblclick();
  await form.waitFor({ state: "detached" });
  expect(await property.count("repairs")).toBe(1);

  await page.getByRole("tab", { name: "Repairs" }).click();
  await page.getByRole("row", { name: /Corrected readings/ }).click();
  const record = page.getByRole("dialog", { name: "Corrected readings" });
  await record.getByText("Read <i>by hand</i>").waitFor();
  await record.getByText("gallons 9").waitFor();
  await record.getByText("gallons not measured").waitFor();
  await record.getByRole("button", { name: "Undo this" }).click();
  const undoing = page.getByRole("dialog", { name: "Undo this repair?" });
  await undoing.getByRole("button", { name: "Undo it" }).click();
  await undoing.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "Undone", exact: true }).waitFor();
  await property.archive();
});

// Covers data-9
test("pastes hours and registers from tables, and names a line that cannot be read", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const property = await ownProperty(page, "Pasted hours");
  await property.take("hours.csv", ["serial,hour,gallons", ...steady]);
  await page.goto(property.path("&tab=repairs"));
  await page.getByRole("button", { name: "Correct hours" }).click();
  const form = page.getByRole("dialog", { name: "Correct hours" });
  await form.getByLabel("Meter", { exact: true }).fill("D-1");
  await form.getByRole("button", { name: "Paste hours or shorter intervals instead" }).click();
  const lines = form.getByLabel("Hours and gallons");
  await lines.fill(`hour\tgallons\n${hourAgo(3)}\t4\nyesterday\t3`);
  await form.getByLabel("Reason").fill("The manager's own list");
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText("Line 3: “yesterday” is not a time.").waitFor();
  await lines.fill(`${clockOf(hourAgo(4)).slice(0, 14)}30, 4`);
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText(/is not the start of an hour in America\/Chicago/).waitFor();
  await lines.fill(`hour\tgallons\n${hourAgo(3)}\t4\n${clockOf(hourAgo(4)).replace("T", " ")}\tnone`);
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText(/ of 1 meter changes?: /).waitFor();
  await form.getByRole("button", { name: "Correct the hours" }).click();
  await form.waitFor({ state: "detached" });

  // Half an hour of one of them, in two intervals.
  await page.getByRole("button", { name: "Correct hours" }).click();
  await form.getByLabel("Meter", { exact: true }).fill("D-1");
  await form.getByRole("button", { name: "Paste hours or shorter intervals instead" }).click();
  await form.getByLabel("Each line is for").selectOption("15 minutes");
  const intervals = form.getByLabel("Intervals and gallons");
  await form.getByLabel("Reason").fill("Read from the device");
  await intervals.fill(`${hourAgo(3)}, 1\n${hourAgo(3).replace(":00:00", ":15:00")}, 2.5`);
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText(/ of 1 meter changes?: /).waitFor();
  await form.getByRole("button", { name: "Correct the hours" }).click();
  await form.waitFor({ state: "detached" });

  // A meter with a register has no hours to choose.
  await page.goto(property.path("&tab=repairs&dialog=correct&of=D-2"));
  const registers = page.getByRole("dialog", { name: "Correct registers" });
  await registers.getByLabel("When, and what the register showed").fill(`${hourAgo(5)}, 100\n${hourAgo(3)}, 112`);
  await registers.getByLabel("Reason").fill("Read by hand");
  await registers.getByRole("button", { name: "See what changes" }).click();
  await registers.getByText(/ of 1 meter changes?: – → 12.0 gal/).waitFor();
  await registers.getByRole("button", { name: "Correct the registers" }).click();
  await registers.waitFor({ state: "detached" });
  await page.getByText("1–3 of 3").waitFor();
  await property.archive();
});

// Covers data-10
test("reimports a range from another format; only the file's rows count", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const property = await ownProperty(page, "Range again");
  await property.take("hours.csv", ["serial,hour,gallons", ...steady]);
  await page.goto(property.path("&tab=repairs"));
  await page.getByRole("button", { name: "Import a range again" }).click();
  const form = page.getByRole("dialog", { name: "Import a range again" });
  const look = () => form.getByRole("button", { name: "See what changes" }).click();
  await form.waitFor();
  await look();
  await form.getByText("Give a serial number.").waitFor();
  await form.getByText("Paste the rows, or choose a file.").waitFor();
  await form.getByLabel("Meters").fill("D-1");
  await form.getByLabel("From").fill(clockOf(hourAgo(10)));
  await form.getByLabel("Up to").fill(clockOf(hourAgo(10)));
  const text = `Meter;When;Used\nD-1;${hourAgo(9)};3,5\nD-1;${hourAgo(5)};4,5\n`;
  await form
    .getByLabel("File of rows")
    .setInputFiles({ name: "again.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await form.getByLabel("Figure", { exact: true }).waitFor();
  expect(await form.getByRole("textbox", { name: "Rows" }).inputValue()).toBe(text);
  await form.getByLabel("Reason").fill("The utility's own file");
  await look();
  await form.getByText("It must be later than the beginning.").waitFor();
  await form.getByText("Choose the column with the figure.").waitFor();
  await form.getByLabel("Up to").fill(clockOf(hourAgo(6)));
  await form.getByLabel("Figure", { exact: true }).selectOption("Used");
  await form.getByLabel("Unit of the figures").selectOption("Gallons");
  await look();
  // The second row lies after the range.
  await form.getByText(/^Row 3: its time .* is not in the range\. Nothing was stored\.$/).waitFor();
  await form.getByLabel("Up to").fill(clockOf(hourAgo(4)));
  await look();
  await form.getByText(/ of 1 meter changes?: /).waitFor();
  expect(await property.count("repairs"), "a look changes nothing").toBe(0);
  await form.getByRole("button", { name: "Import it again" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Imported a range again/ }).waitFor();
  const repair = await property.ask("GET", "repairs");
  expect(repair).toMatchObject({ results: [{ kind: "reimport", undone_at: null }] });
  await property.archive();
});

// Covers data-14
test("an organization's admin corrects hours, and sees whether a meter has a register", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  const mine = await (await page.request.get("/v1/reporting/my-properties/")).json();
  const meters = `/v1/reporting/leak-report/properties/${mine[0].id}/meters?page_size=1`;
  const { results } = await (await page.request.get(meters)).json();
  const serial: string = results[0].meter_serial_number;
  await page.goto(`/admin/data?property_id=${mine[0].id}&tab=repairs&dialog=correct`);
  const form = page.getByRole("dialog", { name: "Correct hours" });
  await form.getByRole("button", { name: "The meter has a register" }).click();
  await page.getByRole("dialog", { name: "Correct registers" }).waitFor();
  await page.getByRole("button", { name: "Choose hours instead" }).click();
  await form.getByLabel("First hour").waitFor();
  await form.getByLabel("Meter", { exact: true }).fill(serial);
  await form.locator(`datalist option[value="${serial}"]`).waitFor({ state: "attached" });
});
