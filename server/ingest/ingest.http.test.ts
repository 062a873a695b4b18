import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "./testing/ingest-site.ts";

const NOW = Date.UTC(2026, 5, 1, 12, 30);
const meters: TestMeter[] = [
  { serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null },
  { serial: "R1", unit: "2", attachedTo: "SPOE", registerFactor: 264.172 },
];
let site: IngestSite;
let gateway: TestGateway;

beforeAll(async () => {
  site = await openIngestSite();
  site.clock.now = NOW;
});
afterAll(() => site?.close());

/** A property of its own for a test. */
async function newGateway(timeZone = "America/Chicago") {
  gateway = await site.addProperty(timeZone, meters);
}

function post(payload: string | Buffer | object[], headers: Record<string, string> = {}) {
  const content = typeof payload === "string" || Buffer.isBuffer(payload) ? "application/json" : undefined;
  return site.app.inject({
    method: "POST",
    url: "/v1/ingest/readings",
    headers: {
      authorization: `Bearer ${gateway.token}`,
      ...(content === undefined ? {} : { "content-type": content }),
      ...headers,
    },
    payload,
  });
}

const good = (hour = "2026-05-31T10:00:00Z") => ({ serial: "M1", hour, gallons: 1.5, flow_time: 3, events: 1 });

function rejected() {
  return sql<{ source_row: number; raw: string; code: string; reason: string }>`
    select source_row, raw, code, reason from rejected_readings where property_id = ${gateway.propertyId} order by id`
    .execute(site.connections.worker)
    .then((result) => result.rows);
}

const badRows: [string, string, unknown, RegExp][] = [
  ["an unknown serial", "unknown_serial", { ...good(), serial: "M9" }, /"M9" is known at this property/],
  ["negative gallons", "negative", { ...good(), gallons: -1 }, /negative \(-1\)/],
  ["61 minutes", "flow_time", { ...good(), flow_time: 61 }, /flow_time is 61/],
  ["the future", "future", good("2026-06-01T13:00:00Z"), /is in the future/],
  ["a time without offset", "time", good("2026-05-31T10:00:00"), /offset/],
  ["no time at all", "time", good("yesterday"), /ISO time/],
  ["a date that does not exist", "time", good("2026-02-30T10:00:00Z"), /existing date/],
  ["text for a number", "not_a_number", { ...good(), gallons: "5" }, /gallons is text.*without quotes/],
  ["null gallons", "no_volume", { ...good(), gallons: null }, /gallons is missing/],
  ["no gallons", "no_volume", { serial: "M1", hour: "2026-05-31T10:00:00Z" }, /gallons is missing/],
  ["a list for a number", "not_a_number", { ...good(), gallons: [1] }, /not a number/],
  ["text for minutes", "flow_time", { ...good(), flow_time: "3" }, /flow_time is "3"/],
  ["half a draw", "events", { ...good(), events: 0.5 }, /events must be a whole number/],
  ["no hours", "hours", { ...good(), hours: 0 }, /hours must be/],
  ["a negative sequence", "sequence", { ...good(), sequence: -1 }, /sequence must be/],
  ["an unknown field", "unknown_field", { ...good(), galons: 3 }, /"galons" is not known/],
  ["a number for the serial", "serial", { ...good(), serial: 12 }, /serial is missing or not text/],
  ["a foreign encoding", "encoding", { ...good(), serial: "caf\uFFFD" }, /UTF-8/],
  ["a row that is no object", "not_an_object", 5, /JSON object/],
  ["null", "not_an_object", null, /JSON object/],
  ["hour and register", "two_kinds", { ...good(), register: 4 }, /two kinds of readings/],
  ["an hour of a register", "wrong_kind", { ...good(), serial: "R1" }, /"R1" reports a register/],
  ["a register of hours", "wrong_kind", { serial: "M1", read_at: "2026-05-31T10:00:00Z", register: 4 }, /by the hour/],
  [
    "minutes of a register",
    "unknown_field",
    { serial: "R1", read_at: "2026-05-31T10:00:00Z", register: 4, flow_time: 1 },
    /"flow_time"/,
  ],
  ["a volume beyond any meter", "out_of_range", { ...good(), gallons: 3e6 }, /out of range/],
  ["a time before 1990", "time", good("1989-12-31T10:00:00Z"), /before 1990/],
];

