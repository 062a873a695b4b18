import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Connections, connect } from "../database/connect.ts";
import { lockNumbers } from "../database/locks.ts";
import { newProperty } from "../imports/testing/import-file.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import type { ImportDeps } from "./run-import.ts";
import { type FolderWatch, watchFolder } from "./watch-folder.ts";

let connections: Connections;
let drop: () => Promise<void>;
let root: string;
let folder: string;
let propertyId: number;
let name: string;
let watch: FolderWatch;
let warnings: string[];
let deps: ImportDeps;
const clock = { now: Date.parse("2026-06-01T12:00:00Z") };
let number = 0;

beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  connections = connect(database.url);
});
afterAll(async () => {
  await connections.close();
  await drop();
});
beforeEach(async () => {
  name = `Elm ${++number}`;
  propertyId = await newProperty(connections, name);
  root = await mkdtemp(join(tmpdir(), "dripline-watch-"));
  folder = join(root, name);
  await mkdir(folder);
  warnings = [];
  const stop = new AbortController().signal;
  const onError = (error: unknown) => {
    throw error;
  };
  deps = { connections, clock: () => clock.now, stop, isDatabaseDown: () => true, onError };
  watch = watchFolder(root, deps, (sentence) => warnings.push(sentence));
  return () => rm(root, { recursive: true });
});

/** Looks, lets five seconds pass, looks again. */
async function lookTwice() {
  await watch.look();
  clock.now += 5000;
  await watch.look();
}

const csv = "serial,hour,gallons\nS1,2026-05-01T10:00:00Z,1.5\nS1,2026-05-01T11:00:00Z,2\n";
const withUnits = () => writeFile(join(folder, "import.json"), '{"create_units":true}');
const files = (at = ".") => readdir(join(folder, at)).then((all) => all.sort());
async function report(at: string): Promise<unknown> {
  const value: unknown = JSON.parse(await readFile(join(folder, at), "utf8"));
  return value;
}
const imports = () =>
  sql<{
    state: string;
    made_by: string;
  }>`select state, made_by from imports where property_id = ${propertyId} order by id`
    .execute(connections.worker)
    .then((result) => result.rows);

test("imports a file and moves it to done with a report", async () => {
  await withUnits();
  await writeFile(join(folder, "may.csv"), csv);
  await writeFile(join(folder, "more.CSV.gz"), gzipSync(csv));
  await writeFile(join(folder, "notes.txt"), "not mine");
  await lookTwice();
  expect(await files()).toEqual([".importing", "done", "import.json", "notes.txt"]);
  expect(await files("done")).toEqual(["may.csv", "may.csv.report.json", "more.CSV.gz", "more.CSV.gz.report.json"]);
  expect(await report("done/may.csv.report.json")).toMatchObject({
    file: "may.csv",
    property_id: propertyId,
    state: "done",
    stored: 2,
    units_made: 1,
    rejected_rows: [],
  });
  expect(await report("done/more.CSV.gz.report.json")).toMatchObject({ stored: 0, duplicate: 2 });
  for (const made of [".importing", "done"]) expect((await stat(join(folder, made))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "done/may.csv.report.json"))).mode & 0o777).toBe(0o600);
  expect(await imports()).toEqual([
    { state: "done", made_by: "watched folder" },
    { state: "done", made_by: "watched folder" },
  ]);
});

test("accepts a folder named by the property's id", async () => {
  await withUnits();
  await writeFile(join(folder, "may.csv"), csv);
  await rename(folder, join(root, String(propertyId)));
  folder = join(root, String(propertyId));
  await lookTwice();
  expect(await files("done")).toContain("may.csv");
});

test("waits until a growing file has stopped growing", async () => {
  await withUnits();
  await writeFile(join(folder, "may.csv"), csv.slice(0, 40));
  await watch.look();
  for (const length of [50, 60]) {
    clock.now += 5000;
    await writeFile(join(folder, "may.csv"), csv.slice(0, length));
    await watch.look();
  }
  expect(await files()).toContain("may.csv");
  await writeFile(join(folder, "may.csv"), csv);
  await lookTwice();
  expect(await report("done/may.csv.report.json")).toMatchObject({ stored: 2 });
});

test("does not wait for a file seen while the server's clock was ahead", async () => {
  await withUnits();
  await writeFile(join(folder, "may.csv"), csv);
  clock.now += 2 * 86_400_000;
  await watch.look();
  clock.now -= 2 * 86_400_000;
  await watch.look();
  expect(await files()).toContain("may.csv");
  await lookTwice();
  expect(await files("done")).toContain("may.csv");
});

