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

async function home(rows: readonly object[]): Promise<TestGateway> {
  const gateway = await site.addHome();
  await site.send(gateway, rows);
  await site.refresh();
  return gateway;
}

const rowsOf = (gateway: TestGateway) => derivedRows(site.connections, gateway.propertyId);

/** Lets only these gallons count for the toilet in a range of hours, one hour after the other. */
const reimport = (from: number, until: number, gallons: number) => ({
  kind: "reimport",
  meter_serial_numbers: ["T"],
  from: hourOf(from),
  until: hourOf(until),
  readings: Array.from({ length: until - from }, (_, i) => ({ serial: "T", hour: hourOf(from + i), gallons })),
});

test("either of two overlapping ranges can be undone first", async () => {
  const both = await home(story());
  const alone = { older: await home(story()), newer: await home(story()) };
  const before = await rowsOf(both);
  const [older, newer] = [reimport(250, 300, 1), reimport(280, 340, 2)];
  await site.repair(alone.older, older);
  await site.repair(alone.newer, newer);
  for (const first of ["older", "newer"] as const) {
    const made = { older: await site.repair(both, older), newer: await site.repair(both, newer) };
    const second = first === "older" ? "newer" : "older";
    await site.undo(both, made[first].id);
    expect(await seenRows(site, both)).toEqual(await seenRows(site, alone[second]));
    await site.undo(both, made[second].id);
    expect(await rowsOf(both)).toEqual(before);
  }
});

test("an hour marked unmeasured and corrected later can be undone in either order", async () => {
  const broken = await home(story());
  const before = await rowsOf(broken);
  const correction = (gallons: number | null) => ({
    kind: "correct",
    meter_serial_number: "S",
    hours: [{ hour: hourOf(100), gallons }],
  });
  for (const first of ["older", "newer"]) {
    const [none, some] = [await site.repair(broken, correction(null)), await site.repair(broken, correction(7))];
    const [one, other] = first === "older" ? [none, some] : [some, none];
    await site.undo(broken, one.id);
    await site.undo(broken, other.id);
    expect(await rowsOf(broken)).toEqual(before);
  }
});

test("corrections of a meter removed by an undone swap can be undone", async () => {
  const broken = await home(story());
  const before = await rowsOf(broken);
  const swap = await site.repair(broken, {
    kind: "swap",
    meter_serial_number: "S",
    swapped_at: hourOf(300),
    new_meter: { serial_number: "S2" },
  });
  const none = await site.repair(broken, {
    kind: "correct",
    meter_serial_number: "S2",
    hours: [{ hour: hourOf(310), gallons: null }],
  });
  const undone = await site.call(broken, "POST", `repairs/${swap.id}/undo`, {});
  expect([undone.status, undone.json()]).toMatchObject([
    409,
    { code: "conflict", detail: expect.stringContaining(`${none.id}`) },
  ]);
  await site.undo(broken, none.id);
  await site.undo(broken, swap.id);
  expect(await rowsOf(broken)).toEqual(before);
});

test("rejects undoing a decision on a register that a later one depends on", async () => {
  const rows = registers().map((row, i) => {
    const fallen = i >= 200 ? row.register - 4000 : row.register;
    return { ...row, register: i >= 300 ? fallen + 20_000 : fallen };
  });
  const broken = await home(rows);
  const before = await rowsOf(broken);
  const [fell] = await site.list(broken, "quarantine?ordering=measured_at");
  expect(fell).toMatchObject({ finding: "fell" });
  const first = await site.repair(broken, { kind: "accept", as: "swap", quarantine_ids: [fell?.id] });
  const [leapt] = await site.list(broken, "quarantine");
  expect(leapt).toMatchObject({ finding: "too much" });
  const second = await site.repair(broken, { kind: "accept", as: "counts", quarantine_ids: [leapt?.id] });
  const early = await site.call(broken, "POST", `repairs/${first.id}/undo`, {});
  expect([early.status, early.json()]).toMatchObject([
    409,
    { code: "conflict", detail: expect.stringContaining(`Repair ${second.id}`) },
  ]);
  await site.undo(broken, second.id);
  await site.undo(broken, first.id);
  expect(await rowsOf(broken)).toEqual(before);
});

test("a value that an archive had as a person's is corrected, reimported and no other repair's", async () => {
  const gateway = await site.addHome();
  const at = Date.parse(hourOf(40));
  const archived = {
    row: 1,
    raw: "",
    serial: "T",
    kind: "hour" as const,
    at,
    gallons: 7000,
    flowTime: null,
    events: null,
  };
  const target = { propertyId: gateway.propertyId, source: "archive" };
  const rows = [500, 1].map((sequence, i) => ({
    ...archived,
    at: at + i * 3_600_000,
    hours: 1,
    minutes: null,
    sequence,
    class: 1,
  }));
  await storeReadings(site.connections, target, rows, () => site.clock.now);
  await site.refresh();
  const before = await seenRows(site, gateway);
  const correct = (hour: number, gallons: number | null) => ({
    kind: "correct",
    reason: "x",
    meter_serial_number: "T",
    hours: [{ hour: hourOf(hour), gallons }],
  });
  for (const hour of [40, 41]) {
    const unmeasured = await site.call(gateway, "POST", "repairs", correct(hour, null));
    expect([unmeasured.status, unmeasured.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining("came from an archive") },
    ]);
  }
  const first = await site.repair(gateway, correct(40, 5));
  expect(first.effect.meters).toMatchObject([{ days: [{ gallons_before: 14, gallons_after: 12 }] }]);
  const second = await site.repair(gateway, reimport(40, 42, 2));
  expect(second.effect.meters).toMatchObject([{ days: [{ gallons_before: 12, gallons_after: 4 }] }]);
  const named = await site.call(gateway, "POST", "repairs", correct(40, null));
  expect(named.json()).toMatchObject({ detail: expect.stringMatching(`^Repair ${second.id} gave`) });
  await site.undo(gateway, first.id);
  await site.undo(gateway, second.id);
  expect(await seenRows(site, gateway)).toEqual(before);
});
