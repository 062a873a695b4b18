// Covers data-9

import { expect, test } from "vitest";
import { pastedLines } from "./pasted-lines.ts";

const zone = "America/Chicago";
const read = (text: string) => pastedLines(text, zone, 2_100_000);

test("reads lines as tables have them, in the property's time zone or with an offset", () => {
  expect(
    read(
      'hour,gallons\n2026-05-01 14:00,12.5\r\n2026-05-01T15:00:00;none\n"2026-05-01T21:00:00Z"\t0\n\n2026-05-01 9:00-0500,1',
    ),
  ).toEqual([
    { at: "2026-05-01T19:00:00.000Z", value: 12.5 },
    { at: "2026-05-01T20:00:00.000Z", value: null },
    { at: "2026-05-01T21:00:00.000Z", value: 0 },
    { at: "2026-05-01T14:00:00.000Z", value: 1 },
  ]);
});

test.each([
  ["", /Paste a line/],
  ["2026-05-01 14:00,12\nyesterday,3", /^Line 2: “yesterday” is not a time/],
  ["2026-05-01 14:00:60,1", /is not a time/],
  ["2026-05-01 14:00,a lot", /^Line 1: “a lot” is not a number/],
  ["2026-05-01 14:00,", /is not a number/],
  ["2026-05-01 14:00,-3", /is not a number/],
  ["2026-05-01 14:00,2100001", /more than 2,100,000/],
  ["2026-03-08 02:00,1", /there is no 2026-03-08 02:00/],
  ["2026-13-08 02:00Z,1", /there is no/],
  ["2026-02-31 02:00Z,1", /there is no/],
  ["2026-11-01 01:00,1", /comes twice/],
  ["2026-05-01 14:00,1\n".repeat(2401), /at most 2,400 lines/],
])("rejects %j with a message", (text, message) => {
  expect(read(text)).toEqual(expect.stringMatching(message));
});

test("keeps the seconds at which a register was read", () => {
  expect(read("2026-05-01 14:05:37,48210.5\n2026-05-01T19:20:07.250Z,48211")).toEqual([
    { at: "2026-05-01T19:05:37.000Z", value: 48_210.5 },
    { at: "2026-05-01T19:20:07.000Z", value: 48_211 },
  ]);
});

test("an offset selects one of two repeated hours", () => {
  expect(read("2026-11-01 01:00-06:00,1")).toEqual([{ at: "2026-11-01T07:00:00.000Z", value: 1 }]);
});
