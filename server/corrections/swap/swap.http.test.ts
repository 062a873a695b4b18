import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeReadings } from "../../ingest/store/store.ts";
import type { TestGateway } from "../../ingest/testing/ingest-site.ts";
import { derivedRows } from "../../metering/testing/derived-rows.ts";
import { hourOf, openRepairSite, type RepairSite, registers, seenRows, story } from "../testing/repair-site.ts";

let site: RepairSite;

beforeAll(async () => {
  site = await openRepairSite();
});

afterAll(() => site.close());

const SWAP = 200;
const swappedAt = new Date(Date.parse(hourOf(SWAP)) + 1_800_000).toISOString();

async function home(rows: readonly object[]): Promise<TestGateway> {
  const gateway = await site.addHome();
  await site.send(gateway, rows);
  await site.refresh();
  return gateway;
}

/** What the old register sent up to the swap, and the new one, which began at 7 litres, from there on. */
function aroundSwap() {
  const rows = registers();
  const last = rows[SWAP]?.register ?? 0;
  return {
    last,
    before: rows.slice(0, SWAP + 1),
    after: rows.slice(SWAP + 1).map((row) => ({ ...row, serial: "R2", register: row.register - last - 5 + 7 })),
  };
}

/** Makes the second meter's service and the registers of the swap as if the inventory had always had them. */
async function alreadySwapped(gateway: TestGateway, closing: number): Promise<void> {
  const { propertyId, meterIds } = gateway;
  const old = meterIds.get("R");
  const at = sql`${swappedAt}::timestamptz`;
  await site.connections.worker.transaction().execute(async (tx) => {
    await sql`
      with made as (
        insert into meters (property_id, serial_number, gateway_id, register_unit, register_factor)
        select property_id, 'R2', gateway_id, register_unit, register_factor from meters
        where property_id = ${propertyId} and id = ${old} returning id
      )
      insert into meter_services (property_id, meter_id, point_id, began_at, opening_register)
      select ${propertyId}, made.id, s.point_id, ${at}, 7
      from made, meter_services s where s.property_id = ${propertyId} and s.meter_id = ${old}
      returning id`.execute(tx);
    await sql`update meter_services set ended_at = ${at}, closing_register = ${closing}
      where property_id = ${propertyId} and meter_id = ${old}`.execute(tx);
    await sql`update properties set inventory_version = inventory_version + 1 where id = ${propertyId}`.execute(tx);
  });
  const base = {
    row: 1,
    raw: "",
    kind: "register" as const,
    at: Date.parse(swappedAt),
    flowTime: null,
    events: null,
    minutes: null,
  };
  const readings = [
    { ...base, serial: "R", gallons: closing * 1000, hours: 1, sequence: 1, class: 1 },
    { ...base, row: 2, serial: "R2", gallons: 7000, hours: 1, sequence: 1, class: 1 },
  ];
  await storeReadings(site.connections, { propertyId, source: "test" }, readings, () => site.clock.now);
}

const swapAt = (gateway: TestGateway, meter_serial_number: string, hour: number, serial_number: string) =>
  site.repair(gateway, {
    kind: "swap",
    meter_serial_number,
    swapped_at: hourOf(hour),
    new_meter: { serial_number },
  });

