import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placeCalls } from "../../../contract/inventory/places.ts";
import { createGatewayToken } from "../../ingest/tokens/gateway-token.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { type InventorySite, inventorySite } from "../testing/inventory-site.ts";

let site: InventorySite;
let base: string;
let staff: Awaited<ReturnType<InventorySite["staffOf"]>>;
beforeEach(async () => {
  site = await inventorySite();
  base = `/v1/admin/staff/inventory/properties/${site.north.propertyId}`;
  staff = await site.staffOf(site.north.organizationId);
});
afterEach(() => site?.app.close());

const calls = "/v1/admin/staff/inventory/properties/{property_id}";
const post = (path: string, body: object) => site.does(staff, "POST", `${base}/${path}`, body);
const patch = (path: string, body: object) => site.does(staff, "PATCH", `${base}/${path}`, body);
const remove = (path: string) => site.does(staff, "DELETE", `${base}/${path}`);
const rejects = (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body: object | undefined, status: number) =>
  site.rejects(staff, method, `${base}/${path}`, body, status);

const addBuilding = async (name: string) =>
  placeCalls[`POST ${calls}/buildings`].response.parse(await post("buildings", { name }));
const addUnit = async (building_id: number, name: string, bedrooms?: number) =>
  placeCalls[`POST ${calls}/units`].response.parse(await post("units", { building_id, name, bedrooms }));
const addPoint = async (unit: { id: number; building_id: number }, attached_to: string, label = "") =>
  placeCalls[`POST ${calls}/points`].response.parse(
    await post("points", { building_id: unit.building_id, unit_id: unit.id, attached_to, label }),
  );
const addMeter = async (point_id: number, serial_number: string, more: object = {}) =>
  placeCalls[`POST ${calls}/meters`].response.parse(await post("meters", { point_id, serial_number, ...more }));
const metersIn = (answer: unknown) => placeCalls[`GET ${calls}/meters`].response.parse(answer).results;
const actions = async () => (await site.recorded()).map(({ action }) => action);

async function version(): Promise<number> {
  const rows = await sql<{ inventory_version: number }>`
    select inventory_version from properties where id = ${site.north.propertyId}`.execute(site.app.connections.worker);
  return rows.rows[0]?.inventory_version ?? 0;
}

async function sends(serial: string, hour: string): Promise<unknown> {
  const { propertyId } = site.north;
  const { token } = await site.app.connections.worker.transaction().execute(async (tx) => {
    const made = await sql<{ id: number }>`
      insert into gateways (property_id, serial_number) values (${propertyId}, 'Sender')
      on conflict (property_id, serial_number) do update set name = '' returning id`.execute(tx);
    return createGatewayToken(tx, propertyId, made.rows[0]?.id ?? 0);
  });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await site.app.ask({}, "POST", "/v1/ingest/readings", [{ serial, hour, gallons: 5 }], headers);
  await refreshAll(site.app.connections, () => site.app.clock.now);
  return answer.json();
}

// Covers admin-forms-8
test("buildings: added, listed by name, renamed, removed when empty", async () => {
  const before = await version();
  const ten = await addBuilding("House 10");
  const two = await addBuilding(" House 2 ");
  expect(two).toMatchObject({ name: "House 2", property_name: "North House", units_count: 0 });
  await patch(`buildings/${ten.id}`, { name: "House 11" });
  await patch(`buildings/${ten.id}`, { name: "House 11" });
  expect(await version()).toBe(before + 3);
  expect(await site.does(staff, "GET", `${base}/buildings`)).toMatchObject({
    count: 2,
    results: [{ name: "House 2" }, { name: "House 11" }],
  });
  expect(await rejects("POST", "buildings", { name: "House 2" }, 422)).toHaveProperty("name");
  expect(await rejects("PATCH", `buildings/${ten.id}`, { name: "House 2" }, 422)).toHaveProperty("name");
  expect(await rejects("POST", "buildings", { name: " " }, 422)).toHaveProperty("name");
  expect(await rejects("POST", "buildings", { name: "A", id: 1 }, 422)).toHaveProperty("id");
  const unit = await addUnit(two.id, "1");
  await rejects("DELETE", `buildings/${two.id}`, undefined, 409);
  await remove(`units/${unit.id}`);
  await remove(`buildings/${two.id}`);
  expect(await actions()).toEqual([
    "building.create",
    "building.create",
    "building.change",
    "unit.create",
    "unit.remove",
    "building.remove",
  ]);
});

