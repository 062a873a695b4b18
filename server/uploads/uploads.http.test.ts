import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ImportDetails, ImportRow } from "../../contract/readings/imports.ts";
import { lockNumbers } from "../database/locks.ts";
import { newProperty } from "../imports/testing/import-file.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import type { ImportDeps } from "./run-import.ts";
import { takeUploads, tidyUploads } from "./take-uploads.ts";

let site: ScopedApp;
let propertyId: number;
let scope: { propertyIds: number[] };
const stopping = { now: new AbortController() };

beforeAll(async () => {
  site = await scopedApp("2026-06-01T12:00:00Z");
});
afterAll(() => site?.close());
beforeEach(async () => {
  propertyId = await newProperty(site.connections, "Elm Street");
  scope = { propertyIds: [propertyId] };
  stopping.now = new AbortController();
});

function deps(): ImportDeps {
  const { connections } = site;
  const onError = (error: unknown) => {
    throw error;
  };
  return { connections, clock: () => site.clock.now, stop: stopping.now.signal, isDatabaseDown: () => true, onError };
}
const work = () => takeUploads(deps(), site.uploads);
const path = () => `/v1/properties/${propertyId}/imports`;

async function upload(
  body: string | Buffer,
  query = "",
  headers: Record<string, string> = { "content-type": "text/csv" },
) {
  const answer = await site.ask(scope, "POST", `${path()}?${query}`, body, headers);
  const row = answer.json();
  if (!isRow(row)) throw new Error(`No import came back: ${answer.text}`);
  return { status: answer.status, row };
}
const isRow = (value: unknown): value is ImportRow =>
  typeof value === "object" && value !== null && "bytes_read" in value;
const isDetails = (value: unknown): value is ImportDetails => isRow(value) && "rejected_rows" in value;

async function details(id: number): Promise<ImportDetails> {
  const answer = (await site.ask(scope, "GET", `${path()}/${id}`)).json();
  if (!isDetails(answer)) throw new Error("No details came back.");
  return answer;
}

const csv = (hours: number, first = 0) =>
  `serial,hour,gallons\n${Array.from({ length: hours }, (_, i) => `S1,${new Date(Date.UTC(2026, 4, 1, first + i)).toISOString()},1.5`).join("\n")}\n`;

const hoursStored = () =>
  sql<{ n: number }>`select coalesce(sum((select count(g) from unnest(gallons) g)), 0)::bigint as n from meter_days
    where property_id = ${propertyId}`
    .execute(site.connections.worker)
    .then((result) => result.rows[0]?.n);

test("imports an uploaded file in the background, and deletes the file", async () => {
  const { status, row } = await upload(`${csv(50)}S1,2026-05-01T00:00:00Z,-1\n`, "name=may.csv&create_units=true");
  expect([status, row.state, row.name, row.made_by]).toEqual([202, "waiting", "may.csv", "somebody@example.com"]);
  await work();
  const done = await details(row.id);
  expect(done).toMatchObject({ state: "done", rows: 51, stored: 50, duplicate: 0, rejected: 1, error: null });
  expect(done.bytes_read).toBe(done.bytes);
  expect(done.options).toEqual({ create_units: true });
  expect(done.rejected_rows).toEqual([
    { row: 52, code: "negative", raw: "S1,2026-05-01T00:00:00Z,-1", reason: expect.stringContaining("negative") },
  ]);
  expect(await hoursStored()).toBe(50);
  expect((await readdir(site.uploads.path)).filter((name) => name !== "folder-id")).toEqual([]);
  const again = await upload(gzipSync(csv(50)), "", { "content-type": "application/gzip" });
  const encoded = await upload(gzipSync(csv(50)), "", { "content-type": "text/csv", "content-encoding": "gzip" });
  await work();
  expect(await details(again.row.id)).toMatchObject({ state: "done", stored: 0, duplicate: 50, name: "upload.csv" });
  expect(await details(encoded.row.id)).toMatchObject({ state: "done", stored: 0, duplicate: 50 });
});

test("lists odd rows next to rejected ones", async () => {
  const { row } = await upload("serial,hour,gallons\nS1,2026-05-01T10:00:00Z,99000\n", "create_units=true");
  await work();
  expect((await details(row.id)).odd_rows).toMatchObject([{ row: 2, serial: "S1", kind: "quarantined" }]);
});

