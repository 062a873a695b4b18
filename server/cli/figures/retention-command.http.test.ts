import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite } from "../../ingest/testing/ingest-site.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { runHere } from "../testing/run-here.ts";

let site: IngestSite;
let url: string;
let drop: () => Promise<void>;
let archive: string;

beforeAll(async () => {
  const database = await freshDatabase();
  url = database.url;
  drop = database.drop;
  site = await openIngestSite({ url });
  archive = await mkdtemp(join(tmpdir(), "dripline-archive-"));
});
afterAll(async () => {
  await site.close();
  await drop();
  await rm(archive, { recursive: true });
});

function retention(settings: Record<string, string>, ...args: string[]) {
  return runHere(url, ["retention", "run", ...args], { ARCHIVE_DIR: archive, ...settings });
}

test("shows what would be dropped, then archives and drops it, and rejects invalid settings", async () => {
  const gateway = await site.addProperty("America/Chicago", [
    { serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
  await site.send(gateway, [{ serial: "M1", hour: "2020-05-01T10:00:00Z", gallons: 1 }]);
  const settings = { RETAIN_HOURS_MONTHS: "3" };
  const dry = await retention(settings, "--dry-run");
  expect([dry.code, dry.error]).toEqual([0, ""]);
  expect(dry.out).toContain(`2020-05  property ${gateway.propertyId}: hours of 1 days would go\n`);
  expect(await readdir(archive)).toEqual([]);
  const done = await retention(settings, "--json");
  expect(JSON.parse(done.out)).toMatchObject({
    hours: [{ property_id: gateway.propertyId, month: "2020-05", days: 1, files: [{ rows: 1 }] }],
    days_dropped: [],
  });
  expect((await retention(settings)).out).toContain("Nothing is old enough to be dropped.");
  for (const [wrong, sentence] of [
    [{}, "Nothing is dropped: set RETAIN_HOURS_MONTHS"],
    [{ RETAIN_HOURS_MONTHS: "2" }, "RETAIN_HOURS_MONTHS"],
    [{ RETAIN_DAYS_MONTHS: "5" }, "RETAIN_DAYS_MONTHS"],
    [{ RETAIN_HOURS_MONTHS: "12", RETAIN_DAYS_MONTHS: "6" }, "RETAIN_DAYS_MONTHS must be RETAIN_HOURS_MONTHS or more"],
  ] satisfies [Record<string, string>, string][]) {
    const rejected = await retention(wrong);
    expect(rejected.code).toBe(2);
    expect(rejected.error).toContain(sentence);
  }
});

test("packs months that ended long ago, and makes rows of them again", async () => {
  const gateway = await site.addProperty("America/Chicago", [
    { serial: "M2", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
  await site.send(gateway, [{ serial: "M2", hour: "2020-07-01T10:00:00Z", gallons: 1 }]);
  await site.refresh();
  const packed = await runHere(url, ["pack"]);
  expect([packed.code, packed.error]).toEqual([0, ""]);
  expect(packed.out).toContain(`2020-07  property ${gateway.propertyId}: 1 meter-days\n`);
  expect(packed.out).toMatch(/Packed \d meter-days\.\n$/);
  expect((await runHere(url, ["pack"])).out).toBe("Nothing to pack.\n");
  expect((await runHere(url, ["pack", "--undo"])).out).toContain(`2020-07  property ${gateway.propertyId}\n`);
  expect(JSON.parse((await runHere(url, ["pack", "--undo", "--json"])).out)).toEqual({ months: 0 });
  expect(JSON.parse((await runHere(url, ["pack", "--json"])).out)).toMatchObject({ days: expect.any(Number) });
});
