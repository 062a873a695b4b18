import { afterAll, beforeAll, expect, test } from "vitest";
import { type InventorySite, inventorySite, PROPERTIES } from "./testing/inventory-site.ts";

let site: InventorySite;
beforeAll(async () => {
  site = await inventorySite();
});
afterAll(() => site?.app.close());

const idOf = (row: unknown): number => Number(Object(row).id);
const make = async (name: string, organization_id: number) =>
  idOf(
    await site.does(await site.ionAdmin(), "POST", PROPERTIES, {
      organization_id,
      name,
      time_zone: "America/Chicago",
    }),
  );
const assign = (organization_id: number | null, ...property_ids: number[]) => ({ organization_id, property_ids });

test("each organization reads only its own side of a move", async () => {
  const { north, south } = site;
  const ion = await site.ionAdmin();
  const id = await make("Mover", north.organizationId);
  await site.recorded();
  await site.does(ion, "POST", `${PROPERTIES}/bulk-assign`, assign(south.organizationId, id));
  const recorded = await site.recorded();
  const of = (organizationId: number) => recorded.filter((row) => row.organization_id === organizationId);
  const entry = { action: "property.assign", property_id: id };
  const [from, to] = [{ organization_id: north.organizationId }, { organization_id: south.organizationId }];
  expect(of(north.organizationId)).toMatchObject([{ ...entry, before: from, after: null }]);
  expect(of(south.organizationId)).toMatchObject([{ ...entry, before: null, after: to }]);
  expect(recorded).toHaveLength(2);
});

test("rejects moving or restoring a property to an organization where its name is taken", async () => {
  const { north, south } = site;
  const ion = await site.ionAdmin();
  const here = await make("Twin", north.organizationId);
  const there = await make("TWIN", south.organizationId);
  const path = `${PROPERTIES}/bulk-assign`;
  expect(await site.rejects(ion, "POST", path, assign(south.organizationId, here), 422)).toHaveProperty("property_ids");
  await site.does(ion, "POST", path, assign(null, here, there));
  await site.rejects(ion, "POST", path, assign(south.organizationId, here, there), 422);
  await site.does(ion, "POST", path, assign(south.organizationId, there));
  await site.does(ion, "POST", `${PROPERTIES}/${there}/archive`);
  await site.does(ion, "POST", path, assign(south.organizationId, here));
  await site.rejects(ion, "POST", `${PROPERTIES}/${there}/restore`, undefined, 409);
  await site.does(ion, "PATCH", `${PROPERTIES}/${there}`, { name: "Triplet" });
  await site.does(ion, "POST", `${PROPERTIES}/${there}/restore`);
});
