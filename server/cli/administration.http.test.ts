import { userInfo } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scopeOfApiKey } from "../accounts/api-key-scope.ts";
import { type Connections, connect } from "../database/connect.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { runHere } from "./testing/run-here.ts";

const WHERE = ["--property", "Elm Street"];
const OAK = ["--organization", "Oak Homes"];
const PERSON = ["--email", "bo@example.com", "--permission", "property"];

let url: string;
let drop: () => Promise<void>;
let connections: Connections;

beforeAll(async () => {
  const database = await freshDatabase();
  ({ url, drop } = database);
  connections = connect(url);
  await fine("organizations", "create", "Oak Homes");
  await fine("properties", "create", "Elm Street", ...OAK, "--time-zone", "America/Chicago");
}, 240_000);

afterAll(async () => {
  await connections?.close();
  await drop?.();
});

/** Runs a command that works. @returns what it printed */
async function fine(...args: string[]): Promise<string> {
  const { code, out, error } = await runHere(url, args);
  expect([code, error], args.join(" ")).toEqual([0, expect.not.stringContaining("Error")]);
  return out;
}

/** Runs it with --json. */
const json = async (...args: string[]) => JSON.parse(await fine(...args, "--json"));

/** Runs a command that is rejected, and prints only the reason. @returns the sentences */
async function refused(...args: string[]): Promise<string> {
  const { code, out, error } = await runHere(url, args);
  expect([code, out], args.join(" ")).toEqual([2, ""]);
  return error;
}

/** What is on record of an action, the newest last. */
async function record(action: string) {
  const found = await sql<{ actor: string; actor_id: number | null; request_id: string; after: unknown }>`
    select actor, actor_id, request_id, after from audit_log where action = ${action} order by id`.execute(
    connections.accounts,
  );
  return found.rows;
}

test("creates, changes, moves, archives and restores organizations and properties", {
  timeout: 180_000,
}, async () => {
  expect(await fine("organizations", "default", "oak homes")).toMatch(/^id {2}name .*\n *\d+ {2}Oak Homes {2}yes /);
  expect(await refused("organizations", "create", " Oak Homes ")).toMatch(/Another organization has this name/);
  await fine("organizations", "create", "Pine");
  await fine("organizations", "rename", "Pine", "Pine Homes");
  const organizations = await json("organizations", "list", "--search", "homes");
  expect(organizations).toMatchObject([
    { name: "Oak Homes", is_default: true, properties_count: 1 },
    { name: "Pine Homes", is_default: false },
  ]);
  const court = ["properties", "create", "Elm Court", "--organization", "none", "--time-zone"];
  expect(await refused(...court, "Nowhere/Town")).toMatch(/There is no such time zone/);
  await fine(...court, "America/Denver");
  expect(await fine("properties", "assign", "Elm Court", "Elm Street", ...OAK)).toMatch(/^Moved: \d+\./);
  expect(await refused("properties", "edit", "Elm Court", "--contact-email", "nobody")).toMatch(
    /Write an e-mail address, or leave it empty/,
  );
  const [edited] = [await json("properties", "edit", "elm court", "--name", "Court", "--city", "Aurora")];
  expect(edited).toMatchObject({ name: "Court", address: "Aurora", organization_name: "Oak Homes" });
  await fine("properties", "archive", "Court");
  expect(await json("properties", "list")).toMatchObject([{ name: "Elm Street" }]);
  expect(await json("properties", "list", "--archived")).toMatchObject([{ name: "Court" }]);
  expect(await refused("properties", "edit", "Court", "--city", "Golden")).toMatch(/no property "Court"/);
  await fine("properties", "restore", "Court");
  expect(await json("properties", "list", ...OAK, "--limit", "1")).toHaveLength(1);
  const [assigned] = await record("property.assign");
  expect(assigned).toMatchObject({ actor: `command line (${userInfo().username})`, actor_id: null, request_id: "" });
});

