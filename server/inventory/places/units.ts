import { sql } from "kysely";
import { z } from "zod";
import { type UnitRow, unitRow } from "../../../contract/inventory/places.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { made } from "../../imports/inventory/apply-places.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { notThere, ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { byNames } from "../../query/by-names.ts";
import { buildingOf } from "./buildings.ts";
import type { PlaceChange } from "./change-places.ts";

const FoundRow = z.object({ found: z.boolean() });

/** The units of a property, by building and name. @param buildingIds left out: of all buildings */
export async function unitsOf(tx: Transactional, propertyId: number, buildingIds?: number[]): Promise<UnitRow[]> {
  const found = await queryRows(tx, unitRow)`
    select u.id, u.name, u.bedrooms, u.building_id, b.name as building_name
    from units u join buildings b on b.property_id = u.property_id and b.id = u.building_id
    where u.property_id = ${propertyId}
      and (${buildingIds ?? null}::bigint[] is null or u.building_id = any(${buildingIds ?? null}::bigint[]))`;
  return found.toSorted(
    byNames(
      (row) => row.building_name,
      (row) => row.name,
    ),
  );
}

/** @throws ProblemError not_found where the property has none such */
export async function unitOf(tx: Transactional, propertyId: number, unitId: number): Promise<UnitRow> {
  const row = (await unitsOf(tx, propertyId)).find(({ id }) => id === unitId);
  if (row === undefined) throw notThere("unit");
  return row;
}

/** @throws ProblemError not_found for the building; invalid_fields where another unit in it has the name */
export async function addUnit(
  change: PlaceChange,
  input: { building_id: number; name: string; bedrooms: number },
): Promise<UnitRow> {
  const { tx, propertyId } = change;
  await buildingOf(tx, propertyId, input.building_id);
  await rejectTaken(change, input.building_id, input.name, null);
  const id = await made(
    tx,
    sql`insert into units (property_id, building_id, name, bedrooms)
      values (${propertyId}, ${input.building_id}, ${input.name}, ${input.bedrooms}) returning id`,
  );
  await change.record({ action: "unit.create", objectType: "unit", objectId: id, after: input });
  return unitOf(tx, propertyId, id);
}

interface UnitFields {
  name?: string | undefined;
  bedrooms?: number | undefined;
}

/**
 * Fields left out are unchanged.
 * @throws ProblemError not_found; changed_meanwhile; invalid_fields where another unit there has the name
 */
export async function changeUnit(
  change: PlaceChange,
  unitId: number,
  input: UnitFields & { expected?: UnitFields | undefined },
): Promise<UnitRow> {
  const { tx, propertyId } = change;
  const { name, bedrooms, ...rest } = await unitOf(tx, propertyId, unitId);
  const before = { name, bedrooms };
  rejectUnexpected("unit", { ...input.expected }, before);
  const after = { name: input.name ?? name, bedrooms: input.bedrooms ?? bedrooms };
  if (after.name === name && after.bedrooms === bedrooms) return { ...rest, ...before };
  if (after.name !== name) await rejectTaken(change, rest.building_id, after.name, unitId);
  await sql`
    update units set name = ${after.name}, bedrooms = ${after.bedrooms}
    where property_id = ${propertyId} and id = ${unitId}`.execute(tx);
  await change.record({ action: "unit.change", objectType: "unit", objectId: unitId, before, after });
  return { ...rest, ...after };
}

/** @throws ProblemError not_found; conflict as long as it has points, or days that were read */
export async function removeUnit(change: PlaceChange, unitId: number): Promise<void> {
  const { tx, propertyId } = change;
  const before = await unitOf(tx, propertyId, unitId);
  const inUse = await queryRow(tx, FoundRow)`
    select exists (select from meter_points where property_id = ${propertyId} and unit_id = ${unitId})
      or exists (select from unit_days where property_id = ${propertyId} and unit_id = ${unitId}) as found`;
  if (inUse?.found !== false) {
    throw new ProblemError("conflict", text`There are meter points in this unit. Remove those first.`);
  }
  await sql`delete from occupancy where property_id = ${propertyId} and unit_id = ${unitId}`.execute(tx);
  await sql`delete from units where property_id = ${propertyId} and id = ${unitId}`.execute(tx);
  await change.record({ action: "unit.remove", objectType: "unit", objectId: unitId, before });
}

async function rejectTaken(
  { tx, propertyId }: PlaceChange,
  buildingId: number,
  name: string,
  exceptId: number | null,
): Promise<void> {
  const taken = await sql`
    select id from units
    where property_id = ${propertyId} and building_id = ${buildingId} and lower(name) = lower(${name})
      and id is distinct from ${exceptId}::bigint`.execute(tx);
  if (taken.rows.length > 0)
    throw wrongField("name", text`Another unit of the building has this name. Choose another one.`);
}
