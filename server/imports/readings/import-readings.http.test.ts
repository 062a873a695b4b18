import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { addTestProperty } from "../../ingest/testing/ingest-site.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { layoutWishOf } from "../layout/layout-options.ts";
import { withFlags } from "../message.ts";
import { csvFile } from "../testing/csv-file.ts";
import { importFile, NOW, newProperty } from "../testing/import-file.ts";
import { byHeader } from "../testing/read-all.ts";
import { countedRises, meterVolumes } from "./conservation.ts";

let connections: Connections;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  connections = connect(database.url);
  drop = database.drop;
});

afterAll(async () => {
  await connections.close();
  await drop();
});

const HEADER = "serial,hour,gallons,flow_time,events";

/** Everything that readings left behind, to compare before and after. */
async function stored(propertyId: number): Promise<unknown> {
  const days = await sql`select * from meter_days where property_id = ${propertyId} order by meter_id, day`.execute(
    connections.worker,
  );
  const others = await sql`
    select (select count(*) from superseded_readings where property_id = ${propertyId}) as superseded,
      (select count(*) from rejected_readings where property_id = ${propertyId}) as rejected,
      (select count(*) from changes where property_id = ${propertyId}) as changes`.execute(connections.worker);
  return [days.rows, others.rows];
}

test("rejects bad rows with a message and keeps their text; stores the good ones", async () => {
  const propertyId = await newProperty(connections, "Bad rows");
  await importFile(connections, propertyId, await csvFile(`${HEADER}\nM1,2026-05-01T00:00Z,1,,\n`), {
    createUnits: true,
  });
  const rows = [
    HEADER,
    "M1,2026-05-01T01:00Z,2,10,1",
    "M9,2026-05-01T01:00Z,2,10,1",
    "M1,2026-05-01T02:00Z,-2,10,1",
    "M1,2026-05-01T03:00Z,2,61,1",
    "M1,2026-06-01T13:00Z,2,10,1",
    "M1,2026-05-01T04:00Z,null,10,1",
    "M1,2026-05-01T05:00Z,three,10,1",
    '"M1,2026-05-01T06:00Z,2,10,1',
    "M1,2026-05-01T07:00Z,3,10,1",
  ];
  const path = await csvFile(rows.join("\n"), "may.csv");
  const { report, rejected } = await importFile(connections, propertyId, path);
  expect(report).toMatchObject({ rows: 9, stored: 2, duplicate: 0, rejected: 7, unitsMade: 0, broken: null });
  const found = rejected;
  expect(found.map(({ row, code }) => [row, code])).toEqual([
    [3, "unknown_serial"],
    [4, "negative"],
    [5, "flow_time"],
    [6, "future"],
    [7, "missing_value"],
    [8, "unparsable"],
    [9, "unbalanced_quotes"],
  ]);
  expect(found[3]?.reason).toBe(
    'Row 6: the time "2026-06-01T13:00Z" (2026-06-01T13:00:00.000Z) is in the future. Check the device\'s clock and time zone.',
  );
  for (const { row, raw, reason } of found) {
    expect(reason).toMatch(new RegExp(`^Row ${row}: .+\\. .+\\.$`));
    expect(raw).toBe(rows[row - 1]);
  }
  const kept = await sql<{ source: string; source_row: number; raw: string; code: string; reason: string }>`
    select source, source_row, raw, code, reason from rejected_readings where property_id = ${propertyId} order by source_row`.execute(
    connections.worker,
  );
  // The store knows instants only; the file's text is kept beside the reason as the raw row.
  const keptOf = (message: string) =>
    message.replace('"2026-06-01T13:00Z" (2026-06-01T13:00:00.000Z)', "2026-06-01T13:00:00.000Z");
  expect(kept.rows).toEqual(
    found.map(({ row, raw, code, reason }) => ({
      source: "may.csv",
      source_row: row,
      raw,
      code,
      reason: keptOf(reason),
    })),
  );
});