test("adds and removes buildings, units, points, gateways and meters by name", { timeout: 240_000 }, async () => {
  for (const house of ["House A", "House B"]) {
    await fine("buildings", "create", house, ...WHERE);
    await fine("units", "create", "101", "--building", house, ...WHERE);
  }
  const edit = ["units", "edit", "101", "--bedrooms", "0", ...WHERE];
  expect(await refused(...edit)).toMatch(/More than one unit .*House A \/ 101 \(\d+\), House B \/ 101 \(\d+\)/);
  expect(await refused("units", "edit", "House B / 101", "--bedrooms", "many", ...WHERE)).toMatch(
    /Give a whole number from 0 \(a studio\) to 20/,
  );
  const unit = await json("units", "edit", "House B / 101", "--bedrooms", "0", ...WHERE);
  expect(unit).toMatchObject({ building_name: "House B", bedrooms: 0 });
  const at = ["--building", "House B", "--unit", "House B / 101"];
  expect(await refused("points", "create", "--attached-to", "Shower", ...at, ...WHERE)).toMatch(/SPOE, DPOE/);
  const point = await json("points", "create", "--attached-to", "SPOE", ...at, ...WHERE);
  expect(await refused("gateways", "create", "GW-1", "--name", "\u001b[2JRoof", ...WHERE)).toContain("U+001B");
  await fine("gateways", "create", "GW-1", "--name", "Roof", ...WHERE);
  expect(await fine("gateways", "edit", "gw-1", "--interval-minutes", "15", ...WHERE)).toContain("Roof");
  await fine("meters", "create", "S1", "--point", String(point.id), "--gateway", "GW-1", ...WHERE);
  const meters = await json("meters", "list", ...WHERE, ...at);
  expect(meters).toMatchObject([{ serial_number: "S1", gateway_serial_number: "GW-1", place: { unit_name: "101" } }]);
  await fine("meters", "edit", "S1", "--serial", "S2", "--gateway", "none", ...WHERE);
  await fine("meters", "unplace", "S2", ...WHERE);
  expect(await refused("meters", "delete", "S1", ...WHERE)).toMatch(/no meter "S1"\. Did you mean S2 \(\d+\)\?/);
  await fine("meters", "delete", "S2", ...WHERE);
  await fine("points", "delete", String(point.id), ...WHERE);
  await fine("units", "delete", "House B / 101", ...WHERE);
  await fine("buildings", "delete", "House B", ...WHERE);
  expect(await fine("gateways", "delete", "GW-1", ...WHERE)).toMatch(/^Removed/);
});

