import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openingsOf } from "../detectors/detector.ts";
import { publishedRules } from "../detectors/published-rules.ts";
import { runDetectors } from "../detectors/run.ts";
import { drawCases, meterWithout } from "../leaks/cases.ts";
import { hoursOf } from "../readings/hours.ts";
import type { Register } from "../readings/register.ts";
import { homeOf, scoreCase } from "../scoring/home.ts";
import { householdRegisters } from "../testing/household.ts";
import { readOpenings } from "./openings-file.ts";
import { writeBenchmark } from "./write-benchmark.ts";

const folder = await mkdtemp(join(tmpdir(), "leak-benchmark-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const ZONE = "Europe/Madrid";
const home = homeOf("home", householdRegisters(Date.UTC(2016, 2, 1), 120), ZONE);
const DRAWING = { seed: 1, part: 0.1 };
const { cases } = drawCases(home.serial, home.registers, DRAWING);

async function readings(): Promise<Map<string, Register[]>> {
  const text = gunzipSync(await readFile(join(folder, "readings.csv.gz"))).toString("utf8");
  const meters = new Map<string, Register[]>();
  for (const line of text.trim().split("\n").slice(1)) {
    const [meter = "", at = "", litres = ""] = line.split(",");
    const own = meters.get(meter) ?? [];
    meters.set(meter, own);
    own.push({ at: Date.parse(at), millilitres: Number(litres) * 1000 });
  }
  return meters;
}

test("scores a detector that read the files as one that ran in memory", async () => {
  await writeBenchmark(folder, [{ ...home, half: "held-out", cases }], 45);
  const [rule] = publishedRules;
  if (rule === undefined) throw new Error("There is no rule.");
  const rows = [...(await readings())].flatMap(([meter, registers]) => {
    const hours = hoursOf(registers, ZONE);
    return openingsOf(hours, rule.alerts(hours)).map(({ openedAt, startedAt, endedAt }) =>
      [meter, ...[openedAt, startedAt, endedAt].map((at) => (at === null ? "" : new Date(at).toISOString()))].join(","),
    );
  });
  const path = join(folder, "openings.csv");
  await writeFile(path, ["meter,opened_at,started_at,ended_at", ...rows].join("\n"));
  const openings = await readOpenings(path, new Set(["home", ...cases.flatMap((one) => [one.id, meterWithout(one)])]));
  const scored = cases.map((one) =>
    scoreCase(home, one, openings.get(one.id) ?? [], openings.get(meterWithout(one)) ?? []),
  );
  const [inMemory] = runDetectors([home], [home], DRAWING);
  expect(inMemory?.name).toBe(rule.name);
  expect(scored).toEqual(inMemory?.cases);
  expect(scored.filter(({ sure }) => sure !== null).length).toBeGreaterThan(5);
});

test("lists the leaks with their homes, times and litres", async () => {
  const [header, first] = (await readFile(join(folder, "leaks.csv"), "utf8")).split("\n");
  expect(header).toBe("meter,home,half,kind,onset,end,rate_Lh,injected_L");
  expect(first).toMatch(
    /^home\/constant-from-1-gal-h\/0,home,held-out,constant from 1 gal\/h,2016-\S+Z,2016-\S+Z,3\.79,/,
  );
});