test("rejects a volume over more hours than a call may send, and stores the others", async () => {
  const propertyId = await newProperty(connections, "Hours");
  const header = "serial,hour,gallons,hours";
  await importFile(connections, propertyId, await csvFile(`${header}\nM1,2026-05-01T00:00Z,1,\n`), {
    createUnits: true,
  });
  const rows = [
    "M1,2026-05-01T01:00Z,2,2401",
    "M1,2026-05-01T02:00Z,2,1780300800",
    "M1,2026-05-01T03:00Z,2,2400",
    "M1,2026-05-01T04:00Z,2,",
  ];
  const { report, rejected } = await importFile(connections, propertyId, await csvFile([header, ...rows].join("\n")));
  expect(report).toMatchObject({ rows: 4, stored: 2, rejected: 2 });
  expect(rejected).toMatchObject([
    { row: 2, code: "hours", reason: "Row 2: hours must be a whole number from 1 to 2,400." },
    { row: 3, code: "hours", reason: "Row 3: hours must be a whole number from 1 to 2,400." },
  ]);
});

test("importing a file again, compressed or not, changes nothing", async () => {
  const propertyId = await newProperty(connections, "Twice");
  const rows = Array.from(
    { length: 500 },
    (_, i) => `M${i % 5},${new Date(Date.UTC(2026, 4, 1, Math.floor(i / 5))).toISOString()},${i % 7},,`,
  );
  const text = [HEADER, ...rows, "M0,2026-05-01T00:00Z,bad,,"].join("\n");
  const first = await importFile(connections, propertyId, await csvFile(text), { createUnits: true });
  expect(first.report).toMatchObject({ rows: 501, stored: 500, duplicate: 0, rejected: 1, unitsMade: 5 });
  const before = await stored(propertyId);
  const second = await importFile(connections, propertyId, await csvFile(gzipSync(text)), { createUnits: true });
  expect(second.report).toMatchObject({ rows: 501, stored: 0, duplicate: 500, rejected: 1, unitsMade: 0 });
  expect(await stored(propertyId)).toEqual(before);
});

test("a dry run reports the outcome and changes nothing, also for a property that does not exist yet", async () => {
  const path = await csvFile(
    `${HEADER}\nM1,2026-05-01T00:00Z,1,,\nM2,2026-05-01T00:00Z,-1,,\nM1,2026-07-01T00:00Z,1,,\n`,
  );
  const { report } = await importFile(connections, null, path, { createUnits: true, dryRun: true });
  expect(report).toMatchObject({ rows: 3, stored: 1, rejected: 2, unitsMade: 2 });
  const propertyId = await newProperty(connections, "Dry");
  const before = await stored(propertyId);
  const known = await importFile(connections, propertyId, path, { dryRun: true });
  expect(known.report).toMatchObject({ stored: 0, rejected: 3, unitsMade: 0 });
  expect(await stored(propertyId)).toEqual(before);
});

test("creates units for unknown serial numbers with a point of entry and a meter of the file's kind", async () => {
  const propertyId = await newProperty(connections, "Made units", "Europe/Madrid");
  const rows = [
    "user key;datetime;meter reading;diff",
    "df789230-d273-4fd0-aa24-6f5419469295;01/03/2016 00:12:37;876471;9",
  ];
  await importFile(connections, propertyId, await csvFile(rows.join("\n")), { createUnits: true });
  const made = await sql`
    select b.name as building, u.name as unit, p.attached_to, m.serial_number, m.register_unit, m.register_factor, m.count_gallons
    from meters m
    join meter_services s on s.property_id = m.property_id and s.meter_id = m.id
    join meter_points p on p.property_id = m.property_id and p.id = s.point_id
    join units u on u.property_id = m.property_id and u.id = p.unit_id
    join buildings b on b.property_id = m.property_id and b.id = u.building_id
    where m.property_id = ${propertyId}`.execute(connections.worker);
  expect(made.rows).toEqual([
    {
      building: "Main",
      unit: "df789230",
      attached_to: "SPOE",
      serial_number: "df789230-d273-4fd0-aa24-6f5419469295",
      register_unit: "litre",
      register_factor: expect.closeTo(264.172052, 6),
      count_gallons: 264,
    },
  ]);
});