test("units: added, changed, listed in natural order, removed when without points, with their occupancy", async () => {
  const building = await addBuilding("Units");
  const ten = await addUnit(building.id, "10", 0);
  const two = await addUnit(building.id, "2");
  expect(ten).toMatchObject({ bedrooms: 0, building_name: "Units" });
  expect(await patch(`units/${two.id}`, { bedrooms: 3 })).toMatchObject({ name: "2", bedrooms: 3 });
  const list = await site.does(staff, "GET", `${base}/units?building_id=${building.id}`);
  expect(list).toMatchObject({ count: 2, results: [{ name: "2" }, { name: "10" }] });
  expect(await rejects("POST", "units", { building_id: building.id, name: "2" }, 422)).toHaveProperty("name");
  expect(await rejects("PATCH", `units/${ten.id}`, { name: "2" }, 422)).toHaveProperty("name");
  for (const bedrooms of [-1, 21, 1.5, "1", null]) {
    expect(await rejects("PATCH", `units/${ten.id}`, { bedrooms }, 422)).toHaveProperty("bedrooms");
  }
  await site.app.connections.worker.transaction().execute((tx) =>
    sql`insert into occupancy (property_id, unit_id, as_of, status, source)
      values (${site.north.propertyId}, ${ten.id}, '2026-06-01', 'vacant', 'test')`.execute(tx),
  );
  await remove(`units/${ten.id}`);
  await addPoint(two, "SPOE");
  await rejects("DELETE", `units/${two.id}`, undefined, 409);
  expect(await site.recorded()).toContainEqual(
    expect.objectContaining({
      action: "unit.change",
      organization_id: site.north.organizationId,
      property_id: site.north.propertyId,
      before: { name: "2", bedrooms: 1 },
      after: { name: "2", bedrooms: 3 },
    }),
  );
});

test("rejects names that differ from another one in capital letters only", async () => {
  const building = await addBuilding("Rear House");
  const unit = await addUnit(building.id, "12a");
  expect(await rejects("POST", "buildings", { name: "REAR house" }, 422)).toHaveProperty("name");
  expect(await rejects("POST", "units", { building_id: building.id, name: "12A" }, 422)).toHaveProperty("name");
  expect(await patch(`units/${unit.id}`, { name: "12A" })).toMatchObject({ name: "12A" });
  expect(await patch(`buildings/${building.id}`, { name: "Rear house" })).toMatchObject({ name: "Rear house" });
});

test("points: one SPOE or two DPOE for a unit; labels are unique within a kind", async () => {
  const building = await addBuilding("Points");
  const [one, two] = [await addUnit(building.id, "1"), await addUnit(building.id, "2")];
  const rejected = async (field: string, input: object) =>
    expect(
      await rejects("POST", "points", { building_id: building.id, unit_id: one.id, ...input }, 422),
    ).toHaveProperty(field);
  await addPoint(one, "SPOE");
  await rejected("attached_to", { attached_to: "DPOE" });
  await rejected("attached_to", { attached_to: "SPOE", label: "2" });
  await rejected("attached_to", { attached_to: "Sink" });
  await rejected("unit_id", { attached_to: "Building" });
  await rejected("unit_id", { attached_to: "Toilet", unit_id: null });
  await addPoint(two, "DPOE", "hot");
  await addPoint(two, "DPOE", "cold");
  await rejected("attached_to", { unit_id: two.id, attached_to: "DPOE", label: "third" });
  const toilet = await addPoint(one, "Toilet");
  await rejected("label", { attached_to: "Toilet" });
  const second = await addPoint(one, "Toilet", "upstairs");
  expect(await rejects("PATCH", `points/${second.id}`, { label: "" }, 422)).toHaveProperty("label");
  expect(await patch(`points/${second.id}`, { label: "attic" })).toMatchObject({ label: "attic" });
  const whole = { building_id: building.id, unit_id: null, attached_to: "Irrigation" };
  expect(await post("points", whole)).toMatchObject({ unit_name: null, meter_serial_number: null });
  expect(await site.does(staff, "GET", `${base}/points?unit_id=${one.id}`)).toMatchObject({ count: 3 });
  expect(await site.does(staff, "GET", `${base}/points?building_id=${building.id}`)).toMatchObject({ count: 6 });
  const other = await addBuilding("Elsewhere");
  const wrong = { building_id: other.id, unit_id: one.id, attached_to: "Water Heater" };
  await rejects("POST", "points", wrong, 404);
  await addMeter(toilet.id, "T1");
  await rejects("DELETE", `points/${toilet.id}`, undefined, 409);
  await remove(`points/${second.id}`);
});

