import { userInfo } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scopeOfApiKey } from "../accounts/api-keys/api-key-scope.ts";
import { type Connections, connect } from "../database/connect.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { runHere } from "./testing/run-here.ts";

const inventory = "/v1/admin/staff/inventory";
const organizations = `${inventory}/organizations`;
const properties = `${organizations}/properties`;
const elm = `${inventory}/properties/Elm Street`;
const users = "/v1/admin/staff/organizations/users";
const PROPERTY = "permissions=reporting.view_property_data_report";
const PORTFOLIO = "permissions=reporting.view_asset_data_report";

let url: string;
let drop: () => Promise<void>;
let connections: Connections;

beforeAll(async () => {
  const database = await freshDatabase();
  ({ url, drop } = database);
  connections = connect(url);
  await fine("POST", organizations, "name=Oak Homes");
  await fine("POST", properties, "name=Elm Street", "organization_id=Oak Homes", "time_zone=America/Chicago");
}, 240_000);

afterAll(async () => {
  await connections?.close();
  await drop?.();
});

/** Makes a call that works. @returns what it printed */
async function fine(...args: string[]): Promise<string> {
  const { code, out, error } = await runHere(url, ["call", ...args]);
  expect([code, error], args.join(" ")).toEqual([0, expect.not.stringContaining("Error")]);
  return out;
}

/** Runs it with --json. */
const json = async (...args: string[]) => JSON.parse(await fine(...args, "--json"));

