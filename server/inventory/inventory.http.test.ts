// Covers admin-forms-11

import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inventoryCalls } from "../../contract/inventory/inventory.ts";
import { createGatewayToken } from "../ingest/tokens/gateway-token.ts";
import { addMeter, addUnit } from "../reporting/testing/places.ts";
import { type InventorySite, inventorySite, PROPERTIES } from "./testing/inventory-site.ts";

const ORGANIZATIONS = "/v1/admin/staff/inventory/organizations";
let site: InventorySite;
beforeEach(async () => {
  site = await inventorySite();
});
afterEach(() => site?.app.close());

const propertiesIn = (answer: unknown) => inventoryCalls[`GET ${PROPERTIES}`].response.parse(answer);
const names = (answer: unknown) => propertiesIn(answer).results.map(({ name }) => name);
const propertyIn = (answer: unknown) => inventoryCalls[`POST ${PROPERTIES}`].response.parse(answer);
const organizationIn = (answer: unknown) => inventoryCalls[`POST ${ORGANIZATIONS}`].response.parse(answer);

async function makeProperty(name: string, organizationId: number | null, zone = "America/Chicago") {
  const body = { organization_id: organizationId, name, time_zone: zone };
  return propertyIn(await site.does(await site.ionAdmin(), "POST", PROPERTIES, body));
}

// Covers rows-11
test("organizations are created by IONAdmins, renamed by their staff, and listed with their contents", async () => {
  const ion = await site.ionAdmin();
  const { id, ...made } = organizationIn(await site.does(ion, "POST", ORGANIZATIONS, { name: " East " }));
  expect(made).toEqual({ name: "East", is_default: false, properties_count: 0, units_count: 0 });
  const staff = await site.staffOf(id);
  await site.does(staff, "PATCH", `${ORGANIZATIONS}/${id}`, { name: "Far East" });
  expect(await site.recorded()).toMatchObject([
    { action: "organization.create", actor: "ion@example.com", organization_id: id, after: { name: "East" } },
    { action: "organization.change", before: { name: "East" }, after: { name: "Far East" } },
  ]);
  await makeProperty("Counted", id);
  const archived = await makeProperty("Not counted", id);
  await site.does(staff, "POST", `${PROPERTIES}/${archived.id}/archive`);
  const list = await site.does(
    await site.ionAdmin(),
    "GET",
    `${ORGANIZATIONS}?ordering=-properties_count&page_size=50`,
  );
  expect(list).toMatchObject({ count: 3, next: null });
  expect(list).toHaveProperty("results", [
    { id, name: "Far East", is_default: false, properties_count: 1, units_count: 0 },
    expect.objectContaining({ name: "North", properties_count: 1 }),
    expect.objectContaining({ name: "South", properties_count: 1 }),
  ]);
  expect(await site.does(staff, "GET", `${ORGANIZATIONS}?search=EAST`)).toMatchObject({ count: 1 });
  expect(await site.does(staff, "GET", ORGANIZATIONS)).toMatchObject({ count: 1, results: [{ id }] });
});

test("organizations: rejects invalid changes without an effect", async () => {
  const { north, south } = site;
  const ion = await site.ionAdmin();
  const staff = await site.staffOf(north.organizationId);
  const admin = await site.adminOf(north.organizationId);
  for (const who of [staff, admin]) await site.rejects(who, "POST", ORGANIZATIONS, { name: "Mine" }, 403);
  await site.rejects(admin, "PATCH", `${ORGANIZATIONS}/${north.organizationId}`, { name: "Mine" }, 403);
  await site.rejects(admin, "GET", ORGANIZATIONS, undefined, 403);
  const foreign = await site.rejects(staff, "PATCH", `${ORGANIZATIONS}/${south.organizationId}`, { name: "X" }, 404);
  expect(await site.rejects(staff, "PATCH", `${ORGANIZATIONS}/999999`, { name: "X" }, 404)).toEqual(foreign);
  expect(await site.rejects(ion, "POST", ORGANIZATIONS, { name: "north" }, 422)).toHaveProperty("name");
  expect(await site.rejects(ion, "POST", ORGANIZATIONS, { name: "  " }, 422)).toHaveProperty("name");
  // Both would look like names that are there, or like none.
  for (const name of ["No\u00adrth", "North\u200b", "\u200b"]) {
    expect(await site.rejects(ion, "POST", ORGANIZATIONS, { name }, 422)).toHaveProperty("name");
  }
  expect(await site.rejects(ion, "POST", ORGANIZATIONS, { name: "A", is_default: true }, 422)).toHaveProperty(
    "is_default",
  );
  await site.rejects(ion, "PATCH", `${ORGANIZATIONS}/${south.organizationId}`, { name: "NORTH" }, 422);
  // Names out of their scope are not disclosed to staff.
  await site.does(staff, "PATCH", `${ORGANIZATIONS}/${north.organizationId}`, { name: "South" });
  await site.does(staff, "PATCH", `${ORGANIZATIONS}/${north.organizationId}`, { name: "North" });
});