test("a meter without readings is added, renamed, moved, taken out and removed without a trace", async () => {
  const building = await addBuilding("Meters");
  const unit = await addUnit(building.id, "1");
  const [entry, toilet] = [await addPoint(unit, "SPOE"), await addPoint(unit, "Toilet")];
  const pulses = { register_unit: "pulse", gallons_per_pulse: 10, gateway_serial_number: "G1" };
  const meter = await addMeter(entry.id, "M1", pulses);
  expect(meter).toMatchObject({
    serial_number: "M1",
    place: { point_id: entry.id, attached_to: "SPOE", building_name: "Meters", unit_name: "1" },
    gateway_serial_number: "G1",
    register_unit: "pulse",
    has_readings: false,
  });
  const add = async (field: string, input: object) =>
    expect(await rejects("POST", "meters", { point_id: toilet.id, serial_number: "M2", ...input }, 422)).toHaveProperty(
      field,
    );
  await add("serial_number", { serial_number: "M1" });
  await add("serial_number", { serial_number: " " });
  await add("gallons_per_pulse", { register_unit: "pulse" });
  await add("gallons_per_pulse", { register_unit: "litre", gallons_per_pulse: 1 });
  await add("register_unit", { register_unit: "bucket" });
  await add("register_unit", { register_width: 100 });
  await add("register_count", { register_unit: "pulse", gallons_per_pulse: 100_000, register_count: 10_000 });
  await add("point_id", { point_id: String(toilet.id) });
  await rejects("POST", "meters", { point_id: entry.id, serial_number: "M2" }, 409);
  await addMeter(toilet.id, "M2");
  expect(await rejects("PATCH", `meters/${meter.id}`, { serial_number: "M2" }, 422)).toHaveProperty("serial_number");
  await rejects("PUT", `meters/${meter.id}/place`, { point_id: toilet.id }, 409);
  const changed = await patch(`meters/${meter.id}`, { serial_number: "M3", gateway_serial_number: null });
  expect(changed).toMatchObject({ serial_number: "M3", gateway_serial_number: null });
  const heater = await addPoint(unit, "Water Heater");
  const moved = await site.does(staff, "PUT", `${base}/meters/${meter.id}/place`, { point_id: heater.id });
  expect(moved).toMatchObject({ place: { point_id: heater.id } });
  await remove(`points/${entry.id}`);
  expect(await remove(`meters/${meter.id}/place`)).toMatchObject({ place: null });
  const all = metersIn(await site.does(staff, "GET", `${base}/meters?page_size=50`));
  expect(all.at(-1)).toMatchObject({ serial_number: "M3", place: null });
  const ofUnit = metersIn(await site.does(staff, "GET", `${base}/meters?unit_id=${unit.id}&search=m`));
  expect(ofUnit.map(({ serial_number }) => serial_number)).toEqual(["M2"]);
  await remove(`meters/${meter.id}`);
  await remove(`points/${heater.id}`);
  const recorded = await actions();
  expect(recorded.filter((action) => action.startsWith("meter."))).toEqual([
    "meter.create",
    "meter.create",
    "meter.change",
    "meter.place",
    "meter.unplace",
    "meter.remove",
  ]);
});

