import { sql } from "kysely";
import { type BuildingRow, buildingRow } from "../../../contract/inventory/places.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { made } from "../../imports/inventory/apply-places.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { notThere, ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { byNames } from "../../query/by-names.ts";
import type { PlaceChange } from "./change-places.ts";

/** The buildings of a property, by name. */
export async function buildingsOf(tx: Transactional, propertyId: number): Promise<BuildingRow[]> {
  const found = await queryRows(tx, buildingRow)`
    select b.id, b.name, p.name as property_name,
      (select count(*) from units u where u.property_id = b.property_id and u.building_id = b.id) as units_count
    from buildings b join properties p on p.id = b.property_id
    where b.property_id = ${propertyId}`;
  return found.toSorted(byNames((row) => row.name));
}

/** @throws ProblemError not_found where the property has none such */
export async function buildingOf(tx: Transactional, propertyId: number, buildingId: number): Promise<BuildingRow> {
  const row = (await buildingsOf(tx, propertyId)).find(({ id }) => id === buildingId);
  if (row === undefined) throw notThere("building");
  return row;
}

/** @throws ProblemError invalid_fields where another building of the property has the name */
export async function addBuilding(change: PlaceChange, name: string): Promise<BuildingRow> {
  const { tx, propertyId } = change;
  await rejectTaken(change, name, null);
  const id = await made(
    tx,
    sql`insert into buildings (property_id, name) values (${propertyId}, ${name}) returning id`,
  );
  await change.record({ action: "building.create", objectType: "building", objectId: id, after: { name } });
  return buildingOf(tx, propertyId, id);
}

/** @throws ProblemError not_found; changed_meanwhile; invalid_fields where another building of the property has the name */
export async function renameBuilding(
  change: PlaceChange,
  buildingId: number,
  { name, expected }: { name: string; expected?: { name?: string | undefined } | undefined },
): Promise<BuildingRow> {
  const { tx, propertyId } = change;
  const before = await buildingOf(tx, propertyId, buildingId);
  rejectUnexpected("building", expected, { name: before.name });
  if (before.name === name) return before;
  await rejectTaken(change, name, buildingId);
  await sql`update buildings set name = ${name} where property_id = ${propertyId} and id = ${buildingId}`.execute(tx);
  await change.record({
    action: "building.change",
    objectType: "building",
    objectId: buildingId,
    before: { name: before.name },
    after: { name },
  });
  return { ...before, name };
}

/** @throws ProblemError not_found; conflict as long as it has units or points */
export async function removeBuilding(change: PlaceChange, buildingId: number): Promise<void> {
  const { tx, propertyId } = change;
  const before = await buildingOf(tx, propertyId, buildingId);
  const points = await sql`
    select id from meter_points where property_id = ${propertyId} and building_id = ${buildingId} limit 1`.execute(tx);
  if (before.units_count > 0 || points.rows.length > 0) {
    throw new ProblemError("conflict", text`There are units or meter points in this building. Remove those first.`);
  }
  await sql`delete from buildings where property_id = ${propertyId} and id = ${buildingId}`.execute(tx);
  await change.record({
    action: "building.remove",
    objectType: "building",
    objectId: buildingId,
    before: { name: before.name },
  });
}

async function rejectTaken({ tx, propertyId }: PlaceChange, name: string, exceptId: number | null): Promise<void> {
  const taken = await sql`
    select id from buildings
    where property_id = ${propertyId} and lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint`.execute(
    tx,
  );
  if (taken.rows.length > 0) throw wrongField("name", text`Another building has this name. Choose another one.`);
}