test("hours and catch-up add up to the registers through gaps, a dip and the repeated hour", async () => {
  const propertyId = await newProperty(connections, "Conserved", "Europe/Madrid");
  const rows = ["user key;datetime;meter reading;diff"];
  let register = 5000;
  for (let hour = 0; hour < 72; hour++) {
    if (hour > 50 && hour < 60) continue;
    register += (hour * 7) % 13;
    const local = new Date(Date.UTC(2016, 9, 28, 22 + hour) + (hour < 27 ? 2 : 1) * 3_600_000).toISOString();
    const [year, month, day] = local.slice(0, 10).split("-");
    rows.push(`h;${day}/${month}/${year} ${local.slice(11, 19)};${hour === 40 ? register - 20 : register};0`);
  }
  const { report, odd } = await importFile(connections, propertyId, await csvFile(rows.join("\n")), {
    createUnits: true,
  });
  expect(report).toMatchObject({ stored: rows.length - 1, rejected: 0 });
  expect(report.registers.get("h")?.net).toBe((register - 5000) * 1000);
  expect(odd.map(({ kind }) => kind).toSorted()).toEqual(["dip", "gap"]);
  await refreshAll(connections, () => NOW);
  const [volume] = await meterVolumes(connections, propertyId, ["h"]);
  expect(volume).toMatchObject({ serial: "h", register: (register - 5000) * 1000, difference: 0 });
  expect(volume?.estimated).toBeGreaterThan(0);
  expect(volume?.gallons).toBe(Math.round(register * 264.172052358) - Math.round(5000 * 264.172052358));
});

test("rejects registers in another unit than the meter's, instead of converting them", async () => {
  const propertyId = await newProperty(connections, "Units of measure");
  const path = await csvFile("serial,read_at,register\nR1,2026-05-01T00:07Z,100.5\n");
  await importFile(connections, propertyId, path, { createUnits: true });
  const wish = { ...byHeader, changes: { unit: "litre" as const } };
  const { report, rejected } = await importFile(connections, propertyId, path, { wish });
  expect(report).toMatchObject({ stored: 0, rejected: 1 });
  expect(rejected[0]).toMatchObject({ row: 2, code: "wrong_unit" });
  expect(rejected[0]?.reason).toMatch(/read in liters, but meter "R1" reports in another unit.* --unit/);
  const kept = await sql<{ reason: string }>`
    select reason from rejected_readings where property_id = ${propertyId}`.execute(connections.worker);
  expect(kept.rows.map(({ reason }) => reason)).toEqual([rejected[0]?.reason.replaceAll("--", "")]);
});

test("reads registers in each meter's own unit when the file is declared so", async () => {
  const home = { unit: "1", attachedTo: "SPOE" } as const;
  const { propertyId } = await addTestProperty(connections, "America/Chicago", [
    { ...home, serial: "P", registerFactor: 100 },
    { ...home, unit: "2", serial: "L", registerFactor: 264.172 },
  ]);
  const path = await csvFile(
    "Meter,When,Count\nP,2026-05-01T00:07Z,10\nP,2026-05-01T00:37Z,50\nL,2026-05-01T00:07Z,7\n",
  );
  const wishFor = (map: string) => layoutWishOf({ map: `serial=Meter,time=When,${map}=Count` });
  const withoutUnit = await importFile(connections, propertyId, path, { wish: wishFor("register") });
  expect(withoutUnit.rejected).toMatchObject(
    Array(3).fill({ reason: expect.stringContaining("register_own_unit=COLUMN") }),
  );
  const { report } = await importFile(connections, propertyId, path, { wish: wishFor("register_own_unit") });
  expect(report).toMatchObject({ stored: 3, rejected: 0 });
  await refreshAll(connections, () => NOW);
  const [volume] = await meterVolumes(connections, propertyId, ["P"]);
  // Forty pulses of a tenth of a gallon.
  expect(volume).toMatchObject({ gallons: 4000, difference: 0 });
  const contrary = { map: "time=a,register_own_unit=b", serial: "P", unit: "litre" };
  expect(() => layoutWishOf(contrary)).toThrow("--unit says otherwise");
});

