import { expect, test } from "vitest";
import { RegisterTrack } from "./register-track.ts";

const HOUR = 3_600_000;

test("reports dips and gaps by row; the net difference is last less first by time", () => {
  const track = new RegisterTrack("m");
  expect(track.see(2, 0, 100_000)).toEqual([]);
  expect(track.see(3, HOUR, 110_000)).toEqual([]);
  expect(track.see(4, 2 * HOUR, 108_500).map(({ row, kind, sentence }) => [row, kind, String(sentence)])).toEqual([
    [4, "dip", "the register is 1.5 below its highest; no volume counts until it is reached again."],
  ]);
  expect(track.see(5, 3.5 * HOUR, 110_000)).toEqual([]);
  expect(track.see(6, 7 * HOUR, 120_000).map(({ kind }) => kind)).toEqual(["gap"]);
  expect(track.see(7, -HOUR, 90_000)).toEqual([]);
  expect(track.net).toBe(30_000);
});

test("has no difference without registers", () => {
  expect(new RegisterTrack("m").net).toBeNull();
});
