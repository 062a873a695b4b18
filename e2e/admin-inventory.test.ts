import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask } from "./call-api.ts";
import { addressOf, test } from "./test.ts";

const inventory = "/v1/admin/staff/inventory";

/** A property of the test's own, of which nothing is left to see afterwards. */
async function ownProperty(page: Page, name: string) {
  // Any page of the product: calls need its origin.
  await page.goto("/profile");
  const { json } = await ask(page, "POST", `${inventory}/organizations/properties`, {
    organization_id: 1,
    name: `${name} ${Date.now()}`,
    time_zone: "America/Chicago",
  });
  const id = Number(json.id);
  return {
    id,
    name: String(json.name),
    path: (rest = "") => `/admin/properties/${id}${rest}`,
    list: async (of: string) => {
      const answer = await ask(page, "GET", `${inventory}/properties/${id}/${of}?page_size=50`);
      const results: Record<string, unknown>[] = answer.json.results ?? [];
      return results;
    },
    archive: () => ask(page, "POST", `${inventory}/organizations/properties/${id}/archive`),
  };
}

const row = (page: Page, name: RegExp) => page.getByRole("row", { name });
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const isFocused = (field: ReturnType<Page["getByLabel"]>) =>
  expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);

// Covers inventory-1, inventory-2, inventory-3, admin-forms-7, admin-forms-12
test("adds, changes and removes a building, unit, point and meter, and keeps what is in use", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of (409|422|503)/ });
  const property = await ownProperty(page, "Inventory");
  await page.goto(property.path());
  await page.getByText("A property has at least one building").waitFor();

  await page.getByRole("button", { name: "Add a building" }).click();
  const adding = dialogOf(page, "Add a building");
  const name = adding.getByLabel("Name");
  await adding.getByRole("button", { name: "Add" }).click();
  await adding.getByText("Give a name.").waitFor();
  await isFocused(name);
  // Nothing typed is lost by a failure, and two clicks make one.
  await page.route(/\/buildings$/, (route) => route.fulfill({ status: 503, json: { detail: "Away for a moment." } }), {
    times: 1,
  });
  await name.fill("<b>North</b>");
  await adding.getByRole("button", { name: "Add" }).click();
  await adding.getByText("Away for a moment.").waitFor();
  expect(await name.inputValue()).toBe("<b>North</b>");
  await adding.getByRole("button", { name: "Add" }).dblclick();
  await adding.waitFor({ state: "detached" });
  await row(page, /<b>North<\/b> 0/).waitFor();
  expect(await property.list("buildings")).toHaveLength(1);

  await page.getByRole("button", { name: "Add a building" }).click();
  await dialogOf(page, "Add a building").getByLabel("Name").fill("<b>North</b>");
  await dialogOf(page, "Add a building").getByRole("button", { name: "Add" }).click();
  await page.getByText("Another building has this name. Choose another one.").waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add a unit" }).click();
  const unit = dialogOf(page, "Add a unit");
  await unit.getByLabel("Name").fill("101");
  await unit.getByLabel("Bedrooms").fill("21");
  await unit.getByRole("button", { name: "Add" }).click();
  await unit.getByText("Give a whole number from 0 (a studio) to 20.").waitFor();
  await isFocused(unit.getByLabel("Bedrooms"));
  await unit.getByLabel("Bedrooms").fill("2");
  await unit.getByRole("button", { name: "Add" }).click();
  await row(page, /<b>North<\/b> 101 2/).waitFor();

  await page.getByRole("button", { name: "Edit building <b>North</b>" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await dialogOf(page, "Remove building <b>North</b>?").getByText("has 1 unit. Remove those first").waitFor();
  await page.goBack();
  await expect.poll(() => addressOf(page).searchParams.get("dialog")).toBeNull();

  await page.getByRole("link", { name: "Meters of unit 101" }).click();
  await page.getByText("No point here.").waitFor();
  await page.getByRole("button", { name: "Add a point" }).click();
  await dialogOf(page, "Add a point").getByRole("button", { name: "Add" }).click();
  await row(page, /101 SPOE/).waitFor();
  await page.getByRole("button", { name: "Add a meter at SPOE" }).click();
  const meter = dialogOf(page, "Add a meter");
  await meter.getByLabel("Serial number", { exact: true }).fill("inv-1");
  await meter.getByLabel("Gateway").fill("inv-gw");
  await meter.getByRole("button", { name: "Add" }).click();
  await row(page, /101 SPOE .*inv-1/).waitFor();
  expect(await property.list("meters")).toMatchObject([
    { serial_number: "inv-1", gateway_serial_number: "inv-gw", place: { unit_name: "101" } },
  ]);

  await page.getByRole("tab", { name: "Meters", exact: true }).last().click();
  await page.getByRole("searchbox", { name: "Search by serial number" }).fill("nothing");
  await page.getByText("No meter with these filters.").waitFor();
  expect(addressOf(page).searchParams.get("search")).toBe("nothing");
  await page.getByRole("searchbox", { name: "Search by serial number" }).fill("INV");
  await page.getByRole("button", { name: "Edit meter inv-1" }).click();
  await page.getByRole("button", { name: "Continuous use" }).click();
  await page.getByRole("button", { name: "Expect it" }).click();
  await row(page, /inv-1 .* Expected/).waitFor();
  await page.getByRole("button", { name: "Edit meter inv-1" }).click();
  await page.getByRole("button", { name: "Take away" }).click();
  const away = dialogOf(page, "Take meter inv-1 away?");
  await away.getByText("What it has sent stays there.").waitFor();
  await away.getByRole("button", { name: "Take away" }).click();
  await page.getByRole("button", { name: "Remove filter Unit: 101" }).click();
  await row(page, /inv-1 .*In no place/).waitFor();
  await page.getByRole("button", { name: "Edit meter inv-1" }).click();
  await page.getByRole("button", { name: "Put at a point" }).click();
  const place = dialogOf(page, "Put meter inv-1 at a point");
  await place.getByRole("combobox", { name: "Unit" }).click();
  await page.getByRole("option", { name: "101" }).click();
  await place.getByRole("combobox", { name: "Point" }).click();
  await page.getByRole("option", { name: "SPOE" }).click();
  await place.getByRole("button", { name: "Put there" }).click();
  await row(page, /inv-1 <b>North<\/b> 101 SPOE/).waitFor();
  await page.getByRole("button", { name: "Edit meter inv-1" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await dialogOf(page, "Remove meter inv-1?").getByRole("button", { name: "Remove" }).click();
  await page.getByText("inv-1 is no longer in the inventory.").waitFor();
  expect(await property.list("meters")).toEqual([]);
  await property.archive();
});

// Covers inventory-4, inventory-5
test("a gateway's token is shown once and sends a first reading; its meter is swapped and swapped back", async ({
  visit,
}) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const property = await ownProperty(page, "Swap");
  const cells = {
    building: "A",
    unit: "1",
    point: "SPOE",
    serial: "old-1",
    gateway: "swap-gw",
    register_unit: "gallon",
  };
  await ask(page, "POST", `${inventory}/import?property_id=${property.id}`, { rows: [{ cells }] });
  await page.goto(property.path("?tab=gateways"));
  await page.getByRole("button", { name: "Edit gateway swap-gw" }).click();
  await dialogOf(page, "Gateway swap-gw").getByRole("button", { name: "Make a token" }).click();
  await page.getByRole("button", { name: "Make the token" }).click();
  await page.getByText("it is not shown again").waitFor();
  const command = await dialogOf(page, "Token of swap-gw")
    .getByText(/^curl /)
    .innerText();
  const token = /dlg_[\w-]+/.exec(command)?.[0] ?? "";
  const body = (/-d '(.*)'$/.exec(command)?.[1] ?? "").replace("REGISTER", "1000");
  const sent = await page.evaluate(
    async ([bearer, text]) => {
      const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" };
      const answer = await fetch("/v1/ingest/readings", { method: "POST", headers, body: text });
      const json: { stored: number } = await answer.json();
      return json.stored;
    },
    [token, body] as const,
  );
  expect(sent).toBe(1);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await row(page, /swap-gw .* Valid/).waitFor();
  expect(await page.locator("main").innerText()).not.toContain(token);

  await page.getByRole("tab", { name: "Meters" }).click();
  await page.getByRole("button", { name: "Edit meter old-1" }).click();
  await page.getByRole("button", { name: "Swap" }).click();
  const swap = dialogOf(page, "Swap meter old-1");
  await swap.getByRole("button", { name: "See what changes" }).click();
  await swap.getByText("Give a reason: it stays on record.").waitFor();
  await isFocused(swap.getByLabel("New meter's serial number"));
  await swap.getByLabel("New meter's serial number").fill("new-1");
  await swap.getByLabel("Gateway").fill("not-there");
  await swap.getByLabel("Closing register").fill("1200");
  await swap.getByLabel("Opening register").fill("0");
  await swap.getByLabel("Reason").fill("Battery empty");
  await swap.getByRole("button", { name: "See what changes" }).click();
  await swap.getByText('This property has no gateway "not-there".').waitFor();
  await swap.getByLabel("Gateway").fill("");
  await swap.getByRole("button", { name: "See what changes" }).click();
  await swap.getByRole("region", { name: "What it changes" }).waitFor();
  expect(await property.list("meters")).toHaveLength(1);
  // What was previewed is what is done: after a changed input it is previewed again.
  await swap.getByLabel("Reason").fill("Battery was empty");
  await swap.getByRole("button", { name: "See what changes" }).click();
  await swap.getByRole("button", { name: "Swap the meter" }).dblclick();
  await swap.getByText("The swap is recorded.").waitFor();
  const repairs = await swap.getByRole("link", { name: "All repairs" }).getAttribute("href");
  expect(repairs).toBe(`/admin/data?property_id=${property.id}&tab=repairs`);
  expect(await property.list("meters")).toMatchObject([
    { serial_number: "new-1", place: { unit_name: "1" } },
    { serial_number: "old-1", place: null },
  ]);
  await swap.getByRole("button", { name: "Undo this swap" }).click();
  await swap.waitFor({ state: "detached" });
  expect(await property.list("meters")).toMatchObject([{ serial_number: "old-1", place: { unit_name: "1" } }]);
  await page.getByRole("button", { name: "Edit meter old-1" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("so it stays in the inventory with its history").waitFor();
  await page.keyboard.press("Escape");

  // The unit has readings: a meter that joins it counts from today on, unless the person says otherwise.
  const [unit] = await property.list("units");
  const { id: unit_id, building_id } = Object(unit);
  const points = `/v1/admin/staff/inventory/properties/${property.id}/points`;
  await ask(page, "POST", points, { building_id, unit_id, attached_to: "Toilet" });
  await page.goto(property.path("?tab=meters&list=points"));
  await page.getByRole("button", { name: "Add a meter at Toilet" }).click();
  const joins = dialogOf(page, "Add a meter");
  await joins.getByLabel("Serial number", { exact: true }).fill("toilet-1");
  const today = await joins.getByLabel("First day here").inputValue();
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
  await joins.getByRole("button", { name: "Add" }).click();
  await row(page, /toilet-1/)
    .first()
    .waitFor();
  expect(await property.list("meters")).toContainEqual(
    expect.objectContaining({ serial_number: "toilet-1", in_service_since: today }),
  );
  await page.goto(property.path("?tab=meters"));
  await page.getByRole("button", { name: "Edit meter toilet-1" }).click();
  const since = dialogOf(page, "Meter toilet-1");
  await since.getByLabel("First day here").fill("2126-01-01");
  await since.getByRole("button", { name: "Save" }).click();
  await since.getByText("cannot be in service from a day to come").waitFor();
  await since.getByLabel("First day here").fill("");
  await since.getByRole("button", { name: "Save" }).click();
  await since.getByText("Give its first day.").waitFor();
  await since.getByRole("combobox", { name: "In service" }).click();
  await page.getByRole("option", { name: "All along" }).click();
  await since.getByRole("button", { name: "Save" }).click();
  await since.waitFor({ state: "detached" });
  expect(await property.list("meters")).toContainEqual(
    expect.objectContaining({ serial_number: "toilet-1", in_service_since: null }),
  );

  await page.getByRole("tab", { name: "Gateways & Tokens" }).click();
  await page.getByRole("button", { name: "Revoke the token of swap-gw" }).click();
  await dialogOf(page, "Revoke this token of swap-gw?").getByRole("button", { name: "Revoke" }).click();
  await row(page, /swap-gw .* Revoked /).waitFor();
  await page.getByRole("button", { name: "Edit gateway swap-gw" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("1 meter reports through it.").waitFor();
  await property.archive();
});

// Covers inventory-6, inventory-9, first-leak-3, admin-forms-23
test("previews, corrects and imports a spreadsheet, and reports no changes the second time", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 422/ });
  const property = await ownProperty(page, "Spreadsheet");
  await page.goto(property.path());
  await page.getByRole("button", { name: "Upload a spreadsheet" }).click();
  const upload = dialogOf(page, "Upload a spreadsheet");
  const give = (name: string, buffer: Buffer) =>
    upload.getByLabel("Spreadsheet file").setInputFiles({ name, mimeType: "text/csv", buffer });
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("/inventory/import") && sent.push(request.url()));
  await upload.getByRole("button", { name: "Choose a file" }).waitFor();

  await give("huge.csv", Buffer.alloc(5 * 1024 * 1024, "x"));
  await upload.getByText(/huge\.csv has 5\.0 MB, and at most 4 MB are taken/).waitFor();
  expect(sent).toEqual([]);
  await give("empty.csv", Buffer.from(""));
  await upload.getByRole("alert").getByText(/empty/).waitFor();

  const lines = ["Bldg,Apt,Beds,Thing,Kind,Remarks", "A,1,two,s-1,SPOE,=1+1", "A,2,1,s-2,Kitchen,", "A,3,1,s-3,SPOE,"];
  await give("units.csv", Buffer.from(lines.join("\n")));
  await upload.getByText(/not recognized by the headings/).waitFor();
  await upload.getByLabel("Point", { exact: true }).selectOption("Kind");
  await upload.getByLabel("Serial number", { exact: true }).selectOption("Thing");
  await upload.getByRole("button", { name: "Look at the rows" }).click();
  await upload.getByText("2 rows cannot be taken as they are.").waitFor();
  await upload.getByText('Bedrooms is "two"').waitFor();
  // What was typed stays when the dialog is closed and opened again.
  await upload.getByLabel("Bedrooms of row 2").fill("2");
  await page.keyboard.press("Escape");
  await upload.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Upload a spreadsheet" }).click();
  expect(await upload.getByLabel("Bedrooms of row 2").inputValue()).toBe("2");
  await upload.getByRole("button", { name: "Leave row 3 out" }).click();
  await upload.getByRole("button", { name: "Check again" }).click();
  await upload.getByText("Nothing is changed yet.").waitFor();
  expect(await property.list("units")).toEqual([]);
  await upload.getByRole("button", { name: /^Add \d+ new things/ }).dblclick();
  await upload.getByText("The inventory is as units.csv says.").waitFor();
  expect(await property.list("units")).toMatchObject([
    { name: "1", bedrooms: 2 },
    { name: "3", bedrooms: 1 },
  ]);
  expect(sent.filter((url) => url.includes("dry_run=false"))).toHaveLength(1);

  await upload.getByRole("button", { name: "Upload another file" }).click();
  await give("same.csv", Buffer.from("building,unit,bedrooms,point,serial\nA,1,2,SPOE,s-1\nA,3,1,SPOE,s-3\n"));
  await upload.getByText("Nothing would change.").waitFor();
  await page.keyboard.press("Escape");
  await row(page, /A 3 1/).waitFor();

  // A rent roll: what is rejected stays, to be corrected.
  await page.getByRole("tab", { name: "Occupancy" }).click();
  await page.getByRole("button", { name: "Paste a rent roll" }).click();
  const roll = dialogOf(page, "Paste a rent roll");
  await roll.getByLabel("Rows", { exact: true }).fill("unit,status\n1,Current\n3,sold\n");
  await roll.getByRole("button", { name: "Take it" }).click();
  await roll.getByText('status is "sold". Write occupied or vacant.').waitFor();
  expect(await roll.getByLabel("Rows", { exact: true }).inputValue()).toBe("unit,status\n3,sold");
  await roll.getByLabel("Rows", { exact: true }).fill("unit,status\n3,vacant");
  await roll.getByRole("button", { name: "Send the rest again" }).click();
  await roll.waitFor({ state: "detached" });
  await row(page, /A 3 .* Vacant/).waitFor();
  await page.getByRole("button", { name: "Change occupancy of unit 1" }).click();
  const occupancyDialog = dialogOf(page, "Occupancy of unit 1, A");
  await occupancyDialog.getByLabel("Moved in").fill("2026-05-02");
  await occupancyDialog.getByLabel("Moved out").fill("2026-05-01");
  await occupancyDialog.getByRole("button", { name: "Save" }).click();
  await occupancyDialog.getByText("Who lives there cannot have moved out before moving in.").waitFor();
  await occupancyDialog.getByLabel("Moved out").fill("");
  await occupancyDialog.getByRole("button", { name: "Save" }).click();
  await row(page, /A 1 .* Occupied May 02, 2026/).waitFor();
  await property.archive();
});

test("imports a list with a title, unusual words and no column for what meters send", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const property = await ownProperty(page, "Own words");
  await page.goto(property.path());
  await page.getByRole("button", { name: "Upload a spreadsheet" }).click();
  const upload = dialogOf(page, "Upload a spreadsheet");
  const lines = [
    "Meters of 2026;;;",
    "House;Apartment;Attached to;Meter no.",
    "A;1;Main;w-1",
    "A;1;WC;w-2",
    "A;2;Main;w-3",
  ];
  const buffer = Buffer.from(lines.join("\n"));
  await upload.getByLabel("Spreadsheet file").setInputFiles({ name: "meters.csv", mimeType: "text/csv", buffer });
  await upload.getByText("headings in row 2").waitFor();

  // Nothing is taken as specified that nobody specified.
  await upload.getByRole("button", { name: "Look at the rows" }).click();
  await upload.getByText("Still to say: Building.").waitFor();
  await isFocused(upload.getByLabel("Building", { exact: true }));
  await upload.getByLabel("Building", { exact: true }).selectOption({ label: "Column “House” (A)" });
  await upload.getByRole("button", { name: "Look at the rows" }).click();

  await upload.getByLabel("“Main” in 2 rows").selectOption("SPOE");
  await expect.poll(() => upload.getByLabel("Point of row 5").inputValue()).toBe("SPOE");
  await upload.getByLabel("Point of row 4").selectOption("Toilet");
  await upload.getByRole("button", { name: "Check again" }).click();

  await expect.poll(() => upload.getByLabel("The meters send").inputValue()).toBe("");
  await upload.getByLabel("The meters send").selectOption("A register in liters");
  await expect.poll(() => upload.getByLabel("The meters send").inputValue()).toBe("litre");
  await upload.getByRole("button", { name: /^Add \d+ new things/ }).click();
  await upload.getByText("2 units and 3 meters were added.").waitFor();
  expect((await property.list("meters")).map((meter) => meter.register_unit)).toEqual(["litre", "litre", "litre"]);

  // Who took them for something else has sent nothing yet, and changes it.
  await upload.getByRole("button", { name: "Upload another file" }).click();
  const known = Buffer.from("building,unit,point,serial\nA,1,SPOE,w-1\nA,1,Toilet,w-2\nA,2,SPOE,w-3\n");
  await upload.getByLabel("Spreadsheet file").setInputFiles({ name: "same.csv", mimeType: "text/csv", buffer: known });
  await upload.getByText("Nothing would change.").waitFor();
  await upload.getByLabel("The meters send").selectOption("A register in cubic feet");
  await upload.getByText("Register unit litre to cubic foot").first().waitFor();
  await upload.getByRole("button", { name: "Change 3 things" }).click();
  await upload.getByText("3 things were changed.").waitFor();
  await property.archive();
});

test("a link to a dialog about something that the open page does not list says so", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const property = await ownProperty(page, "Gone");
  for (const [search, title] of [
    ["?dialog=building&of=999999", "This building is not listed here"],
    ["?dialog=remove-unit&of=999999", "This unit is not listed here"],
    ["?tab=meters&dialog=meter&of=999999", "This meter is not listed here"],
    ["?tab=meters&list=points&dialog=remove-point&of=999999", "This meter point is not listed here"],
    ["?tab=gateways&dialog=gateway&of=GW-GONE", "This gateway is not listed here"],
    ["?tab=gateways&dialog=revoke-token&of=999999", "This token is not listed here"],
    ["?tab=occupancy&dialog=add-occupancy&of=999999", "This unit is not listed here"],
  ] as const) {
    await page.goto(property.path(search));
    const dialog = dialogOf(page, title);
    await dialog.getByText("It may be on another page").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "hidden" });
    expect(addressOf(page).searchParams.get("dialog")).toBeNull();
  }
  await property.archive();
});