test.each(badRows)(
  "rejects %s with a message that names the row, and stores the good rows",
  async (_what, code, bad, expectedReason) => {
    await newGateway();
    const rows = [good("2026-05-31T10:00:00Z"), bad, good("2026-05-31T11:00:00Z")];
    const answer = await post(JSON.stringify(rows));
    expect(answer.statusCode).toBe(200);
    const { received, stored, duplicate, rejected: rejectedCount, rows: outcomes } = ingestAnswer.parse(answer.json());
    expect({ received, stored, duplicate, rejectedCount }).toEqual({
      received: 3,
      stored: 2,
      duplicate: 0,
      rejectedCount: 1,
    });
    expect(outcomes.map(({ row, status }) => [row, status])).toEqual([
      [1, "stored"],
      [2, "rejected"],
      [3, "stored"],
    ]);
    expect(outcomes[1]?.code).toBe(code);
    expect(outcomes[1]?.reason).toMatch(/^Row 2: /);
    expect(outcomes[1]?.reason).toMatch(expectedReason);
    await post(JSON.stringify(rows));
    expect(await rejected()).toEqual([{ source_row: 2, raw: JSON.stringify(bad), code, reason: outcomes[1]?.reason }]);
  },
);

test("rejects rows with bytes that are not UTF-8", async () => {
  await newGateway();
  const body = Buffer.from(JSON.stringify([good(), { ...good(), serial: "café" }]), "latin1");
  const answer = ingestAnswer.parse((await post(body)).json());
  expect(answer).toMatchObject({ received: 2, stored: 1, rejected: 1 });
  expect(answer.rows[1]).toMatchObject({ code: "encoding" });
});

test("accepts hours up to ten minutes ahead, by the property's local hours", async () => {
  await newGateway("Asia/Kolkata");
  site.clock.now = Date.UTC(2026, 5, 1, 12, 19, 59);
  expect((await post([good("2026-06-01T12:30:00Z")])).json()).toMatchObject({ rejected: 1 });
  site.clock.now = Date.UTC(2026, 5, 1, 12, 20);
  expect((await post([good("2026-06-01T12:30:00Z")])).json()).toMatchObject({ stored: 1 });
  site.clock.now = NOW;
});

test("rejects bodies that are not a batch", async () => {
  await newGateway();
  const lines = { "content-type": "application/x-ndjson" };
  const cases: [Parameters<typeof post>, number, RegExp][] = [
    [["not json"], 400, /valid JSON/],
    [['[{"serial":"M1"'], 400, /valid JSON/],
    [[""], 400, /JSON body/],
    [["", lines], 400, /holds no readings/],
    [["5"], 422, /array of readings/],
    [['{"readings":1}'], 422, /array of readings/],
    [['{"readings":[],"more":1}'], 422, /array of readings/],
    [['"x"'], 422, /^Send an array of readings, or an object/],
    [["serial,hour", { "content-type": "text/csv" }], 415, /application\/json.*application\/x-ndjson.*gzip/],
    [["serial,hour", { "content-type": "text/plain" }], 415, /application\/json.*application\/x-ndjson.*gzip/],
    [[Array.from({ length: 10_001 }, () => good())], 413, /10,001/],
  ];
  for (const [[payload, headers], status, expectedDetail] of cases) {
    const answer = await post(payload, headers);
    expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.stringMatching(expectedDetail)]);
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
  }
  const rows = await sql`select from meter_days where property_id = ${gateway.propertyId}`.execute(
    site.connections.worker,
  );
  expect(rows.rows).toEqual([]);
});