test("counts the old meter up to its closing register and the new one from its opening register, until undone", async () => {
  const { last, before, after } = aroundSwap();
  const closing = last + 5;
  const right = await site.addHome();
  await site.send(right, [...story(), ...before]);
  await alreadySwapped(right, closing);
  await site.send(right, after);
  await site.refresh();

  const broken = await home([...story(), ...before, ...after]);
  const rows = await derivedRows(site.connections, broken.propertyId);
  const request = {
    kind: "swap",
    meter_serial_number: "R",
    swapped_at: swappedAt,
    closing_register: closing,
    new_meter: { serial_number: "R2" },
    opening_register: 7,
  };
  const swap = await site.repair(broken, request);
  await site.undo(broken, swap.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(rows);
  const again = await site.repair(broken, request);
  // What the new meter sent before it was known was rejected; now it has a place.
  const redriven = await site.repair(broken, {
    kind: "redrive",
    where: { code: "unknown_serial", serial_number: "R2" },
  });
  expect(redriven.rejected_readings).toHaveLength(after.length);
  expect(await seenRows(site, broken)).toEqual(await seenRows(site, right));
  const { rows: sums } = await sql<{ gallons: number }>`
    select sum(gallons) as gallons from unit_days d join units u on u.property_id = d.property_id and u.id = d.unit_id
    where d.property_id = ${broken.propertyId} and u.name = '102'`.execute(site.connections.worker);
  const litres = (registers().at(-1)?.register ?? 0) - (registers()[0]?.register ?? 0);
  expect(Math.abs((sums[0]?.gallons ?? 0) - litres * 264.172)).toBeLessThan(3);
  const early = await site.call(broken, "POST", `repairs/${again.id}/undo`, {});
  expect([early.status, early.json()]).toMatchObject([
    409,
    { detail: expect.stringContaining('"R2" has sent readings') },
  ]);
  await site.undo(broken, redriven.id);
  await site.undo(broken, again.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(rows);
});

test("swaps a meter that reports hours without registers, for one of the given kind", async () => {
  const broken = await home(story());
  const rows = await derivedRows(site.connections, broken.propertyId);
  const request = {
    kind: "swap",
    meter_serial_number: "S",
    swapped_at: hourOf(300),
    new_meter: { serial_number: "S2" },
  };
  const withRegister = await site.call(broken, "POST", "repairs", {
    ...request,
    reason: "Broken.",
    closing_register: 3,
  });
  expect([withRegister.status, withRegister.json()]).toMatchObject([422, { closing_register: [expect.any(String)] }]);
  const swap = await site.repair(broken, request);
  expect(swap.effect).toMatchObject({ units: [{ unit_name: "101" }] });
  const next = await site.repair(broken, {
    kind: "swap",
    meter_serial_number: "S2",
    swapped_at: hourOf(400),
    new_meter: { serial_number: "S3", register_unit: "pulse", gallons_per_pulse: 0.1 },
  });
  const early = await site.call(broken, "POST", `repairs/${swap.id}/undo`, {});
  expect([early.status, early.json()]).toMatchObject([
    409,
    { detail: expect.stringContaining('"S2" has been swapped') },
  ]);
  await site.undo(broken, next.id);
  await site.undo(broken, swap.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(rows);
});

test("rejects swapping in an installed meter, or swapping out an unknown one", async () => {
  const broken = await home([]);
  const swap = { kind: "swap", reason: "Broken.", swapped_at: hourOf(1) };
  const answers = [
    { ...swap, meter_serial_number: "S", new_meter: { serial_number: "T" } },
    { ...swap, meter_serial_number: "X", new_meter: { serial_number: "Y" } },
    { ...swap, meter_serial_number: "S", new_meter: { serial_number: "Y", register_unit: "pulse" } },
    { ...swap, meter_serial_number: "S", new_meter: { serial_number: "Y", gateway_serial_number: "G9" } },
    { ...swap, meter_serial_number: "S", new_meter: { serial_number: "Y" }, swapped_at: "2026-07-01T00:00:00Z" },
  ];
  const fields = [
    "new_meter.serial_number",
    "meter_serial_number",
    "new_meter.gallons_per_pulse",
    "new_meter.gateway_serial_number",
    "swapped_at",
  ];
  for (const [i, body] of answers.entries()) {
    const answer = await site.call(broken, "POST", "repairs", body);
    expect([answer.status, answer.json()]).toMatchObject([422, { [fields[i] ?? ""]: [expect.any(String)] }]);
  }
  expect(await site.list(broken, "repairs")).toEqual([]);
});

test("a swap for a meter that was elsewhere before is not undone once it has sent readings", async () => {
  const gateway = await home([...story(), ...registers()]);
  await swapAt(gateway, "S", 300, "S2");
  await swapAt(gateway, "S2", 400, "S3");
  const rows = await derivedRows(site.connections, gateway.propertyId);
  const back = await swapAt(gateway, "R", 470, "S2");
  await site.undo(gateway, back.id);
  expect(await derivedRows(site.connections, gateway.propertyId)).toEqual(rows);
  const again = await swapAt(gateway, "R", 470, "S2");
  await site.send(gateway, [{ serial: "S2", hour: hourOf(475), gallons: 5 }]);
  await site.refresh();
  const early = await site.call(gateway, "POST", `repairs/${again.id}/undo`, {});
  expect([early.status, early.json()]).toMatchObject([
    409,
    { detail: expect.stringContaining('"S2" has sent readings') },
  ]);
});

test("lists what waits in quarantine at the place where it was measured", async () => {
  const gateway = await home([{ serial: "S", hour: hourOf(100), gallons: 3000 }]);
  await swapAt(gateway, "S", 300, "S2");
  await swapAt(gateway, "R", 350, "S");
  expect(await site.list(gateway, "quarantine")).toMatchObject([{ meter_serial_number: "S", unit_name: "101" }]);
});

test("a swap is not undone once its old meter was at another place, though it left that", async () => {
  const gateway = await home(story());
  const first = await swapAt(gateway, "S", 300, "S2");
  await swapAt(gateway, "R", 350, "S");
  const last = await swapAt(gateway, "S", 450, "S4");
  const early = await site.call(gateway, "POST", `repairs/${first.id}/undo`, {});
  expect([early.status, early.json()]).toMatchObject([
    409,
    { detail: expect.stringContaining('"S" has been swapped or moved') },
  ]);
  await site.undo(gateway, last.id);
});
