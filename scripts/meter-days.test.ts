import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** Files that want the rows themselves: they write them, or also look into packed_months. */
const ROWS = [
  "server/database/distribute.ts",
  "server/packed-months/pack-months.ts",
  "server/packed-months/unpack-months.ts",
  "server/query/meter-days.ts",
  "server/metering/days/load-days.ts",
  "server/metering/days/write-days.ts",
  "server/metering/inventory/has-readings.ts",
  "server/ingest/days/day-rows.ts",
  "server/ingest/store/store-hours.ts",
  "server/imports/inventory/has-history.ts",
  "server/inventory/property-list.ts",
  "server/imports/inventory/known-places.ts",
  "server/retention/archive-lines.ts",
  "server/retention/drop-hours.ts",
  "server/retention/months.ts",
];

test("server code reads all_meter_days, so that packed months are included", () => {
  const readers = sourceFiles("server/*.ts").filter((path) => !/\.test\.ts$|\/testing\//.test(path));
  const found = readers.filter((path) => /\b(from|join)\s+meter_days\b/.test(readFileSync(path, "utf8")));
  expect(found.filter((path) => !ROWS.includes(path))).toEqual([]);
  expect(found.length).toBeGreaterThan(8);
});