test("invites, changes, removes and deletes users with the forms' messages", {
  timeout: 180_000,
}, async () => {
  expect(await refused("users", "create-staff", "--email", "ann")).toBe(
    "Invalid email format\nRole is required\nAt least one permission is required\nAt least one organization is required\n",
  );
  const ann = ["--email", "ann@example.com", "--role", "IONAdmin", "--permission", "property"];
  const made = await fine("users", "create-staff", ...ann, ...OAK);
  const token = /invitation#token=([\w-]{43})\n$/.exec(made)?.[1] ?? "";
  expect(token).toHaveLength(43);
  expect(await refused("users", "create-external", ...PERSON, ...OAK, "--role", "organization memebr")).toMatch(
    /no role "organization memebr"\. Did you mean organization member \(4\)\?/,
  );
  const member = [...PERSON, ...OAK, "--role", "organization member"];
  expect(await refused("users", "create-external", ...member)).toBe("At least one property is required\n");
  const bo = await json("users", "create-external", ...member, ...WHERE);
  expect(bo).toMatchObject({ roles: [{ name: "organization member" }], assigned_properties: [{ name: "Elm Street" }] });
  expect(await refused("users", "create-external", ...member, ...WHERE)).toBe(
    "An account is already registered with this email address.\n",
  );
  const again = await json("users", "invite", "bo@example.com");
  expect(again.invitation_link).not.toBe(bo.invitation_link);
  expect(await json("users", "list", "--role", "organization member")).toMatchObject([{ email: "bo@example.com" }]);
  await fine("users", "edit-external", "bo@example.com", "--first-name", "Bo", "--permission", "portfolio");
  expect(await fine("users", "list", ...OAK)).toMatch(
    /bo@example\.com +Bo +organization member +Oak Homes +Elm Street +portfolio/,
  );
  await fine("users", "revoke", "bo@example.com", ...OAK);
  expect(await json("users", "list", ...OAK)).toMatchObject([{ email: "ann@example.com" }]);
  await fine("users", "delete", "bo@example.com");
  expect(await refused("users", "delete", "bo@exmaple.com")).toMatch(/no user "bo@exmaple\.com"/);
  expect(await refused("users", "delete", "ann@example.com")).toMatch(/last IONAdmin/);
  const rows = [...(await record("user.create")), ...(await record("user.delete"))];
  expect(rows.map(({ actor_id, request_id }) => [actor_id, request_id])).toEqual([
    [null, ""],
    [null, ""],
    [null, ""],
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("manages keys, prices, sessions and the audit log", { timeout: 240_000 }, async () => {
  const key = ["api-keys", "create", "Billing", ...OAK, "--permission", "property"];
  expect(await refused(...key)).toMatch(/--maker <user>/);
  for (const [email, role] of [
    ["cy@example.com", "organization admin"],
    ["di@example.com", "organization member"],
  ]) {
    const access = ["--email", email ?? "", "--role", role ?? "", "--permission", "property", ...WHERE];
    await fine("users", "create-external", ...OAK, ...access);
  }
  expect(await refused(...key, "--maker", "di@example.com")).toMatch(/not an administrator's/);
  expect(await refused(...key, "--permission", "portfolio", "--maker", "cy@example.com")).toMatch(
    /that you have yourself/,
  );
  const made = await json(...key, "--maker", "cy@example.com", ...WHERE);
  const read = () => scopeOfApiKey(connections, `Bearer ${made.key}`, undefined, Date.now());
  expect(await read()).toMatchObject({ permissions: ["reporting.view_property_data_report"] });
  expect((await record("api-key.create"))[0]).toMatchObject({
    actor: expect.stringMatching(/^command line/),
    actor_id: null,
  });
  expect(await refused("api-keys", "revoke", "Biling", ...OAK)).toMatch(
    /no API key "Biling"\. Did you mean Billing dlk_/,
  );
  expect(await fine("api-keys", "revoke", "billing", ...OAK)).toMatch(/ revoked\n$/);
  expect(await read()).toBeNull();

  expect(await refused("prices", "set", "0.0185", ...OAK)).toMatch(/Maximum 3 decimal places/);
  await fine("prices", "set", "0.018", ...OAK, "--start-date", "2026-06-01");
  expect(await json("prices", "list", ...OAK)).toMatchObject([{ prices: [{ cost: 0.018, start_date: "2026-06-01" }] }]);

  await sql`insert into sessions (user_id, token, expires_at)
    select id, email, now() + interval '1 hour' from users where email in ('cy@example.com', 'di@example.com')`.execute(
    connections.accounts,
  );
  const [session] = await json("sessions", "list", "cy@example.com");
  expect(await refused("sessions", "end", "di@example.com", String(session.id))).toMatch(/has no session/);
  expect(await fine("sessions", "end", "cy@example.com", "all")).toBe("1 session has ended.\n");
  const left = await sql`select token from sessions`.execute(connections.accounts);
  expect(left.rows).toEqual([{ token: "di@example.com" }]);

  const listed = await json("audit-log", "list", "--action", "api-key.*");
  expect(listed.map(({ action }: { action: string }) => action)).toEqual(["api-key.revoke", "api-key.create"]);
  const csv = await fine("audit-log", "csv", "--action", "session.end");
  expect(csv.split("\r\n")).toEqual([expect.stringMatching(/^at,actor,/), expect.stringContaining("session.end"), ""]);
  expect(await refused("audit-log", "csv", "--from", "yesterday")).toMatch(/from must be an instant/);
  expect(await fine("alerts", "list", ...WHERE)).toBe("No alerts match.\n");
  expect(await fine("imports", "list", ...WHERE)).toBe("No file came in.\n");
  expect(await fine("occupancy", "list", ...WHERE)).not.toContain("undefined");
});
