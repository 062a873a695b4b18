import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { searchCalls } from "../../contract/search.ts";
import { addBuilding, addMeter, addOrganization, addProperty, addUnit } from "../reporting/testing/places.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

let site: ScopedApp;
let manager: { organizationIds: number[]; propertyIds: number[] };
/** Sees the first property of the manager only. */
let member: typeof manager;
let neighbour: typeof manager;

beforeAll(async () => {
  site = await scopedApp("2026-06-10T12:00:00Z");
  const { connections } = site;
  const [ours, theirs] = [await addOrganization(connections, "Ours"), await addOrganization(connections, "Theirs")];
  const place = (organization_id: number, name: string) =>
    addProperty(connections, { name, organization_id, time_zone: "UTC", state: "TX" });
  const maple = await place(ours, "Maple Court");
  const grand = await place(ours, "Grand Maple Gardens");
  const foreign = await place(theirs, "Maple Foreign");
  for (const [property, building, name] of [
    [maple, "North", "204"],
    [maple, "North", "1204"],
    [maple, "South", "Unit 204"],
    [grand, "South", "2041"],
    [grand, "South", "100%"],
    [foreign, "North", "204"],
  ] as const) {
    await addUnit(connections, property, building, name);
  }
  const north = await addUnit(connections, maple, "North", "7");
  for (const serial of ["AB-12", "xAB-12", "ab-123", "A_1%"]) await addMeter(connections, north, "Toilet", serial);
  await addMeter(connections, await addBuilding(connections, grand, "South"), "Irrigation", "AB-12");
  await addMeter(connections, north, "SPOE", "AB-1200", { ended_at: "2026-06-01T00:00:00Z" });
  await addMeter(connections, await addUnit(connections, foreign, "North", "1"), "SPOE", "AB-12");
  await addMeter(connections, await addUnit(connections, foreign, "North", "2"), "SPOE", "CANARY-9");
  manager = { organizationIds: [ours], propertyIds: [maple.id, grand.id] };
  member = { organizationIds: [ours], propertyIds: [maple.id] };
  neighbour = { organizationIds: [theirs], propertyIds: [foreign.id] };
});
afterAll(() => site?.close());

async function ask(who: object, q: string, more = "") {
  const answer = await site.ask(who, "GET", `/v1/search?q=${encodeURIComponent(q)}${more}`);
  expect(answer.status, answer.text).toBe(200);
  return searchCalls["GET /v1/search"].response.parse(answer.json());
}
const serials = async (who: object, q: string) =>
  (await ask(who, q)).meters.map((meter) => `${meter.meter_serial_number} ${meter.property_name}`);
const units = async (who: object, q: string) =>
  (await ask(who, q)).units.map((unit) => `${unit.unit_name} ${unit.building_name} ${unit.property_name}`);
const names = async (who: object, q: string) => (await ask(who, q)).properties.map((row) => row.property_name);

test("ranks an exact serial number first, then prefixes, and none out of service", async () => {
  expect(await serials(manager, " aB-12 ")).toEqual([
    "AB-12 Maple Court",
    "AB-12 Grand Maple Gardens",
    "ab-123 Maple Court",
    "xAB-12 Maple Court",
  ]);
  expect((await ask(manager, "ab-12", "&limit=2")).meters).toHaveLength(2);
  expect((await ask(manager, "AB-12")).meters[1]).toEqual({
    property_id: manager.propertyIds[1],
    property_name: "Grand Maple Gardens",
    building_id: expect.any(Number),
    building_name: "South",
    unit_id: null,
    unit_name: null,
    attached_to: "Irrigation",
    meter_serial_number: "AB-12",
  });
  expect((await ask(manager, "A_1%")).meters).toMatchObject([{ unit_name: "7", attached_to: "Toilet" }]);
});

test("finds units by all words in their names with at least one of the unit's own, exact matches first", async () => {
  const wholly = ["204 North Maple Court", "Unit 204 South Maple Court"];
  expect(await units(manager, "204")).toEqual([...wholly, "2041 South Grand Maple Gardens", "1204 North Maple Court"]);
  expect((await units(manager, "maple 204")).slice(0, 2)).toEqual(wholly);
  expect(await units(manager, "Unit 204 NORTH")).toEqual(["204 North Maple Court", "1204 North Maple Court"]);
  const north = ["204 North Maple Court", "1204 North Maple Court"];
  expect(await units(manager, "Unidad 204, Edificio North")).toEqual(north);
  expect(await units(manager, "Maple Court | North | 204")).toEqual(north);
  expect(await units(manager, "gardens 204")).toEqual(["2041 South Grand Maple Gardens"]);
  expect(await units(manager, "maple")).toEqual([]);
  expect(await units(manager, "unit")).toEqual(["Unit 204 South Maple Court"]);
  expect((await ask(manager, "gardens 2041")).units).toEqual([
    {
      unit_id: expect.any(Number),
      unit_name: "2041",
      building_id: expect.any(Number),
      building_name: "South",
      property_id: manager.propertyIds[1],
      property_name: "Grand Maple Gardens",
    },
  ]);
});

