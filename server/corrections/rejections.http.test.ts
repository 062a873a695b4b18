import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { hourOf, openRepairSite, type RepairSite, story } from "./testing/repair-site.ts";

let site: RepairSite;
let home: TestGateway;
let foreign: TestGateway;

beforeAll(async () => {
  site = await openRepairSite();
  home = await site.addHome();
  foreign = await site.addHome();
  for (const gateway of [home, foreign]) {
    await site.send(gateway, [
      ...story().slice(0, 200),
      { serial: "S", hour: hourOf(150), gallons: 9000 },
      { serial: "?" },
    ]);
  }
  await site.refresh();
});

afterAll(() => site.close());

const correct = {
  kind: "correct",
  reason: "Because.",
  meter_serial_number: "S",
  hours: [{ hour: hourOf(3), gallons: 1 }],
};
const calls: ["GET" | "POST", string, object?][] = [
  ["GET", "quarantine"],
  ["GET", "rejected-readings"],
  ["GET", "repairs"],
  ["GET", "repairs/1"],
  ["POST", "repairs", correct],
  ["POST", "repairs", { ...correct, preview: true }],
  ["POST", "repairs/1/undo", {}],
];

test("answers for a property outside the scope like for an unknown one; rejects members", async () => {
  const before = await derivedRows(site.connections, foreign.propertyId);
  for (const [method, path, body] of calls) {
    const other = await site.call(foreign, method, path, body, { propertyIds: [home.propertyId] });
    const unknown = await site.call({ ...home, propertyId: 999_999 }, method, path, body, {
      propertyIds: [home.propertyId],
    });
    expect(other.status).toBe(404);
    expect(other.text.replace(/"request_id":"[^"]+"/, "")).toBe(unknown.text.replace(/"request_id":"[^"]+"/, ""));
    const member = await site.call(home, method, path, body, { role: "organization member" });
    expect(member.status).toBe(403);
  }
  expect(await derivedRows(site.connections, foreign.propertyId)).toEqual(before);
});

test("lists what is in quarantine beside a register that is too large for its unit", async () => {
  const meter = { serial: "C", unit: "1", attachedTo: "SPOE", registerFactor: 7480.52 } as const;
  const gateway = await addTestProperty(site.connections, "America/Chicago", [meter]);
  const at = (index: number, register: number) => ({ serial: "C", read_at: hourOf(index), register });
  await site.send(gateway, [at(0, 100), at(1, 2e12), at(2, 1e5)]);
  await site.refresh();
  expect(await site.list(gateway, "quarantine")).toMatchObject([{ finding: "too much", register: 748_052 }]);
  expect(await site.list(gateway, "rejected-readings")).toMatchObject([{ code: "out_of_range" }]);
});

test("treats objects of another property as unknown", async () => {
  const [held] = await site.list(foreign, "quarantine");
  const [row] = await site.list(foreign, "rejected-readings");
  const { id } = await site.repair(foreign, correct);
  const answers = [
    await site.call(home, "POST", "repairs", { kind: "accept", reason: "No.", quarantine_ids: [held?.id] }),
    await site.call(home, "POST", "repairs", { kind: "dismiss", reason: "No.", ids: [row?.id] }),
    await site.call(home, "GET", `repairs/${id}`),
    await site.call(home, "POST", `repairs/${id}/undo`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 404, 404]);
});

const bad: [string, object, string][] = [
  ["no reason", { ...correct, reason: "  " }, "reason"],
  ["an unknown kind", { ...correct, kind: "mend" }, "kind"],
  ["an unknown field", { ...correct, gallons: 3 }, "gallons"],
  ["an unknown meter", { ...correct, meter_serial_number: "X" }, "meter_serial_number"],
  ["a time without an offset", { ...correct, hours: [{ hour: "2026-05-01T00:00", gallons: 1 }] }, "hours.hour"],
  ["an hour that is none", { ...correct, hours: [{ hour: "2026-05-01T00:30:00Z", gallons: 1 }] }, "hours"],
  ["an hour twice", { ...correct, hours: [...correct.hours, ...correct.hours] }, "hours"],
  ["an hour to come", { ...correct, hours: [{ hour: "2026-06-01T05:00:00Z", gallons: 1 }] }, "hours"],
  ["an unmeasured hour to come", { ...correct, hours: [{ hour: "2026-06-01T05:00:00Z", gallons: null }] }, "hours"],
  ["a NUL in a text", { ...correct, reason: "a\0b" }, "reason"],
  ["half of a surrogate pair", { ...correct, meter_serial_number: "S\ud800" }, "meter_serial_number"],
  ["negative gallons", { ...correct, hours: [{ hour: hourOf(3), gallons: -1 }] }, "hours.gallons"],
  ["text for gallons", { ...correct, hours: [{ hour: hourOf(3), gallons: "1" }] }, "hours.gallons"],
  ["no hours", { ...correct, hours: [] }, "hours"],
  ["registers of a meter that has none", { ...correct, registers: [{ read_at: hourOf(3), register: 1 }] }, "hours"],
  ["an unknown id in quarantine", { kind: "accept", reason: "x", quarantine_ids: ["h999"] }, "quarantine_ids"],
  ["an id of no kind", { kind: "accept", reason: "x", quarantine_ids: ["x"] }, "quarantine_ids"],
  ["an unknown rejected row", { kind: "dismiss", reason: "x", ids: [999] }, "ids"],
  ["no rows", { kind: "dismiss", reason: "x" }, "ids"],
  ["rows without a mark", { kind: "redrive", reason: "x", where: {} }, "where"],
  ["rows that are rejected again", { kind: "redrive", reason: "x", where: { code: "serial" } }, "where"],
];

