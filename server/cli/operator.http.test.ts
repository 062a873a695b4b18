import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../accounts/create-user.ts";
import { connect } from "../database/connect.ts";
import { csvFile } from "../imports/testing/csv-file.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { mainScript, runProgram } from "./testing/run-dripline.ts";
import { runHere } from "./testing/run-here.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase();
});

afterAll(async () => {
  await database.drop();
});

const OAK = "property,building,unit,bedrooms,point,serial,gateway,time_zone\nOak,A,101,2,SPOE,S1,G1,America/Chicago\n";

/** Runs a command in this process; where it is not about a shell. */
const dripline = (...args: string[]) => runHere(database.url, args);

/** Runs a line of bash in which `dripline` is the command line. */
function bash(line: string) {
  const script = `set -o pipefail; dripline() { "${process.execPath}" "${mainScript}" "$@"; }; ${line}`;
  return runProgram(database.url, "bash", ["--norc", "-c", script]);
}

test("removes a lost second factor with the user's sessions, and logs it", async () => {
  const connections = connect(database.url);
  const names = { firstName: "", lastName: "", memberships: [] };
  const id = await createUser(connections, { email: "ann@example.com", password: "Quiet-Valves-7!", ...names });
  const rows = { user_id: id, secret: Buffer.from("sealed"), confirmed_at: new Date(0) };
  await connections.accounts.insertInto("two_factors").values(rows).execute();
  await sql`insert into sessions (user_id, token, expires_at) values (${id}, 't', now() + interval '1 hour')`.execute(
    connections.accounts,
  );
  expect(await dripline("second-factor", "remove", "bob@example.com")).toMatchObject({ code: 2, out: "" });
  expect(await dripline("second-factor", "remove", "Ann@Example.com")).toMatchObject({ code: 0, error: "" });
  expect(await dripline("second-factor", "remove", "ann@example.com")).toMatchObject({ code: 2, out: "" });
  const left = await sql<{ sessions: number; actors: string[] }>`
    select (select count(*) from sessions) as sessions, array_agg(actor) as actors from audit_log
    where action = 'second_factor.remove' and object_id = ${String(id)}`.execute(connections.accounts);
  expect(left.rows).toEqual([{ sessions: 0, actors: [expect.stringMatching(/^command line/)] }]);
  await connections.close();
});

const PROPERTIES = "/v1/admin/staff/inventory/organizations/properties";
const REJECTED = "/v1/properties/{property_id}/rejected-readings";

test("lists properties with their ids, also in the message about an unknown one", async () => {
  expect((await dripline("call", "GET", PROPERTIES)).out).toBe("There is nothing to list.\n");
  expect((await dripline("call", "GET", REJECTED, "property_id=Elm")).error).toMatch(
    /no property "Elm"\. Import an inventory.*DATA_DIR/,
  );
  const inventory = await csvFile(OAK);
  await dripline("inventory", inventory, "--dry-run");
  await dripline("inventory", inventory);
  const { out } = await dripline("call", "GET", PROPERTIES, "--json");
  expect(JSON.parse(out)).toMatchObject([{ name: "Oak", time_zone: "America/Chicago", units_count: 1 }]);
  const line = (await dripline("call", "GET", PROPERTIES)).out;
  expect(line).toMatch(/^id {2}name .*\n *\d+ {2}Oak {2}.* America\/Chicago .*\n$/);
  const id = /^ *(\d+) {2}Oak/m.exec(line)?.[1];
  const unknown = await dripline("call", "GET", REJECTED, "property_id=Elm");
  expect([unknown.code, unknown.error]).toEqual([2, expect.stringContaining(`There are: `)]);
  expect(unknown.error).toContain(`Oak (${id})`);
});

test("exits quietly when its output pipe is closed", async () => {
  await dripline("inventory", await csvFile(OAK));
  const { code, out, error } = await bash("dripline settings show | head -1");
  expect([code, out.split("\n").length, error]).toEqual([0, 2, ""]);
});

test("an import prints what was quarantined and why rows were rejected", async () => {
  const path = await csvFile("serial,hour,gallons\nS1,2026-05-01T05:00Z,9000\nS1,2026-05-01T06:00Z,much\n");
  const { out } = await dripline("import", path, "--property", "Oak");
  expect(out).toContain("1 in quarantine for being more than the meter can pass");
  expect(out).toMatch(
    /1 in quarantine at Oak, not counted until a person decides: .*call GET \/v1\/properties\/\d+\/quarantine\n/,
  );
  const json: unknown = JSON.parse((await dripline("import", path, "--property", "Oak", "--json")).out);
  expect(json).toMatchObject({ rejected: 1, rejected_rows: [{ row: 3, code: "unparsable" }], quarantine: 1 });
});

test("escapes control sequences in serial numbers and rows", async () => {
  const path = await csvFile("serial,hour,gallons\nS\u001b[2J9,2026-05-01T05:00Z,1\n");
  expect((await dripline("import", path, "--property", "Oak")).out).toContain('"S\\x1b[2J9"');
  const { out } = await dripline("call", "GET", "/v1/properties/Oak/rejected-readings");
  expect(out).toContain("S\\x1b[2J9,2026-05-01T05:00Z,1");
  expect(out).not.toContain("\u001b");
});
