import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { placeCalls } from "../../../contract/inventory/places.ts";
import { addMeter, addUnit } from "../../reporting/testing/places.ts";
import { type InventorySite, inventorySite } from "../testing/inventory-site.ts";

interface Ids {
  property_id: number;
  building_id: number;
  unit_id: number;
  point_id: number;
  meter_id: number;
}

/** Beyond what the database takes for a whole number of four bytes. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;
const unknown: Ids = {
  property_id: UNKNOWN,
  building_id: UNKNOWN,
  unit_id: UNKNOWN,
  point_id: UNKNOWN,
  meter_id: UNKNOWN,
};
/** A body for each call that takes one, in which only the ids can be wrong. */
const bodies: Record<string, (ids: Ids) => object> = {
  "POST buildings": () => ({ name: "New" }),
  "PATCH buildings": () => ({ name: "New" }),
  "POST units": ({ building_id }) => ({ building_id, name: "New" }),
  "PATCH units": () => ({ name: "New" }),
  "POST points": ({ building_id, unit_id }) => ({ building_id, unit_id, attached_to: "Toilet" }),
  "PATCH points": () => ({ label: "New" }),
  "POST meters": ({ point_id }) => ({ point_id, serial_number: "New" }),
  "PATCH meters": () => ({ serial_number: "New" }),
  "PUT meters": ({ point_id }) => ({ point_id }),
};
/** What each call names, other than the property. */
const named: Record<string, (keyof Ids)[]> = {
  "POST units": ["building_id"],
  "POST points": ["building_id", "unit_id"],
  "POST meters": ["point_id"],
  "PUT meters": ["meter_id", "point_id"],
};

let site: InventorySite;
let ours: Ids;
let theirs: Ids;
beforeAll(async () => {
  site = await inventorySite();
  const make = async (propertyId: number): Promise<Ids> => {
    const property = { id: propertyId, timeZone: "America/Chicago" };
    const unit = await addUnit(site.app.connections, property, "Main", "1");
    const meter = await addMeter(site.app.connections, unit, "SPOE", "M1");
    return {
      property_id: propertyId,
      building_id: unit.buildingId,
      unit_id: unit.unitId ?? 0,
      point_id: meter.pointId,
      meter_id: meter.id,
    };
  };
  ours = await make(site.north.propertyId);
  theirs = await make(site.south.propertyId);
});
afterAll(() => site?.app.close());

const cases = Object.keys(placeCalls).map((name) => {
  const [method = "", path = ""] = name.split(" ");
  const area = path.split("/")[7] ?? "";
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  return { name, method, path, key: `${method} ${area}`, parameters };
});

function isMethod(method: string): method is "GET" | "POST" | "PUT" | "PATCH" | "DELETE" {
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(method);
}

async function rejected(who: object, { method, path, key }: (typeof cases)[number], ids: Ids, status: number) {
  if (!isMethod(method)) throw new Error(`There is no method ${method}.`);
  const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter) =>
    String(Object.entries(ids).find(([id]) => id === parameter)?.[1]),
  );
  return site.rejects(who, method, url, bodies[key]?.(ids), status);
}

test.each(cases)("$name: treats foreign objects as unknown, and rejects organization admins", async (operation) => {
  const staff = await site.staffOf(site.north.organizationId);
  const admin = await site.adminOf(site.north.organizationId);
  await rejected(admin, operation, ours, 403);
  const nowhere = await rejected(staff, operation, { ...ours, property_id: UNKNOWN }, 404);
  expect(await rejected(staff, operation, theirs, 404)).toEqual(nowhere);
  expect(await rejected(staff, operation, { ...ours, property_id: theirs.property_id }, 404)).toEqual(nowhere);
  const ids: readonly (string | undefined)[] =
    (operation.method === "DELETE" ? undefined : named[operation.key]) ?? operation.parameters.slice(1);
  let tried = 0;
  for (const id of Object.keys(ours)) {
    if (!ids.includes(id) || id === "property_id") continue;
    const foreign = Object.entries(theirs).filter(([name]) => name === id);
    const missing = Object.entries(unknown).filter(([name]) => name === id);
    expect(await rejected(staff, operation, { ...ours, ...Object.fromEntries(foreign) }, 404)).toEqual(
      await rejected(staff, operation, { ...ours, ...Object.fromEntries(missing) }, 404),
    );
    tried++;
  }
  expect(tried).toBe(ids.length);
});

const filtered = cases.filter(({ method, path }) => method === "GET" && !path.endsWith("/buildings"));
test.each(filtered)("$name: filters by foreign ids give nothing", async ({ path }) => {
  const staff = await site.staffOf(site.north.organizationId);
  const url = path.replace("{property_id}", String(ours.property_id));
  expect(await site.does(staff, "GET", `${url}?building_id=${theirs.building_id}`)).toMatchObject({ count: 0 });
  expect(await site.does(staff, "GET", `${url}?building_id=${ours.building_id}`)).toMatchObject({ count: 1 });
});

test("hides the places of an archived property", async () => {
  const staff = await site.staffOf(site.north.organizationId);
  const properties = "/v1/admin/staff/inventory/organizations/properties";
  await site.does(staff, "POST", `${properties}/${ours.property_id}/archive`);
  onTestFinished(async () => {
    await site.does(staff, "POST", `${properties}/${ours.property_id}/restore`);
  });
  const places = `/v1/admin/staff/inventory/properties/${ours.property_id}/buildings`;
  // A request that still names it gets the same 404.
  await site.rejects(staff, "GET", places, undefined, 404);
  await site.rejects(staff, "POST", places, { name: "New" }, 404);
});