test("a dry run stores nothing", async () => {
  const { row } = await upload(csv(5), "dry_run=true&create_units=true");
  await work();
  expect(await details(row.id)).toMatchObject({ state: "done", dry_run: true, stored: 5, duplicate: null });
  expect(await hoursStored()).toBe(0);
});

test("imports a workbook as it is, and explains why nothing of a file was stored", async () => {
  const rows = [
    ["serial", "hour", "gallons"],
    ...[1, 2].map((hour) => ["S1", new Date(Date.UTC(2026, 4, 1, hour)), hour]),
  ];
  const body = Buffer.from(await writeXlsx({ sheets: [{ name: "May", rows }] }));
  const types = ["application/octet-stream", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];
  for (const type of types) {
    const { row } = await upload(body, "name=may.xlsx&create_units=true", { "content-type": type });
    await work();
    expect(await details(row.id)).toMatchObject({ state: "done", name: "may.xlsx", rows: 2, rejected: 0, error: null });
  }
  expect(await hoursStored()).toBe(2);
  const { row } = await upload(csv(2).replaceAll("S1", "S9"));
  await work();
  expect(await details(row.id)).toMatchObject({
    state: "done",
    rejected: 2,
    error: expect.stringMatching(/^All 2 rows were rejected: .*or create units for them with create_units\.$/),
  });
});

test("an unreadable file fails with the message of the call and what to do", async () => {
  const { row } = await upload(
    "meter,when,used\nS1,01/13/2026 10:00,5\n",
    "map=serial%3Dmeter,time%3Dwhen,gallons%3Dvolume",
  );
  await work();
  const failed = await details(row.id);
  expect(failed.state).toBe("failed");
  expect(failed.error).toContain('The column "volume" is not in the file. Correct map');
});

test("describes an import in the language of its reader", async () => {
  const inSpanish = async (address: string) =>
    (await site.ask(scope, "GET", address, undefined, { "accept-language": "es" })).json();
  const read = async (body: string, query: string) => {
    const { row } = await upload(body, query);
    await work();
    return row.id;
  };
  const failed = await read(
    "meter,when,used\nS1,01/13/2026 10:00,5\n",
    "map=serial%3Dmeter,time%3Dwhen,gallons%3Dvolume",
  );
  expect(await inSpanish(`${path()}/${failed}`)).toMatchObject({
    error: expect.stringMatching(/^La columna "volume" no está en el archivo\. Corrija la opción map, o indique/),
  });
  const odd = await read(
    `serial,hour,gallons\nS1,2026-05-01T10:00:00Z,99000\nS1,13/05/2026 10:00,1\nS1,1/2/26 10:00,1\nS1,2031-05-01T10:00:00Z,1\n`,
    "create_units=true&date_format=ISO",
  );
  expect(await inSpanish(`${path()}/${odd}`)).toMatchObject({
    interval: "60 minutos",
    rejected_rows: [
      {
        row: 3,
        reason: 'Fila 3: la hora "13/05/2026 10:00" no se puede leer. Use la opción date_format en DD/MM/YYYY.',
      },
      {
        row: 4,
        reason: expect.stringContaining(
          "la opción date_format en MM/DD/YYYY lee el 2 de enero; en DD/MM/YYYY, el 1 de febrero.",
        ),
      },
      {
        row: 5,
        reason: expect.stringMatching(/^Fila 5: la hora "2031-05-01T10:00:00Z" .* está en el futuro\. Revise/),
      },
    ],
    odd_rows: [{ sentence: expect.stringMatching(/^Fila 2: 99,000 galones en una hora es más que los /) }],
  });
  expect((await details(odd)).rejected_rows[0]?.reason).toBe(
    'Row 3: the time "13/05/2026 10:00" cannot be read. Use date_format DD/MM/YYYY.',
  );
  const list = await inSpanish(`/v1/properties/${propertyId}/rejected-readings?ordering=source`);
  const reasons = [/^Fila 5: .* futuro/, /^Fila 3: /, /^Fila 4: /].map((reason) => expect.stringMatching(reason));
  expect(list).toMatchObject({
    results: expect.arrayContaining(reasons.map((reason) => expect.objectContaining({ reason }))),
  });
});