test("finds the unit of the building in the query, although the number of each is in that of the unit", async () => {
  const { connections } = site;
  const pine = await addProperty(connections, {
    name: "Pine",
    organization_id: await addOrganization(connections, "Numbers"),
    time_zone: "UTC",
    state: "TX",
  });
  for (let building = 1; building <= 12; building++) await addUnit(connections, pine, String(building), "201");
  const who = { organizationIds: [], propertyIds: [pine.id] };
  expect((await units(who, "Pine | 2 | 201"))[0]).toBe("201 2 Pine");
});

test("finds properties by all words of their name, prefixes first", async () => {
  expect(await names(manager, "MAPLE")).toEqual(["Maple Court", "Grand Maple Gardens"]);
  expect(await names(manager, "gard maple")).toEqual(["Grand Maple Gardens"]);
  expect((await ask(manager, "court")).properties).toEqual([
    { property_id: manager.propertyIds[0], property_name: "Maple Court", city: "", state: "TX" },
  ]);
});

test("finds nothing outside the scope", async () => {
  const nothing = { properties: [], units: [], meters: [] };
  expect(await ask(manager, "CANARY-9")).toEqual(nothing);
  expect(await ask(manager, "foreign")).toEqual(nothing);
  expect(await serials(neighbour, "canary")).toEqual(["CANARY-9 Maple Foreign"]);
  expect(await ask(member, "grand")).toEqual(nothing);
  expect(await serials(member, "AB-12")).not.toContain("AB-12 Grand Maple Gardens");
  expect(await units(member, "2041")).toEqual([]);
  expect(await ask({ ...manager, propertyIds: [] }, "204")).toEqual(nothing);
  const status = async (who: object) => (await site.ask(who, "GET", "/v1/search?q=204")).status;
  for (const permission of ["property", "asset"] as const) {
    expect(await status({ ...member, permissions: [`reporting.view_${permission}_data_report`] })).toBe(200);
  }
  expect(await status({ ...member, permissions: [] })).toBe(403);
});

test("treats no character as a wildcard", async () => {
  expect((await ask(manager, "%")).meters.map((meter) => meter.meter_serial_number)).toEqual(["A_1%"]);
  expect(await units(manager, "%")).toEqual(["100% South Grand Maple Gardens"]);
  for (const q of ["_0_", "A%1", "\\", "'", "' or true --", "(", "[a-z]", "*"]) {
    expect(await ask(manager, q), q).toEqual({ properties: [], units: [], meters: [] });
  }
});

test("rejects an invalid query", async () => {
  for (const query of ["", "q=", "q=%20%20", `q=${"a".repeat(101)}`, "q=a&q=b", "q=%00"]) {
    expect((await site.ask(manager, "GET", `/v1/search?${query}`)).status, query).toBe(400);
  }
  for (const limit of ["0", "21", "x", "1.5"]) {
    const answer = await site.ask(manager, "GET", `/v1/search?q=a&limit=${limit}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(z.looseObject({}).parse(answer.json()))).toContain("limit");
  }
  expect(await ask(manager, Array.from({ length: 50 }, (_, i) => String.fromCharCode(200 + i)).join(" "))).toEqual({
    properties: [],
    units: [],
    meters: [],
  });
});

test("finds a meter in service behind any number out of service, and none in an archived property", async () => {
  const [propertyId = 0] = member.propertyIds;
  const { worker } = site.connections;
  await sql`
    insert into meters (property_id, serial_number) select ${propertyId}, 'OLD-' || n from generate_series(1, 300) n
    returning id
  `.execute(worker);
  expect(await serials(member, "OLD-")).toEqual([]);
  const unit = await addUnit(site.connections, { id: propertyId, timeZone: "UTC" }, "North", "7b");
  await addMeter(site.connections, unit, "SPOE", "ZOLD-1");
  expect(await serials(member, "OLD-")).toEqual(["ZOLD-1 Maple Court"]);
  await sql`update properties set archived_at = now() where id = ${propertyId}`.execute(worker);
  expect(await ask(member, "OLD-")).toEqual({ properties: [], units: [], meters: [] });
  expect(await units(manager, "204")).toEqual(["2041 South Grand Maple Gardens"]);
});
