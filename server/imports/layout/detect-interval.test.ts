// Covers data-4

import { expect, test } from "vitest";
import { withFlags } from "../message.ts";
import { csvFile } from "../testing/csv-file.ts";
import { byHeader } from "../testing/read-all.ts";
import { intervalsText } from "./file-interval.ts";
import { inspectFile } from "./inspect-file.ts";
import type { LayoutWish } from "./layout.ts";
import { mappedFormat } from "./mapping.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const mapped = mappedFormat("serial=Meter,time=Start,gallons=Usage", null);
const START = Date.parse("2026-03-05T00:00Z");

const stamp = (at: number) => new Date(at).toISOString().slice(0, 16);
const row = (serial: string, time: string) => `${serial},${time},1`;
const every = (serial: string, minutes: number, count: number, from = START) =>
  Array.from({ length: count }, (_, i) => row(serial, stamp(from + i * minutes * MINUTE)));

async function intervalsOf(rows: string[], changes: LayoutWish["changes"] = {}) {
  const path = await csvFile(["Meter,Start,Usage", ...rows].join("\n"));
  const { format } = await inspectFile(path, { ...byHeader, mapped, changes });
  return format.intervals === undefined ? null : withFlags(intervalsText(format.intervals));
}

const shuffled = (rows: string[]) => rows.toSorted((a, b) => ((hash(a) - hash(b)) % 997) - 0.5);
const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
const dates = (count: number, step: number) =>
  Array.from({ length: count }, (_, i) => row("A", new Date(START + i * step * DAY).toISOString().slice(0, 10)));
const on = (...days: string[]) => days.map((day) => row("A", `2026-${day}`));
const firsts = Array.from({ length: 14 }, (_, i) =>
  row("A", new Date(Date.UTC(2025, i, 1)).toISOString().slice(0, 10)),
);

test.each<[string, string[], string]>([
  ["1 minute", every("A", 1, 50), "1 minute"],
  ["5 minutes", every("A", 5, 50), "5 minutes"],
  ["10 minutes", every("A", 10, 50), "10 minutes"],
  ["15 minutes", every("A", 15, 50), "15 minutes"],
  ["30 minutes, the newest first", every("A", 30, 50).toReversed(), "30 minutes"],
  ["hours", every("A", 60, 50), "60 minutes"],
  ["hours at some minutes past", every("A", 60, 50, START + 7 * MINUTE), "60 minutes"],
  ["15 minutes with gaps", every("A", 15, 400).filter((_, i) => i % 5 !== 3 && (i < 100 || i > 160)), "15 minutes"],
  ["15 minutes in no order", shuffled(every("A", 15, 300)), "15 minutes"],
  ["meters one beside the other", every("A", 15, 50).flatMap((a, i) => [a, every("B", 15, 50)[i] ?? ""]), "15 minutes"],
  ["each row twice", every("A", 15, 50).flatMap((a) => [a, a]), "15 minutes"],
  ["days", dates(20, 1), "1 day"],
  ["weeks", dates(9, 7), "7 days"],
  ["days with gaps", on("05-01", "05-02", "05-05", "05-09", "05-11"), "1 day"],
  ["days in no order", shuffled(dates(60, 1)), "1 day"],
  ["weeks with gaps", on("03-02", "03-09", "03-23", "04-13"), "7 days"],
  ["four weeks", on("01-04", "02-01", "03-01", "03-29"), "28 days"],
  ["months", firsts, "1 month"],
  ["a few months", on("02-01", "03-01", "04-01", "05-01"), "1 month"],
  ["months with a gap", on("02-01", "03-01", "05-01", "06-01", "07-01"), "1 month"],
  ["months dated at their ends", on("01-31", "02-28", "03-31", "04-30"), "1 month"],
  [
    "months of a clock ahead of UTC",
    on("02", "03", "04", "05").map((r) => r.replace(",1", "-01T00:00+02:00,1")),
    "1 month",
  ],
])("detects %s from the steps between times", async (_what, rows, expected) => {
  expect(await intervalsOf(rows)).toBe(expected);
});

test("names meters of another interval by serial number", async () => {
  const rows = [...every("A", 60, 90), ...every("B", 60, 90), ...every("House", 15, 90)];
  expect(await intervalsOf(rows)).toBe("60 minutes; 15 minutes: House");
});

test("assumes the others' interval for a meter with too few rows", async () => {
  expect(await intervalsOf([...every("A", 15, 90), row("B", "2026-03-05T10:00")])).toBe("15 minutes");
});

test("takes single rows for hours, or dates alone for days, and reports it", async () => {
  expect(await intervalsOf([row("A", "2026-03-05T10:00")])).toMatch(
    /^60 minutes; taken for hours, as the file does not tell/,
  );
  expect(await intervalsOf([...dates(1, 1), row("B", "2026-03-05")])).toMatch(
    /^1 day; taken for days, as the file does not tell; --interval says otherwise$/,
  );
});

test("reports a row in between, and counts the greater of two that overlap", async () => {
  expect(await intervalsOf([...every("A", 60, 200), row("A", stamp(START + 199 * 60 * MINUTE + 20 * MINUTE))])).toMatch(
    /^60 minutes; some rows of A begin less than half of that after another/,
  );
});

test("rejects a file in which a meter changes its interval, with advice", async () => {
  const rows = [...every("A", 60, 90), ...every("A", 15, 90, START + 90 * 60 * MINUTE)];
  await expect(intervalsOf(rows)).rejects.toThrow(
    /^Nothing of readings.csv was stored: it mixes intervals: the rows of A are .*--map minutes=COLUMN/,
  );
});

test("applies the given interval unless rows are too close for it", async () => {
  const statedMinutes = (count: number) => ({ intervals: { interval: { unit: "minute" as const, count } } });
  expect(await intervalsOf(every("A", 60, 50), statedMinutes(15))).toBe("15 minutes");
  await expect(intervalsOf(every("A", 15, 50), statedMinutes(60))).rejects.toThrow(
    /follow each other too closely. Import it again with --interval 15/,
  );
});

test.each([
  ["between irregular meter readings", on("01-03", "02-04", "03-05", "04-04", "05-07")],
  ["between quarters", on("01-01", "04-01", "07-01", "10-01")],
  ["of months in no order", on("05-01", "02-01", "08-01", "03-01", "11-01", "06-01")],
])("takes the time %s for no interval, and says how to state one", async (_what, rows) => {
  await expect(intervalsOf(rows)).rejects.toThrow(
    /the dates of A are not equally far apart\. Say --interval day, week or month\./,
  );
  expect(await intervalsOf(rows, { intervals: { interval: { unit: "month", count: 1 } } })).toBe("1 month");
});

test("rejects several rows for a date without a time", async () => {
  const rows = dates(10, 1).flatMap((a) => [a, a, a]);
  await expect(intervalsOf(rows)).rejects.toThrow(/several rows of A for the same date and no time of day/);
});
