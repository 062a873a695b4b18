import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { newProperty } from "../imports/testing/import-file.ts";
import { refreshAll } from "../metering/refresh-all.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import type { ImportDeps } from "./run-import.ts";
import { takeUploads } from "./take-uploads.ts";
import { watchFolder } from "./watch-folder.ts";

const CSV = "serial;hour;gallons\nS1;2026-05-01T10:00:00Z;1.234\nS1;2026-05-01T11:00:00Z;5,5\n";

let site: ScopedApp;
let propertyId: number;
let root: string;

beforeAll(async () => {
  site = await scopedApp("2026-06-01T12:00:00Z");
  root = await mkdtemp(join(tmpdir(), "dripline-commas-"));
});
afterAll(async () => {
  await site?.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  propertyId = await newProperty(site.connections, "Elm Street");
});

function deps(): ImportDeps {
  const { connections, clock } = site;
  const onError = (error: unknown) => {
    throw error;
  };
  return {
    connections,
    clock: () => clock.now,
    stop: new AbortController().signal,
    isDatabaseDown: () => true,
    onError,
  };
}

async function upload(query: string): Promise<unknown> {
  const path = `/v1/properties/${propertyId}/imports`;
  const scope = { propertyIds: [propertyId] };
  const headers = { "content-type": "text/csv" };
  const answer = await site.ask(scope, "POST", `${path}?create_units=true${query}`, CSV, headers);
  expect(answer.status, answer.text).toBe(202);
  await takeUploads(deps(), site.uploads);
  const { id } = z.looseObject({ id: z.number() }).parse(answer.json());
  return (await site.ask(scope, "GET", `${path}/${id}`)).json();
}

async function stored(): Promise<(number | null)[]> {
  await refreshAll(site.connections, () => site.clock.now);
  const days = await sql<{ gallons: (number | null)[] }>`
    select gallons from meter_days where property_id = ${propertyId} order by day`.execute(site.connections.worker);
  return days.rows.flatMap(({ gallons }) => gallons).filter((gallons) => gallons !== null);
}

test("an upload takes and reports the decimal comma option", async () => {
  expect(await upload("&decimal_comma=true")).toMatchObject({
    state: "done",
    stored: 2,
    options: { create_units: true, decimal_comma: true },
  });
  expect(await stored()).toEqual([1_234_000, 5500]);
});

test.each(["", "&decimal_comma=false"])("an upload%s with ambiguous figures fails with advice", async (query) => {
  expect(await upload(query)).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/1\.234.* Say decimal_comma/),
  });
  expect(await stored()).toEqual([]);
});

test("reads files of a watched folder with decimal commas where its import.json sets them", async () => {
  const folder = join(root, String(propertyId));
  await mkdir(folder);
  await writeFile(join(folder, "import.json"), '{"create_units":true,"decimal_comma":true}');
  await writeFile(join(folder, "may.csv"), CSV);
  const watch = watchFolder(root, deps(), (sentence) => {
    throw new Error(sentence);
  });
  await watch.look();
  site.clock.now += 5000;
  await watch.look();
  expect(await readdir(join(folder, "done"))).toContain("may.csv");
  expect(await stored()).toEqual([1_234_000, 5500]);
});
