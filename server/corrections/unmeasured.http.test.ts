// Covers data-9

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "../ingest/testing/ingest-site.ts";
import { openRepairSite, type RepairSite, seenRows } from "./testing/repair-site.ts";

let site: RepairSite;
beforeAll(async () => {
  site = await openRepairSite();
});
afterAll(() => site?.close());

const DAY = Date.parse("2026-05-04T05:00:00Z");
const at = (seconds: number) => new Date(DAY + seconds * 1000).toISOString();

test("a register is unmeasured at the second of its own; another instant is rejected with the nearest register", async () => {
  const gateway = await site.addHome();
  const read = (hour: number, register: number) => ({ serial: "R", read_at: at(hour * 3600 + 37), register });
  await site.send(
    gateway,
    [0, 1, 2, 3].map((hour) => read(hour, 5000 + hour)),
  );
  await site.refresh();
  const unmeasured = (read_at: string) => ({
    kind: "correct",
    reason: "Misread.",
    meter_serial_number: "R",
    registers: [{ read_at, register: null }],
  });
  const answer = await site.call(gateway, "POST", "repairs", unmeasured(at(7200)));
  expect([answer.status, answer.json()]).toMatchObject([
    422,
    {
      registers: [
        'Meter "R" has no register at 2026-05-04T07:00:00.000Z, but one at 2026-05-04T07:00:37.000Z. Give the time of a register to the second.',
      ],
    },
  ]);
  const before = await seenRows(site, gateway);
  await site.repair(gateway, unmeasured(at(7237)));
  expect(await seenRows(site, gateway)).not.toEqual(before);
  // It is known still, though it does not count.
  await site.repair(gateway, unmeasured(at(7237)));
});

const lump = (hours: number, untilHour: number, gallons: number) => ({
  serial: "S",
  hour: at((untilHour - 1) * 3600),
  hours,
  gallons,
});
async function daysOf({ propertyId }: TestGateway): Promise<number[]> {
  const days = await sql<{ gallons: number }>`
    select gallons::float8 as gallons from unit_days where property_id = ${propertyId} and gallons is not null
    order by day`.execute(site.connections.worker);
  return days.rows.map(({ gallons }) => gallons);
}
const unmeasured = (from: number, until: number) => ({
  kind: "correct",
  meter_serial_number: "S",
  hours: Array.from({ length: until - from }, (_, i) => ({ hour: at((from + i) * 3600), gallons: null })),
});

test("a volume of a day counts until all of its hours are unmeasured", async () => {
  const gateway = await site.addHome();
  await site.send(gateway, [lump(24, 24, 48), lump(24, 48, 72)]);
  await site.refresh();
  expect(await daysOf(gateway)).toEqual([48_000, 72_000]);
  await site.repair(gateway, unmeasured(23, 24));
  expect(await daysOf(gateway)).toEqual([48_000, 72_000]);
  await site.send(gateway, [{ ...lump(24, 24, 49), sequence: 1 }]);
  await site.refresh();
  expect(await daysOf(gateway)).toEqual([49_000, 72_000]);
  const { id } = await site.repair(gateway, unmeasured(0, 24));
  expect(await daysOf(gateway)).toEqual([72_000]);
  await site.undo(gateway, id);
  expect(await daysOf(gateway)).toEqual([49_000, 72_000]);
});

test("a volume that begins before a reimported range keeps the water of the hours before it", async () => {
  const gateway = await site.addHome();
  await site.send(gateway, [lump(48, 48, 96)]);
  await site.refresh();
  const rows = Array.from({ length: 24 }, (_, i) => ({ serial: "S", hour: at((24 + i) * 3600), gallons: 3 }));
  const reimport = { kind: "reimport", meter_serial_numbers: ["S"], from: at(86_400), until: at(2 * 86_400) };
  const late = await site.call(gateway, "POST", "repairs", { ...reimport, reason: "x", readings: [lump(48, 48, 90)] });
  expect([late.status, late.json()]).toMatchObject([422, { readings: [expect.stringMatching(/^Row 1: /)] }]);
  await site.repair(gateway, { ...reimport, readings: rows });
  expect(await daysOf(gateway)).toEqual([24_000, 72_000]);
});

test("does not reject a stretch with a person's register, which would go on counting", async () => {
  const gateway = await site.addHome();
  const read = (hour: number, register: number) => ({ serial: "R", read_at: at(hour * 3600), register });
  await site.send(
    gateway,
    [0, 1, 2, 3].map((hour) => read(hour, 5000 + hour)),
  );
  const registers = [{ read_at: at(7200), register: 9_000_000 }];
  const { id } = await site.repair(gateway, { kind: "correct", meter_serial_number: "R", registers });
  const [held] = await site.list(gateway, "quarantine");
  const reject = { kind: "reject", reason: "Misread.", quarantine_ids: [held?.id] };
  const answer = await site.call(gateway, "POST", "repairs", reject);
  expect([answer.status, answer.json()]).toMatchObject([
    409,
    {
      code: "conflict",
      detail: expect.stringMatching(`^Repair ${id} gave meter "R" a value at .* Undo that one first`),
    },
  ]);
  expect(await site.list(gateway, "repairs")).toHaveLength(1);
  await site.undo(gateway, id);
  expect(await site.list(gateway, "quarantine")).toEqual([]);
});
