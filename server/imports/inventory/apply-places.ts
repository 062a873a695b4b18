import { type RawBuilder, sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { text } from "../../problem/text.ts";
import { changeOf } from "./difference.ts";
import type { InventoryRow } from "./inventory-row.ts";
import type { InventoryRun } from "./inventory-run.ts";
import { type KnownPlaces, KnownUnit } from "./known-places.ts";

/** Default of a new unit. */
const USUAL_BEDROOMS = 1;

/** Makes the buildings, units and gateways that these rows name, and brings bedrooms up to date. Adds to `known`. */
export async function applyPlaces(
  tx: Transactional,
  propertyId: number,
  rows: InventoryRow[],
  known: KnownPlaces,
  run: InventoryRun,
): Promise<void> {
  const property = rows[0]?.property ?? "";
  const buildings = Map.groupBy(rows, (row) => row.building);
  const spelledBuildings = firstSpellings([...known.buildings.keys(), ...buildings.keys()]);
  for (const [name, [first]] of buildings) {
    if (known.buildings.has(name)) {
      run.differences.compared("building", `${property} / ${name}`, []);
      continue;
    }
    const spelled = spelledBuildings.get(name.toLowerCase());
    if (spelled !== name && first !== undefined) {
      run.reject(
        first,
        "building",
        "name_taken",
        text`another building is called "${spelled}" but for capital letters. Write the name as it is there.`,
      );
    }
    const id = await made(
      tx,
      sql`insert into buildings (property_id, name) values (${propertyId}, ${name}) returning id`,
    );
    known.buildings.set(name, id);
    run.differences.added("building", `${property} / ${name}`);
  }
  const units = Map.groupBy(
    rows.filter((row) => row.unit !== null),
    (row) => `${known.buildings.get(row.building)} ${row.unit}`,
  );
  const spelledUnits = firstSpellings([...known.units.keys(), ...units.keys()]);
  const fresh: { buildingId: number; name: string; bedrooms: number }[] = [];
  for (const [key, group] of units) {
    const [first] = group;
    if (first === undefined) continue;
    const bedrooms = group.find((row) => row.bedrooms !== null)?.bedrooms ?? null;
    const name = `${property} / ${first.building} / ${first.unit}`;
    const unit = known.units.get(key);
    if (unit === undefined) {
      const buildingId = known.buildings.get(first.building) ?? 0;
      const spelled = spelledUnits.get(key.toLowerCase());
      if (spelled !== key) {
        run.reject(
          first,
          "unit",
          "name_taken",
          text`another unit of the building is called "${spelled?.slice(`${buildingId} `.length)}" but for capital letters. Write the name as it is there.`,
        );
      }
      fresh.push({ buildingId, name: first.unit ?? "", bedrooms: bedrooms ?? USUAL_BEDROOMS });
      run.differences.added("unit", name, [
        bedrooms === null ? text`bedrooms ${USUAL_BEDROOMS}, for the list says none` : text`bedrooms ${bedrooms}`,
      ]);
      continue;
    }
    const change = changeOf("bedrooms", unit.bedrooms, bedrooms);
    run.differences.compared("unit", name, change === null ? [] : [change]);
    if (change !== null) {
      await sql`update units set bedrooms = ${bedrooms} where property_id = ${propertyId} and id = ${unit.id}`.execute(
        tx,
      );
    }
  }
  await insertUnits(tx, propertyId, fresh, known);
  for (const serial of new Set(rows.map((row) => row.gateway).filter((gateway) => gateway !== null))) {
    if (known.gateways.has(serial)) {
      run.differences.compared("gateway", `${property} / ${serial}`, []);
      continue;
    }
    const id = await made(
      tx,
      sql`insert into gateways (property_id, serial_number) values (${propertyId}, ${serial}) returning id`,
    );
    known.gateways.set(serial, id);
    run.differences.added("gateway", `${property} / ${serial}`);
  }
}

/** The first of names that differ in capital letters only, by the same in small ones. */
function firstSpellings(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
}

/** All at once, for lists are long. */
async function insertUnits(
  tx: Transactional,
  propertyId: number,
  units: readonly { buildingId: number; name: string; bedrooms: number }[],
  known: KnownPlaces,
): Promise<void> {
  const inserted = await queryRows(tx, KnownUnit)`
    insert into units (property_id, building_id, name, bedrooms)
    select ${propertyId}::bigint, * from unnest(${units.map(({ buildingId }) => buildingId)}::bigint[],
      ${units.map(({ name }) => name)}::text[], ${units.map(({ bedrooms }) => bedrooms)}::smallint[])
    returning id, building_id, name, bedrooms`;
  for (const { id, building_id, name, bedrooms } of inserted) {
    known.units.set(`${building_id} ${name}`, { id, bedrooms });
  }
}

/** Runs an insert that returns the id of its one row. */
export async function made(tx: Transactional, insert: RawBuilder<unknown>): Promise<number> {
  const { rows } = await insert.$castTo<{ id: number }>().execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The database answered an insert without a row.");
  return row.id;
}