test("past readings keep their meter, point and unit; the next meter starts where the last one ended", async () => {
  const building = await addBuilding("History");
  const unit = await addUnit(building.id, "1");
  const [entry, toilet] = [await addPoint(unit, "SPOE"), await addPoint(unit, "Toilet")];
  const meter = await addMeter(entry.id, "H1");
  expect(await sends("H1", "2026-06-19T10:00:00Z")).toMatchObject({ stored: 1 });
  await rejects("DELETE", `meters/${meter.id}`, undefined, 409);
  await patch(`meters/${meter.id}`, { serial_number: "H2" });
  expect(await sends("H1", "2026-06-19T11:00:00Z")).toMatchObject({ rejected: 1 });
  expect(await sends("H2", "2026-06-19T11:00:00Z")).toMatchObject({ stored: 1 });
  // Out of its place and into another one at the same instant: one service ends, no empty one is left.
  await site.does(staff, "PUT", `${base}/meters/${meter.id}/place`, { point_id: toilet.id });
  await remove(`meters/${meter.id}/place`);
  await rejects("DELETE", `points/${entry.id}`, undefined, 409);
  await rejects("DELETE", `units/${unit.id}`, undefined, 409);
  await addMeter(entry.id, "H3");
  const services = await sql<{ serial_number: string; began_at: Date | null; ended_at: Date | null }>`
    select m.serial_number, s.began_at, s.ended_at from meter_services s
    join meters m on m.property_id = s.property_id and m.id = s.meter_id
    where s.point_id = any(${[entry.id, toilet.id]}::bigint[]) order by s.id`.execute(site.app.connections.worker);
  const now = new Date(site.app.clock.now);
  expect(services.rows).toEqual([
    { serial_number: "H2", began_at: null, ended_at: now },
    { serial_number: "H3", began_at: now, ended_at: null },
  ]);
  const days = await sql<{ gallons: number }>`
    select gallons from unit_days where unit_id = ${unit.id} and gallons is not null`.execute(
    site.app.connections.worker,
  );
  expect(days.rows).toEqual([{ gallons: 10_000 }]);
});

test("recalculates an hour when a meter turns out to belong to another unit", async () => {
  const building = await addBuilding("Wrong unit");
  const [one, two] = [await addUnit(building.id, "1"), await addUnit(building.id, "2")];
  const [first, second] = [await addPoint(one, "SPOE"), await addPoint(two, "SPOE")];
  const meter = await addMeter(first.id, "W1");
  await site.does(staff, "PUT", `${base}/meters/${meter.id}/place`, { point_id: second.id });
  await sends("W1", "2026-06-19T10:00:00Z");
  const days = await sql<{ unit_id: number }>`
    select distinct unit_id from unit_days where unit_id = any(${[one.id, two.id]}::bigint[])`.execute(
    site.app.connections.worker,
  );
  expect(days.rows).toEqual([{ unit_id: two.id }]);
});

test("a meter with readings that is taken out leaves its readings to its unit", async () => {
  const building = await addBuilding("Left");
  const unit = await addUnit(building.id, "1");
  const point = await addPoint(unit, "SPOE");
  const meter = await addMeter(point.id, "L1");
  await sends("L1", "2026-06-19T10:00:00Z");
  await remove(`meters/${meter.id}/place`);
  await refreshAll(site.app.connections, () => site.app.clock.now);
  const { worker } = site.app.connections;
  const services = await sql`select ended_at from meter_services where point_id = ${point.id}`.execute(worker);
  expect(services.rows).toEqual([{ ended_at: new Date(site.app.clock.now) }]);
  const days = await sql`select gallons from unit_days where unit_id = ${unit.id} and gallons > 0`.execute(worker);
  expect(days.rows).toEqual([{ gallons: 5000 }]);
});

