import { userInfo } from "node:os";
import { basename } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../database/connect.ts";
import { csvFile } from "../imports/testing/csv-file.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { runHere } from "./testing/run-here.ts";

let url: string;
let drop: () => Promise<void>;
let connections: Connections;
let last = 0;
const OAK = "property,building,unit,bedrooms,point,serial,gateway,time_zone\nOak,A,101,2,SPOE,S1,G1,America/Chicago\n";

beforeAll(async () => {
  const database = await freshDatabase();
  ({ url, drop } = database);
  connections = connect(url);
  await dripline("inventory", await csvFile(OAK));
});
afterAll(async () => {
  await connections?.close();
  await drop?.();
});

/** Runs the command line; fails unless it works. @returns what it printed */
async function dripline(...args: string[]): Promise<string> {
  const { code, out, error } = await runHere(url, args);
  if (code !== 0) throw new Error(error);
  return out;
}

/** Runs a command. @returns what it printed, and what it put on record */
async function run(...args: string[]) {
  const out = await dripline(...args);
  const found = await sql<{ id: number; at: Date }>`
    select id, at, actor_id, actor, organization_id, property_id, action, object_type, object_id, before, after,
      request_id
    from audit_log where id > ${last} order by id`.execute(connections.accounts);
  last = found.rows.at(-1)?.id ?? last;
  return { out: out.trim(), rows: found.rows.map(({ id: _id, at: _at, ...row }) => row) };
}

test("logs changes by commands once, under the command line and its user, without tokens", async () => {
  const found = await sql<{ id: number; organization_id: number }>`
    select id, organization_id from properties where name = 'Oak'`.execute(connections.accounts);
  const oak = found.rows[0] ?? { id: 0, organization_id: 0 };
  const row = (fields: object) => ({
    actor_id: null,
    actor: `command line (${userInfo().username})`,
    organization_id: oak.organization_id,
    property_id: oak.id,
    before: null,
    after: null,
    request_id: "",
    ...fields,
  });
  const object = { object_type: "property", object_id: String(oak.id) };
  const counts = { new: 7, changed: 0, changes: [] };
  expect((await run("settings", "show")).rows).toEqual([row({ ...object, action: "inventory.import", after: counts })]);
  const change = await run("inventory", await csvFile(OAK.replace(",101,2,", ",101,3,")));
  const changes = ["unit Oak / A / 101: bedrooms 2 to 3"];
  expect(change.rows).toMatchObject([row({ action: "inventory.import", after: { new: 0, changed: 1, changes } })]);

  const tokens = "/v1/admin/properties/Oak/gateway-tokens";
  const created = await run("call", "POST", tokens, "gateway_serial_number=G1", "--fields", "token");
  const id = created.out.split("_")[1] ?? "";
  const token = { object_type: "gateway-token", object_id: id };
  const gateway = { gateway_serial_number: "G1" };
  expect(created.rows).toEqual([row({ ...token, action: "gateway-token.create", after: gateway })]);
  expect(JSON.stringify(created.rows)).not.toContain(created.out.slice(-43));
  const revoked = await run("call", "DELETE", `${tokens}/${id}`);
  expect(revoked.rows).toEqual([row({ ...token, action: "gateway-token.revoke", before: gateway })]);
  expect((await run("call", "DELETE", `${tokens}/${id}`)).rows).toEqual([]);

  const repairs = "/v1/properties/Oak/repairs";
  const fields = ["kind=correct", "meter_serial_number=S1", "reason=As the caretaker says."];
  const hours = 'hours=[{"hour":"2026-05-01T05:00:00Z","gallons":7}]';
  const repaired = await run("call", "POST", repairs, ...fields, hours, "--json");
  const repair = { object_type: "repair", object_id: String(JSON.parse(repaired.out).id) };
  const what = { kind: "correct", reason: "As the caretaker says." };
  expect(repaired.rows).toEqual([row({ ...repair, action: "repair.create", after: what })]);
  const undone = await run("call", "POST", `${repairs}/${repair.object_id}/undo`);
  expect(undone.rows).toEqual([row({ ...repair, action: "repair.undo", before: what })]);

  const set = await run("settings", "set", "floor_gallons=0.6");
  const organization = { object_type: "organization", object_id: String(oak.organization_id), property_id: null };
  const after = { floor_gallons: 0.6 };
  expect(set.rows).toEqual([row({ ...organization, action: "leak-settings.change", before: {}, after })]);

  const tagged = await run("call", "PUT", "/v1/properties/Oak/meters/S1/continuous-use", "expected=true");
  expect(tagged.rows).toMatchObject([row({ action: "meter.continuous-use", before: {}, after: {}, object_id: "S1" })]);

  const readings = await csvFile("serial,hour,gallons\nS1,2026-05-01T06:00:00Z,3\n");
  expect((await run("import", readings, "--property", "Oak", "--dry-run")).rows).toEqual([]);
  const imported = await run("import", readings, "--property", "Oak");
  const file = { file: basename(readings), is_new_property: false };
  expect(imported.rows).toEqual([row({ ...object, action: "import.create", after: file })]);

  const opened = await run("first-admin");
  const installation = { organization_id: null, property_id: null, object_type: "", object_id: "" };
  expect(opened.rows).toEqual([row({ ...installation, action: "first-admin.open" })]);
  expect(JSON.stringify(opened.rows)).not.toContain(opened.out.split("token=")[1] ?? "token");

  const roll = await csvFile("unit,status\n101,vacant\n");
  const rollImport = await run("occupancy", "import", roll, "--property", "Oak");
  expect(rollImport.rows).toMatchObject([row({ action: "occupancy.tell", after: { rows_stored: 1 } })]);
}, 240_000);
