import { expect, test } from "vitest";
import type { LayoutWish } from "../layout/layout.ts";
import { layoutWishOf } from "../layout/layout-options.ts";
import { mappedFormat } from "../layout/mapping.ts";
import { csvFile } from "../testing/csv-file.ts";
import { byHeader, readAll } from "../testing/read-all.ts";

const HEADER = "serial,hour,gallons,flow_time,events";

test.each([
  [
    "text for a number",
    "A,2026-03-01T02:00Z,many,,",
    "unparsable",
    'Row 3: gallons is "many", which is not a number. Write it in digits.',
  ],
  [
    "a decimal comma",
    'A,2026-03-01T02:00Z,"1,5",,',
    "unparsable",
    'Row 3: gallons is "1,5", which is not a number. Write decimals with a point.',
  ],
  [
    "null gallons",
    "A,2026-03-01T02:00Z,null,,",
    "missing_value",
    "Row 3: gallons has no value, and no value is not 0. Leave the row out if nothing was measured, or give the value.",
  ],
  [
    "empty gallons",
    "A,2026-03-01T02:00Z,,,",
    "missing_value",
    "Row 3: gallons has no value, and no value is not 0. Leave the row out if nothing was measured, or give the value.",
  ],
  [
    "a time nobody can read",
    "A,noon,1,,",
    "unparsable",
    'Row 3: the time "noon" cannot be read. Write 2026-03-01T14:00, with an offset or in local time.',
  ],
  [
    "a row that ends early",
    "A,2026-03-01T02:00Z",
    "missing_column",
    "Row 3: the row has 2 columns, but the header has more. Complete the row.",
  ],
  [
    "no serial number",
    ",2026-03-01T02:00Z,1,,",
    "unparsable",
    "Row 3: serial must hold a serial number of 1 to 100 characters.",
  ],
  [
    "half an event",
    "A,2026-03-01T02:00Z,1,,0.5",
    "unparsable",
    "Row 3: events is 0.5; write a whole number from 0 on, or leave it empty.",
  ],
  [
    "a quote that is never closed",
    '"A,2026-03-01T02:00Z,1,,',
    "unbalanced_quotes",
    "Row 3: a quotation mark is opened and not closed, or is inside a field. Close it, or double it inside a quoted field.",
  ],
  [
    "a time that was skipped",
    "A,2026-03-08 02:30,1,,",
    "no_such_local_time",
    'Row 3: the clocks in America/Chicago never showed "2026-03-08 02:30:00": they were put forward over it. Give the time with its offset, or say the right zone with --time-zone.',
  ],
  [
    "a time shown twice",
    "A,2026-11-01 01:00,1,,",
    "ambiguous_local_time",
    "Row 3: the clocks in America/Chicago showed this time twice that day, and the file's order does not tell which one is meant. Give the time with its offset, as in 2026-11-01T01:30-05:00.",
  ],
])("%s rejects only its row", async (_what, bad, code, reason) => {
  const path = await csvFile([HEADER, "A,2026-03-01T00:00Z,1,5,1", bad, '"A",2026-03-01T04:00Z,2.5,,', ""].join("\n"));
  const { readings, rejected } = await readAll(path, byHeader, "America/Chicago");
  expect(rejected).toEqual([{ row: 3, raw: bad, code, reason }]);
  expect(readings.map(({ row, gallons, flowTime }) => ({ row, gallons, flowTime }))).toEqual([
    { row: 2, gallons: 1000, flowTime: 5 },
    { row: 4, gallons: 2500, flowTime: null },
  ]);
});

test("rejects only the row with bytes that are not UTF-8", async () => {
  const text = `${HEADER}\nA,2026-03-01T00:00Z,1,,\nCafé,2026-03-01T00:00Z,1,,\nA,2026-03-01T01:00Z,1,,\n`;
  const { readings, rejected } = await readAll(await csvFile(Buffer.from(text, "latin1")), byHeader, "UTC");
  expect(rejected.map(({ row, code }) => ({ row, code }))).toEqual([{ row: 3, code: "not_utf8" }]);
  expect(rejected[0]?.reason).toMatch(/Row 3: .*Save the file as CSV in UTF-8/);
  expect(readings).toHaveLength(2);
});

test("keeps a negative value for the store to reject", async () => {
  const path = await csvFile(`${HEADER}\nA,2026-03-01T00:00Z,-0.0001,,\n`);
  expect((await readAll(path, byHeader, "UTC")).readings[0]?.gallons).toBeLessThan(0);
});

const mapped = (map: string, changes: LayoutWish["changes"] = {}): LayoutWish => ({
  ...byHeader,
  mapped: mappedFormat(map, null),
  changes,
});

