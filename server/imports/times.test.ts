import { expect, test } from "vitest";
import { readTime } from "./times.ts";

const wall = (text: string) => Date.parse(`${text}Z`);

test.each([
  ["2026-03-01T14:05:06Z", "ISO", wall("2026-03-01T14:05:06"), 0],
  ["2026-03-01 14:05", "ISO", wall("2026-03-01T14:05:00"), null],
  ["2026-03-01T14:05:06.789-05:30", "ISO", wall("2026-03-01T14:05:06"), -19_800_000],
  ["2026-03-01T14:05+0200", "ISO", wall("2026-03-01T14:05:00"), 7_200_000],
  ["01/03/2016 00:12:37", "DD/MM/YYYY", wall("2016-03-01T00:12:37"), null],
  ["3/1/2016 12:30 am", "MM/DD/YYYY", wall("2016-03-01T00:30:00"), null],
  ["3/1/2016 12:30 PM", "MM/DD/YYYY", wall("2016-03-01T12:30:00"), null],
  ["1333263600", "unix", 1_333_263_600_000, 0],
  ["+1342189740", "unix", 1_342_189_740_000, 0],
] as const)("%s as %s", (text, format, expected, offset) => {
  expect(readTime(text, format)).toEqual({ wall: expected, offset });
});

test.each([
  ["yesterday", "ISO", /"yesterday" cannot be read.*2026-03-01T14:00/],
  ["01/03/2016 00:12", "ISO", /--date-format DD\/MM\/YYYY or MM\/DD\/YYYY/],
  ["03/13/2016 00:12", "DD/MM/YYYY", /no month 13.*--date-format MM\/DD\/YYYY/],
  ["31/02/2016 00:12", "DD/MM/YYYY", /no such date/],
  ["2026-03-01T24:00", "ISO", /no such time of day/],
  ["3/1/2016 13:30 pm", "MM/DD/YYYY", /no such time of day/],
  ["2016-03-01", "unix", /seconds since 1970/],
] as const)("%s as %s is refused with what to do", (text, format, sentence) => {
  expect(() => readTime(text, format)).toThrow(sentence);
});
