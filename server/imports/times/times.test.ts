import { expect, test } from "vitest";
import { readTime } from "./times.ts";

const localTime = (text: string) => Date.parse(`${text}Z`);

test.each([
  ["2026-03-01T14:05:06Z", "ISO", localTime("2026-03-01T14:05:06"), 0],
  ["2026-03-01 14:05", "ISO", localTime("2026-03-01T14:05:00"), null],
  ["2026-03-01T14:05:06.789-05:30", "ISO", localTime("2026-03-01T14:05:06"), -19_800_000],
  ["2026-03-01T14:05+0200", "ISO", localTime("2026-03-01T14:05:00"), 7_200_000],
  ["2026/3/1 2:05 pm", "ISO", localTime("2026-03-01T14:05:00"), null],
  ["20260301T140506Z", "ISO", localTime("2026-03-01T14:05:06"), 0],
  ["2026-03-01 0930", "ISO", localTime("2026-03-01T09:30:00"), null],
  ["2026-03-01 930", "ISO", localTime("2026-03-01T09:30:00"), null],
  ["2026-03-01 0", "ISO", localTime("2026-03-01T00:00:00"), null],
  ["2026-03-01 0.604166667", "ISO", localTime("2026-03-01T14:30:00"), null],
  ["2026-03-01T24:00", "ISO", localTime("2026-03-02T00:00:00"), null],
  ["1-Mar-26 14:05", "ISO", localTime("2026-03-01T14:05:00"), null],
  ["March 1, 2026 2 PM", "MM/DD/YYYY", localTime("2026-03-01T14:00:00"), null],
  ["2026-01-03 14:05", "YYYY-DD-MM", localTime("2026-03-01T14:05:00"), null],
  ["01/03/2016 00:12:37", "DD/MM/YYYY", localTime("2016-03-01T00:12:37"), null],
  ["3/1/2016 12:30 am", "MM/DD/YYYY", localTime("2016-03-01T00:30:00"), null],
  ["3/1/2016, 12:30 p.m.", "MM/DD/YYYY", localTime("2016-03-01T12:30:00"), null],
  ["03/01/26 24:00", "MM/DD/YYYY", localTime("2026-03-02T00:00:00"), null],
  ["01.03.99 1:00", "DD/MM/YYYY", localTime("1999-03-01T01:00:00"), null],
  ["2016-03-01 12:30", "DD/MM/YYYY", localTime("2016-03-01T12:30:00"), null],
  ["1333263600", "unix", 1_333_263_600_000, 0],
  ["1333263600000", "unix", 1_333_263_600_000, 0],
  ["+1342189740", "unix", 1_342_189_740_000, 0],
  ["45321.5", "excel", localTime("2024-01-30T12:00:00"), null],
  ["45321", "excel", localTime("2024-01-30T00:00:00"), null],
  ["45321,0416666667", "excel", localTime("2024-01-30T01:00:00"), null],
  ["45321.0833", "excel", localTime("2024-01-30T02:00:00"), null],
  ["45321.041712963", "excel", localTime("2024-01-30T01:00:04"), null],
  ["45321 0.0416667", "excel", localTime("2024-01-30T01:00:00"), null],
  ["45321 2:15 PM", "excel", localTime("2024-01-30T14:15:00"), null],
] as const)("reads %s as %s", (text, format, expected, offset) => {
  expect(readTime(text, format)).toEqual({ wall: expected, offset });
});

test.each([
  ["yesterday", "ISO", /"yesterday" cannot be read.*2026-03-01T14:00/],
  ["01/03/2016 00:12", "ISO", /date-format MM\/DD\/YYYY reads January 3, DD\/MM\/YYYY reads March 1\./],
  ["01/13/2016 00:12", "ISO", /Use --date-format MM\/DD\/YYYY\./],
  ["13/01/2016 00:12", "ISO", /Use --date-format DD\/MM\/YYYY\./],
  ["2016-13-01 00:12", "ISO", /no month 13.*the day first, use --date-format YYYY-DD-MM\./],
  ["2016-01-13 00:12", "YYYY-DD-MM", /no month 13.*the month first, use --date-format ISO\./],
  ["03/13/2016 00:12", "DD/MM/YYYY", /no month 13.*the month first, use --date-format MM\/DD\/YYYY\./],
  ["31/02/2016 00:12", "DD/MM/YYYY", /no such date/],
  ["2026-03-01T24:01", "ISO", /no such time of day/],
  ["2026-03-01", "ISO", /no time of day.*date=COLUMN,time=COLUMN/],
  ["2026-03-01 15", "ISO", /Write the time of day as 14:05 or 1405/],
  ["3/1/2016 13:30 pm", "MM/DD/YYYY", /no such time of day/],
  ["26-03-01 10:00", "DD/MM/YYYY", /cannot be read/],
  ["45321.5", "ISO", /use --date-format excel\./],
  ["45321.04", "excel", /too few decimals/],
  ["45321.5 14:00", "excel", /time of day twice/],
  ["2016-03-01", "unix", /seconds since 1970/],
] as const)("rejects %s as %s with advice", (text, format, sentence) => {
  expect(() => readTime(text, format)).toThrow(sentence);
});

test("swaps dates 1 to 12 back in files where only these are swapped", () => {
  expect(readTime("2026-01-03 10:00", "YYYY-DD-MM", true).wall).toBe(localTime("2026-03-01T10:00:00"));
  expect(readTime("2026-03-13 10:00", "YYYY-DD-MM", true).wall).toBe(localTime("2026-03-13T10:00:00"));
  expect(readTime("13/03/2026 10:00", "YYYY-DD-MM", true).wall).toBe(localTime("2026-03-13T10:00:00"));
  expect(() => readTime("03/04/2026 10:00", "YYYY-DD-MM", true)).toThrow("Say which part is the month");
});
