// Covers data-2

import { expect, test } from "vitest";
import { csvFile } from "../testing/csv-file.ts";
import { byHeader, readAll } from "../testing/read-all.ts";
import type { DateFormat } from "../times/times.ts";
import { mappedFormat } from "./mapping.ts";

const HEADER = "user key;datetime;meter reading;diff";

/** Rows of two meters, one an hour, from 1 January 2016 on. */
function rows(days: number, dateOf: (day: string, month: string) => string): string[] {
  return ["a", "b"].flatMap((serial) =>
    Array.from({ length: days * 24 }, (_, hour) => {
      const text = new Date(Date.UTC(2016, 0, 1, hour)).toISOString();
      const date = dateOf(text.slice(8, 10), text.slice(5, 7));
      return `${serial};${date}/2016 ${text.slice(11, 16)};${100 + hour};1`;
    }),
  );
}

test("rejects a file with swapped days and months, and names the format that works", async () => {
  const path = await csvFile([HEADER, ...rows(40, (day, month) => `${month}/${day}`)].join("\n"));
  const reading = readAll(path, byHeader, "UTC");
  await expect(reading).rejects.toThrow(
    /Nothing of readings.csv was stored: read as DD\/MM\/YYYY.*--date-format MM\/DD\/YYYY/,
  );
  const { readings, rejected } = await readAll(path, { ...byHeader, changes: { dateFormat: "MM/DD/YYYY" } }, "UTC");
  expect([readings.length, rejected.length]).toEqual([2 * 40 * 24, 0]);
});

test("detects swapped dates without a day above 12, also with the newest first", async () => {
  const short = rows(63, (day, month) => `${month}/${day}`).filter((row) => Number(row.slice(5, 7)) <= 12);
  for (const list of [short, short.toReversed()]) {
    await expect(readAll(await csvFile([HEADER, ...list].join("\n")), byHeader, "UTC")).rejects.toThrow(
      /run backwards/,
    );
  }
});

test.each([
  ["in order", (list: string[]) => list],
  ["newest first", (list: string[]) => list.toReversed()],
  ["with some rows out of order", (list: string[]) => [...list.slice(500), ...list.slice(0, 500)]],
])("reads a file in its right format, %s", async (_what, arrange) => {
  const path = await csvFile([HEADER, ...arrange(rows(40, (day, month) => `${day}/${month}`))].join("\n"));
  expect((await readAll(path, byHeader, "UTC")).readings).toHaveLength(2 * 40 * 24);
});

const day = (number: number) => new Date(Date.UTC(2026, 2, 1 + number)).toISOString().slice(0, 10);

/** Registers of one meter, an hour apart, from March 1, 2026 on, on those of the days that `keep` selects. */
function hourly(days: number, write: (year: string, month: string, day: string) => string, keep = (_: number) => true) {
  let register = 5000;
  return Array.from({ length: days }, (_, number) => {
    const [year = "", month = "", date = ""] = day(number).split("-");
    return Array.from({ length: 24 }, (_, hour) => {
      register += (number + hour) % 4;
      return keep(Number(date))
        ? [`M1,${write(year, month, date)} ${String(hour).padStart(2, "0")}:00,${register}`]
        : [];
    }).flat();
  }).flat();
}

const iso = (year: string, month: string, date: string) => `${year}-${month}-${date}`;
const swappedIso = (year: string, month: string, date: string) => `${year}-${date}-${month}`;
/** As a program writes it that takes the first part for the month wherever it can be one. */
const swappedLow = (year: string, month: string, date: string) =>
  Number(date) <= 12 ? swappedIso(year, month, date) : iso(year, month, date);
const monthFirst = (year: string, month: string, date: string) => `${month}/${date}/${year}`;
const dayFirst = (year: string, month: string, date: string) => `${date}/${month}/${year}`;
const lowDays = (date: number) => date <= 12;
const sortedByText = (rows: string[]) =>
  rows.toSorted((a, b) => ((a.split(",")[1] ?? "") < (b.split(",")[1] ?? "") ? -1 : 1));

const asRegisters = (dateFormat?: DateFormat) => ({
  ...byHeader,
  mapped: mappedFormat("serial=serial,time=when,register=count", null),
  changes: dateFormat === undefined ? {} : { dateFormat },
});
const fileOf = (rows: readonly string[]) => csvFile(["serial,when,count", ...rows].join("\n"));

