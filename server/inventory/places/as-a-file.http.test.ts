import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readInventoryFile } from "../../imports/files/inventory-file.ts";
import { applyInventory } from "../../imports/inventory/apply-inventory.ts";
import { csvFile } from "../../imports/testing/csv-file.ts";
import { type InventorySite, inventorySite, PROPERTIES } from "../testing/inventory-site.ts";

let site: InventorySite;
beforeAll(async () => {
  site = await inventorySite();
});
afterAll(() => site?.app.close());

const who = { userId: null, email: "command line", requestId: "", at: 0 };
const FILE = `property,building,unit,bedrooms,point,label,serial,gateway,time_zone,street,city,state,zip,register_unit,gallons_per_pulse,register_count,register_width,continuous_use_expected
Twin,A,101,2,SPOE,,S1,G1,America/Denver,1 Main St,Denver,CO,80014,pulse,10,,1000,yes
Twin,A,101,2,Toilet,,S2,,,,,,,,,,,
Twin,A,102,0,DPOE,hot,S3,G1,,,,,,litre,,0.1,,
Twin,A,,,Irrigation,,S4,G2,,,,,,cubic foot,,,,`;

/** A property's whole inventory, without ids. */
async function rows(propertyId: number) {
  const found = await sql`
    select p.name, p.street, p.city, p.state, p.zip_code, p.time_zone, b.name as building, u.name as unit, u.bedrooms,
      t.attached_to, t.label, m.serial_number, g.serial_number as gateway, m.router_id, m.register_unit,
      m.register_factor, m.count_gallons, m.register_width, m.continuous_use_expected, s.began_at, s.ended_at,
      s.opening_register, s.closing_register
    from properties p join meters m on m.property_id = p.id
    join meter_services s on s.property_id = p.id and s.meter_id = m.id
    join meter_points t on t.property_id = p.id and t.id = s.point_id
    join buildings b on b.property_id = p.id and b.id = t.building_id
    left join units u on u.property_id = p.id and u.id = t.unit_id
    left join gateways g on g.property_id = p.id and g.id = m.gateway_id
    where p.id = ${propertyId} order by m.serial_number`.execute(site.app.connections.worker);
  return found.rows;
}

const idOf = (answer: unknown) => Number(Object(answer).id);

test("calls and an inventory file create the same rows", async () => {
  const { connections } = site.app;
  const read = await readInventoryFile(await csvFile(FILE, "twin.csv"));
  expect(read.rejected).toEqual([]);
  await applyInventory(connections, read.rows, { organization: "North", propertyId: null, dryRun: false }, who);
  const imported = await sql<{ id: number }>`select id from properties where name = 'Twin'`.execute(connections.worker);

  const address = { street: "1 Main St", city: "Denver", state: "CO", zip_code: "80014" };
  const body = { organization_id: site.south.organizationId, name: "Twin", ...address, time_zone: "America/Denver" };
  const propertyId = idOf(await site.does(await site.ionAdmin(), "POST", PROPERTIES, body));
  const staff = await site.staffOf(site.south.organizationId);
  const make = async (what: string, input: object) =>
    idOf(await site.does(staff, "POST", `/v1/admin/staff/inventory/properties/${propertyId}/${what}`, input));
  const building_id = await make("buildings", { name: "A" });
  const first = await make("units", { building_id, name: "101", bedrooms: 2 });
  const second = await make("units", { building_id, name: "102", bedrooms: 0 });
  const point = (unit_id: number | null, attached_to: string, label = "") =>
    make("points", { building_id, unit_id, attached_to, label });
  const meters = [
    {
      point_id: await point(first, "SPOE"),
      serial_number: "S1",
      gateway_serial_number: "G1",
      register_unit: "pulse",
      gallons_per_pulse: 10,
      register_width: 1000,
      continuous_use_expected: true,
    },
    { point_id: await point(first, "Toilet"), serial_number: "S2" },
    {
      point_id: await point(second, "DPOE", "hot"),
      serial_number: "S3",
      gateway_serial_number: "G1",
      register_unit: "litre",
      register_count: 0.1,
    },
    {
      point_id: await point(null, "Irrigation"),
      serial_number: "S4",
      gateway_serial_number: "G2",
      register_unit: "cubic foot",
    },
  ];
  for (const meter of meters) await make("meters", meter);
  const made = await rows(propertyId);
  expect(made).toHaveLength(4);
  expect(made).toEqual(await rows(imported.rows[0]?.id ?? 0));
  // The file finds nothing to change in what calls made.
  const again = await applyInventory(
    connections,
    read.rows,
    { organization: "South", propertyId: null, dryRun: true },
    who,
  );
  expect(again.differences.list).toEqual([]);
});

test("one of ten concurrent calls that add the same meter succeeds, and the others get a message", async () => {
  const staff = await site.staffOf(site.north.organizationId);
  const base = `/v1/admin/staff/inventory/properties/${site.north.propertyId}`;
  const building_id = idOf(await site.does(staff, "POST", `${base}/buildings`, { name: "Race" }));
  const point = { building_id, unit_id: null, attached_to: "Building" };
  const point_id = idOf(await site.does(staff, "POST", `${base}/points`, point));
  const body = { point_id, serial_number: "R1" };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => site.app.ask(staff, "POST", `${base}/meters`, body)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...new Array(9).fill(422)]);
});