test.each(bad)("rejects %s under its field, and changes nothing", async (_what, body, field) => {
  const before = await derivedRows(site.connections, home.propertyId);
  const answer = await site.call(home, "POST", "repairs", body);
  expect([answer.status, answer.json()]).toMatchObject([
    422,
    { code: "invalid_fields", [field]: [expect.any(String)] },
  ]);
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
  expect(await site.list(home, "repairs")).toEqual([]);
});

test.each(["rejected-readings?code=%00", "quarantine?meter_serial_number=a%00"])(
  "rejects a NUL in %s",
  async (path) => {
    const answer = await site.call(home, "GET", path);
    expect([answer.status, answer.json()]).toMatchObject([400, { code: "invalid_request" }]);
  },
);

const reimport = { kind: "reimport", reason: "x", meter_serial_numbers: ["T"], from: hourOf(10), until: hourOf(20) };
const badFiles: [string, object, string][] = [
  ["a row of another meter", { ...reimport, readings: [{ serial: "S", hour: hourOf(11), gallons: 1 }] }, "readings"],
  ["a row outside the range", { ...reimport, readings: [{ serial: "T", hour: hourOf(20), gallons: 1 }] }, "readings"],
  [
    "a row of an hour that began before the range",
    {
      ...reimport,
      from: new Date(Date.parse(hourOf(10)) + 1_200_000).toISOString(),
      readings: [{ serial: "T", hour: new Date(Date.parse(hourOf(10)) + 1_200_000).toISOString(), gallons: 1 }],
    },
    "readings",
  ],
  [
    "a row that cannot be read",
    { ...reimport, readings: [{ serial: "T", hour: hourOf(11), gallons: -1 }] },
    "readings",
  ],
  ["a file of unknown columns", { ...reimport, csv: { text: "a,b\n1,2" } }, "csv"],
  ["rows and a file", { ...reimport, readings: [], csv: { text: "a,b\n1,2" } }, "readings"],
  ["a range that ends after the present hour", { ...reimport, until: "2026-06-01T01:00:01Z", readings: [] }, "until"],
  ["a range that ends before it begins", { ...reimport, until: hourOf(9), readings: [] }, "until"],
];

test.each(badFiles)("rejects a reimport of %s", async (_what, body, field) => {
  const answer = await site.call(home, "POST", "repairs", body);
  expect([answer.status, answer.json()]).toMatchObject([422, { [field]: [expect.any(String)] }]);
});

test("a preview changes nothing, including the audit log", async () => {
  const before = await derivedRows(site.connections, home.propertyId);
  const preview = await site.call(home, "POST", "repairs", { ...correct, preview: true });
  expect([preview.status, preview.json()]).toMatchObject([200, { id: null, preview: true }]);
  expect(await derivedRows(site.connections, home.propertyId)).toEqual(before);
  expect(await site.list(home, "repairs")).toEqual([]);
  const left = await sql<{ count: number }>`
    select (select count(*) from changes where property_id = ${home.propertyId}) +
      (select count(*) from excluded_stretches where property_id = ${home.propertyId}) as count`.execute(
    site.connections.worker,
  );
  expect(left.rows).toEqual([{ count: 0 }]);
});

test("applies corrections of two concurrent administrators one after the other", async () => {
  const answers = await Promise.all(
    [4, 5, 6, 7].map((hour) =>
      site.call(home, "POST", "repairs", { ...correct, hours: [{ hour: hourOf(hour), gallons: hour }] }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await site.list(home, "repairs?ordering=made_at")).toHaveLength(4);
});