test("validates each line separately, including a broken one", async () => {
  await newGateway();
  const body = [
    JSON.stringify(good()),
    '{"serial":"M1","hour":',
    "",
    JSON.stringify(good("2026-05-31T11:00:00Z")),
  ].join("\n");
  const answer = ingestAnswer.parse((await post(body, { "content-type": "application/x-ndjson" })).json());
  expect(answer).toMatchObject({ received: 3, stored: 2, duplicate: 0, rejected: 1 });
  expect(answer.rows[1]).toMatchObject({ row: 2, code: "not_json" });
  expect(await rejected()).toMatchObject([{ source_row: 2, raw: '{"serial":"M1","hour":' }]);
});

test("ignores a leading byte order mark, compressed or not", async () => {
  await newGateway();
  const lines = Buffer.from(`\uFEFF${JSON.stringify(good())}\n${JSON.stringify(good("2026-05-31T11:00:00Z"))}\n`);
  const asLines = { "content-type": "application/x-ndjson; charset=utf-8" };
  expect((await post(lines, asLines)).json()).toMatchObject({ stored: 2, rejected: 0 });
  const packed = await post(gzipSync(lines), { ...asLines, "content-encoding": "gzip" });
  expect(packed.json()).toMatchObject({ duplicate: 2, rejected: 0 });
  const list = Buffer.from(`\uFEFF${JSON.stringify([good()])}`);
  expect((await post(list)).json()).toMatchObject({ duplicate: 1 });
});

test("rejected rows name their gateway by its serial number", async () => {
  await newGateway();
  await post([{ ...good(), serial: "M9" }]);
  const kept = await sql`select source from rejected_readings where property_id = ${gateway.propertyId}`.execute(
    site.connections.worker,
  );
  expect(kept.rows).toEqual([{ source: "G1" }]);
});

test("stores nothing without a valid token", async () => {
  await newGateway();
  const { token, tokenId } = gateway;
  for (const [authorization, expectedDetail] of [
    ["", /The request has no token.*Authorization: Bearer/],
    ["Bearer", /The request has no token/],
    [`Basic ${token}`, /The request has no token/],
    [`Bearer ${token}x`, /unknown or revoked/],
    [`Bearer dlg_${tokenId}_${"A".repeat(43)}`, /unknown or revoked/],
  ] as const) {
    const answer = await post([good()], { authorization });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "invalid_gateway_token"]);
    expect(answer.json().detail).toMatch(expectedDetail);
  }
  expect((await post([good()])).statusCode).toBe(200);
  await sql`update gateway_tokens set revoked_at = now() where id = ${tokenId}`.execute(site.connections.worker);
  const revoked = await post([good()]);
  expect([revoked.statusCode, revoked.json().detail]).toEqual([401, expect.stringMatching(/unknown or revoked/)]);
});

test("treats meters of another property as unknown to a gateway", async () => {
  await newGateway();
  const other = gateway;
  await newGateway();
  await sql`update meters set serial_number = 'FOREIGN' where property_id = ${other.propertyId} and serial_number = 'M1'`.execute(
    site.connections.worker,
  );
  await sql`update properties set inventory_version = 2 where id = ${other.propertyId}`.execute(
    site.connections.worker,
  );
  const answer = ingestAnswer.parse((await post([{ ...good(), serial: "FOREIGN" }])).json());
  expect(answer.rows[0]).toMatchObject({ status: "rejected", code: "unknown_serial" });
  expect(answer.rows[0]?.reason).not.toContain(String(other.propertyId));
});

test("keeps two databases with the same ids apart in one process", async () => {
  const second = await openIngestSite();
  second.clock.now = NOW;
  const here = await site.addProperty("Etc/UTC", [
    { serial: "HERE", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
  let there = await second.addProperty("Etc/UTC", [
    { serial: "THERE", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
  // The same id and version in both databases.
  while (there.propertyId < here.propertyId) {
    there = await second.addProperty("Etc/UTC", [
      { serial: "THERE", unit: "1", attachedTo: "SPOE", registerFactor: null },
    ]);
  }
  expect(there.propertyId).toBe(here.propertyId);
  expect(await site.send(here, [{ ...good(), serial: "HERE" }])).toMatchObject({ stored: 1 });
  expect(await second.send(there, [{ ...good(), serial: "THERE" }])).toMatchObject({ stored: 1 });
  await second.close();
});