test("staff create empty properties, in their own organizations only", async () => {
  const { north, south } = site;
  const staff = await site.staffOf(north.organizationId);
  const body = {
    organization_id: north.organizationId,
    name: "Oak",
    street: "1 Oak St",
    city: "Waco",
    state: "TX",
    zip_code: "76701",
    contact_phone: "555",
    contact_email: "oak@example.com",
    time_zone: "America/Chicago",
  };
  const { id, ...made } = propertyIn(await site.does(staff, "POST", PROPERTIES, body));
  expect(made).toEqual({
    ...body,
    address: "1 Oak St, Waco, TX 76701",
    buildings_count: 0,
    units_count: 0,
    organization_name: "North",
    organization_is_default: false,
    has_readings: false,
    archived_at: null,
  });
  expect(await site.recorded()).toMatchObject([
    { action: "property.create", organization_id: north.organizationId, property_id: id, after: body },
  ]);
  const admin = await site.adminOf(north.organizationId);
  const rejected = async (change: object, status: number, who = staff) =>
    site.rejects(who, "POST", PROPERTIES, { ...body, name: "New", ...change }, status);
  await rejected({}, 403, admin);
  expect(await rejected({ organization_id: south.organizationId }, 404)).toEqual(
    await rejected({ organization_id: 999_999 }, 404),
  );
  expect(await rejected({ organization_id: null }, 422)).toHaveProperty("organization_id");
  expect(await rejected({ name: "OAK" }, 422)).toHaveProperty("name");
  expect(await rejected({ time_zone: "America/Nowhere" }, 422)).toHaveProperty("time_zone");
  expect(await rejected({ time_zone: "+05:00" }, 422)).toHaveProperty("time_zone");
  expect(await rejected({ contact_email: "oak" }, 422)).toHaveProperty("contact_email");
  expect(await rejected({ organization_id: "1" }, 422)).toHaveProperty("organization_id");
  expect(await rejected({ zip_code: "7".repeat(21) }, 422)).toHaveProperty("zip_code");
});

// Covers rows-11, calls-14
test("lists of properties: filters, search, ordering, archived and unassigned ones", async () => {
  const { north, south } = site;
  const oak = { organization_id: north.organizationId, name: "Oak", street: "1 Oak St", time_zone: "America/Chicago" };
  await site.does(await site.ionAdmin(), "POST", PROPERTIES, oak);
  const { id } = await makeProperty("Sold", south.organizationId);
  await site.does(await site.ionAdmin(), "POST", `${PROPERTIES}/${id}/archive`);
  const ion = await site.ionAdmin();
  const list = async (query: string, who = ion) => names(await site.does(who, "GET", `${PROPERTIES}${query}`));
  const of = (id: number) => `?organization_id=${id}`;
  expect(await list(of(north.organizationId))).toEqual(["North House", "Oak"]);
  expect(await list(`${of(north.organizationId)}&organization_id=${south.organizationId}&ordering=-name`)).toEqual([
    "South House",
    "Oak",
    "North House",
  ]);
  expect(await list("?search=oak%20st")).toEqual(["Oak"]);
  expect(await list("?search=house&ordering=organization_name")).toEqual([
    "North House",
    "South House",
    "Nobody's House",
  ]);
  expect(await list("?archived=true")).toEqual(["Sold"]);
  expect(await list("/unassigned")).toEqual(["Nobody's House"]);
  const staff = await site.staffOf(north.organizationId);
  expect(await list("", staff)).toEqual(["North House", "Oak"]);
  expect(await list(of(south.organizationId), staff)).toEqual([]);
  expect(await list("/unassigned", staff)).toEqual([]);
  expect(await list("?archived=true", staff)).toEqual([]);
  const page = propertiesIn(await site.does(ion, "GET", `${PROPERTIES}?page_size=1&page=2&search=House`));
  expect([page.count, page.results.length, page.previous !== null]).toEqual([3, 1, true]);
  const admin = await site.adminOf(north.organizationId);
  for (const path of ["", "/unassigned"]) await site.rejects(admin, "GET", PROPERTIES + path, undefined, 403);
  expect(await site.rejects(ion, "GET", `${PROPERTIES}?ordering=time_zone`, undefined, 400)).toHaveProperty("ordering");
});