test("stops after the current batch and reports what was stored", async () => {
  const propertyId = await newProperty(connections, "Stopped");
  const rows = Array.from(
    { length: 10_500 },
    (_, i) => `M${i % 20},${new Date(Date.UTC(2026, 0, 1, Math.floor(i / 20))).toISOString()},1,,`,
  );
  const path = await csvFile([HEADER, ...rows].join("\n"));
  const stopped = await importFile(connections, propertyId, path, { createUnits: true, signal: AbortSignal.abort() });
  expect(stopped.report).toMatchObject({ interrupted: true, rows: 10_000, stored: 10_000 });
  const again = await importFile(connections, propertyId, path, { createUnits: true });
  expect(again.report).toMatchObject({ interrupted: false, rows: 10_500, stored: 500, duplicate: 10_000 });
});

test("excludes quarantined registers from the rise", async () => {
  const { propertyId } = await addTestProperty(connections, "America/Chicago", [
    { unit: "1", attachedTo: "SPOE", serial: "Q", registerFactor: 1000 },
  ]);
  const rows = Array.from({ length: 30 }, (_, hour) => {
    const at = new Date(Date.UTC(2026, 4, 1, hour)).toISOString();
    return `Q,${at},${hour < 25 ? 100 + hour : 900_000 + hour}`;
  });
  const path = await csvFile(["serial,read_at,register", ...rows].join("\n"));
  const { report } = await importFile(connections, propertyId, path);
  const span = report.registers.get("Q")?.span;
  if (!span) throw new Error("The registers have a span.");
  await refreshAll(connections, () => NOW);
  expect(await countedRises(connections, propertyId, [{ serial: "Q", ...span }])).toEqual(new Map([["Q", 24_000]]));
  expect(await meterVolumes(connections, propertyId, ["Q"])).toMatchObject([
    { register: 24_000, gallons: 24_000, difference: 0 },
  ]);
});

test("explains why no row was stored, with the inventory's serial number", async () => {
  const { propertyId } = await addTestProperty(connections, "America/Chicago", [
    { unit: "1", attachedTo: "SPOE", serial: "00815", registerFactor: null },
  ]);
  const why = async (rows: string[]) => {
    const path = await csvFile(["serial,hour,gallons", ...rows].join("\n"));
    const { allRejected } = (await importFile(connections, propertyId, path)).report;
    return allRejected && withFlags(allRejected);
  };
  const hours = (serial: string, value = "1") =>
    Array.from({ length: 3 }, (_, hour) => `${serial},2026-05-01T0${hour}:00Z,${value}`);
  expect(await why(hours("815"))).toBe(
    'All 3 rows were rejected: their meters are not at this property, such as "815" in row 2. The inventory has "00815": spreadsheets drop leading zeros, programs change capitals and signs. Correct the serial numbers in the file.',
  );
  expect(await why([...hours("X"), "00815,2026-05-01T00:00Z,many"])).toMatch(
    /^All 4 rows were rejected: the meters of 3 are not at this property, such as "X" in row 2\. .*--create-units/,
  );
  expect(await why(hours("00815", "many"))).toBe(
    'All 3 rows were rejected, all for the same cause as row 2: gallons is "many", which is not a number. Write it in digits.',
  );
  expect(await why([...hours("X"), "00815,2026-05-01T00:00Z,1"])).toBeNull();
});
