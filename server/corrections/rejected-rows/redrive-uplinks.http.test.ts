import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "../../ingest/testing/ingest-site.ts";
import { derivedRows } from "../../metering/testing/derived-rows.ts";
import { chirpStackUp, thingsStackUp } from "../../uplinks/testing/posts.ts";
import { openRepairSite, type RepairSite, seenRows } from "../testing/repair-site.ts";

let site: RepairSite;

beforeAll(async () => {
  site = await openRepairSite();
  // Later than the posts.
  site.clock.now = Date.parse("2026-06-02T00:00:00Z");
});

afterAll(() => site.close());

async function useMapping(home: TestGateway, mapping: object) {
  const path = `/v1/properties/${home.propertyId}/gateways/G1/uplink-mapping`;
  const answer = await site.ask({ propertyIds: [home.propertyId] }, "PUT", path, { uplink_mapping: mapping });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

async function post(home: TestGateway, address: string, body: object) {
  const headers = { authorization: `Bearer ${home.token}` };
  const answer = await site.ask({}, "POST", `/v1/ingest/lorawan/${address}`, body, headers);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

const serial = { from: "field", field: "meter" };
const lists = { serial, list: { field: "history" }, gallons: { field: "value" }, minutes: 60 };
const atMay = { time: "2026-05-20T12:05:09Z" };
/** Two posts with three and two hours. */
const posts: [string, object][] = [
  ["chirpstack?event=up", chirpStackUp({ meter: "S", history: [3, 2, 1] }, atMay)],
  ["things-stack", thingsStackUp({ meter: "T", history: [5, 4] }, { received_at: "2026-05-20T12:05:09Z" })],
];

test("reprocesses unreadable posts once their gateway has a mapping, and undoes it", async () => {
  const [broken, right] = [await site.addHome(), await site.addHome()];
  for (const [address, body] of posts) await post(broken, address, body);
  const rows = await site.list(broken, "rejected-readings");
  expect(rows).toMatchObject([
    { code: "no_uplink_mapping", raw_form: "uplink" },
    { code: "no_uplink_mapping", raw_form: "uplink" },
  ]);
  await useMapping(broken, { ...lists, list: { field: "hours" } });
  const early = await site.call(broken, "POST", "repairs", {
    kind: "redrive",
    reason: "Too early.",
    where: { code: "no_uplink_mapping" },
  });
  expect([early.status, early.text]).toEqual([
    422,
    expect.stringContaining('no list \\"hours\\"; it has: meter, history'),
  ]);
  await useMapping(broken, lists);
  await useMapping(right, lists);
  for (const [address, body] of posts) await post(right, address, body);
  await site.refresh();
  const before = await derivedRows(site.connections, broken.propertyId);
  const made = await site.repair(broken, { kind: "redrive", where: { code: "no_uplink_mapping" } });
  expect(made.rejected_readings.map(({ status }) => status)).toEqual(["stored", "stored"]);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(
    await derivedRows(site.connections, right.propertyId),
  );
  expect(await site.list(broken, "rejected-readings")).toEqual([]);
  await site.undo(broken, made.id);
  expect(await derivedRows(site.connections, broken.propertyId)).toEqual(before);
  expect(await site.list(broken, "rejected-readings")).toHaveLength(2);
});

test("keeps a post open when one of its readings is rejected again; a corrected one counts as a person's", async () => {
  const home = await site.addHome();
  await post(home, "chirpstack?event=up", chirpStackUp({ meter: "S", history: [3, -2, 1] }, atMay));
  await useMapping(home, lists);
  const [row] = await site.list(home, "rejected-readings");
  const redrive = (raw?: string) => ({ kind: "redrive", reason: "x", rows: [{ id: row?.id, ...(raw && { raw }) }] });
  const again = await site.call(home, "POST", "repairs", redrive());
  expect([again.status, again.text]).toEqual([422, expect.stringContaining("gallons is negative")]);
  const none = await site.call(home, "POST", "repairs", redrive(`${row?.raw}`.replace("[3,-2,1]", "[]")));
  expect([none.status, none.text]).toEqual([422, expect.stringContaining("holds no reading")]);
  const cut = await site.call(home, "POST", "repairs", redrive(`${row?.raw}`.slice(0, 50)));
  expect([cut.status, cut.text]).toEqual([422, expect.stringContaining("not the whole JSON")]);
  await site.repair(home, redrive(`${row?.raw}`.replace("[3,-2,1]", "[3,null,1]")));
  const right = await site.addHome();
  const hours = [
    { hour: "2026-05-20T09:00:00Z", gallons: 1 },
    { hour: "2026-05-20T11:00:00Z", gallons: 3 },
  ];
  await site.repair(right, { kind: "correct", meter_serial_number: "S", hours });
  expect(await seenRows(site, home)).toEqual(await seenRows(site, right));
});

const AT_HOUR = Date.parse("2026-05-20T12:00:00Z") / 1000;
const timed = { serial, gallons: { field: "g" }, minutes: 60, time: { field: "at", format: "unix_seconds" } };

test.each([
  ["unit of time", { ...timed, time: { field: "at", format: "unix_milliseconds" } }, "time"],
  ["kind", { serial, register: { field: "g" }, time: timed.time }, "wrong_kind"],
  ["field", { ...timed, gallons: { field: "text" } }, "not_a_number"],
])(
  "reprocesses posts of which a mapping with the wrong %s made no reading, once it is right",
  async (_what, wrong, code) => {
    const [home, right] = [await site.addHome(), await site.addHome()];
    const body = chirpStackUp({ meter: "S", g: 3, text: "3", at: AT_HOUR }, atMay);
    await useMapping(home, wrong);
    await post(home, "chirpstack?event=up", body);
    expect(await site.list(home, "rejected-readings")).toMatchObject([{ code, raw_form: "uplink" }]);
    await useMapping(home, timed);
    await site.repair(home, { kind: "redrive", where: { code } });
    await useMapping(right, timed);
    await post(right, "chirpstack?event=up", body);
    await site.refresh();
    expect(await derivedRows(site.connections, home.propertyId)).toEqual(
      await derivedRows(site.connections, right.propertyId),
    );
  },
);

test("keeps only the rejected readings of a post where others are stored", async () => {
  const home = await site.addHome();
  await useMapping(home, lists);
  await post(home, "chirpstack?event=up", chirpStackUp({ meter: "S", history: [3, -2] }, atMay));
  expect(await site.list(home, "rejected-readings")).toMatchObject([{ code: "negative", raw_form: "json" }]);
});

test("reprocesses readings of a device that is in the inventory now, in any case", async () => {
  const home = await site.addHome();
  const byEui = { gallons: { field: "g" }, minutes: 60 };
  await useMapping(home, byEui);
  await post(home, "things-stack", thingsStackUp({ g: 3 }, { received_at: "2026-05-20T12:05:09Z" }));
  expect(await site.list(home, "rejected-readings")).toMatchObject([{ code: "unknown_serial" }]);
  await sql`update meters set serial_number = 'a81758FFFE05e2f1' where property_id = ${home.propertyId} and serial_number = 'S'`.execute(
    site.connections.worker,
  );
  await sql`update properties set inventory_version = inventory_version + 1 where id = ${home.propertyId}`.execute(
    site.connections.worker,
  );
  const made = await site.repair(home, { kind: "redrive", where: { code: "unknown_serial" } });
  expect(made.rejected_readings).toMatchObject([{ status: "stored" }]);
  // The device's next post finds its meter, too.
  await post(home, "things-stack", thingsStackUp({ g: 4 }, { received_at: "2026-05-20T13:05:09Z" }));
  await post(home, "chirpstack?event=up", chirpStackUp({ g: 5 }, { time: "2026-05-20T14:05:09Z" }));
  expect(await site.list(home, "rejected-readings")).toEqual([]);
});

test("compares serial numbers of readings by HTTP exactly, and of uplinks where several differ in case only", async () => {
  const home = await site.addHome();
  const reading = { serial: "s", hour: "2026-05-20T12:00:00Z", gallons: 1 };
  await site.send(home, [reading]);
  const where = { kind: "redrive", reason: "x", where: { code: "unknown_serial" } };
  expect((await site.call(home, "POST", "repairs", where)).status).toBe(422);
  await sql`update meters set serial_number = case serial_number when 'S' then 'Ab1' else 'aB1' end
    where property_id = ${home.propertyId} and serial_number in ('S', 'T')`.execute(site.connections.worker);
  await sql`update properties set inventory_version = inventory_version + 1 where id = ${home.propertyId}`.execute(
    site.connections.worker,
  );
  await useMapping(home, { ...lists, list: undefined, gallons: { field: "g" } });
  await post(home, "chirpstack?event=up", chirpStackUp({ meter: "ab1", g: 1 }, atMay));
  expect(await site.list(home, "rejected-readings")).toMatchObject([
    { code: "unknown_serial" },
    { code: "unknown_serial" },
  ]);
});
