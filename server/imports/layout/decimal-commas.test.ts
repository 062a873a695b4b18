import { expect, test } from "vitest";
import { csvFile } from "../testing/csv-file.ts";
import { byHeader, readAll } from "../testing/read-all.ts";
import { layoutWishOf } from "./layout-options.ts";

const HEADER = "serial;hour;gallons;flow_time";
const rows = (...values: string[]) =>
  [HEADER, ...values.map((value, i) => `A;2026-03-01T0${i}:00Z;${value};`), ""].join("\n");
const withCommas = layoutWishOf({ decimalComma: true });

test("takes an unambiguous comma as a decimal sign where it is not the delimiter", async () => {
  const path = await csvFile(rows("1,5", "1234,567", "0,123", "2", "2.5", "-1,25"));
  const { readings, rejected } = await readAll(path, byHeader, "UTC");
  expect(rejected).toEqual([]);
  expect(readings.map(({ gallons }) => gallons)).toEqual([1500, 1_234_567, 123, 2000, 2500, -1250]);
});

test("reads flow time the same way", async () => {
  const path = await csvFile(`${HEADER}\nA;2026-03-01T00:00Z;1,5;12,5\n`);
  expect((await readAll(path, byHeader, "UTC")).readings).toMatchObject([{ gallons: 1500, flowTime: 12.5 }]);
});

test("reads whole numbers the same way", async () => {
  const header = "serial;hour;gallons;events;hours;sequence";
  const commas = await csvFile(`${header}\nA;2026-03-01T02:00Z;1,5;3,0;2,0;12.345\n`);
  const { readings, rejected } = await readAll(commas, withCommas, "UTC");
  expect(rejected).toEqual([]);
  expect(readings).toMatchObject([{ gallons: 1500, events: 3, hours: 2, sequence: 12_345 }]);
  const many = await csvFile(`${header}\nA;2026-03-01T00:00Z;1,5;1.000;1;\n`);
  expect((await readAll(many, withCommas, "UTC")).readings).toMatchObject([{ events: 1000 }]);
  await expect(readAll(many, byHeader, "UTC")).rejects.toThrow(/line 2 has 1\.000, .* Say --decimal-comma/);
});

test.each([
  ["1,234", 'Row 2: gallons is "1,234", which is 1.234 or 1234. Write decimals with a point, or say --decimal-comma.'],
  ["1.234,5", /"1\.234,5", which is not a number\. Write it without thousands separators, or say --decimal-comma\./],
  ["1,234,567", /not a number/],
  ["1,", /not a number/],
])("does not guess %s", async (value, reason) => {
  const { readings, rejected } = await readAll(await csvFile(rows(value)), byHeader, "UTC");
  expect(readings).toEqual([]);
  expect(rejected.map((row) => row.reason)).toEqual([
    typeof reason === "string" ? reason : expect.stringMatching(reason),
  ]);
});

test("reads points as group separators with the decimal comma option", async () => {
  const path = await csvFile(rows("1,234", "1.234,5", "1.234", "12.345.678,9", "7", "1.5", "12.34,5"));
  const { readings, rejected } = await readAll(path, withCommas, "UTC");
  expect(readings.map(({ gallons }) => gallons)).toEqual([1234, 1_234_500, 1_234_000, 12_345_678_900, 7000]);
  expect(rejected.map(({ row, reason }) => [row, reason])).toEqual([
    [7, 'Row 7: gallons is "1.5", which is not a number with a decimal comma. Write 1234,5 or 1.234,5.'],
    [8, expect.stringMatching(/not a number with a decimal comma/)],
  ]);
});

test("requires quotes in a comma-separated file", async () => {
  const path = await csvFile('serial,hour,gallons\nA,2026-03-01T00:00Z,"1.234,5"\n');
  expect((await readAll(path, withCommas, "UTC")).readings).toMatchObject([{ gallons: 1_234_500 }]);
});

test("rejects a file with an ambiguous point next to decimal commas", async () => {
  const path = await csvFile(rows("1.234", "5,5"));
  await expect(readAll(path, byHeader, "UTC")).rejects.toThrow(/line 2 has 1\.234, .* Say --decimal-comma/);
  const { readings } = await readAll(await csvFile(rows("1.234", "5.5")), byHeader, "UTC");
  expect(readings.map(({ gallons }) => gallons)).toEqual([1234, 5500]);
  const flow = await csvFile(`${HEADER}\nA;2026-03-01T00:00Z;1.234;12,5\n`);
  await expect(readAll(flow, byHeader, "UTC")).rejects.toThrow(/line 2 has 1\.234/);
});
