import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { wallTime } from "./readings/local-time.ts";
import { householdRegisters } from "./testing/household.ts";

const folder = await mkdtemp(join(tmpdir(), "leak-benchmark-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const [readings, openings] = [join(folder, "homes.csv"), join(folder, "openings.csv")];
const rows = ["a", "b"].flatMap((home) =>
  householdRegisters(Date.UTC(2016, 4, 1), 70).map(({ at, millilitres }) => {
    const [day = "", time = ""] = new Date(wallTime("Europe/Madrid", at)).toISOString().slice(0, 19).split("T");
    return `${home};${day.split("-").reverse().join("/")} ${time};${millilitres / 1000}`;
  }),
);
await writeFile(readings, `user key;datetime;meter reading\n${rows.join("\n")}\n`);

function run(...args: string[]) {
  const main = join(import.meta.dirname, "main.ts");
  return spawnSync(process.execPath, [main, ...args, "--readings", readings, "--part", "0.1"], { encoding: "utf8" });
}

test("writes readings with leaks, and scores openings by home and case", async () => {
  expect(run("inject", "--out", join(folder, "out"))).toMatchObject({ status: 0, stderr: "" });
  expect(await readdir(join(folder, "out"))).toEqual(["leaks.csv", "readings.csv.gz"]);
  await writeFile(openings, "meter,opened_at,ended_at\na,2016-06-01T00:00:00Z,2016-06-02T00:00:00Z\n");
  const { status, stdout } = run("score", "--openings", openings, "--homes", "all");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^constant from 1 gal\/h +\d+ \(\d+\) +within 30 h +0\.00 /m);
  expect(stdout).toMatch(/untouched: openings +\d\S* \[\S+, \S+\] n=1$/m);
});

test("names what to correct, and fails", async () => {
  await writeFile(openings, "meter,opened_at\nc,2016-06-01T00:00:00Z\n");
  expect(run("score", "--openings", openings)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('line 2: there is no meter "c" in the benchmark.'),
  });
  expect(run("score").stderr).toMatch(/--openings is missing/);
  expect(run("score", "--openings", openings, "--seed", "x").stderr).toMatch(/--seed is "x"; give a number above 0/);
  expect(run("guess")).toMatchObject({ status: 2, stderr: expect.stringContaining("main.ts inject") });
});
