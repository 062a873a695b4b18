import { afterAll, beforeAll, expect, test } from "vitest";
import type { LayoutWish } from "../../imports/layout/layout.ts";
import { mappedFormat } from "../../imports/layout/mapping.ts";
import { csvFile } from "../../imports/testing/csv-file.ts";
import { importFile } from "../../imports/testing/import-file.ts";
import { hourOf, openRepairSite, type RepairSite, seenRows } from "../testing/repair-site.ts";

let site: RepairSite;

beforeAll(async () => {
  site = await openRepairSite();
});

afterAll(() => site.close());

const wish = (changes: LayoutWish["changes"], map = "time=when,gallons=use"): LayoutWish => ({
  formatName: null,
  mapped: mappedFormat(map, null),
  delimiter: null,
  changes,
});

test("keeps the same line of two meters' files for each", async () => {
  const home = await site.addHome();
  const file = await csvFile(`when,use\n${hourOf(3)},much\n`, "one-meter.csv");
  for (const serial of ["S", "T", "S"]) {
    await importFile(site.connections, home.propertyId, file, { wish: wish({ serial }) });
  }
  expect(await site.list(home, "rejected-readings")).toHaveLength(2);
  for (const serial_number of ["S", "T"]) {
    await site.repair(home, { kind: "dismiss", where: { serial_number } });
  }
});

test("lists a line that is rejected again under the file that it was in last", async () => {
  const home = await site.addHome();
  const take = async (name: string, ...uses: string[]) => {
    const rows = uses.map((use, i) => `S,${hourOf(i + 3)},${use}`);
    const file = await csvFile(["meter,when,use", ...rows].join("\n"), name);
    const options = { wish: wish({}, "serial=meter,time=when,gallons=use") };
    return importFile(site.connections, home.propertyId, file, options);
  };
  await take("may.csv", "1", "2", "much", "3");
  const { report } = await take("may-corrected.csv", "1", "2", "much", "4");
  expect(report).toMatchObject({ stored: 1, duplicate: 2, rejected: 1 });
  expect(await site.list(home, "rejected-readings")).toMatchObject([{ source: "may-corrected.csv", source_row: 4 }]);
  expect(await site.list(home, "rejected-readings?source=may-corrected.csv")).toHaveLength(1);
});

test("rereads a line with the options of its latest import", async () => {
  const home = await site.addHome();
  const file = await csvFile("meter,when,use\nN,05/06/2026 10:00,4\n", "wrong-zone.csv");
  const map = "serial=meter,time=when,gallons=use";
  for (const [dateFormat, timeZone] of [
    ["DD/MM/YYYY", "America/Denver"],
    ["MM/DD/YYYY", "America/New_York"],
  ] as const) {
    const report = await importFile(site.connections, home.propertyId, file, {
      wish: wish({ dateFormat, timeZone }, map),
      now: Date.parse("2026-07-01T00:00:00Z"),
    });
    expect(report.rejected).toMatchObject([{ code: "unknown_serial" }]);
  }
  expect(await site.list(home, "rejected-readings")).toHaveLength(1);
  const right = await site.addHome();
  const swap = { kind: "swap", meter_serial_number: "S", swapped_at: hourOf(10), new_meter: { serial_number: "N" } };
  for (const gateway of [home, right]) await site.repair(gateway, swap);
  await site.repair(home, { kind: "redrive", where: { code: "unknown_serial" } });
  await site.send(right, [{ serial: "N", hour: "2026-05-06T14:00:00Z", gallons: 4 }]);
  await site.refresh();
  expect(await seenRows(site, home)).toEqual(await seenRows(site, right));
});
