import { expect, test } from "vitest";
import { csvFile } from "./testing/csv-file.ts";
import { byHeader, readAll } from "./testing/read-all.ts";

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

test("a file that reads forwards with day and month swapped is refused whole, with the hint that makes it work", async () => {
  const path = await csvFile([HEADER, ...rows(40, (day, month) => `${month}/${day}`)].join("\n"));
  const reading = readAll(path, byHeader, "UTC");
  await expect(reading).rejects.toThrow(
    /Nothing of readings.csv was stored: read as DD\/MM\/YYYY.*--date-format MM\/DD\/YYYY/,
  );
  const { readings, refused } = await readAll(path, { ...byHeader, changes: { dateFormat: "MM/DD/YYYY" } }, "UTC");
  expect([readings.length, refused.length]).toEqual([2 * 40 * 24, 0]);
});

test("no day above 12 is needed to notice, and the newest first hides nothing", async () => {
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
])("a file in its right format is read, %s", async (_what, arrange) => {
  const path = await csvFile([HEADER, ...arrange(rows(40, (day, month) => `${day}/${month}`))].join("\n"));
  expect((await readAll(path, byHeader, "UTC")).readings).toHaveLength(2 * 40 * 24);
});
