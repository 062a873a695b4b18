import { expect, test } from "vitest";
import { uplinkMapping } from "../../contract/readings/uplink-mapping.ts";
import { applyMapping, MappingMisfit } from "./apply-mapping.ts";
import { readChirpStack } from "./chirpstack.ts";
import { chirpStackUp } from "./testing/posts.ts";

const AT = Date.parse("2026-06-01T12:05:09.546Z");

function map(mapping: unknown, object: object | null, more: Record<string, unknown> = {}) {
  const event = readChirpStack("up", chirpStackUp(object, more));
  if (event.kind !== "uplink") throw new Error("no uplink");
  return applyMapping(uplinkMapping.parse(mapping), event.uplink, event.uplink.receivedAt ?? 0, "S1");
}

test("dates a register by the network's reception, and converts it by the factor", () => {
  const mapping = { register: { field: "water.total", factor: 0.001 } };
  expect(map(mapping, { water: { total: 1234567 } }).rows).toEqual([
    { serial: "S1", read_at: "2026-06-01T12:05:09.546Z", register: 1234.567, sequence: AT },
  ]);
});

test("assigns gallons without a time to the last full hour", () => {
  const mapping = {
    gallons: { field: "litres", factor: 0.264172 },
    flow_time: { field: "seconds", factor: 0.0166667 },
    events: { field: "draws" },
  };
  expect(map(mapping, { litres: 100, seconds: 3600, draws: 3 }).rows).toEqual([
    { serial: "S1", hour: "2026-06-01T11:00:00.000Z", gallons: 26.417, flow_time: 60, events: 3, sequence: AT },
  ]);
});

test.each([
  ["iso", "begin", "2026-06-01T10:00:00+02:00", "2026-06-01T08:00:00.000Z"],
  ["iso", "end", "2026-06-01T10:00:00+02:00", "2026-06-01T07:00:00.000Z"],
  ["unix_seconds", "begin", 1780300800, "2026-06-01T08:00:00.000Z"],
  ["unix_milliseconds", "end", 1780300800000, "2026-06-01T07:00:00.000Z"],
])("uses the payload's own time: %s, %s", (format, marks, at, hour) => {
  const mapping = { gallons: { field: "g" }, time: { field: "at", format, marks }, sequence: "f_cnt" };
  expect(map(mapping, { g: 1, at }).rows).toEqual([{ serial: "S1", hour, gallons: 1, sequence: 471 }]);
});

test("reads a list as one hour per item, newest first, with gaps for null", () => {
  const mapping = { list: { field: "history" }, gallons: { field: "value" } };
  const hours = (rows: object[]) =>
    rows.map((row) => ("hour" in row && "gallons" in row ? [row.hour, row.gallons] : []));
  const newestFirst = map(mapping, { history: [3, null, 1] });
  expect(hours(newestFirst.rows)).toEqual([
    ["2026-06-01T11:00:00.000Z", 3],
    ["2026-06-01T09:00:00.000Z", 1],
  ]);
  const oldestFirst = map({ ...mapping, list: { field: "history", newest_first: false } }, { history: [1, null, 3] });
  expect(oldestFirst.rows).toEqual(newestFirst.rows);
  // A later repetition of an hour is the same value, not a newer one.
  expect(newestFirst.rows[0]).not.toHaveProperty("sequence");
});

test("keeps start and length of shorter intervals, also as the distance between items", () => {
  const mapping = { gallons: { field: "g" }, minutes: 15, sequence: "none" };
  const at = { field: "at", format: "iso", marks: "end" };
  expect(map({ ...mapping, time: at }, { g: 1, at: "2026-06-01T10:30:00Z" }).rows).toEqual([
    { serial: "S1", started_at: "2026-06-01T10:15:00.000Z", minutes: 15, gallons: 1 },
  ]);
  const rows = map({ ...mapping, gallons: { field: "value" }, list: { field: "log" } }, { log: [3, 2] }).rows;
  expect(rows).toMatchObject([
    { started_at: "2026-06-01T11:45:00.000Z", gallons: 3 },
    { started_at: "2026-06-01T11:30:00.000Z", gallons: 2 },
  ]);
  expect(() => map({ ...mapping, hours: { field: "h" } }, {})).toThrow(/either minutes or hours/);
});

