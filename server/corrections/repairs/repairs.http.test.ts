import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { repairEffect } from "../../../contract/readings/repair-effect.ts";
import type { LayoutWish } from "../../imports/layout/layout.ts";
import { mappedFormat } from "../../imports/layout/mapping.ts";
import { csvFile } from "../../imports/testing/csv-file.ts";
import { importFile } from "../../imports/testing/import-file.ts";
import { storeReadings } from "../../ingest/store/store.ts";
import type { TestGateway } from "../../ingest/testing/ingest-site.ts";
import { derivedRows } from "../../metering/testing/derived-rows.ts";
import { hourOf, openRepairSite, type RepairSite, registers, seenRows, story } from "../testing/repair-site.ts";

let site: RepairSite;

beforeAll(async () => {
  site = await openRepairSite();
});

afterAll(() => site.close());

type Row = ReturnType<typeof story>[number] | ReturnType<typeof registers>[number];

/** A home with these readings, refreshed. */
async function home(rows: readonly object[]): Promise<TestGateway> {
  const gateway = await site.addHome();
  await site.send(gateway, rows);
  await site.refresh();
  return gateway;
}

const all = (): Row[] => [...story(), ...registers()];
const without = (serial: string, from: string, until: string) =>
  all().filter((row) => {
    const at = "hour" in row ? row.hour : row.read_at;
    return row.serial !== serial || at < from || at >= until;
  });

