import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gatewayCalls } from "../../../contract/inventory/gateways.ts";
import { addStation, connectMeters, recordStationSeen } from "../../devices/testing/stations.ts";
import { addMeter, addUnit } from "../../reporting/testing/places.ts";
import { type InventorySite, inventorySite } from "../testing/inventory-site.ts";

const list = gatewayCalls["GET /v1/admin/staff/inventory/properties/{property_id}/gateways"].response;

let site: InventorySite;
let gateways: string;
let staff: object;
beforeEach(async () => {
  site = await inventorySite();
  gateways = gatewaysAt(site.north.propertyId);
  staff = await site.staffOf(site.north.organizationId);
});
afterEach(() => site?.app.close());

const gatewaysAt = (propertyId: number) => `/v1/admin/staff/inventory/properties/${propertyId}/gateways`;
const listed = async () => list.parse(await site.does(staff, "GET", gateways)).results;
const add = async (body: object) => Object(await site.does(staff, "POST", gateways, body));
const tokensOf = (propertyId: number) => `/v1/admin/properties/${propertyId}/gateway-tokens`;

test("lists gateways by name with routers, location and last contact", async () => {
  const { connections } = site.app;
  const property = { id: site.north.propertyId, timeZone: "America/Chicago" };
  const attic = await add({ serial_number: "G2", name: "Attic" });
  const cellar = await add({ serial_number: "G1", name: "Cellar", interval_minutes: 15 });
  const meters = [];
  for (const [building, serial] of [
    ["B", "M1"],
    ["A", "M2"],
  ] as const) {
    meters.push(await addMeter(connections, await addUnit(connections, property, building, "1"), "SPOE", serial));
  }
  const router = await addStation(connections, property, "R1", { gatewayId: cellar.id });
  await connectMeters(connections, meters, { gatewayId: cellar.id });
  await connectMeters(connections, meters.slice(0, 1), { routerId: router });
  await recordStationSeen(connections, property, "gateway", cellar.id, "2026-06-20T11:30:00Z");
  expect(await listed()).toEqual([
    {
      id: attic.id,
      serial_number: "G2",
      name: "Attic",
      interval_minutes: 60,
      status: "unknown",
      last_seen_at: null,
      meters_count: 0,
      buildings: [],
      routers: [],
      tokens_count: 0,
    },
    {
      id: cellar.id,
      serial_number: "G1",
      name: "Cellar",
      interval_minutes: 15,
      status: "online",
      last_seen_at: "2026-06-20T11:30:00.000Z",
      meters_count: 2,
      buildings: [
        { id: expect.any(Number), name: "A" },
        { id: expect.any(Number), name: "B" },
      ],
      routers: [{ id: router, serial_number: "R1", status: "unknown", last_seen_at: null, meters_count: 1 }],
      tokens_count: 0,
    },
  ]);
});

test("adds, changes and removes a gateway, each logged once; removal revokes its tokens", async () => {
  const made = await add({ serial_number: "G7" });
  const admin = await site.adminOf(site.north.organizationId);
  await site.does(admin, "POST", tokensOf(site.north.propertyId), { gateway_serial_number: "G7" });
  const changed = await site.does(staff, "PATCH", `${gateways}/G7`, { serial_number: "G/8", name: "Roof" });
  expect(changed).toMatchObject({
    id: made.id,
    serial_number: "G/8",
    name: "Roof",
    interval_minutes: 60,
    tokens_count: 1,
  });
  // Nothing new is nothing to record.
  await site.does(staff, "PATCH", `${gateways}/G%2F8`, { name: "Roof" });
  expect(await site.does(staff, "DELETE", `${gateways}/G%2F8`)).toEqual({ removed: true });
  const first = { serial_number: "G7", name: "", interval_minutes: 60 };
  const then = { serial_number: "G/8", name: "Roof", interval_minutes: 60 };
  const row = { property_id: site.north.propertyId, organization_id: site.north.organizationId };
  expect(await site.recorded()).toMatchObject([
    { ...row, action: "gateway.create", before: null, after: first },
    { ...row, action: "gateway-token.create" },
    { ...row, action: "gateway.change", before: first, after: then },
    { ...row, action: "gateway-token.revoke" },
    { ...row, action: "gateway.remove", before: then, after: null },
  ]);
  const open = await sql`
    select id from gateway_tokens where gateway_id = ${made.id} and revoked_at is null`.execute(
    site.app.connections.worker,
  );
  expect(open.rows).toEqual([]);
  expect((await listed()).map((one) => one.serial_number)).not.toContain("G/8");
});

test("rejects invalid fields by name, and changes nothing", async () => {
  const { connections } = site.app;
  const unit = await addUnit(connections, { id: site.north.propertyId, timeZone: "America/Chicago" }, "A", "1");
  const meter = await addMeter(connections, unit, "SPOE", "M1");
  await connectMeters(connections, [meter], { gatewayId: (await add({ serial_number: "G1" })).id });
  await add({ serial_number: "G5" });
  for (const [body, field] of [
    [{}, "serial_number"],
    [{ serial_number: " " }, "serial_number"],
    [{ serial_number: "G5" }, "serial_number"],
    [{ serial_number: "G9", interval_minutes: 0 }, "interval_minutes"],
    [{ serial_number: "G9", interval_minutes: "60" }, "interval_minutes"],
    [{ serial_number: "G9", colour: "red" }, "colour"],
  ] as const) {
    expect(await site.rejects(staff, "POST", gateways, body, 422)).toHaveProperty(field);
  }
  expect(await site.rejects(staff, "PATCH", `${gateways}/G5`, { serial_number: "G1" }, 422)).toHaveProperty(
    "serial_number",
  );
  await site.rejects(staff, "DELETE", `${gateways}/G1`, undefined, 409);
  await site.rejects(staff, "DELETE", `${gateways}/nowhere`, undefined, 404);
});

test("treats other tenants' gateways as unknown, and rejects organization admins", async () => {
  await add({ serial_number: "G1" });
  const southern = await site.staffOf(site.south.organizationId);
  const admin = await site.adminOf(site.north.organizationId);
  const nowhere = gatewaysAt(999_999);
  for (const [method, path, body] of [
    ["GET", "", undefined],
    ["POST", "", { serial_number: "New" }],
    ["PATCH", "/G1", { name: "New" }],
    ["DELETE", "/G1", undefined],
  ] as const) {
    const foreign = await site.rejects(southern, method, gateways + path, body, 404);
    expect(foreign).toEqual(await site.rejects(southern, method, nowhere + path, body, 404));
    await site.rejects(admin, method, gateways + path, body, 403);
  }
});