test("a meter that joins a unit with readings needs its first day; days before count without it", async () => {
  const building = await addBuilding("Since");
  const unit = await addUnit(building.id, "1");
  const { worker } = site.app.connections;
  const days = async () => {
    await refreshAll(site.app.connections, () => site.app.clock.now);
    const found = await sql`
      select day::text as day, gallons, is_read from unit_days where unit_id = ${unit.id} order by day`.execute(worker);
    return found.rows;
  };
  const toilet = await addPoint(unit, "Toilet");
  expect(toilet).toMatchObject({ has_readings: false });
  await addMeter(toilet.id, "T1");
  // The local day of 2026-06-18 in Chicago.
  for (let hour = 5; hour < 29; hour++) {
    await sends("T1", new Date(Date.parse("2026-06-18T00:00:00Z") + hour * 3_600_000).toISOString());
  }
  const before = await days();
  expect(before).toContainEqual({ day: "2026-06-18", gallons: 120_000, is_read: true });

  const entry = await addPoint(unit, "SPOE");
  expect(entry).toMatchObject({ has_readings: true });
  const question = await rejects("POST", "meters", { point_id: entry.id, serial_number: "E1" }, 422);
  expect(question).toHaveProperty("in_service_since");
  expect(JSON.stringify(question)).toContain("always");
  for (const in_service_since of ["2026-06-21", "2026-02-30", "yesterday", "", null]) {
    const body = { point_id: entry.id, serial_number: "E1", in_service_since };
    expect(await rejects("POST", "meters", body, 422), String(in_service_since)).toHaveProperty("in_service_since");
  }
  const meter = await addMeter(entry.id, "E1", { in_service_since: "2026-06-19" });
  expect(meter).toMatchObject({ in_service_since: "2026-06-19" });
  expect(await days()).toEqual(before);

  // As if it had been there all along: its days without readings are the unit's.
  const change = { in_service_since: "always", expected: { in_service_since: "2026-06-19" } };
  expect(await patch(`meters/${meter.id}`, change)).toMatchObject({ in_service_since: null });
  expect(await rejects("PATCH", `meters/${meter.id}`, change, 409)).toMatchObject({ code: "changed_meanwhile" });
  expect(await days()).not.toContainEqual(expect.objectContaining({ day: "2026-06-18", is_read: true }));
  await patch(`meters/${meter.id}`, { in_service_since: "2026-06-19" });
  expect(await days()).toEqual(before);
  expect((await site.recorded()).at(-1)).toMatchObject({
    action: "meter.change",
    before: { in_service_since: null },
    after: { in_service_since: "2026-06-19" },
  });

  // The use of a unit's toilets needs all of them; a first heater below the meter of the whole unit changes nothing.
  await patch(`meters/${meter.id}`, { in_service_since: "always" });
  const second = await addPoint(unit, "Toilet", "2");
  const toiletAgain = await rejects("POST", "meters", { point_id: second.id, serial_number: "T2" }, 422);
  expect(toiletAgain).toHaveProperty("in_service_since");
  const heater = await addPoint(unit, "Water Heater");
  expect(await addMeter(heater.id, "W1")).toMatchObject({ in_service_since: null });
});

test("a first day of service is not among archived days, where the unit has readings", async () => {
  const building = await addBuilding("Archived");
  const [one, two] = [await addUnit(building.id, "1"), await addUnit(building.id, "2")];
  const [entry, toilet, other] = [
    await addPoint(one, "SPOE"),
    await addPoint(one, "Toilet"),
    await addPoint(two, "SPOE"),
  ];
  const meter = await addMeter(toilet.id, "C1");
  await sends("C1", "2026-06-18T10:00:00Z");
  await sql`update properties set hours_from = '2026-06-01' where id = ${site.north.propertyId}`.execute(
    site.app.connections.worker,
  );
  for (const in_service_since of ["always", "2026-06-08"]) {
    const body = { point_id: entry.id, serial_number: "C2", in_service_since };
    expect(JSON.stringify(await rejects("POST", "meters", body, 422))).toContain("Days before 2026-06-09 are archived");
    const wrong = await rejects("PATCH", `meters/${meter.id}`, { in_service_since: "2026-06-10" }, 422);
    expect(wrong).toHaveProperty("in_service_since");
  }
  await addMeter(entry.id, "C2", { in_service_since: "2026-06-09" });
  await addMeter(other.id, "C3", { in_service_since: "2026-05-01" });
});