test.each<[string, string[], DateFormat | undefined, DateFormat]>([
  ["ISO dates with swapped parts", hourly(60, swappedIso), undefined, "YYYY-DD-MM"],
  ["the days 1 to 12 of months, swapped", hourly(90, swappedIso, lowDays), undefined, "YYYY-DD-MM"],
  ["months whose days 1 to 12 are swapped", hourly(90, swappedLow), undefined, "YYYY-DD-MM"],
  ["the same sorted by what was written", sortedByText(hourly(120, swappedLow)), undefined, "YYYY-DD-MM"],
  ["ten swapped days in ISO", hourly(10, swappedIso), undefined, "YYYY-DD-MM"],
  ["ten days, month first", hourly(10, monthFirst), "DD/MM/YYYY", "MM/DD/YYYY"],
  ["ten days, day first", hourly(10, dayFirst), "MM/DD/YYYY", "DD/MM/YYYY"],
  ["ten days, the newest first", hourly(10, dayFirst).toReversed(), "MM/DD/YYYY", "DD/MM/YYYY"],
  ["month first, with nothing said", hourly(40, monthFirst), undefined, "MM/DD/YYYY"],
  ["day first, with nothing said", hourly(40, dayFirst), undefined, "DD/MM/YYYY"],
  ["ten days month first, with nothing said", hourly(10, monthFirst), undefined, "MM/DD/YYYY"],
  ["ISO said to be swapped", hourly(40, iso), "YYYY-DD-MM", "ISO"],
])("%s: rejects the file with the format that fits", async (_what, rows, stated, advised) => {
  const path = await fileOf(rows);
  await expect(readAll(path, asRegisters(stated), "UTC")).rejects.toThrow(
    new RegExp(`^Nothing of readings.csv was stored: .*Import it again with --date-format ${advised}\\.`),
  );
  const { readings, rejected } = await readAll(path, asRegisters(advised), "UTC");
  expect([readings.length, rejected.length]).toEqual([rows.length, 0]);
  const first = rows.indexOf(rows.find((row) => row.endsWith(",5000")) ?? "");
  expect(readings.find(({ row }) => row === first + 2)?.at).toBe(Date.parse("2026-03-01T00:00Z"));
  const inTime = readings.toSorted((a, b) => a.at - b.at).map(({ gallons }) => gallons);
  expect(inTime).toEqual(inTime.toSorted((a, b) => a - b));
});

test.each<[string, string[], DateFormat | undefined]>([
  ["ISO", hourly(90, iso), undefined],
  ["the days 1 to 12 of months", hourly(90, iso, lowDays), undefined],
  ["month first", hourly(90, monthFirst), "MM/DD/YYYY"],
  ["ten days, day first", hourly(10, dayFirst), "DD/MM/YYYY"],
  ["ten days, month first, the newest first", hourly(10, monthFirst).toReversed(), "MM/DD/YYYY"],
  ["rows in no order", hourly(40, monthFirst).toSorted((a, b) => (a.slice(-2) < b.slice(-2) ? -1 : 1)), "MM/DD/YYYY"],
  [
    "monthly readings in ISO",
    Array.from({ length: 12 }, (_, i) => `M1,2026-${String(i + 1).padStart(2, "0")}-01 00:00,${i}`),
    undefined,
  ],
  [
    "a register that was reset",
    hourly(40, iso).map((row, i) => (i < 200 ? row : row.replace(/,5(\d{3})$/, ",$1"))),
    undefined,
  ],
  [
    "one register that is far too high",
    hourly(20, iso).map((row, i) => (i === 5 ? row.replace(/\d+$/, "99999") : row)),
    undefined,
  ],
])("reads a file in the given format: %s", async (_what, rows, stated) => {
  const { readings, rejected } = await readAll(await fileOf(rows), asRegisters(stated), "UTC");
  expect([readings.length, rejected.length]).toEqual([rows.length, 0]);
});

test("names both readings of an ambiguous day", async () => {
  const path = await fileOf(hourly(1, monthFirst));
  await expect(readAll(path, asRegisters(), "UTC")).rejects.toThrow(
    "with --date-format MM/DD/YYYY if its first date is March 1, with --date-format DD/MM/YYYY if it is January 3.",
  );
});

test("rejects volumes declared as registers", async () => {
  const rows = hourly(10, iso).map((row, i) => row.replace(/\d+$/, String((i * 7) % 11)));
  await expect(readAll(await fileOf(rows), asRegisters(), "UTC")).rejects.toThrow(
    /of 240 registers are below the highest before them.*gallons=COLUMN/,
  );
});

test("detects spreadsheet day numbers, and names seconds since 1970", async () => {
  const serials = hourly(3, iso).map((row, i) => row.replace(/,[^,]*,/, `,${46082 + i / 24},`));
  const { readings } = await readAll(await fileOf(serials), asRegisters(), "UTC");
  expect([readings.length, readings[25]?.at]).toEqual([72, Date.parse("2026-03-02T01:00Z")]);
  const seconds = hourly(3, iso).map((row, i) => row.replace(/,[^,]*,/, `,${1_772_323_200 + i * 3600},`));
  await expect(readAll(await fileOf(seconds), asRegisters(), "UTC")).rejects.toThrow("--date-format unix");
});

test("combines day and time from two columns", async () => {
  const mapped = mappedFormat("serial=serial,date=day,time=clock,register=count", null);
  const rows = ["serial,day,clock,count", "M,03/01/26,0930,1", "M,03/01/26,24:00,2", "M,2026-03-02 00:00:00,1:30 PM,3"];
  const wish = { ...byHeader, mapped, changes: { dateFormat: "MM/DD/YYYY" as const } };
  const { readings, rejected } = await readAll(await csvFile(rows.join("\n")), wish, "UTC");
  expect(rejected).toEqual([]);
  expect(readings.map(({ at }) => new Date(at).toISOString())).toEqual([
    "2026-03-01T09:30:00.000Z",
    "2026-03-02T00:00:00.000Z",
    "2026-03-02T13:30:00.000Z",
  ]);
  expect(() => mappedFormat("date=day,register=count", null)).toThrow("--map needs time=COLUMN beside date=COLUMN");
});