test("changes name, address and contact, and the time zone only without readings", async () => {
  const { app, north, south } = site;
  await makeProperty("Oak", north.organizationId);
  await site.recorded();
  const staff = await site.staffOf(north.organizationId);
  const path = `${PROPERTIES}/${north.propertyId}`;
  const changed = propertyIn(await site.does(staff, "PATCH", path, { city: "Austin", time_zone: "America/New_York" }));
  expect(changed).toMatchObject({ name: "North House", address: "Austin", time_zone: "America/New_York" });
  await site.does(staff, "PATCH", path, { city: "Austin" });
  expect(await site.recorded()).toMatchObject([
    {
      action: "property.change",
      organization_id: north.organizationId,
      property_id: north.propertyId,
      before: { city: "", time_zone: "America/Chicago" },
      after: { city: "Austin", time_zone: "America/New_York" },
    },
  ]);
  const unit = await addUnit(app.connections, { id: north.propertyId, timeZone: "" }, "Main", "1");
  await addMeter(app.connections, unit, "SPOE", "N1");
  const { token } = await app.connections.worker.transaction().execute(async (tx) => {
    const made = await sql<{ id: number }>`
      insert into gateways (property_id, serial_number) values (${north.propertyId}, 'G') returning id`.execute(tx);
    return createGatewayToken(tx, north.propertyId, made.rows[0]?.id ?? 0);
  });
  const reading = [{ serial: "N1", hour: "2026-06-19T10:00:00Z", gallons: 5 }];
  const sent = await app.ask({}, "POST", "/v1/ingest/readings", reading, { authorization: `Bearer ${token}` });
  expect(sent.json()).toMatchObject({ stored: 1 });
  const rejection = await site.rejects(staff, "PATCH", path, { city: "Waco", time_zone: "America/Denver" }, 422);
  expect(rejection).toHaveProperty("time_zone", [
    "The property has readings by the days of America/New_York, so its time_zone cannot become America/Denver. Leave it as it is.",
  ]);
  expect(await site.does(staff, "PATCH", path, { time_zone: "America/New_York" })).toMatchObject({
    has_readings: true,
  });
  expect(await site.rejects(staff, "PATCH", path, { name: "oak" }, 422)).toHaveProperty("name");
  expect(await site.rejects(staff, "PATCH", path, { organization_id: 1 }, 422)).toHaveProperty("organization_id");
  await site.rejects(await site.adminOf(north.organizationId), "PATCH", path, { name: "Mine" }, 403);
  const foreign = await site.rejects(staff, "PATCH", `${PROPERTIES}/${south.propertyId}`, { name: "Mine" }, 404);
  for (const id of [999_999, site.unassignedId, Number.MAX_SAFE_INTEGER]) {
    const change = { name: "Mine", time_zone: "America/Denver" };
    expect(await site.rejects(staff, "PATCH", `${PROPERTIES}/${id}`, change, 404)).toEqual(foreign);
  }
});

test("hides an archived property until it is restored; its staff still find it", async () => {
  const { app, north, south } = site;
  const mine = async () =>
    JSON.parse((await app.ask(await site.adminOf(north.organizationId), "GET", "/v1/reporting/my-properties/")).text)
      .length;
  const staff = await site.staffOf(north.organizationId);
  const path = `${PROPERTIES}/${north.propertyId}`;
  expect(await mine()).toBe(1);
  const gone = propertyIn(await site.does(staff, "POST", `${path}/archive`));
  expect(gone.archived_at).toBe("2026-06-20T12:00:00.000Z");
  await site.does(staff, "POST", `${path}/archive`);
  expect(await mine()).toBe(0);
  const later = await site.staffOf(north.organizationId);
  expect(names(await site.does(later, "GET", `${PROPERTIES}?archived=true`))).toEqual(["North House"]);
  await site.does(later, "PATCH", path, { zip_code: "1" });
  expect(await site.does(later, "POST", `${path}/restore`)).toMatchObject({ archived_at: null });
  expect(await mine()).toBe(1);
  const actions = (await site.recorded()).map(({ action }) => action);
  expect(actions).toEqual(["property.archive", "property.change", "property.restore"]);
  for (const operation of ["archive", "restore"]) {
    await site.rejects(await site.adminOf(north.organizationId), "POST", `${path}/${operation}`, undefined, 403);
    const foreign = await site.rejects(staff, "POST", `${PROPERTIES}/${south.propertyId}/${operation}`, undefined, 404);
    expect(await site.rejects(staff, "POST", `${PROPERTIES}/999999/${operation}`, undefined, 404)).toEqual(foreign);
  }
});

