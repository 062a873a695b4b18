import { afterAll, beforeAll, expect, test } from "vitest";
import { csvFile } from "../imports/testing/csv-file.ts";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { runHere } from "./testing/run-here.ts";

let site: IngestSite;
let url: string;
let drop: () => Promise<void>;
let home: TestGateway;

const hour = (i: number) => new Date(Date.UTC(2026, 4, 1, 5 + i)).toISOString();

beforeAll(async () => {
  const database = await freshDatabase();
  url = database.url;
  drop = database.drop;
  site = await openIngestSite({ url });
  home = await site.addProperty("America/Chicago", [
    { serial: "S", unit: "101", attachedTo: "SPOE", registerFactor: null },
  ]);
  const good = Array.from({ length: 48 }, (_, i) => ({ serial: "S", hour: hour(i), gallons: i % 5 }));
  await site.send(home, [
    ...good,
    { serial: "S", hour: hour(50), gallons: 9000 },
    { serial: "S", hour: "x", gallons: 1 },
  ]);
  await site.refresh();
});

afterAll(async () => {
  await site.close();
  await drop();
});

/** Runs the command line at the home. */
const dripline = (...args: string[]) => runHere(url, [...args, "--property", String(home.propertyId)]);

test("lists, accepts and restores quarantined readings", async () => {
  const before = await derivedRows(site.connections, home.propertyId);
  const listed = await dripline("quarantine", "list");
  const id = /^h\d+/m.exec(listed.out)?.[0] ?? "";
  expect(listed.out).toContain("9,000 gallons in 1 h, of at most 1,500");
  const preview = await dripline("repair", "accept", id, "--reason", "A hydrant.", "--preview");
  expect([preview.code, preview.error]).toEqual([0, ""]);
  expect(preview.out).toContain("not measured -> 9,000 gallons");
  expect(preview.out).toContain("Preview: nothing was changed.");
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
  const made = await dripline("repair", "accept", id, "--reason", "A hydrant.");
  const repair = /Repair (\d+) is made/.exec(made.out)?.[1] ?? "";
  expect((await dripline("repair", "list")).out).toMatch(
    new RegExp(`^ *${repair}  accept .* command line \\(.+\\) .* A hydrant`, "m"),
  );
  expect((await dripline("repair", "undo", repair)).out).toContain(`Repair ${repair} is undone.`);
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
});

test("lists and corrects rejected rows", async () => {
  const listed = await dripline("refused", "list");
  const id = /^\d+/.exec(listed.out)?.[0] ?? "";
  const raw = JSON.stringify({ serial: "S", hour: hour(48), gallons: 1 });
  const made = await dripline("repair", "redrive", id, "--raw", raw, "--reason", "The device's clock was off.");
  expect([made.code, made.error]).toEqual([0, ""]);
  expect(made.out).toContain("1 of 1 rows were taken.");
  expect((await dripline("refused", "list")).out).toBe("No rows match.\n");
});

test("explains how to correct an impossible correction", async () => {
  const options = ["--meter", "S", "--reason", "Read by hand."];
  expect(await dripline("repair", "correct", ...options, "--hour", `${hour(3)}=-4`)).toMatchObject({
    code: 2,
    error: "hours[0].gallons must be at least 0, not -4.\n",
  });
});

test("finds rejected rows by their gateway's serial number", async () => {
  const found = await dripline("refused", "list", "--state", "all", "--source", "G1");
  expect(found.out).toMatch(/^\d+ {2}G1 row \d+ /);
  expect((await dripline("refused", "list", "--state", "all", "--source", "G2")).out).toBe("No rows match.\n");
});

test("corrects hours, and imports a range again from a file", async () => {
  const corrected = await dripline(
    "repair",
    "correct",
    "--meter",
    "S",
    "--hour",
    `${hour(3)}=2.5`,
    "--hour",
    `${hour(4)}=none`,
    "--reason",
    "Read by hand.",
    "--json",
  );
  expect([corrected.code, corrected.error]).toEqual([0, ""]);
  expect(JSON.parse(corrected.out)).toMatchObject({
    kind: "correct",
    effect: { meters: [{ days: [{ gallons_before: 46, gallons_after: 41.5 }] }] },
  });
  const file = await csvFile(`serial;hour;gallons\nS;${hour(20)};7,000\n`, "may.csv");
  const again = await dripline(
    "repair",
    "reimport",
    file,
    "--meter",
    "S",
    "--from",
    hour(20),
    "--until",
    hour(22),
    "--decimal-comma",
    "--reason",
    "The utility's file.",
  );
  expect([again.code, again.error]).toEqual([0, ""]);
});

test("explains wrong usage in a sentence", async () => {
  const nothing = await dripline("repair", "undo", "99");
  expect([nothing.code, nothing.error]).toEqual([2, "There is no such repair.\n"]);
  const hourless = await dripline("repair", "correct", "--meter", "S", "--hour", "noon", "--reason", "x");
  expect([hourless.code, hourless.error]).toMatchObject([2, expect.stringContaining("TIME=VALUE")]);
  const unknown = await dripline("repair", "accept", "q7", "--reason", "x");
  expect([unknown.code, unknown.error]).toMatchObject([2, expect.stringContaining("quarantine_ids")]);
});