/** Makes a call that is rejected, and prints only the reason. @returns the sentences */
async function rejected(...args: string[]): Promise<string> {
  const { code, out, error } = await runHere(url, ["call", ...args]);
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

// Covers command-line-2
test("creates, changes, moves, archives and restores organizations and properties", {
  timeout: 180_000,
}, async () => {
  expect(await fine("POST", `${organizations}/oak homes/default`)).toMatch(/^is_default +yes$/m);
  expect(await rejected("POST", organizations, "name= Oak Homes ")).toMatch(/Another organization has this name/);
  await fine("POST", organizations, "name=Pine");
  await fine("PATCH", `${organizations}/Pine`, "name=Pine Homes");
  expect(await json("GET", `${organizations}?search=homes`)).toMatchObject([
    { name: "Oak Homes", is_default: true, properties_count: 1 },
    { name: "Pine Homes", is_default: false },
  ]);
  const court = ["POST", properties, "name=Elm Court", "organization_id=none"];
  expect(await rejected(...court, "time_zone=Nowhere/Town")).toMatch(/There is no such time zone/);
  await fine(...court, "time_zone=America/Denver");
  const both = ["property_ids=Elm Court", "property_ids=Elm Street"];
  expect(await fine("POST", `${properties}/bulk-assign`, ...both, "organization_id=Oak Homes")).toMatch(
    /^property_ids +\d+$/m,
  );
  expect(await rejected("PATCH", `${properties}/Elm Court`, "contact_email=nobody")).toMatch(
    /Write an e-mail address, or leave it empty/,
  );
  const edited = await json("PATCH", `${properties}/elm court`, "name=Court", "city=Aurora");
  expect(edited).toMatchObject({ name: "Court", address: "Aurora", organization_name: "Oak Homes" });
  await fine("POST", `${properties}/Court/archive`);
  expect(await json("GET", properties)).toMatchObject([{ name: "Elm Street" }]);
  expect(await json("GET", properties, "archived=true")).toMatchObject([{ name: "Court" }]);
  expect(await rejected("PATCH", `${properties}/Court`, "city=Golden")).toMatch(/no property "Court"/);
  await fine("POST", `${properties}/${edited.id}/restore`);
  const page = ["GET", properties, "organization_id=Oak Homes", "page_size=1"];
  expect(await json(...page)).toHaveLength(1);
  expect(await json(...page, "--all")).toHaveLength(2);
  const [assigned] = await record("property.assign");
  expect(assigned).toMatchObject({ actor: `command line (${userInfo().username})`, actor_id: null, request_id: "" });
});

// Covers command-line-3
test("adds and removes buildings, units, points, gateways and meters by name", { timeout: 240_000 }, async () => {
  for (const house of ["House A", "House B"]) {
    await fine("POST", `${elm}/buildings`, `name=${house}`);
    await fine("POST", `${elm}/units`, "name=101", `building_id=${house}`);
  }
  expect(await rejected("PATCH", `${elm}/units/101`, "bedrooms=0")).toMatch(
    /More than one unit .*House A \/ 101 \(\d+\), House B \/ 101 \(\d+\)/,
  );
  const unitOfB = ["PATCH", `${elm}/units/{unit_id}`, "unit_id=House B / 101"];
  expect(await rejected(...unitOfB, "bedrooms=many")).toMatch(/Give a whole number from 0 \(a studio\) to 20/);
  expect(await json(...unitOfB, "bedrooms=0")).toMatchObject({ building_name: "House B", bedrooms: 0 });
  const at = ["building_id=House B", "unit_id=House B / 101"];
  expect(await rejected("POST", `${elm}/points`, "attached_to=Shower", ...at)).toMatch(/SPOE, DPOE/);
  const point = await json("POST", `${elm}/points`, "attached_to=SPOE", ...at);
  expect(await rejected("POST", `${elm}/gateways`, "serial_number=GW-1", "name=\u001b[2JRoof")).toContain("U+001B");
  await fine("POST", `${elm}/gateways`, "serial_number=GW-1", "name=Roof");
  expect(await fine("PATCH", `${elm}/gateways/gw-1`, "interval_minutes=15")).toMatch(/^name +Roof$/m);
  await fine("POST", `${elm}/meters`, "serial_number=S1", `point_id=${point.id}`, "gateway_serial_number=GW-1");
  const meters = await json("GET", `${elm}/meters`, ...at);
  expect(meters).toMatchObject([{ serial_number: "S1", gateway_serial_number: "GW-1", place: { unit_name: "101" } }]);
  expect(await fine("GET", `${elm}/meters`, "--fields", "serial_number,place.unit_name")).toBe(
    "serial_number  place.unit_name\nS1             101\n",
  );
  await fine("PATCH", `${elm}/meters/S1`, "serial_number=S2", "gateway_serial_number=none");
  await fine("DELETE", `${elm}/meters/S2/place`);
  expect(await rejected("DELETE", `${elm}/meters/S1`)).toMatch(/no meter "S1"\. Did you mean S2 \(\d+\)\?/);
  await fine("DELETE", `${elm}/meters/S2`);
  await fine("DELETE", `${elm}/points/${point.id}`);
  await fine("DELETE", `${elm}/units/{unit_id}`, "unit_id=House B / 101");
  await fine("DELETE", `${elm}/buildings/House B`);
  expect(await fine("DELETE", `${elm}/gateways/GW-1`)).toMatch(/^removed +yes$/m);
});

// Covers command-line-4
test("invites, changes, removes and deletes users with the forms' messages", {
  timeout: 180_000,
}, async () => {
  expect(await rejected("POST", `${users}/staff`, "email=ann")).toBe(
    "Invalid email format\nrole: Role is required\npermissions: At least one permission is required\nassigned_organizations: At least one organization is required\n",
  );
  const oak = "assigned_organizations=Oak Homes";
  const made = await fine("POST", `${users}/staff`, "email=ann@example.com", "role=IONAdmin", PROPERTY, oak);
  const token = /invitation#token=([\w-]{43})$/m.exec(made)?.[1] ?? "";
  expect(token).toHaveLength(43);
  const external = ["POST", `${users}/external`, "email=bo@example.com", PROPERTY, "organization_id=Oak Homes"];
  expect(await rejected(...external, "role=organization memebr")).toMatch(
    /no role "organization memebr"\. Did you mean organization member \(4\)\?/,
  );
  const member = [...external, "role=organization member"];
  expect(await rejected(...member)).toBe("assigned_properties: At least one property is required\n");
  const bo = await json(...member, "assigned_properties=Elm Street");
  expect(bo).toMatchObject({ roles: [{ name: "organization member" }], assigned_properties: [{ name: "Elm Street" }] });
  expect(await rejected(...member, "assigned_properties=Elm Street")).toContain(
    "An account is already registered with this email address.",
  );
  const again = await json("POST", `${users}/external/bo@example.com/invitation`);
  expect(again.invitation_link).not.toBe(bo.invitation_link);
  expect(await json("GET", users, "role=organization member")).toMatchObject([{ email: "bo@example.com" }]);
  await fine("PATCH", `${users}/external/bo@example.com`, "first_name=Bo", PORTFOLIO);
  const shown = "email,first_name,roles,assigned_organizations,assigned_properties,permissions";
  expect(await fine("GET", users, "organization_id=Oak Homes", "--fields", shown)).toMatch(
    /bo@example\.com +Bo +organization member +Oak Homes +Elm Street +reporting.view_asset_data_report/,
  );
  await fine("DELETE", "/v1/admin/external/organizations/Oak Homes/users/bo@example.com");
  expect(await json("GET", users, "organization_id=Oak Homes")).toMatchObject([{ email: "ann@example.com" }]);
  await fine("DELETE", `${users}/external/bo@example.com`);
  expect(await rejected("DELETE", `${users}/external/bo@exmaple.com`)).toMatch(/no user "bo@exmaple\.com"/);
  expect(await rejected("DELETE", `${users}/staff/ann@example.com`)).toMatch(/last IONAdmin/);
  const rows = [...(await record("user.create")), ...(await record("user.delete"))];
  expect(rows.map(({ actor_id, request_id }) => [actor_id, request_id])).toEqual([
    [null, ""],
    [null, ""],
    [null, ""],
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

// Covers command-line-5
test("manages keys, prices, sessions and the audit log", { timeout: 240_000 }, async () => {
  const keys = "/v1/admin/organizations/Oak Homes/api-keys";
  const key = ["POST", keys, "name=Billing"];
  for (const [email, role] of [
    ["cy@example.com", "organization admin"],
    ["di@example.com", "organization member"],
  ]) {
    const access = ["organization_id=Oak Homes", PROPERTY, "assigned_properties=Elm Street"];
    await fine("POST", `${users}/external`, `email=${email}`, `role=${role}`, ...access);
  }
  expect(await rejected(...key, PROPERTY, "--as", "di@example.com")).toMatch(/not an administrator's/);
  expect(await rejected(...key, PORTFOLIO, "--as", "cy@example.com")).toMatch(/that you have/);
  expect(await rejected(...key, PROPERTY, "--as", "ed@example.com")).toMatch(/no user "ed@example\.com"/);
  const made = await json(...key, PROPERTY, "--as", "cy@example.com", "property_ids=Elm Street");
  const read = () => scopeOfApiKey(connections, `Bearer ${made.key}`, undefined, Date.now());
  expect(await read()).toMatchObject({ permissions: ["reporting.view_property_data_report"] });
  expect((await record("api-key.create"))[0]).toMatchObject({
    actor: expect.stringMatching(/^command line/),
    actor_id: null,
  });
  expect(await rejected("DELETE", `${keys}/Biling`)).toMatch(/no API key "Biling"\. Did you mean Billing dlk_/);
  expect(await fine("DELETE", `${keys}/billing`)).toMatch(/^state +revoked$/m);
  expect(await read()).toBeNull();

  const prices = "/v1/reporting/portfolio-insights/finances/organization-gallon-price";
  const price = ["POST", prices, "organization_id=Oak Homes"];
  expect(await rejected(...price, "cost=0.0185")).toMatch(/Maximum 3 decimal places/);
  await fine(...price, "cost=0.018", "start_date=2026-06-01");
  expect(await json("GET", prices, "organization_id=Oak Homes")).toMatchObject([
    { prices: [{ cost: 0.018, start_date: "2026-06-01" }] },
  ]);

  await sql`insert into sessions (user_id, token, expires_at)
    select id, email, now() + interval '1 hour' from users where email in ('cy@example.com', 'di@example.com')`.execute(
    connections.accounts,
  );
  const run = (...args: string[]) => runHere(url, args);
  const sessions = await run("sessions", "list", "cy@example.com", "--json");
  const [session] = JSON.parse(sessions.out);
  expect(await run("sessions", "end", "di@example.com", String(session.id))).toMatchObject({
    code: 2,
    error: expect.stringMatching(/has no session/),
  });
  expect((await run("sessions", "end", "cy@example.com", "all")).out).toBe("1 session has ended.\n");
  const left = await sql`select token from sessions`.execute(connections.accounts);
  expect(left.rows).toEqual([{ token: "di@example.com" }]);

  expect(await fine("GET", "/v1/admin/audit-log", "action=api-key.*", "--fields", "action")).toBe(
    "api-key.revoke\napi-key.create\n",
  );
  const csv = await fine("GET", "/v1/admin/audit-log.csv", "action=session.end");
  expect(csv.split("\r\n")).toEqual([
    expect.stringMatching(/^\uFEFFat,actor,/),
    expect.stringContaining("session.end"),
    "",
  ]);
  expect(await rejected("GET", "/v1/admin/audit-log.csv", "from=yesterday")).toMatch(/from must be an instant/);
  for (const empty of ["/v1/alerts?property_id=Elm+Street", "/v1/properties/Elm Street/imports"]) {
    expect(await fine("GET", empty)).toBe("There is nothing to list.\n");
  }
});