test("items of a list share the fields next to it", () => {
  const mapping = { list: { field: "log" }, register: { field: "r" }, time: { field: "t", format: "unix_seconds" } };
  expect(map(mapping, { log: [{ t: 1780300800, r: 5 }, { t: 1780297200 }], r: 4 }).rows).toEqual([
    { serial: "S1", read_at: "2026-06-01T08:00:00.000Z", register: 5 },
    { serial: "S1", read_at: "2026-06-01T07:00:00.000Z", register: 4 },
  ]);
});

test("a time next to a list is that of its newest item", () => {
  const mapping = {
    list: { field: "log", newest_first: false },
    gallons: { field: "value" },
    minutes: 15,
    time: { field: "sent", marks: "end" },
  };
  const intervals = map(mapping, { log: [1, null, 3], sent: "2026-06-01T10:30:00Z" }).rows;
  expect(intervals).toEqual([
    { serial: "S1", started_at: "2026-06-01T10:15:00.000Z", minutes: 15, gallons: 3 },
    { serial: "S1", started_at: "2026-06-01T09:45:00.000Z", minutes: 15, gallons: 1 },
  ]);
  const registers = { list: { field: "log" }, register: { field: "value" }, time: { field: "sent" } };
  expect(map(registers, { log: [5, 4], sent: "2026-06-01T10:30:00Z" }).rows).toEqual([
    { serial: "S1", read_at: "2026-06-01T10:30:00.000Z", register: 5 },
    { serial: "S1", read_at: "2026-06-01T09:30:00.000Z", register: 4 },
  ]);
});

test("reads battery levels in percent or volts", () => {
  const battery = (unit: object, value: unknown) =>
    map({ gallons: { field: "g" }, battery: { field: "b", ...unit } }, { g: 1, b: value }).battery;
  const volts = { unit: "volt", empty: 3, full: 3.6 };
  expect([
    battery({ unit: "percent" }, 80),
    battery({ unit: "percent" }, 255),
    battery({ unit: "percent" }, "80"),
  ]).toEqual([80, null, null]);
  expect([battery(volts, 3.3), battery(volts, 3.7), battery(volts, 2)]).toEqual([expect.closeTo(50), 100, 0]);
});

test("keeps a small negative volume or register below zero, to be rejected at validation", () => {
  const factor = 0.000264172;
  expect(map({ gallons: { field: "ml", factor } }, { ml: -1 }).rows).toMatchObject([{ gallons: -0.001 }]);
  expect(map({ register: { field: "ml", factor } }, { ml: -1.5 }).rows).toMatchObject([{ register: -0.001 }]);
  expect(map({ gallons: { field: "ml", factor } }, { ml: 0 }).rows).toMatchObject([{ gallons: 0 }]);
});

test("leaves text to the validation of readings, and ignores other ports", () => {
  const mapping = { gallons: { field: "g", factor: 2 }, f_ports: [8] };
  expect(map(mapping, { g: "5" }).rows).toMatchObject([{ gallons: "5" }]);
  expect(map(mapping, { g: 5 }, { fPort: 9 }).rows).toEqual([]);
});

test.each([
  [null, /codec/],
  [{ other: 1, more: 2 }, /no field "g"; it has: other, more/],
  [{}, /it has: nothing/],
])("explains what to change for a payload that does not fit: %j", (object, expected) => {
  expect(() => map({ gallons: { field: "g" } }, object)).toThrow(MappingMisfit);
  expect(() => map({ gallons: { field: "g" } }, object)).toThrow(expected);
});

test.each([["noon"], ["2026-06-01T10:00:00"], [null], [1e300], [{}]])("reports an invalid time: %j", (at) => {
  expect(() => map({ gallons: { field: "g" }, time: { field: "at" } }, { g: 1, at })).toThrow(MappingMisfit);
});

test.each([
  [{}, /either gallons or register/],
  [{ gallons: { field: "a" }, register: { field: "b" } }, /either gallons or register/],
  [{ register: { field: "a" }, events: { field: "b" } }, /has no events/],
  [{ gallons: { field: "a" }, battery: { field: "b", unit: "volt", empty: 3, full: 3 } }, /more volts/],
  [{ gallons: { field: "a", factor: 0 } }, /factor/],
  [{ gallons: { field: "a" }, colour: "blue" }, /colour/],
])("rejects an invalid mapping: %j", (mapping, expected) => {
  const read = uplinkMapping.safeParse(mapping);
  expect(read.success).toBe(false);
  expect(JSON.stringify(read.error?.issues)).toMatch(expected);
});