test("maps any columns, in litres by the hour or cubic feet on a register", async () => {
  const hourly = await csvFile("When\tWho\tHow much\n01/03/2016 13:00\tM1\t10\n");
  const litres = mapped("serial=Who,time=When,gallons=How much", { unit: "litre", dateFormat: "DD/MM/YYYY" });
  expect((await readAll(hourly, litres, "Europe/Madrid")).readings).toEqual([
    {
      row: 2,
      serial: "M1",
      raw: "01/03/2016 13:00\tM1\t10",
      kind: "interval",
      at: Date.parse("2016-03-01T12:00Z"),
      gallons: 2642,
      flowTime: null,
      events: null,
      hours: 1,
      minutes: 60,
      sequence: 0,
      class: 0,
    },
  ]);
  const registers = await csvFile("t;v\n2016-03-01T12:17:30Z;45287.526\n");
  const feet = mapped("time=t,register=v", { unit: "cubic foot", serial: "M2" });
  const [register] = (await readAll(registers, feet, "UTC")).readings;
  expect(register).toMatchObject({ kind: "register", serial: "M2", gallons: 45_287_526 });
});

test.each([
  [
    "a column that is not there",
    "serial=Who,time=When,gallons=Much",
    /^The column "Much" is not in the file.*header has: Who, When, Usage\./,
  ],
  ["no column for serials", "time=When,gallons=Usage", /"serial"/],
])("rejects a mapping with %s", async (_what, map, sentence) => {
  const path = await csvFile("Who,When,Usage\nM1,2016-03-01T12:00Z,1\n");
  await expect(readAll(path, mapped(map), "UTC")).rejects.toThrow(sentence);
});

test.each([
  ["serial", /none/],
  ["serial=a,when=b", /not "when"/],
  ["serial=a,gallons=b", /needs time/],
  ["serial=a,time=b", /needs gallons/],
  ["serial=a,time=b,gallons=c,register=d", /twice/],
])("explains what is wrong with the mapping %s", (map, sentence) => {
  expect(() => mappedFormat(map, null)).toThrow(sentence);
});

test("requires a mapping for an unknown format", async () => {
  const path = await csvFile("Who,When,Usage\nM1,2016-03-01T12:00Z,1\n");
  await expect(readAll(path, byHeader, "UTC")).rejects.toThrow(/--map serial=COLUMN/);
});

test("rejects a duplicate column that is read by its name, and accepts others", async () => {
  const twice = await csvFile("serial,time,gallons,note,Gallons ,note\nM1,2016-03-01T12:00Z,1,,9,\n");
  const map = mapped("serial=serial,time=time,gallons=gallons");
  await expect(readAll(twice, map, "UTC")).rejects.toThrow('The file has more than one column "gallons".');
  const once = await csvFile("serial,time,gallons,note,note\nM1,2016-03-01T12:00Z,1,,\n");
  expect((await readAll(once, map, "UTC")).readings).toHaveLength(1);
});

test("accepts a header without rows as an empty file", async () => {
  await expect(readAll(await csvFile(`${HEADER}\n`), byHeader, "UTC")).rejects.toThrow(/a header and no rows/);
});

test.each([
  ["m3", 2.5, 2_500_000],
  ["CCF", 0.03, 3000],
  ["kgal", 1.5, 1_500_000],
  ["liter", 10, 10_000],
] as const)("stores registers in %s in the unit of which it is a multiple", async (unit, value, thousandths) => {
  const path = await csvFile(`s,t,v\nM,2026-03-01T00:00Z,${value}\n`);
  const wish = layoutWishOf({ map: "serial=s,time=t,register=v", unit });
  expect((await readAll(path, wish, "UTC")).readings[0]?.gallons).toBe(thousandths);
});

test.each([
  [{ unit: "m3" }, 264_172],
  [{ unit: "CCF" }, 748_052],
  [{ unit: "kgal" }, 1_000_000],
  [{ unit: "pulse", gallonsPerPulse: "10" }, 10_000],
] as const)("converts a volume of 1 in %o to thousandths of a gallon", async (options, gallons) => {
  const path = await csvFile("s,t,v\nM,2026-03-01T00:00Z,1\n");
  const wish = layoutWishOf({ map: "serial=s,time=t,gallons=v", ...options });
  expect((await readAll(path, wish, "UTC")).readings[0]?.gallons).toBe(gallons);
});

test("requires the size of a pulse for volumes in pulses", async () => {
  const path = await csvFile("s,t,v\nM,2026-03-01T00:00Z,1\n");
  const wish = layoutWishOf({ map: "serial=s,time=t,gallons=v", unit: "pulse" });
  await expect(readAll(path, wish, "UTC")).rejects.toThrow("--gallons-per-pulse is needed");
  expect(() => layoutWishOf({ unit: "m3", gallonsPerPulse: "10" })).toThrow("belongs to --unit pulse");
  expect(() => layoutWishOf({ unit: "barrel" })).toThrow(/m3, CCF, kgal or pulse, not "barrel"/);
});

test("finds headings below a title, and skips lines of delimiters", async () => {
  const path = await csvFile(
    "Usage of Elm Street\nPrinted,2026-06-01\n\nserial,hour,gallons\nA,2026-03-01T00:00Z,1\n,,\n;;\n",
  );
  const { readings, rejected } = await readAll(path, byHeader, "UTC");
  expect([readings.map(({ row }) => row), rejected]).toEqual([[5], []]);
});
