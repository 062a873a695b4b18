import { afterAll, beforeAll, expect, test } from "vitest";
import { csvFile } from "../imports/testing/csv-file.ts";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { runHere } from "./testing/run-here.ts";

let site: IngestSite;
let url: string;
let drop: () => Promise<void>;
let home: TestGateway;

const hour = (i: number) => new Date(Date.UTC(2026, 4, 1, 5 + i)).toISOString();

beforeAll(async () => {
  const database = await freshDatabase();
  url = database.url;
  drop = database.drop;
  site = await openIngestSite({ url });
  home = await site.addProperty("America/Chicago", [
    { serial: "S", unit: "101", attachedTo: "SPOE", registerFactor: null },
  ]);
  const good = Array.from({ length: 48 }, (_, i) => ({ serial: "S", hour: hour(i), gallons: i % 5 }));
  await site.send(home, [
    ...good,
    { serial: "S", hour: hour(50), gallons: 9000 },
    { serial: "S", hour: "x", gallons: 1 },
  ]);
  await site.refresh();
});

afterAll(async () => {
  await site.close();
  await drop();
});

const at = (path: string) => `/v1/properties/${home.propertyId}/${path}`;
const get = (path: string, ...more: string[]) => runHere(url, ["call", "GET", at(path), ...more]);
const post = (path: string, ...more: string[]) => runHere(url, ["call", "POST", at(path), ...more]);

// Covers command-line-3
test("lists, accepts and restores quarantined readings", async () => {
  const before = await derivedRows(site.connections, home.propertyId);
  const id = (await get("quarantine", "--fields", "id")).out.trim();
  expect(id).toMatch(/^h\d+$/);
  const accept = ["kind=accept", `quarantine_ids=${id}`, "reason=A hydrant."];
  const preview = await post("repairs", ...accept, "preview=true");
  expect([preview.code, preview.error]).toEqual([0, ""]);
  expect(preview.out).toMatch(/^effect\.meters\nmeter_serial_number .*days_changed/m);
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
  const made = await post("repairs", ...accept, "--fields", "id");
  const repair = made.out.trim();
  expect((await get("repairs")).out).toMatch(new RegExp(`^ *${repair}  accept .*A hydrant`, "m"));
  expect((await post(`repairs/${repair}/undo`)).out).toMatch(/^undone_at +\d{4}-/m);
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
});

test("lists and corrects rejected rows", async () => {
  const id = (await get("rejected-readings", "--fields", "id")).out.trim();
  const rows = JSON.stringify([{ id: Number(id), reading: { serial: "S", hour: hour(48), gallons: 1 } }]);
  const made = await post("repairs", "kind=redrive", `rows=${rows}`, "reason=The device's clock was off.");
  expect([made.code, made.error]).toEqual([0, ""]);
  expect(made.out).toMatch(/^rejected_readings\nid .*\n *\d+ +stored/m);
  expect((await get("rejected-readings")).out).toBe("There is nothing to list.\n");
  expect((await get("rejected-readings", "state=all", "source=G1", "--fields", "id")).out).toBe(`${id}\n`);
});

test("explains how to correct an impossible correction", async () => {
  const fields = ["kind=correct", "meter_serial_number=S", "reason=Read by hand."];
  expect(await post("repairs", ...fields, `hours=[{"hour":"${hour(3)}","gallons":-4}]`)).toMatchObject({
    code: 2,
    error: expect.stringContaining("gallons must be at least 0, not -4."),
  });
  expect(await post("repairs/99/undo")).toMatchObject({ code: 2, error: "There is no such repair.\n" });
  expect(await post("repairs", "kind=accept", "quarantine_ids=q7", "reason=x")).toMatchObject({
    code: 2,
    error: expect.stringContaining("quarantine_ids must be ids from the quarantine list."),
  });
});

test("corrects hours, and imports a range again from a file", async () => {
  const fields = ["kind=correct", "meter_serial_number=S", "reason=Read by hand."];
  const hours = [
    { hour: hour(3), gallons: 2.5 },
    { hour: hour(4), gallons: null },
  ];
  const corrected = await post("repairs", ...fields, `hours=${JSON.stringify(hours)}`, "--json");
  expect([corrected.code, corrected.error]).toEqual([0, ""]);
  expect(JSON.parse(corrected.out)).toMatchObject({
    kind: "correct",
    effect: { meters: [{ days: [{ gallons_before: 46, gallons_after: 41.5 }] }] },
  });
  const file = await csvFile(`serial;hour;gallons\nS;${hour(20)};7,000\n`, "may.csv");
  const csv = [`csv.text=@${file}`, "csv.decimal_comma=true", "reason=The utility's file."];
  const range = [`from=${hour(20)}`, `until=${hour(22)}`];
  const again = await post("repairs", "kind=reimport", "meter_serial_numbers=S", ...range, ...csv);
  expect([again.code, again.error]).toEqual([0, ""]);
});

// Covers command-line-7
test("tags a meter as always using water", async () => {
  const mark = await runHere(url, ["call", "PUT", at("meters/S/continuous-use"), "expected=true"]);
  expect([mark.code, mark.out]).toEqual([0, expect.stringMatching(/^continuous_use_expected +yes$/m)]);
  expect(await post("meters/S2/continuous-use", "expected=true")).toMatchObject({ code: 2 });
});
