import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { isMet } from "../../../leak-benchmark/figures/measure.ts";
import { withLeak } from "../../../leak-benchmark/leaks/inject.ts";
import { constantLeak } from "../../../leak-benchmark/leaks/shapes.ts";
import type { Register } from "../../../leak-benchmark/readings/register.ts";
import { householdRegisters } from "../../../leak-benchmark/testing/household.ts";
import { DAY_MS } from "../../../server/time/durations.ts";
import { givenMeasures, givenText } from "./report.ts";
import { runGiven } from "./run.ts";

const folder = await mkdtemp(join(tmpdir(), "dripline-given-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

// In winter clocks of Madrid are an hour ahead of UTC.
const begin = Date.UTC(2016, 10, 1);
const household = householdRegisters(begin, 60);
const onset = begin + 30 * DAY_MS;

function rowsOf(meter: string, registers: readonly Register[]): string[] {
  return registers.map(({ at, millilitres }) => {
    const [day, time] = new Date(at + 3_600_000).toISOString().slice(0, 19).split("T");
    return `${day?.split("-").reverse().join("/")} ${time},${millilitres / 1000},${meter},0`;
  });
}

async function judge(meters: Record<string, readonly Register[]>, truth: readonly string[]) {
  const [readings, truthFile] = [join(folder, "readings.csv.gz"), join(folder, "truth.csv")];
  const rows = Object.entries(meters).flatMap(([meter, registers]) => rowsOf(meter, registers));
  await writeFile(readings, gzipSync(`DateTime,meter reading,User Key,diff\n${rows.join("\n")}\n`));
  await writeFile(truthFile, `meter,kind,onset,end,rate_Lh,injected_L\n${truth.join("\n")}\n`);
  return runGiven(readings, truthFile, "Europe/Madrid");
}

test("finds a constant leak with time and volume, and nothing in homes without one", async () => {
  const leaky = withLeak(household, constantLeak(onset, onset + 10 * DAY_MS, 8));
  const result = await judge({ leaky, dry: household, unnamed: household }, [
    "leaky,constant,01/12/2016 01:00:00,11/12/2016 01:00:00,8,1920",
    "dry,none,,,,",
  ]);
  const [first, second, third] = result.meters;
  expect(first?.judged).toMatchObject([
    { inTime: true, kind: "constant", isRead: true, isOnLeak: false, suspected: false, rules: ["floor"] },
  ]);
  expect(first?.judged[0]?.sure?.measuredHours).toBeLessThanOrEqual(30);
  expect(first?.judged[0]?.injectedGallons).toBeCloseTo(1920 / 3.785411784, 0);
  expect(first?.judged[0]?.volumeError).toBeLessThan(0.1);
  expect(first?.others).toEqual([]);
  expect(second).toMatchObject({ inTruth: true, judged: [], others: [] });
  expect(third).toMatchObject({ inTruth: false, judged: [], others: [] });
  expect(givenMeasures(result.meters, true).filter((one) => !isMet(one))).toEqual([]);
  const precision = givenMeasures(result.meters, true).find(({ name }) => name.startsWith("precision"));
  expect(precision?.estimate).toMatchObject({ value: 1, cases: 1 });
  expect(givenText(result, true)).toContain("Not in the truth file and taken to have no leak: unnamed.");
});

test("counts an opening without a true leak as false, and a leak without an opening as missed", async () => {
  const leaky = withLeak(household, constantLeak(onset, onset + 10 * DAY_MS, 8));
  const result = await judge({ leaky, dry: household }, ["leaky,none,,,,", "dry,toilet,01/12/2016,,90,9000"]);
  const [first, second] = result.meters;
  expect(first?.others).toHaveLength(1);
  const missed = (withFloors: boolean) => givenMeasures(result.meters, withFloors).filter((one) => !isMet(one));
  expect(missed(true).map(({ name }) => name)).toEqual([
    "rarer toilet: found while it runs",
    "rarer toilet: found while it runs, where the window was read",
  ]);
  expect(missed(false)).toEqual([]);
  expect(second?.judged).toMatchObject([
    { any: null, sure: null, inTime: false, rows: 0, covered: 0, volumeError: null },
  ]);
});

test("separates leaks at the first reading, in missing hours, and on top of another", async () => {
  const always = withLeak(household, constantLeak(begin - DAY_MS, begin + 20 * DAY_MS, 20));
  const gap = household.filter(({ at }) => at < onset || at > onset + 5 * DAY_MS);
  const result = await judge({ always, gap }, [
    "always,constant,,21/11/2016,20,9600",
    "always,burst,10/11/2016 12:00,10/11/2016 18:00,200,1200",
    "gap,constant,01/12/2016 01:00,03/12/2016,8,300",
  ]);
  const judged = result.meters.flatMap((meter) => meter.judged);
  expect(judged[0]).toMatchObject({ kind: "since installation", inTime: true, isRead: true, isOnLeak: false });
  expect(judged[1]).toMatchObject({ kind: "burst", isOnLeak: true });
  expect(judged[2]).toMatchObject({ isRead: false });
});

test("leaves out meters without readings, with a warning", async () => {
  const { meters, warnings } = await judge({ dry: household }, ["dry,none,,,,", "other,none,,,,"]);
  expect(meters.map(({ meter }) => meter)).toEqual(["dry"]);
  expect(warnings).toEqual([expect.stringMatching(/no readings in .*: other\./)]);
  await expect(judge({ dry: household }, ["other,none,,,,"])).rejects.toThrow(/No meter of the truth has readings/);
});

test("counts a meter listed with and without a leak as leaking, with a warning", async () => {
  const { meters, warnings } = await judge({ dry: household }, ["dry,none,,,,", "dry,burst,01/06/2017,,300,"]);
  expect(meters[0]?.judged).toMatchObject([{ isRead: false, injectedGallons: null }]);
  expect(warnings).toEqual([expect.stringMatching(/^Line 2 of .* dry has no leak, line 3 that it has one/)]);
});

test("derives the rate of a constant leak from its litres, and its litres in the measured hours", async () => {
  const leaky = withLeak(household, constantLeak(onset, onset + 10 * DAY_MS, 2));
  const last = onset + 5 * DAY_MS;
  const cut = leaky.filter(({ at }) => at <= last);
  const { meters } = await judge({ cut }, ["cut,constant,01/12/2016 01:00:00,11/12/2016 01:00:00,,480"]);
  const [leak] = meters[0]?.judged ?? [];
  expect(leak).toMatchObject({ litresPerHour: 2, kind: "constant below 1 gal/h" });
  // Half of its hours are in the readings.
  expect(leak?.injectedGallons).toBeCloseTo(240 / 3.785411784, -1);
});

test("accepts ISO times, and explains the expected format of other files", async () => {
  const [path, truth] = [join(folder, "iso.csv"), join(folder, "iso-truth.csv")];
  await writeFile(truth, "meter,kind,onset,end,rate_Lh,injected_L\na,none,,,,\n");
  await writeFile(path, "user key\tdatetime\tmeter reading\na\t2016-05-01T10:00:00\t5\na\t2016-05-01 11:00\t7,5\n");
  const { file } = await runGiven(path, truth, "Europe/Madrid");
  expect(file.rejected).toEqual([]);
  expect(file.meters.get("a")?.map(({ at }) => at)).toEqual([Date.UTC(2016, 4, 1, 8), Date.UTC(2016, 4, 1, 9)]);
  const none = runGiven(truth, truth, "Europe/Madrid");
  await expect(none).rejects.toThrow(/"user key", "datetime" as DD\/MM\/YYYY HH:MM:SS and "meter reading" in litres/);
  await expect(none).rejects.toThrow(/header has: meter, kind/);
  await expect(none).rejects.not.toThrow(/--/);
  await writeFile(path, "user key;datetime;meter reading\na;noon;5\n");
  await expect(runGiven(path, truth, "Europe/Madrid")).rejects.toThrow(/No row of .* can be used\. The first: Row 2/);
});
