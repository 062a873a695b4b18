import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, type LeakySite, leakySite } from "../../leaks-api/testing/leaky-site.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(20));
  await site.send(site.ours, [0, 20], water);
});
afterAll(() => site?.app.close());

/** The home leaks a gallon an hour from day 12 on, and still does; the toilet never. */
function water(serial: string, day: number, hour: number): number {
  if (serial === "bath") return hour === 9 ? 1.5 : 0;
  return (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + (day >= 12 ? 1 : 0);
}

type Method = "POST" | "PUT" | "DELETE";

/** Makes a call as our manager. @returns its response, and its audit log entries */
async function made(method: Method, path: string, body?: object | string, headers: Record<string, string> = {}) {
  const { app, ours } = site;
  const last = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(
    app.connections.accounts,
  );
  const answer = await app.ask({ userId: 7, ...ours.manager }, method, path, body, headers);
  const found = await sql<Record<string, unknown>>`
    select actor_id, actor, organization_id, property_id, action, object_type, object_id, before, after from audit_log
    where id > ${last.rows[0]?.id ?? 0} order by id`.execute(app.connections.accounts);
  return { answer, status: answer.status, id: String(Object(answer.json()).id), rows: found.rows };
}

/** What a row must contain, by default made by our manager at our property. */
const row = (fields: object) => ({
  actor_id: 7,
  actor: "somebody@example.com",
  organization_id: site.ours.organizationId,
  property_id: site.ours.propertyId,
  before: null,
  after: null,
  ...fields,
});
const property = () => `/v1/properties/${site.ours.propertyId}`;

describe("a change adds one row with old and new values", () => {
  test.each(["leak", "metering"] as const)("for the thresholds of the %s rules", async (which) => {
    const path = `/v1/organizations/${site.ours.organizationId}/${which}-settings`;
    const known = Object((await site.app.ask(site.ours.manager, "GET", path)).json()).settings;
    const { name, value } = Object(known[0]);
    const first = await made("PUT", path, { settings: { [name]: value * 2 } });
    expect(first.status, first.answer.text).toBe(200);
    const fields = {
      property_id: null,
      action: `${which}-settings.change`,
      object_type: "organization",
      object_id: String(site.ours.organizationId),
    };
    expect(first.rows).toEqual([row({ ...fields, before: {}, after: { [name]: value * 2 } })]);
    // A request that changes nothing is not logged.
    expect((await made("PUT", path, { settings: { [name]: value * 2 } })).rows).toEqual([]);
    const back = await made("PUT", path, { settings: {} });
    expect(back.rows).toEqual([row({ ...fields, before: { [name]: value * 2 }, after: {} })]);
  });

  test("for the tag of continuous use", async () => {
    const path = `${property()}/meters/bath/continuous-use`;
    const fields = { action: "meter.continuous-use", object_type: "meter", object_id: "bath" };
    const [no, yes] = [{ continuous_use_expected: false }, { continuous_use_expected: true }];
    expect((await made("PUT", path, { expected: true })).rows).toEqual([row({ ...fields, before: no, after: yes })]);
    expect((await made("PUT", path, { expected: true })).rows).toEqual([]);
    expect((await made("PUT", path, { expected: false })).rows).toEqual([row({ ...fields, before: yes, after: no })]);
  });

  test("for a repair mark and its removal", async () => {
    const leakRepair = { meter: "home", repaired_at: at(19), note: "New valve" };
    const created = await made("POST", "/v1/leaks/repaired", { property_id: site.ours.propertyId, ...leakRepair });
    const fields = { object_type: "leak-repair", object_id: created.id };
    expect(created.status, created.answer.text).toBe(201);
    expect(created.rows).toEqual([row({ ...fields, action: "leak-repair.create", after: leakRepair })]);
    const undone = await made("DELETE", `/v1/leaks/repaired/${created.id}`);
    expect(undone.rows).toEqual([row({ ...fields, action: "leak-repair.undo", before: leakRepair })]);
  });

  test("for occupancy", async () => {
    const { rows } = await made("PUT", `${property()}/occupancy`, {
      rows: [
        { unit: "1", status: "vacant" },
        { unit: "no such", status: "vacant" },
      ],
    });
    const object = { object_type: "property", object_id: String(site.ours.propertyId) };
    expect(rows).toEqual([row({ action: "occupancy.tell", ...object, after: { rows_stored: 1 } })]);
    const none = await made("PUT", `${property()}/occupancy`, { rows: [{ unit: "no such", status: "vacant" }] });
    expect(none.rows).toEqual([]);
  });

  test("for an uplink mapping", async () => {
    const path = `${property()}/gateways/G1/uplink-mapping`;
    const fields = { action: "gateway.uplink-mapping", object_type: "gateway", object_id: "G1" };
    const mapping = { gallons: { field: "volume" }, minutes: 60 };
    const set = await made("PUT", path, { uplink_mapping: mapping });
    expect(set.rows).toMatchObject([row({ ...fields, after: mapping })]);
    const ended = await made("PUT", path, { uplink_mapping: null });
    expect(ended.rows).toMatchObject([row({ ...fields, before: mapping })]);
  });

  test("for an import and its cancellation", async () => {
    const csv = { "content-type": "text/csv" };
    const sent = await made("POST", `${property()}/imports?name=may.csv`, "serial,hour,gallons\n", csv);
    expect(sent.status, sent.answer.text).toBe(202);
    const fields = { object_type: "import", object_id: sent.id };
    const after = { name: "may.csv", bytes: 20, dry_run: false };
    expect(sent.rows).toEqual([row({ ...fields, action: "import.create", after })]);
    const ended = await made("DELETE", `${property()}/imports/${sent.id}`);
    const before = { name: "may.csv", state: "waiting" };
    expect(ended.rows).toEqual([row({ ...fields, action: "import.interrupt", before })]);
  });

  test("for a correction and its undo, but not for a preview", async () => {
    const request = {
      kind: "correct",
      reason: "As the caretaker says.",
      meter_serial_number: "home",
      hours: [{ hour: at(15, 3), gallons: 2 }],
    };
    expect((await made("POST", `${property()}/repairs`, { ...request, preview: true })).rows).toEqual([]);
    const repair = await made("POST", `${property()}/repairs`, request);
    expect(repair.status, repair.answer.text).toBe(200);
    const fields = { object_type: "repair", object_id: repair.id };
    const what = { kind: request.kind, reason: request.reason };
    expect(repair.rows).toEqual([row({ ...fields, action: "repair.create", after: what })]);
    const undo = `${property()}/repairs/${repair.id}/undo`;
    expect((await made("POST", undo, { preview: true })).rows).toEqual([]);
    expect((await made("POST", undo, {})).rows).toEqual([row({ ...fields, action: "repair.undo", before: what })]);
    const again = await made("POST", undo, {});
    expect(again.status).toBe(409);
    expect(again.rows).toMatchObject([{ action: "rejected", after: { status: 409, code: "conflict" } }]);
  });
});

test("rolls back a change whose audit row cannot be written", async () => {
  const { connections } = site.app;
  await sql`alter table audit_log add constraint full_up check (action <> 'meter.continuous-use') not valid`.execute(
    connections.owner,
  );
  const path = `${property()}/meters/bath/continuous-use`;
  expect((await made("PUT", path, { expected: true })).status).toBe(500);
  const meters = await sql`
    select continuous_use_expected from meters
    where property_id = ${site.ours.propertyId} and serial_number = 'bath'`.execute(connections.worker);
  expect(meters.rows).toEqual([{ continuous_use_expected: false }]);
  await sql`alter table audit_log drop constraint full_up`.execute(connections.owner);
});