/** The correction changes something, the result equals a home where it had always been so, and its undo restores it. */
async function tryRepair(broken: TestGateway, request: object, right: TestGateway, meters: string[]): Promise<void> {
  const before = await derivedRows(site.connections, broken.propertyId);
  const made = await site.repair(broken, request);
  expect(made.effect.meters.map((meter) => meter.meter_serial_number)).toEqual(meters);
  expect(await seenRows(site, broken)).toEqual(await seenRows(site, right));
  const [listed] = await site.list(broken, "repairs");
  expect(listed).toMatchObject({ id: made.id, made_by: "somebody@example.com", undone_at: null });
  await site.undo(broken, made.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(before);
  const again = await site.call(broken, "POST", `repairs/${made.id}/undo`, {});
  expect([again.status, again.json()]).toMatchObject([409, { code: "conflict" }]);
}

test("counts an accepted volume as if it had never been quarantined", async () => {
  const much = { serial: "S", hour: hourOf(100), gallons: 3000 };
  const rest = all().filter((row) => row.serial !== "S" || !("hour" in row) || row.hour !== much.hour);
  const broken = await home([...rest, much]);
  const [held, ...others] = await site.list(broken, "quarantine");
  expect(others).toEqual([]);
  expect(held).toMatchObject({
    sort: "hour",
    meter_serial_number: "S",
    gallons: 3000,
    most_gallons: 1500,
    unit_name: "101",
  });
  const right = await home(rest);
  const reading = { row: 1, raw: "", kind: "hour" as const, at: Date.parse(much.hour), flowTime: null, events: null };
  const accepted = { ...reading, serial: "S", gallons: 3_000_000, hours: 1, minutes: null, sequence: 0, class: 0 };
  const target = { propertyId: right.propertyId, source: "test", accepted: true };
  await storeReadings(site.connections, target, [accepted], () => site.clock.now);
  await site.refresh();
  await tryRepair(broken, { kind: "accept", quarantine_ids: [held?.id] }, right, ["S"]);
  expect(await site.list(broken, "quarantine")).toMatchObject([{ id: held?.id, decision: null }]);
});

test("a rejected volume leaves the quarantine and changes nothing", async () => {
  const broken = await home([...all(), { serial: "S", hour: hourOf(100), gallons: 3000 }]);
  const [held] = await site.list(broken, "quarantine");
  await tryRepair(broken, { kind: "reject", quarantine_ids: [held?.id] }, await home(all()), []);
  const { id } = await site.repair(broken, { kind: "reject", quarantine_ids: [held?.id] });
  expect(await site.list(broken, "quarantine")).toEqual([]);
  expect(await site.list(broken, "quarantine?state=rejected")).toMatchObject([{ decision: "rejected", repair_id: id }]);
  const second = await site.call(broken, "POST", "repairs", {
    kind: "accept",
    reason: "After all.",
    quarantine_ids: [held?.id],
  });
  expect([second.status, second.json()]).toMatchObject([409, { detail: expect.stringContaining(`repair ${id}`) }]);
});

test("a volume beyond its limit in a rejected stretch waits for no decision, until that is undone", async () => {
  const broken = await home(all().filter((row) => row.serial !== "S" || !("hour" in row) || row.hour !== hourOf(100)));
  const hours = [{ hour: hourOf(100), gallons: null }];
  const { id } = await site.repair(broken, { kind: "correct", meter_serial_number: "S", hours });
  await site.send(broken, [
    { serial: "S", hour: hourOf(100), gallons: 3000 },
    { serial: "T", hour: hourOf(100), gallons: 3000 },
  ]);
  await site.refresh();
  const waiting = async () =>
    (await site.list(broken, "quarantine")).map(({ meter_serial_number }) => meter_serial_number).sort();
  expect(await waiting()).toEqual(["T"]);
  await site.undo(broken, id);
  expect(await waiting()).toEqual(["S", "T"]);
});

test("ignores wrong registers, and continues from the good ones", async () => {
  const wrong = registers().map((row, i) => (i >= 200 && i < 210 ? { ...row, register: row.register * 100 } : row));
  const broken = await home([...story(), ...wrong]);
  const [held, ...others] = await site.list(broken, "quarantine");
  expect(others).toEqual([]);
  expect(held).toMatchObject({ sort: "registers", meter_serial_number: "R", finding: "too much" });
  const [from, until] = [registers()[200]?.read_at ?? "", registers()[210]?.read_at ?? ""];
  const request = { kind: "reject", quarantine_ids: [held?.id] };
  await tryRepair(broken, request, await home(without("R", from, until)), []);
  await site.repair(broken, request);
  expect(await site.list(broken, "quarantine")).toEqual([]);
});

test("counts a reset register from there on", async () => {
  // From its half on; less than a tenth below would be a dip, nearly zero a reset.
  const restarted = registers().map((row, i) => (i >= 200 ? { ...row, register: row.register - 3000 } : row));
  const broken = await home([...story(), ...restarted]);
  const [held] = await site.list(broken, "quarantine");
  expect(held).toMatchObject({ sort: "registers", finding: "fell" });
  const before = await derivedRows(site.connections, broken.propertyId);
  const made = await site.repair(broken, { kind: "accept", as: "swap", quarantine_ids: [held?.id] });
  const rows = registers();
  const litres = (rows.at(-1)?.register ?? 0) - (rows[200]?.register ?? 0) + (rows[199]?.register ?? 0) - 5000;
  const { rows: sums } = await sql<{ gallons: number }>`
    select sum(gallons_total) as gallons from meter_days
    where property_id = ${broken.propertyId} and meter_id = ${broken.meterIds.get("R")}`.execute(
    site.connections.worker,
  );
  expect(Math.abs((sums[0]?.gallons ?? 0) - litres * 264.172)).toBeLessThan(2);
  await site.undo(broken, made.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(before);
  const counts = await site.repair(broken, { kind: "accept", as: "counts", quarantine_ids: [held?.id] });
  await site.undo(broken, counts.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(before);
});

test("treats corrected and unmeasured hours as if devices had sent them", async () => {
  const broken = await home(all());
  const right = all().flatMap((row): object[] => {
    if (row.serial !== "T" || !("hour" in row)) return [row];
    const index = (Date.parse(row.hour) - Date.parse(hourOf(0))) / 3_600_000;
    if (index === 290) return [];
    return [index > 290 ? { ...row, gallons: 0, flow_time: 0, events: 0 } : row];
  });
  const hours = Array.from({ length: 190 }, (_, i) => ({
    hour: hourOf(290 + i),
    gallons: i === 0 ? null : 0,
    ...(i === 0 ? {} : { flow_time: 0, events: 0 }),
  }));
  await tryRepair(broken, { kind: "correct", meter_serial_number: "T", hours }, await home(right), ["T"]);
});

test("lists and undoes a correction that was recorded before there were intervals", async () => {
  const broken = await home(all());
  const before = await derivedRows(site.connections, broken.propertyId);
  const hours = [{ hour: hourOf(120), gallons: 50 }];
  const made = await site.repair(broken, { kind: "correct", meter_serial_number: "S", hours });
  const changed = await sql`
    update repairs set effect = jsonb_set(effect, '{facts,values}',
      (select jsonb_agg(value - 'minutes') from jsonb_array_elements(effect #> '{facts,values}') value))
    where property_id = ${broken.propertyId} and effect #> '{facts,values}' @> '[{"minutes": null}]'`.execute(
    site.connections.worker,
  );
  expect(changed.numAffectedRows).toBe(1n);
  expect(await site.list(broken, "repairs")).toMatchObject([{ id: made.id, undone_at: null }]);
  await site.undo(broken, made.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(before);
});

test("a later correction takes precedence, and either can be undone", async () => {
  const broken = await home(all());
  const hour = hourOf(120);
  const before = await derivedRows(site.connections, broken.propertyId);
  const correct = (gallons: number | null) => ({
    kind: "correct",
    meter_serial_number: "S",
    hours: [{ hour, gallons, flow_time: 5, events: 1 }],
  });
  const first = await site.repair(broken, correct(50));
  const second = await site.repair(broken, correct(20));
  expect(second.effect.meters).toMatchObject([{ days_changed: 1, days: [{}] }]);
  const rejected = await site.call(broken, "POST", "repairs", { reason: "Never read.", ...correct(null) });
  expect([rejected.status, rejected.json()]).toMatchObject([
    409,
    { detail: expect.stringContaining(`Repair ${second.id}`) },
  ]);
  const undone = await site.undo(broken, first.id);
  expect(undone.effect.meters).toEqual([]);
  await site.undo(broken, second.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(before);
});

// Covers data-8
test("previews the effect of a correction in dollars by unit and day", async () => {
  const broken = await home(all());
  const request = { kind: "correct", meter_serial_number: "S", hours: [{ hour: hourOf(300), gallons: 50 }] };
  const costsBy = async (price: number) => {
    const answer = await site.call(broken, "POST", "repairs", { reason: "Read by hand", ...request, preview: true });
    const { effect } = z.object({ effect: repairEffect }).parse(answer.json());
    const [unit, ...others] = effect.units;
    expect(others).toEqual([]);
    const dollars = (gallons: number | null | undefined) => Math.round((gallons ?? 0) * price * 100) / 100;
    expect(effect.costs).toEqual({
      cost_before: dollars(unit?.gallons_before),
      cost_after: dollars(unit?.gallons_after),
      leak_cost_before: dollars(unit?.leak_gallons_before),
      leak_cost_after: dollars(unit?.leak_gallons_after),
    });
    expect(effect.costs?.cost_after).toBeGreaterThan(effect.costs?.cost_before ?? 0);
    return unit?.unit_id;
  };
  const unit = await costsBy(0.015);
  await sql`insert into unit_prices (property_id, unit_id, first_day, last_day, price)
    values (${broken.propertyId}, ${unit}, '-infinity', 'infinity', 2)`.execute(site.connections.worker);
  await costsBy(2);
});

test("counts a corrected register in place of the device's", async () => {
  const wrong = registers().map((row, i) => (i === 250 ? { ...row, register: row.register - 100 } : row));
  const broken = await home([...story(), ...wrong]);
  const good = registers()[250];
  await tryRepair(
    broken,
    { kind: "correct", meter_serial_number: "R", registers: [{ read_at: good?.read_at, register: good?.register }] },
    await home(all()),
    ["R"],
  );
});

test("counts only the file's rows in a reimported range", async () => {
  const broken = await home(all());
  const [from, until] = [hourOf(250), hourOf(340)];
  const file = story().filter(
    (row) => row.serial === "T" && row.hour >= from && row.hour < until && row.hour !== hourOf(260),
  );
  const still = file.map((row) => ({ ...row, gallons: 0, flow_time: 0, events: 0 }));
  const right = await home([...without("T", from, until), ...still]);
  const request = { kind: "reimport", meter_serial_numbers: ["T"], from, until };
  await tryRepair(broken, { ...request, readings: still }, right, ["T"]);
  const lines = still.map((row) => `T,${row.hour},0,0,0`);
  const text = ["serial,hour,gallons,flow_time,events", ...lines].join("\n");
  await tryRepair(broken, { ...request, csv: { text } }, right, ["T"]);
});

test("counts rejected rows once their meter is known, and corrected ones", async () => {
  const rest = without("S", hourOf(100), hourOf(103));
  const sent = story().filter((row) => row.serial === "S" && row.hour >= hourOf(100) && row.hour < hourOf(103));
  const [mistaken, minutes, good] = sent;
  const broken = await home([
    ...rest,
    { ...mistaken, serial: "TYPO" },
    { ...minutes, flow_time: 61 },
    { ...good, gallons: -1 },
    { serial: "S", hour: "never", gallons: 1 },
  ]);
  const rows = await site.list(broken, "rejected-readings?ordering=code");
  const idOf = (code: string) => rows.find((row) => row.code === code)?.id;
  const request = {
    kind: "redrive",
    rows: [
      { id: idOf("unknown_serial"), reading: mistaken },
      { id: idOf("flow_time"), raw: JSON.stringify(minutes) },
      { id: idOf("negative"), reading: good },
      { id: idOf("time") },
    ],
  };
  await tryRepair(broken, request, await home(all()), ["S"]);
  expect(await site.list(broken, "rejected-readings")).toHaveLength(4);
  const made = await site.repair(broken, request);
  expect(made.rejected_readings.map(({ status }) => status).sort()).toEqual(["rejected", "stored", "stored", "stored"]);
  expect(await site.list(broken, "rejected-readings")).toMatchObject([{ code: "time", state: "open" }]);
  const letGo = await site.repair(broken, { kind: "dismiss", where: { code: "time" } });
  expect(await site.list(broken, "rejected-readings")).toEqual([]);
  await site.undo(broken, letGo.id);
  expect(await site.list(broken, "rejected-readings")).toMatchObject([{ code: "time", state: "open" }]);
});

test("stores the rows of a meter that is known now, whatever number of others stays rejected before them", async () => {
  const broken = await home(all());
  const rejected = await sql`
    insert into rejected_readings (property_id, source, source_row, raw, code, reason)
    select ${broken.propertyId}, 'G1', 1, jsonb_build_object('serial', 'X', 'hour', ${hourOf(3)}::text, 'gallons', n)::text,
      'unknown_serial', 'No such meter.' from generate_series(1, 10001) as n`.execute(site.connections.worker);
  expect(rejected.numAffectedRows).toBe(10_001n);
  await site.send(broken, [{ serial: "N", hour: hourOf(30), gallons: 4 }]);
  const swap = { kind: "swap", meter_serial_number: "S", swapped_at: hourOf(10), new_meter: { serial_number: "N" } };
  await site.repair(broken, swap);
  const made = await site.repair(broken, { kind: "redrive", where: { code: "unknown_serial" } });
  expect(made.rejected_readings.filter(({ status }) => status === "stored")).toHaveLength(1);
  expect(made.rejected_readings).toHaveLength(10_001);
  const open = await sql<{ count: number }>`
    select count(*)::bigint as count from rejected_readings
    where property_id = ${broken.propertyId} and state = 'open'`.execute(site.connections.worker);
  expect(open.rows).toEqual([{ count: 10_001 }]);
});

test("rereads a rejected line like its file, in its local times", async () => {
  const text = [
    "meter;when;use",
    "LATER;05/09/2026 06:00 PM;4",
    "S;05/09/2026 07:00 PM;much",
    "S;05/10/2026 08:00 PM;7",
  ];
  const wish: LayoutWish = {
    formatName: null,
    mapped: mappedFormat("serial=meter,time=when,gallons=use", null),
    delimiter: ";",
    changes: { dateFormat: "MM/DD/YYYY", timeZone: "America/New_York" },
  };
  const rest = all().filter((row) => row.serial !== "S");
  const broken = await home(rest);
  await importFile(site.connections, broken.propertyId, await csvFile(text.join("\n"), "may.csv"), { wish });
  await site.refresh();
  const rows = await site.list(broken, "rejected-readings?ordering=code");
  expect(rows).toMatchObject([
    { code: "unknown_serial", raw: text[1], raw_form: "file" },
    { code: "unparsable", raw: text[2] },
  ]);
  const sent = (hour: string, gallons: number) => ({ serial: "S", hour, gallons });
  const right = await home([
    ...rest,
    sent("2026-05-09T22:00:00Z", 4),
    sent("2026-05-09T23:00:00Z", 5),
    sent("2026-05-11T00:00:00Z", 7),
  ]);
  const request = {
    kind: "redrive",
    rows: [
      { id: rows[0]?.id, raw: "S;05/09/2026 06:00 PM;4" },
      { id: rows[1]?.id, raw: "S;05/09/2026 07:00 PM;5" },
    ],
  };
  await tryRepair(broken, request, right, ["S"]);
});

test("counts readings that arrived during a correction once it is undone", async () => {
  const [from, until] = [hourOf(250), hourOf(340)];
  const broken = await home(without("T", from, until));
  const { id } = await site.repair(broken, {
    kind: "reimport",
    meter_serial_numbers: ["T"],
    from,
    until,
    readings: [{ serial: "T", hour: from, gallons: 1 }],
  });
  await site.send(
    broken,
    story().filter((row) => row.serial === "T" && row.hour >= from && row.hour < until),
  );
  await site.refresh();
  await site.undo(broken, id);
  const never = await home(all());
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(
    await derivedRows(site.connections, never.propertyId),
  );
});

test("a rejected volume stays out when the limit is raised", async () => {
  const much = { serial: "S", hour: hourOf(100), gallons: 3000 };
  const rest = without("S", much.hour, hourOf(101));
  const right = await home(rest);
  for (const isSentBefore of [true, false]) {
    const broken = await home([...rest, much]);
    const [held] = await site.list(broken, "quarantine");
    const raise = async () => {
      await raiseLimits(broken);
      await site.send(broken, [much]);
      await site.refresh();
    };
    if (isSentBefore) await raise();
    const before = await derivedRows(site.connections, broken.propertyId);
    const { id } = await site.repair(broken, { kind: "reject", quarantine_ids: [held?.id] });
    if (!isSentBefore) await raise();
    expect(await seenRows(site, broken)).toEqual(await seenRows(site, right));
    await site.undo(broken, id);
    if (isSentBefore) expect(await derivedRows(site.connections, broken.propertyId)).toEqual(before);
    const hours = await seenRows(site, broken);
    expect(hours.some((row) => row.includes("3000000"))).toBe(true);
  }
});

/** Lets a unit's meter pass far more. */
async function raiseLimits({ propertyId }: TestGateway): Promise<void> {
  await sql`
    with made as (insert into organizations (name, metering_settings) values (${`O${propertyId}`}, '{"mostUnit": 400}') returning id)
    update properties set organization_id = made.id, inventory_version = inventory_version + 1
    from made where properties.id = ${propertyId}`.execute(site.connections.worker);
}