test("a meter that was there all along elsewhere is put at a place from now on", async () => {
  const building = await addBuilding("Again");
  const [one, two] = [await addUnit(building.id, "1"), await addUnit(building.id, "2")];
  const [entry, toilet, other] = [
    await addPoint(one, "SPOE"),
    await addPoint(one, "Toilet"),
    await addPoint(two, "SPOE"),
  ];
  const meter = await addMeter(entry.id, "A1");
  await addMeter(toilet.id, "A2");
  for (const serial of ["A1", "A2"]) await sends(serial, "2026-06-18T10:00:00Z");
  for (const point of [other, entry]) {
    await remove(`meters/${meter.id}/place`);
    site.app.clock.now += 60_000;
    const placed = await site.does(staff, "PUT", `${base}/meters/${meter.id}/place`, { point_id: point.id });
    expect(placed).toMatchObject({ place: { point_id: point.id } });
  }
});

test("a meter that takes the place of one that left days ago needs its first day, and one without readings leaves none", async () => {
  const building = await addBuilding("Gone");
  const unit = await addUnit(building.id, "1");
  const [entry, toilet] = [await addPoint(unit, "SPOE"), await addPoint(unit, "Toilet")];
  const meter = await addMeter(entry.id, "G1");
  await addMeter(toilet.id, "G2");
  for (const serial of ["G1", "G2"]) await sends(serial, "2026-06-18T10:00:00Z");
  await remove(`meters/${meter.id}/place`);
  site.app.clock.now += 5 * 86_400_000;
  await sends("G2", new Date(site.app.clock.now - 4 * 86_400_000).toISOString().replace(/:.*/, ":00:00Z"));
  const body = { point_id: entry.id, serial_number: "G3" };
  expect(await rejects("POST", "meters", body, 422)).toHaveProperty("in_service_since");
  const since = new Date(site.app.clock.now - 3 * 86_400_000).toISOString().slice(0, 10);
  const mistyped = await addMeter(entry.id, "G3", { in_service_since: since });
  const later = new Date(site.app.clock.now - 2 * 86_400_000).toISOString().slice(0, 10);
  expect(
    await site.does(staff, "PUT", `${base}/meters/${mistyped.id}/place`, {
      point_id: entry.id,
      in_service_since: later,
    }),
  ).toMatchObject({ in_service_since: later });
  // Moved before it ever sent anything: it was never here.
  const heater = await addPoint(unit, "Water Heater");
  const moved = { point_id: heater.id, in_service_since: since };
  expect(await rejects("PUT", `meters/${mistyped.id}/place`, { point_id: heater.id }, 422)).toHaveProperty(
    "in_service_since",
  );
  await site.does(staff, "PUT", `${base}/meters/${mistyped.id}/place`, moved);
  const services = await sql`
    select s.point_id, (s.began_at at time zone 'America/Chicago')::date::text as since from meter_services s
    where s.meter_id = ${mistyped.id}`.execute(site.app.connections.worker);
  expect(services.rows).toEqual([{ point_id: heater.id, since }]);
});

test("a first day in service lies where the meter and its place were free", async () => {
  const building = await addBuilding("Free");
  const [one, two] = [await addUnit(building.id, "1"), await addUnit(building.id, "2")];
  const [first, second] = [await addPoint(one, "SPOE"), await addPoint(two, "SPOE")];
  const meter = await addMeter(first.id, "F1");
  await sends("F1", "2026-06-19T10:00:00Z");
  await site.does(staff, "PUT", `${base}/meters/${meter.id}/place`, { point_id: second.id });
  const today = new Date(site.app.clock.now - 5 * 3_600_000).toISOString().slice(0, 10);
  for (const in_service_since of ["always", "2026-06-01"]) {
    const wrong = await rejects("PATCH", `meters/${meter.id}`, { in_service_since }, 422);
    expect(JSON.stringify(wrong)).toContain(`\\"F1\\" was at another place until ${today}`);
  }
  const after = await addMeter(first.id, "F2");
  expect(after).toMatchObject({ in_service_since: today });
  const wrong = await rejects("PATCH", `meters/${after.id}`, { in_service_since: "2026-06-01" }, 422);
  expect(JSON.stringify(wrong)).toContain(`\\"F1\\" was here until ${today}`);
  // On that very day it begins when the other one left.
  await patch(`meters/${after.id}`, { in_service_since: today });
  await remove(`meters/${after.id}/place`);
  expect(await rejects("PATCH", `meters/${after.id}`, { in_service_since: today }, 422)).toHaveProperty(
    "in_service_since",
  );
  expect(
    await site.does(staff, "PUT", `${base}/meters/${after.id}/place`, { point_id: first.id, in_service_since: today }),
  ).toMatchObject({ in_service_since: today });
});