test("moves a file with rejected rows to rejected, and does not retry it", async () => {
  await withUnits();
  await writeFile(join(folder, "bad.csv"), `${csv}S1,2026-05-01T12:00:00Z,-4\n`);
  await writeFile(join(folder, "broken.csv"), "what,is,this\n1,2,3\n");
  await lookTwice();
  await lookTwice();
  expect(await files()).toEqual([".importing", "import.json", "rejected"]);
  expect(await report("rejected/bad.csv.report.json")).toMatchObject({
    state: "done",
    stored: 2,
    rejected: 1,
    rejected_rows: [{ row: 4, code: "negative", raw: "S1,2026-05-01T12:00:00Z,-4" }],
  });
  expect(await report("rejected/broken.csv.report.json")).toMatchObject({
    state: "failed",
    error: expect.stringContaining("map serial=COLUMN"),
  });
  expect((await imports()).map(({ state }) => state)).toEqual(["done", "failed"]);
});

test("never overwrites a file of the same name", async () => {
  await withUnits();
  for (let time = 0; time < 2; time++) {
    await writeFile(join(folder, "may.csv"), csv.replace("1.5", String(time)));
    await lookTwice();
  }
  expect((await files("done")).filter((file) => !file.endsWith(".json"))).toEqual(["may (2).csv", "may.csv"]);
  expect(await readFile(join(folder, "done", "may.csv"), "utf8")).toContain(",0\n");
});

test("resumes the file that a dead server was importing", async () => {
  await withUnits();
  await mkdir(join(folder, ".importing"));
  await writeFile(join(folder, ".importing", "may.csv"), csv);
  await sql`insert into imports (property_id, name, state, bytes, kept_in, file, made_by, made_at)
    values (${propertyId}, 'may.csv', 'running', 5, 'watched folder', 'may.csv', 'watched folder', now())`.execute(
    connections.worker,
  );
  await watch.look();
  expect(await files("done")).toContain("may.csv");
  expect(await imports()).toEqual([{ state: "done", made_by: "watched folder" }]);
});

test("ignores folders of unknown properties and invalid options, with one warning", async () => {
  await mkdir(join(root, "Nowhere"));
  await writeFile(join(root, "Nowhere", "may.csv"), csv);
  await writeFile(join(folder, "may.csv"), csv);
  await writeFile(join(folder, "import.json"), '{"colour":"blue"}');
  await lookTwice();
  await lookTwice();
  expect(warnings).toHaveLength(2);
  expect(warnings.join(" ")).toMatch(/"Nowhere" is no property's name or id/);
  expect(warnings.join(" ")).toMatch(/import.json cannot be followed: "colour" is not known here. Remove it\./);
  expect(await files()).toEqual(["import.json", "may.csv"]);
  await withUnits();
  await lookTwice();
  expect(await files("done")).toContain("may.csv");
});

// Nobody can make a folder of this name then, not even root.
test.each([
  ["a file is in the way", (path: string) => writeFile(path, "a file")],
  ["a link leads to itself", (path: string) => symlink("done", path)],
])("imports a file once when it cannot be put away as %s, and goes on with other folders", async (_why, obstruct) => {
  const other = join(root, `${name} and another`);
  await newProperty(connections, `${name} and another`);
  await mkdir(other);
  for (const at of [folder, other]) {
    await writeFile(join(at, "import.json"), '{"create_units":true}');
    await writeFile(join(at, "may.csv"), csv);
  }
  await obstruct(join(folder, "done"));
  for (let time = 0; time < 3; time++) await lookTwice();
  expect(await readdir(join(other, "done"))).toContain("may.csv");
  expect(await imports()).toEqual([{ state: "done", made_by: "watched folder" }]);
  expect(await files(".importing")).toEqual(["may.csv"]);
  expect(warnings).toEqual([expect.stringMatching(/^Files in .* wait until this is corrected: .*done/)]);
  await rm(join(folder, "done"));
  await watch.look();
  expect(await files("done")).toEqual(["may.csv", "may.csv.report.json"]);
  expect(await report("done/may.csv.report.json")).toMatchObject({ state: "done", stored: 2 });
  expect(await imports()).toHaveLength(1);
});

test("waits while another server imports into the property", async () => {
  await withUnits();
  await writeFile(join(folder, "may.csv"), csv);
  await connections.worker.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${lockNumbers.imports}, ${propertyId}::int)`.execute(session);
    await lookTwice();
    expect(await files()).toContain("may.csv");
    await sql`select pg_advisory_unlock(${lockNumbers.imports}, ${propertyId}::int)`.execute(session);
  });
  await watch.look();
  expect(await files("done")).toContain("may.csv");
});
