import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { BadInput, readTruth } from "./truth-file.ts";

const folder = await mkdtemp(join(tmpdir(), "dripline-truth-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function truthOf(text: string | Buffer) {
  const path = join(folder, "truth.csv");
  await writeFile(path, text);
  return readTruth(path, "Europe/Madrid", "DD/MM/YYYY");
}

test("reads columns in any order and case, any delimiter, gzip, and ignores what it does not know", async () => {
  const text =
    "note;KIND;Meter;onset;end;RATE_LH;injected_l\nx;Constant;a;01/06/2016 03:10:00;;8;192.5\ny;none;b;;;;\n";
  const rows = await truthOf(gzipSync(text));
  expect(rows).toEqual([
    {
      line: 2,
      meter: "a",
      kind: "constant",
      onset: Date.UTC(2016, 5, 1, 1, 10),
      end: null,
      litresPerHour: 8,
      injectedLitres: 192.5,
    },
    { line: 3, meter: "b", kind: "none", onset: null, end: null, litresPerHour: null, injectedLitres: null },
  ]);
});

test("reads local times in the readings' format or ISO, with an offset, or a date alone", async () => {
  const cells = ["01/03/2016 00:30", "2016-03-01 00:30:00", "2016-02-29T23:30Z", "01/03/2016", "27/03/2016 02:30"];
  const rows = await truthOf(
    `meter,kind,onset,end,rate_Lh,injected_L\n${cells.map((cell) => `a,burst,${cell},,200,400`).join("\n")}`,
  );
  const half = Date.UTC(2016, 1, 29, 23, 30);
  // The last one was skipped by the clocks in spring.
  const spring = Date.UTC(2016, 2, 27, 1, 30);
  expect(rows.map(({ onset }) => onset)).toEqual([half, half, half, half - 1_800_000, spring]);
});

const header = "meter,kind,onset,end,rate_Lh,injected_L";
test.each([
  ["a missing column", "meter,kind,onset,end,rate_Lh\na,none,,,", /lacks "injected_L"/],
  ["an unknown kind", `${header}\na,none,,,,\nb,drip,01/03/2016,,1,1`, /line 3: kind is "drip"/],
  ["a time that is none", `${header}\na,toilet,31/02/2016 10:00,,1,1`, /line 2: onset: /],
  ["an end before the onset", `${header}\na,toilet,02/03/2016,01/03/2016,1,1`, /line 2: end is not after onset/],
  ["a rate that is no number", `${header}\na,toilet,02/03/2016,,fast,1`, /line 2: rate_Lh is "fast"/],
  ["no meter", `${header}\n,toilet,02/03/2016,,1,1`, /line 2: meter is empty/],
  ["no rows", `${header}\n`, /has no rows/],
])("says of %s where it is", async (_, text, message) => {
  const refusal = truthOf(text);
  await expect(refusal).rejects.toThrow(message);
  await expect(refusal).rejects.toBeInstanceOf(BadInput);
});
