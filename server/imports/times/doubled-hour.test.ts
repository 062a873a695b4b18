import fc from "fast-check";
import { expect, test } from "vitest";
import { DoubledHour } from "./doubled-hour.ts";
import { instantsAt } from "./local-time.ts";

const ZONE = "Europe/Madrid";

/** Resolves clock times of 2016-10-30, given as HH:MM:SS. @returns instants in row order, null: unresolved */
function settle(times: string[], serialOf = (_index: number) => "one"): (string | null)[] {
  const doubled = new DoubledHour<number>();
  const settled = times.flatMap((time, index) => {
    const localTime = Date.parse(`2016-10-30T${time}Z`);
    return doubled.take(serialOf(index), localTime, instantsAt(ZONE, localTime), index);
  });
  settled.push(...doubled.finish());
  const byRow = new Map(settled.map(({ row, at }) => [row, at]));
  expect(byRow.size).toBe(times.length);
  return times.map((_, index) => {
    const at = byRow.get(index) ?? null;
    return at === null ? null : new Date(at).toISOString().slice(11, 19);
  });
}

test("starts the second pass at a time that does not increase", () => {
  expect(settle(["01:19:45", "02:19:37", "02:19:45", "02:19:37", "03:19:37"])).toEqual([
    "23:19:45",
    "00:19:37",
    "00:19:45",
    "01:19:37",
    "02:19:37",
  ]);
  expect(settle(["01:08:23", "02:08:19", "02:08:19", "03:08:19"])).toEqual([
    "23:08:23",
    "00:08:19",
    "01:08:19",
    "02:08:19",
  ]);
});

test("reads the second pass first in files with the newest rows first", () => {
  expect(settle(["03:10:00", "02:40:00", "02:10:00", "02:40:00", "02:10:00", "01:40:00"])).toEqual([
    "02:10:00",
    "01:40:00",
    "01:10:00",
    "00:40:00",
    "00:10:00",
    "23:40:00",
  ]);
});

test("orders rows of each serial number separately", () => {
  const times = ["02:30:00", "02:30:00", "02:30:00", "02:30:00"];
  expect(settle(times, (index) => (index % 2 === 0 ? "a" : "b"))).toEqual([
    "00:30:00",
    "00:30:00",
    "01:30:00",
    "01:30:00",
  ]);
});

test("leaves rows ambiguous that the order does not resolve", () => {
  expect(settle(["01:30:00", "02:30:00", "03:30:00"])).toEqual(["23:30:00", null, "02:30:00"]);
  expect(settle(["02:30:00", "02:30:00", "02:30:00"])).toEqual([null, null, null]);
});

test("keeps regular readings as they are, in any interval and direction", () => {
  const begin = Date.parse("2016-10-29T22:07:00Z");
  fc.assert(
    fc.property(fc.constantFrom(5, 10, 15, 20, 30, 60), fc.boolean(), (minutes, newestFirst) => {
      const instants = Array.from({ length: (6 * 60) / minutes }, (_, i) => begin + i * minutes * 60_000);
      if (newestFirst) instants.reverse();
      const doubled = new DoubledHour<number>();
      const change = Date.parse("2016-10-30T01:00:00Z");
      const settled = instants.flatMap((at) => {
        const localTime = at + (at < change ? 7_200_000 : 3_600_000);
        return doubled.take("one", localTime, instantsAt(ZONE, localTime), at);
      });
      settled.push(...doubled.finish());
      expect(settled).toHaveLength(instants.length);
      for (const { row, at } of settled) expect(at).toBe(row);
    }),
  );
});
