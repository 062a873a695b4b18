import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readDaiad } from "./daiad.ts";

const folder = await mkdtemp(join(tmpdir(), "leak-benchmark-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(...rows: string[]) {
  const path = join(folder, "readings.csv.gz");
  await writeFile(path, gzipSync(`user key;datetime;meter reading;diff\n${rows.join("\n")}\n`));
  return readDaiad(path, "Europe/Madrid");
}

test("tells the two passes of the repeated hour by the order of rows", async () => {
  const meters = await read(
    "a;30/10/2016 01:08:19;10;1",
    "a;30/10/2016 02:08:19;11;1",
    "b;30/10/2016 02:30:00;5;0",
    "a;30/10/2016 02:08:19;12;1",
    "a;30/10/2016 03:08:19;13;1",
  );
  const hours = meters.get("a")?.map(({ at }) => new Date(at).toISOString().slice(11, 16));
  expect(hours).toEqual(["23:08", "00:08", "01:08", "02:08"]);
  expect(meters.get("b")).toEqual([{ at: Date.UTC(2016, 9, 30, 0, 30), millilitres: 5000 }]);
});

test("sorts rows, counts the highest of one instant, and names the line of a bad one", async () => {
  const meters = await read("a;02/05/2016 10:00:00;12;1", "a;01/05/2016 10:00:00;11;1", "a;02/05/2016 10:00:00;13;1");
  expect(meters.get("a")?.map(({ millilitres }) => millilitres)).toEqual([11_000, 13_000]);
  await expect(read("a;2016-05-01;11;1")).rejects.toThrow(/line 2: datetime is "2016-05-01"; write DD\/MM\/YYYY/);
  await expect(read("a;01/05/2016 10:00:00;x;1")).rejects.toThrow(/line 2: meter reading is "x"/);
  await expect(readDaiad(join(folder, "none.csv"), "Europe/Madrid")).rejects.toThrow(/none.csv cannot be read/);
});