// Covers inventory-7
test("the second of two concurrent changes of a place or meter gets a conflict and changes nothing", async () => {
  const building = await addBuilding("House 1");
  const unit = await addUnit(building.id, "101", 1);
  const point = await addPoint(unit, "SPOE");
  const meter = await addMeter(point.id, "m-1");
  const gateway = Object(await post("gateways", { serial_number: "g-1", name: "Attic" }));
  for (const { path, first, second, other, expected } of [
    {
      path: `buildings/${building.id}`,
      first: { name: "House 2" },
      second: { name: "House 3" },
      other: {},
      expected: { name: "House 1" },
    },
    {
      path: `units/${unit.id}`,
      first: { name: "102" },
      second: { name: "103" },
      other: { bedrooms: 2, expected: { bedrooms: 1 } },
      expected: { name: "101" },
    },
    {
      path: `points/${point.id}`,
      first: { label: "upstairs" },
      second: { label: "left" },
      other: {},
      expected: { label: "" },
    },
    {
      path: `meters/${meter.id}`,
      first: { gateway_serial_number: "g-1" },
      second: { gateway_serial_number: "g-2" },
      other: { serial_number: "m-2", expected: { serial_number: "m-1" } },
      expected: { gateway_serial_number: null },
    },
    {
      path: `gateways/${gateway.serial_number}`,
      first: { name: "Cellar" },
      second: { name: "Roof" },
      other: { interval_minutes: 15, expected: { interval_minutes: 60 } },
      expected: { name: "Attic" },
    },
  ]) {
    const answers = await Promise.all(
      [first, second].map((body) => site.app.ask(staff, "PATCH", `${base}/${path}`, { ...body, expected })),
    );
    expect(answers.map(({ status }) => status).toSorted(), path).toEqual([200, 409]);
    const conflict = await rejects("PATCH", path, { ...second, expected }, 409);
    expect(conflict).toMatchObject({ code: "changed_meanwhile" });
    // What is not expected to be anything may have changed.
    if (Object.keys(other).length > 0) expect(await patch(path, other), path).toMatchObject({ id: expect.anything() });
  }
  expect((await actions()).filter((action) => action.endsWith(".change")).toSorted()).toEqual([
    "building.change",
    "gateway.change",
    "gateway.change",
    "meter.change",
    "meter.change",
    "point.change",
    "unit.change",
    "unit.change",
  ]);
});

// Covers admin-forms-13
test("requires each choice with the forms' messages", async () => {
  const { id: building_id } = await addBuilding("House 1");
  expect(await rejects("POST", "units", { name: "1" }, 422)).toMatchObject({ building_id: ["Choose the building."] });
  expect(await rejects("POST", "points", { building_id: 0, unit_id: null, attached_to: "SPOE" }, 422)).toMatchObject({
    building_id: ["Choose the building."],
  });
  expect(await rejects("POST", "points", { building_id, unit_id: null, attached_to: "SPOE" }, 422)).toMatchObject({
    unit_id: ["Choose the unit."],
  });
  expect(await rejects("POST", "meters", { serial_number: "m-1" }, 422)).toMatchObject({
    point_id: ["Choose the point."],
  });
  expect(await rejects("POST", "units", { building_id, name: "1", bedrooms: 21 }, 422)).toMatchObject({
    bedrooms: ["Give a whole number from 0 (a studio) to 20."],
  });
});
