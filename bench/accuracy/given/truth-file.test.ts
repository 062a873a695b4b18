import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { BadInput } from "./bad-input.ts";
import { readTruth } from "./truth-file.ts";

const folder = await mkdtemp(join(tmpdir(), "dripline-truth-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function truthOf(text: string | Buffer) {
  const path = join(folder, "truth.csv");
  await writeFile(path, text);
  return readTruth(path, "Europe/Madrid");
}

test("reads columns in any order and case, any delimiter, gzip, and ignores unknown ones", async () => {
  const text =
    "note;KIND;Meter;onset;end;RATE_LH;injected_l\nx;Constant;a;01/06/2016 03:10:00;;8;192.5\ny;none;b;;;;\n";
  const { rows } = await truthOf(gzipSync(text));
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
  const { rows, warnings } = await truthOf(
    `meter,kind,onset,end,rate_Lh,injected_L\n${cells.map((cell) => `a,burst,${cell},,200,400`).join("\n")}`,
  );
  const half = Date.UTC(2016, 1, 29, 23, 30);
  // The last one was skipped by the clocks in spring.
  const spring = Date.UTC(2016, 2, 27, 1, 30);
  expect(rows.map(({ onset }) => onset)).toEqual([half, half, half, half - 1_800_000, spring]);
  expect(warnings).toEqual([
    'truth.csv, line 6: onset: the clocks in Europe/Madrid never showed "27/03/2016 02:30"; read as 2016-03-27 03:30.',
  ]);
});

const header = "meter,kind,onset,end,rate_Lh,injected_L";
test.each([
  [
    "a leak at a meter without",
    `${header}\na,none,01/05/2016,,8,0`,
    /kind is none, .* onset "01\/05\/2016", rate_Lh "8"/,
  ],
  ["a leak without rate and volume", `${header}\na,burst,01/05/2016,,0,-`, /a burst leak needs its rate_Lh/],
  ["a comma in doubt", `${header.replaceAll(",", ";")}\na;burst;;;1,234;`, /line 2: rate_Lh is "1,234"/],
  ["a missing column", "meter,kind,onset,end,rate_Lh\na,none,,,", /lacks "injected_L"/],
  ["an unknown kind", `${header}\na,none,,,,\nb,drip,01/03/2016,,1,1`, /line 3: kind is "drip"/],
  [
    "a time that is none",
    `${header}\na,toilet,31/02/2016 10:00,,1,1`,
    /line 2: onset is "31\/02\/2016 10:00", which is no time/,
  ],
  ["an end before the onset", `${header}\na,toilet,02/03/2016,01/03/2016,1,1`, /line 2: end is not after onset/],
  ["a rate that is no number", `${header}\na,toilet,02/03/2016,,fast,1`, /line 2: rate_Lh is "fast"/],
  ["no meter", `${header}\n,toilet,02/03/2016,,1,1`, /line 2: meter is empty/],
  ["no rows", `${header}\n`, /has no rows/],
])("reports the place of %s", async (_, text, message) => {
  const rejection = truthOf(text);
  await expect(rejection).rejects.toThrow(message);
  await expect(rejection).rejects.toBeInstanceOf(BadInput);
});

test("lists every unusable line, up to twenty and their number", async () => {
  const bad = ["a,drip,,,,", "a,none,,,,", ...Array.from({ length: 24 }, () => ",none,,,,")];
  const message = await truthOf(`${header}\n${bad.join("\n")}`).catch(String);
  const lines = String(message).split("\n");
  expect(lines).toHaveLength(21);
  expect(lines[0]).toMatch(/line 2: kind is "drip"/);
  expect(lines[19]).toMatch(/line 22: meter is empty/);
  expect(lines[20]).toBe("5 more lines cannot be used, 25 in all.");
});

test("reads BOM, CRLF, quotes, decimal commas, empty values, punctuation in names", async () => {
  const { rows, warnings } = await truthOf(
    [
      '\ufeff"Injected (L)";rate L/h;note;END;onset;KIND;"METER"',
      '908,4;3,785;"a;b";2016/05/20;2016-05-10T03:10:00+02:00;CONSTANT;"a"',
      "-;NaN;;NaT;null;None;b",
      "0;0,0;;0;0;NONE;c",
      '1.234,5;N/A;;;"10-05-2016 3:10";Toilet;d',
    ].join("\r\n"),
  );
  expect(warnings).toEqual([]);
  expect(
    rows.map(({ meter, kind, litresPerHour, injectedLitres }) => [meter, kind, litresPerHour, injectedLitres]),
  ).toEqual([
    ["a", "constant", 3.785, 908.4],
    ["b", "none", null, null],
    ["c", "none", null, null],
    ["d", "toilet", null, 1234.5],
  ]);
  const [onset, end] = [Date.UTC(2016, 4, 10, 1, 10), Date.UTC(2016, 4, 19, 22)];
  expect(rows.map((row) => [row.onset, row.end])).toEqual([
    [onset, end],
    [null, null],
    [null, null],
    [onset, null],
  ]);
});