test("moves properties with everything in them; the former organization sees nothing at its next request", async () => {
  const { app, north, south } = site;
  const [first, second] = [await makeProperty("Mover", north.organizationId), await makeProperty("Drifter", null)];
  await site.recorded();
  const visible = async (organizationId: number) => {
    const who = await site.adminOf(organizationId);
    const reports = await app.ask(who, "GET", "/v1/reporting/my-properties/");
    const lists = await app.ask(who, "GET", `/v1/organizations/${organizationId}/properties`);
    const units = await app.ask(who, "GET", `/v1/inventory/properties/units?property_id=${first.id}`);
    return [reports, lists, units].map(({ text }) => text.includes("Mover"));
  };
  expect(await visible(north.organizationId)).toEqual([true, true, true]);
  const body = { organization_id: south.organizationId, property_ids: [first.id, second.id, first.id] };
  const ion = await site.ionAdmin();
  const moved = await site.does(ion, "POST", `${PROPERTIES}/bulk-assign`, body);
  expect(moved).toEqual({ organization_id: south.organizationId, property_ids: [first.id, second.id] });
  expect(await visible(north.organizationId)).toEqual([false, false, false]);
  expect(await visible(south.organizationId)).toEqual([true, true, true]);
  const waiting = await sql`select id from properties where id = any(${[first.id, second.id]}::bigint[])
    and inventory_version > refreshed_version`.execute(app.connections.worker);
  expect(waiting.rows).toHaveLength(2);
  const again = await site.does(ion, "POST", `${PROPERTIES}/bulk-assign`, body);
  expect(again).toMatchObject({ property_ids: [] });
  expect(await site.recorded()).toMatchObject([
    { action: "property.assign", organization_id: north.organizationId, property_id: first.id },
    { action: "property.assign", organization_id: south.organizationId, property_id: first.id },
    { action: "property.assign", property_id: second.id, before: { organization_id: null } },
  ]);
});

// Covers calls-14
test("moves all properties or none, within what the caller manages", async () => {
  const { north, south, unassignedId } = site;
  const path = `${PROPERTIES}/bulk-assign`;
  const ion = await site.ionAdmin();
  const both = await site.staffOf(north.organizationId, south.organizationId);
  const staff = await site.staffOf(north.organizationId);
  const to = (organization_id: unknown, ...property_ids: unknown[]) => ({ organization_id, property_ids });
  const unknown = await site.rejects(ion, "POST", path, to(south.organizationId, north.propertyId, 999_999), 404);
  for (const id of [south.propertyId, unassignedId]) {
    expect(await site.rejects(staff, "POST", path, to(north.organizationId, north.propertyId, id), 404)).toEqual(
      unknown,
    );
  }
  expect(await site.rejects(staff, "POST", path, to(south.organizationId, north.propertyId), 404)).toEqual(
    await site.rejects(staff, "POST", path, to(999_999, north.propertyId), 404),
  );
  await site.rejects(await site.adminOf(north.organizationId), "POST", path, to(north.organizationId, 1), 403);
  for (const ids of [[], ["1"], [0], [null], new Array(1001).fill(1)]) {
    expect(await site.rejects(ion, "POST", path, to(1, ...ids), 422)).toHaveProperty("property_ids");
  }
  expect(await site.rejects(ion, "POST", path, to("none", 1), 422)).toHaveProperty("organization_id");
  const intoNone = await site.rejects(staff, "POST", path, to(null, north.propertyId), 422);
  expect(intoNone).toHaveProperty("organization_id");
  await site.does(both, "POST", path, to(south.organizationId, north.propertyId));
  await site.does(both, "POST", path, to(north.organizationId, north.propertyId));
});

test("an IONAdmin sets the default organization; there is one at a time", async () => {
  const { north, south } = site;
  const ion = await site.ionAdmin();
  const make = (organizationId: number) => `${ORGANIZATIONS}/${organizationId}/default`;
  await site.recorded();
  await site.does(ion, "POST", make(north.organizationId));
  const row = await site.does(ion, "POST", make(south.organizationId));
  expect(row).toMatchObject({ id: south.organizationId, is_default: true });
  await site.does(ion, "POST", make(south.organizationId));
  const all = await sql<{ id: number }>`select id from organizations where is_default`.execute(
    site.app.connections.worker,
  );
  expect(all.rows).toEqual([{ id: south.organizationId }]);
  const recorded = (await site.recorded()).filter((entry) => entry.organization_id === south.organizationId);
  expect(recorded).toMatchObject([
    { action: "organization.change", before: { is_default: false }, after: { is_default: true } },
  ]);
  await site.rejects(ion, "POST", make(999_999), undefined, 404);
  const staff = await site.staffOf(north.organizationId);
  await site.rejects(staff, "POST", make(north.organizationId), undefined, 403);
});

