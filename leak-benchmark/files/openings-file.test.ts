import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readOpenings } from "./openings-file.ts";

const folder = await mkdtemp(join(tmpdir(), "leak-benchmark-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(header: string, ...rows: string[]) {
  const path = join(folder, "openings.csv");
  await writeFile(path, `${header}\n${rows.join("\n")}\n`);
  return readOpenings(path, new Set(["a", "b"]));
}
const at = Date.UTC(2016, 4, 1, 14);

test("reads rows with the columns that they have", async () => {
  const bare = await read("meter,opened_at", "a,2016-05-01T14:00:00Z");
  expect(bare.get("a")).toEqual([{ startedAt: at, openedAt: at, endedAt: null, sureAt: at }]);
  const full = await read(
    "ended_at;sure_at;started_at;opened_at;meter",
    "2016-05-02T14:00:00+02:00;;2016-05-01 12:00Z;2016-05-01T16:00+02:00;b",
    ";2016-05-03T00:00:00Z;;2016-05-02T20:00:00Z;b",
  );
  expect(full.get("b")).toMatchObject([
    { startedAt: Date.UTC(2016, 4, 1, 12), openedAt: at, endedAt: Date.UTC(2016, 4, 2, 12), sureAt: null },
    { endedAt: null, sureAt: Date.UTC(2016, 4, 3) },
  ]);
});

test("lists every line that cannot be used, and why", async () => {
  const faults = read(
    "meter,opened_at,started_at,ended_at,sure_at",
    "c,2016-05-01T14:00:00Z,,,",
    "a,01/05/2016 14:00,,,",
    "a,2016-05-01T14:00:00,,,",
    "a,,,,",
    "a,2016-05-01T14:00:00Z,2016-05-01T15:00:00Z,,",
    "a,2016-05-01T14:00:00Z,,2016-05-01T13:00:00Z,",
    "a,2016-05-01T15:00:00Z,,,2016-05-01T14:00:00Z",
    "b,2016-05-01T14:00:00Z,,,",
    "b,2016-05-01T16:00:00+02:00,,,",
  );
  for (const fault of [
    /line 2: there is no meter "c"/,
    /line 3: opened_at is "01\/05\/2016 14:00"; write ISO 8601 with an offset/,
    /line 4: opened_at is "2016-05-01T14:00:00"/,
    /line 5: opened_at is empty/,
    /line 6: started_at is after opened_at/,
    /line 7: the same meter and opened_at as in line 6/,
    /line 8: sure_at is before opened_at/,
    /line 10: the same meter and opened_at as in line 9/,
  ]) {
    await expect(faults).rejects.toThrow(fault);
  }
  await expect(read("meter,ended_at", "a,")).rejects.toThrow(/lacks the columns opened_at/);
  await expect(read("meter,opened_at,ended_at", "a,2016-05-01T14:00Z,2016-05-01T13:00Z")).rejects.toThrow(
    /ended_at is before opened_at/,
  );
});

test("lists twenty faults and the number of the others", async () => {
  const rows = Array.from({ length: 25 }, () => "c,2016-05-01T14:00:00Z");
  await expect(read("meter,opened_at", ...rows)).rejects.toThrow(/5 more lines cannot be used, 25 in all\./);
});
