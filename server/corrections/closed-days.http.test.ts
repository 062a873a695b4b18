import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "../ingest/testing/ingest-site.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { closeHours } from "../retention/close-hours.ts";
import { dayNumber } from "../time/local-day.ts";
import { hourOf, openRepairSite, type RepairSite, registers, story } from "./testing/repair-site.ts";

let site: RepairSite;
let home: TestGateway;
/** Corrections of the days that were closed afterwards. */
let early: { reimport: number; correct: number; dismiss: number };
let before: string[];

/** The first day whose hours are kept. */
const KEPT = "2026-05-01";
/** The first day that stays open: the ninth, as eight days after the dropped hours are closed too. */
const OPEN = "2026-05-09";
const openHour = 8 * 24;

const reimport = (from: number, until: number) => ({
  kind: "reimport",
  meter_serial_numbers: ["T"],
  from: hourOf(from),
  until: hourOf(until),
  readings: Array.from({ length: until - from }, (_, i) => ({ serial: "T", hour: hourOf(from + i), gallons: 1 })),
});
const correct = (at: number, gallons: number | null) => ({
  kind: "correct",
  meter_serial_number: "S",
  hours: [{ hour: hourOf(at), gallons }],
});

beforeAll(async () => {
  site = await openRepairSite();
  home = await site.addHome();
  // So far that it stays below the highest register before.
  const fallen = registers().map((row, i) => (i >= 50 ? { ...row, register: row.register - 5400 } : row));
  await site.send(home, [...story(), ...fallen, { serial: "S", hour: hourOf(60), gallons: 9000 }, { serial: "" }]);
  await site.refresh();
  early = {
    reimport: (await site.repair(home, reimport(openHour - 5, openHour + 5))).id,
    correct: (await site.repair(home, correct(openHour - 1, 3))).id,
    dismiss: (await site.repair(home, { kind: "dismiss", where: { code: "serial" } })).id,
  };
  await closeHours(site.connections, home.propertyId, dayNumber(KEPT), () => site.clock.now);
  before = await derivedRows(site.connections, home.propertyId);
});

afterAll(() => site.close());

const cases: [string, (held: Map<unknown, unknown>) => object, string][] = [
  ["a range that begins before it", () => reimport(openHour - 1, openHour + 4), "from"],
  ["a range without rows", () => ({ ...reimport(openHour - 1, openHour + 4), readings: [] }), "from"],
  ["an hour", () => correct(openHour - 1, 4), "hours"],
  ["an hour that was not measured", () => correct(openHour - 2, null), "hours"],
  [
    "a swap",
    () => ({
      kind: "swap",
      meter_serial_number: "S",
      swapped_at: hourOf(openHour - 1),
      new_meter: { serial_number: "N" },
    }),
    "swapped_at",
  ],
  ["a volume", (held) => ({ kind: "accept", quarantine_ids: [held.get("hour")] }), "quarantine_ids"],
  [
    "registers",
    (held) => ({ kind: "accept", as: "counts", quarantine_ids: [held.get("registers")] }),
    "quarantine_ids",
  ],
];

test.each(cases)("rejects %s before the first open day, naming that day", async (_what, request, field) => {
  const held = new Map((await site.list(home, "quarantine")).map(({ sort, id }) => [sort, id]));
  const answer = await site.call(home, "POST", "repairs", { reason: "Late.", ...request(held) });
  expect([answer.status, answer.json()]).toMatchObject([
    422,
    {
      code: "invalid_fields",
      [field]: [expect.stringContaining(`from ${OPEN} on, because hours before ${KEPT} are archived`)],
    },
  ]);
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
});

test("allows corrections and undo from the first open day", async () => {
  for (const request of [reimport(openHour, openHour + 4), correct(openHour, null)]) {
    const { id } = await site.repair(home, request);
    await site.undo(home, id);
    expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
  }
});

test.each([
  // All twelve days from the first open one on are measured then.
  ["a swap", { kind: "accept", as: "swap" }, 12],
  ["a reset", { kind: "accept", as: "reset" }, 12],
  ["wrong", { kind: "reject" }, 0],
])("decides on the open days of registers in quarantine that began before them: %s", async (_what, decision, days) => {
  const held = (await site.list(home, "quarantine")).filter(({ sort }) => sort === "registers");
  expect(held).toHaveLength(1);
  const { id } = await site.repair(home, { ...decision, quarantine_ids: held.map((stretch) => stretch.id) });
  const lines = await derivedRows(site.connections, home.propertyId);
  const isMeasured = /^meter day R .*"day": "2026-05-(09|1.|20)".*"hours_measured": 2[34]/;
  expect(lines.filter((line) => isMeasured.test(line))).toHaveLength(days);
  expect((await site.list(home, "quarantine")).filter(({ sort }) => sort === "registers")).toEqual([]);
  await site.undo(home, id);
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
});

test("rejects undo within archived days, but allows it where no day is affected", async () => {
  for (const id of [early.reimport, early.correct]) {
    const answer = await site.call(home, "POST", `repairs/${id}/undo`, {});
    expect([answer.status, answer.json()]).toMatchObject([
      409,
      {
        code: "conflict",
        detail: expect.stringContaining(`from ${OPEN} on, because hours before ${KEPT} are archived`),
      },
    ]);
  }
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
  await site.undo(home, early.dismiss);
});
