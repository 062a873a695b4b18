import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { layoutWishOf } from "../imports/layout/layout-options.ts";
import { csvFile } from "../imports/testing/csv-file.ts";
import { importFile } from "../imports/testing/import-file.ts";
import type { TestGateway } from "../ingest/testing/ingest-site.ts";
import { hourOf, openRepairSite, type RepairSite } from "./testing/repair-site.ts";

let site: RepairSite;
let home: TestGateway;

beforeAll(async () => {
  site = await openRepairSite();
});
afterAll(() => site?.close());
beforeEach(async () => {
  home = await site.addHome();
});

/** Volumes of the home's hours, in the order of time. */
async function stored(): Promise<(number | null)[]> {
  const days = await sql<{ gallons: (number | null)[] }>`
    select gallons from meter_days where property_id = ${home.propertyId} order by day`.execute(
    site.connections.worker,
  );
  return days.rows.flatMap(({ gallons }) => gallons).filter((gallons) => gallons !== null);
}

const textOf = (...values: string[]) =>
  ["serial;hour;gallons", ...values.map((value, i) => `T;${hourOf(10 + i)};${value}`)].join("\n");
const reimport = (csv: object) => ({
  kind: "reimport",
  reason: "The utility's own file.",
  meter_serial_numbers: ["T"],
  from: hourOf(10),
  until: hourOf(20),
  csv,
});

test("rereads a rejected row with the decimal commas of its file", async () => {
  const path = await csvFile(`${textOf("2,5", "much")}\nN;${hourOf(12)};1.234\n`);
  const { report } = await importFile(site.connections, home.propertyId, path, {
    wish: layoutWishOf({ decimalComma: true }),
  });
  expect(report).toMatchObject({ stored: 1, rejected: 2 });
  const rows = await site.list(home, "rejected-readings?ordering=code");
  expect(rows).toMatchObject([
    { code: "unknown_serial", raw_form: "file" },
    { code: "unparsable", raw_form: "file" },
  ]);
  const swap = { kind: "swap", meter_serial_number: "S", swapped_at: hourOf(1), new_meter: { serial_number: "N" } };
  await site.repair(home, swap);
  const made = await site.repair(home, {
    kind: "redrive",
    rows: [{ id: rows[0]?.id }, { id: rows[1]?.id, raw: `T;${hourOf(11)};1,234` }],
  });
  expect(made.rejected_readings).toMatchObject([{ status: "stored" }, { status: "stored" }]);
  await site.refresh();
  expect((await stored()).sort()).toEqual([1234, 1_234_000, 2500]);
});

test.each([
  [
    "beside decimal commas a point that can be a group sign",
    textOf("1.234", "5,5"),
    /line 2 has 1\.234, .*decimal_comma/,
  ],
  ["a comma that can be a group sign", textOf("1,234"), /1\.234 or 1234\. .*say decimal_comma\. Nothing was stored/],
])("rejects a reimport of %s with the option to use", async (_what, text, sentence) => {
  const answer = await site.call(home, "POST", "repairs", reimport({ text }));
  expect([answer.status, answer.json()]).toMatchObject([422, { csv: [expect.stringMatching(sentence)] }]);
  expect(answer.text).not.toContain("--");
  expect(await stored()).toEqual([]);
});

test("reads points as group separators with the decimal comma option", async () => {
  await site.repair(home, reimport({ text: textOf("1.234", "5,5", "1,234"), decimal_comma: true }));
  await site.refresh();
  expect(await stored()).toEqual([1_234_000, 5500, 1234]);
});

test("keeps points as decimal signs without decimal commas in the file", async () => {
  await site.repair(home, reimport({ text: textOf("1.234", "5.5"), decimal_comma: false }));
  await site.refresh();
  expect(await stored()).toEqual([1234, 5500]);
});

test("rejects a reimport with swapped days and months, naming the right format", async () => {
  const days = ["05/06/2026", "05/07/2026", "05/08/2026", "05/09/2026", "05/10/2026", "05/11/2026", "05/12/2026"];
  const rows = [...days, "05/13/2026", "05/14/2026", "05/15/2026"].map((day) => `T;${day} 10:00;1`);
  const text = ["serial;hour;gallons", ...rows].join("\n");
  const answer = await site.call(home, "POST", "repairs", reimport({ text, date_format: "DD/MM/YYYY" }));
  expect([answer.status, answer.json()]).toMatchObject([
    422,
    { csv: [expect.stringContaining("Import it again with date_format MM/DD/YYYY")] },
  ]);
});

test("a header without rows marks the range as not measured", async () => {
  await site.send(home, [{ serial: "T", hour: hourOf(11), gallons: 3 }]);
  await site.repair(home, reimport({ text: "serial;hour;gallons\n" }));
  await site.refresh();
  expect(await stored()).toEqual([]);
});