test("rejects contradicting options, foreign properties and other bodies before reading the file", async () => {
  const both = await site.ask(scope, "POST", `${path()}?format=daiad&map=a%3Db`, csv(1), {
    "content-type": "text/csv",
  });
  expect([both.status, both.json()]).toMatchObject([
    422,
    { code: "invalid_fields", detail: "Give format or map, not both.", format: ["Give format or map, not both."] },
  ]);
  const pulse = await site.ask(scope, "POST", `${path()}?unit=m3&gallons_per_pulse=10`, csv(1), {
    "content-type": "text/csv",
  });
  const belongs = "gallons_per_pulse belongs to unit pulse.";
  expect(pulse.json()).toMatchObject({ detail: belongs, gallons_per_pulse: [belongs] });
  const unknown = await site.ask(scope, "POST", `${path()}?formt=daiad`, csv(1), { "content-type": "text/csv" });
  expect(unknown.status).toBe(400);
  const yes = await site.ask(scope, "POST", `${path()}?dry_run=yes`, csv(1), { "content-type": "text/csv" });
  expect([yes.status, yes.json()]).toMatchObject([
    400,
    { detail: 'dry_run must be true or false, not the text "yes".' },
  ]);
  const json = await site.ask(scope, "POST", path(), {});
  expect([json.status, json.json()]).toMatchObject([415, { code: "unsupported_media_type" }]);
  const nobodys = { propertyIds: [propertyId + 1000] };
  const texts = new Set<string>();
  for (const [method, where] of [
    ["POST", ""],
    ["GET", ""],
    ["GET", "/1"],
    ["DELETE", "/1"],
  ] as const) {
    const file = method === "POST";
    const headers: Record<string, string> = file ? { "content-type": "text/csv" } : {};
    const answer = await site.ask(nobodys, method, path() + where, file ? csv(1) : undefined, headers);
    expect(answer.status).toBe(404);
    texts.add(answer.text.replace(/"request_id":"[^"]*"/, ""));
  }
  expect(texts.size).toBe(1);
  for (const role of ["organization member", null] as const)
    expect((await site.ask({ ...scope, role }, "GET", path())).status).toBe(403);
  const empty = await site.ask(scope, "POST", path(), "", { "content-type": "text/csv" });
  expect(empty.status).toBe(400);
  const elsewhere = await site.ask(scope, "POST", `/v1/properties/${propertyId}/repairs`, "a", {
    "content-type": "text/csv",
  });
  expect(elsewhere.status).toBe(415);
});

test("rejects a file beyond the limit and leaves nothing", async () => {
  const answer = await site.ask(scope, "POST", path(), "x".repeat(1_000_001), { "content-type": "text/csv" });
  expect([answer.status, answer.json()]).toMatchObject([413, { code: "too_large" }]);
  expect((await readdir(site.uploads.path)).filter((name) => name !== "folder-id")).toEqual([]);
  expect((await upload("x".repeat(1_000_000))).status).toBe(202);
});

test("cancels a waiting import, but not a finished one", async () => {
  const { row } = await upload(csv(5), "create_units=true");
  const ended = await site.ask(scope, "DELETE", `${path()}/${row.id}`);
  expect([ended.status, ended.json()]).toMatchObject([200, { state: "interrupted" }]);
  await work();
  expect(await hoursStored()).toBe(0);
  expect((await site.ask(scope, "DELETE", `${path()}/${row.id}`)).status).toBe(409);
  expect((await readdir(site.uploads.path)).filter((name) => name !== "folder-id")).toEqual([]);
});

test("records what a cancelled import has stored and rejected by its end", async () => {
  const { row } = await upload(`${csv(20)}S1,2026-05-20T00:00:00Z,-1\n`, "create_units=true");
  let working: Promise<void> = Promise.resolve();
  await site.connections.worker.connection().execute(async (session) => {
    // Its first batch waits for this lock.
    await sql`select pg_advisory_lock(${lockNumbers.readings}, ${propertyId}::int)`.execute(session);
    working = work();
    await vi.waitFor(async () => expect((await details(row.id)).state).toBe("running"), { timeout: 30_000 });
    expect((await site.ask(scope, "DELETE", `${path()}/${row.id}`)).status).toBe(200);
    await sql`select pg_advisory_unlock(${lockNumbers.readings}, ${propertyId}::int)`.execute(session);
  });
  await working;
  expect(await hoursStored()).toBe(20);
  expect(await details(row.id)).toMatchObject({
    state: "interrupted",
    error: expect.stringMatching(/^Interrupted by /),
    rows: 21,
    stored: 20,
    rejected: 1,
    rejected_rows: [{ row: 22, code: "negative" }],
  });
});

test("resumes an import after a server stopped in the middle", async () => {
  const { row } = await upload(csv(300), "create_units=true");
  stopping.now.abort();
  await takeUploads({ ...deps(), stop: stopping.now.signal }, site.uploads);
  expect(await details(row.id)).toMatchObject({ state: "waiting" });
  // Killed while it was importing: the row's state is running, the file exists.
  await sql`update imports set state = 'running', stored = 17 where id = ${row.id}`.execute(site.connections.worker);
  stopping.now = new AbortController();
  await work();
  expect(await details(row.id)).toMatchObject({ state: "done", stored: 300, rows: 300 });
});

test("reports an import whose file is missing or whose server never returned", async () => {
  const mine = await upload(csv(5));
  const others = await upload(csv(5));
  for (const name of await readdir(site.uploads.path))
    if (name !== "folder-id") await rm(join(site.uploads.path, name));
  await sql`update imports set kept_in = 'elsewhere' where id = ${others.row.id}`.execute(site.connections.worker);
  await work();
  expect((await details(mine.row.id)).error).toContain("Upload it again");
  expect((await details(others.row.id)).state).toBe("waiting");
  site.clock.now += 25 * 3_600_000;
  await tidyUploads(site.connections, () => site.clock.now, site.uploads);
  site.clock.now -= 25 * 3_600_000;
  expect(await details(others.row.id)).toMatchObject({
    state: "interrupted",
    error: expect.stringContaining("did not restart in time"),
  });
});

test("deletes the remains of an aborted upload after a day", async () => {
  const stray = join(site.uploads.path, "stray");
  await writeFile(stray, "half");
  await tidyUploads(site.connections, () => Date.now(), site.uploads);
  expect(existsSync(stray)).toBe(true);
  await tidyUploads(site.connections, () => Date.now() + 25 * 3_600_000, site.uploads);
  expect(existsSync(stray)).toBe(false);
});

test("lists imports in pages, newest first", async () => {
  for (let i = 0; i < 3; i++) {
    site.clock.now += 1000;
    await upload(csv(1), `name=${i}.csv`);
  }
  const answer = await site.ask(scope, "GET", `${path()}?page_size=2`);
  expect(answer.json()).toMatchObject({ count: 3, previous: null, results: [{ name: "2.csv" }, { name: "1.csv" }] });
});

test("only one server imports into a property at a time", async () => {
  const { row } = await upload(csv(5), "create_units=true");
  await site.connections.worker.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${lockNumbers.imports}, ${propertyId}::int)`.execute(session);
    await work();
    expect((await details(row.id)).state).toBe("waiting");
    await sql`select pg_advisory_unlock(${lockNumbers.imports}, ${propertyId}::int)`.execute(session);
  });
  await work();
  expect((await details(row.id)).state).toBe("done");
});

test("over a socket: stores a chunked file completely, and nothing of an aborted one", async () => {
  const url = await site.listen();
  // The requests below are sent as the caller of the last one.
  await site.ask(scope, "GET", path());
  const whole = csv(20_000);
  const begin = () => request(`${url}${path()}`, { method: "POST", headers: { "content-type": "text/csv" } });
  const sending = begin();
  const answered = once(sending, "response");
  for (let at = 0; at < whole.length; at += 10_000) sending.write(whole.slice(at, at + 10_000));
  sending.end();
  const [answer] = await answered;
  expect(answer.statusCode).toBe(202);
  answer.resume();
  await work();
  const before = await readdir(site.uploads.path);
  const broken = begin();
  const closed = new Promise((give) => broken.on("close", give));
  broken.on("error", () => {});
  broken.write(whole.slice(0, 10_000));
  await vi.waitFor(async () => expect(await readdir(site.uploads.path)).not.toEqual(before), { timeout: 30_000 });
  broken.destroy();
  await closed;
  await vi.waitFor(async () => expect(await readdir(site.uploads.path)).toEqual(before), { timeout: 30_000 });
  const kept = await sql<{ bytes: number; rejected: number }>`
    select bytes, rejected from imports where property_id = ${propertyId}`.execute(site.connections.worker);
  expect(kept.rows).toEqual([{ bytes: whole.length, rejected: 20_000 }]);
});