test("an IONAdmin unassigns a property, logged for its former admins", async () => {
  const { north } = site;
  const ion = await site.ionAdmin();
  const body = { organization_id: null, property_ids: [north.propertyId] };
  await site.recorded();
  expect(await site.does(ion, "POST", `${PROPERTIES}/bulk-assign`, body)).toEqual(body);
  const before = { organization_id: north.organizationId };
  expect(await site.recorded()).toMatchObject([
    { action: "property.assign", ...before, property_id: north.propertyId, before, after: { organization_id: null } },
  ]);
  const admin = await site.adminOf(north.organizationId);
  expect(names(await site.does(ion, "GET", `${PROPERTIES}/unassigned`))).toContain("North House");
  expect(JSON.stringify(await site.does(admin, "GET", "/v1/reporting/my-properties/"))).not.toContain("North House");
  await site.does(ion, "POST", `${PROPERTIES}/bulk-assign`, { ...body, ...before });
});

// Covers calls-17
test("lists choices for forms: an admin's own properties, names by organization, units by property", async () => {
  const { app, north, south } = site;
  const oak = await makeProperty("Oak", north.organizationId);
  await addUnit(app.connections, { id: north.propertyId, timeZone: "" }, "Main", "1");
  const admin = await site.adminOf(north.organizationId);
  const external = (id: number) => `/v1/admin/external/inventory/organizations/${id}/properties`;
  expect(names(await site.does(admin, "GET", `${external(north.organizationId)}?ordering=-name`))).toEqual([
    "Oak",
    "North House",
  ]);
  const foreign = await site.rejects(admin, "GET", external(south.organizationId), undefined, 404);
  expect(await site.rejects(admin, "GET", external(999_999), undefined, 404)).toEqual(foreign);
  const member = { ...admin, role: "organization member" as const };
  await site.rejects(member, "GET", external(north.organizationId), undefined, 403);

  const own = (id: number) => `/v1/organizations/${id}/properties`;
  const assigned = { ...member, propertyIds: [north.propertyId] };
  expect(await site.does(assigned, "GET", own(north.organizationId))).toEqual([
    { id: north.propertyId, name: "North House" },
  ]);
  const hidden = await site.rejects(assigned, "GET", own(south.organizationId), undefined, 404);
  expect(await site.rejects(assigned, "GET", own(999_999), undefined, 404)).toEqual(hidden);

  const units = "/v1/inventory/properties/units";
  expect(await site.does(admin, "GET", units)).toEqual([
    { id: north.propertyId, name: "North House", units: [{ id: expect.any(Number), name: "1" }] },
    { id: oak.id, name: "Oak", units: [] },
  ]);
  for (const [field, id] of [
    ["property_id", south.propertyId],
    ["organization_id", south.organizationId],
  ]) {
    const unseen = await site.rejects(admin, "GET", `${units}?${field}=${id}`, undefined, 404);
    expect(await site.rejects(admin, "GET", `${units}?${field}=999999`, undefined, 404)).toEqual(unseen);
  }
  await site.rejects({ ...admin, permissions: [] }, "GET", units, undefined, 403);
});

test("the second of two concurrent edits of a property or organization gets a conflict", async () => {
  const { organizationId } = site.north;
  const made = await site.does(await site.ionAdmin(), "POST", PROPERTIES, {
    organization_id: organizationId,
    name: "Twice",
    time_zone: "America/Chicago",
  });
  const path = `${PROPERTIES}/${Object(made).id}`;
  const who = await site.ionAdmin();
  const begun = { expected: { city: "", street: "" } };
  const answers = await Promise.all(
    ["Austin", "Dallas"].map((city) => site.app.ask(who, "PATCH", path, { city, ...begun })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await site.rejects(who, "PATCH", path, { street: "1 Main St", ...begun }, 409)).toMatchObject({
    code: "changed_meanwhile",
  });
  // What is not expected to be anything may have changed.
  await site.does(who, "PATCH", path, { street: "1 Main St", expected: { street: "" } });
  const own = `/v1/admin/staff/inventory/organizations/${organizationId}`;
  const renames = await Promise.all(
    ["Northern", "Northward"].map((name) => site.app.ask(who, "PATCH", own, { name, expected_name: "North" })),
  );
  expect(renames.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await site.does(who, "PATCH", own, { name: "North" });
});
