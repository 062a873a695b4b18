import { sql } from "kysely";
import { type PointRow, pointRow } from "../../../contract/inventory/places.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { made } from "../../imports/inventory/apply-places.ts";
import { hasHistory } from "../../imports/inventory/has-history.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { notThere, ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { byNames } from "../../query/by-names.ts";
import { buildingOf } from "./buildings.ts";
import type { PlaceChange } from "./change-places.ts";
import { unitOf } from "./units.ts";

/** Which points are requested; left out: those of all buildings or units. */
export interface PlaceParams {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
}

export interface NewPoint {
  building_id: number;
  unit_id: number | null;
  attached_to: PointRow["attached_to"];
  label: string;
}

/** The points of a property, by building, unit and kind. */
export async function pointsOf(tx: Transactional, propertyId: number, input: PlaceParams = {}): Promise<PointRow[]> {
  const found = await queryRows(tx, pointRow)`
    select p.id, p.attached_to, p.label, p.building_id, b.name as building_name, p.unit_id, u.name as unit_name,
      (select m.serial_number from meter_services s
        join meters m on m.property_id = s.property_id and m.id = s.meter_id
        where s.property_id = p.property_id and s.point_id = p.id and s.ended_at is null
        order by s.id desc limit 1) as meter_serial_number,
      exists (
        select from installed_meters seen
        left join meter_services s on s.property_id = seen.property_id and s.id = seen.service_id
        where seen.property_id = p.property_id and (seen.unit_id = p.unit_id or s.point_id = p.id)
          and seen.last_seen_on is not null
      ) as has_readings
    from meter_points p
    join buildings b on b.property_id = p.property_id and b.id = p.building_id
    left join units u on u.property_id = p.property_id and u.id = p.unit_id
    where p.property_id = ${propertyId}
      and (${input.building_id ?? null}::bigint[] is null or p.building_id = any(${input.building_id ?? null}::bigint[]))
      and (${input.unit_id ?? null}::bigint[] is null or p.unit_id = any(${input.unit_id ?? null}::bigint[]))`;
  return found.toSorted(
    byNames(
      (row) => row.building_name,
      (row) => row.unit_name,
      (row) => row.attached_to,
      (row) => row.label,
    ),
  );
}

/** @throws ProblemError not_found where the property has none such */
export async function pointOf(tx: Transactional, propertyId: number, pointId: number): Promise<PointRow> {
  const row = (await pointsOf(tx, propertyId)).find(({ id }) => id === pointId);
  if (row === undefined) throw notThere("meter point");
  return row;
}

/** @throws ProblemError not_found for building or unit; invalid_fields for a point that cannot be there */
export async function addPoint(change: PlaceChange, input: NewPoint): Promise<PointRow> {
  const { tx, propertyId } = change;
  const { building_id, unit_id, attached_to, label } = input;
  await buildingOf(tx, propertyId, building_id);
  if (unit_id !== null && (await unitOf(tx, propertyId, unit_id)).building_id !== building_id) throw notThere("unit");
  const wholeBuilding = attached_to === "Building" || attached_to === "Irrigation";
  if (wholeBuilding !== (unit_id === null)) {
    throw wrongField(
      "unit_id",
      wholeBuilding ? text`A ${attached_to} point belongs to no unit: unit_id is null.` : text`Choose the unit.`,
    );
  }
  const beside = (await pointsOf(tx, propertyId, { building_id: [building_id] })).filter(
    (point) => point.unit_id === unit_id,
  );
  rejectEntry(attached_to, beside);
  rejectLabel(beside, attached_to, label);
  const id = await made(
    tx,
    sql`insert into meter_points (property_id, building_id, unit_id, attached_to, label)
      values (${propertyId}, ${building_id}, ${unit_id}, ${attached_to}, ${label}) returning id`,
  );
  await change.record({ action: "point.create", objectType: "point", objectId: id, after: input });
  return pointOf(tx, propertyId, id);
}

/** @throws ProblemError not_found; changed_meanwhile; invalid_fields where another of its kind there has the label */
export async function labelPoint(
  change: PlaceChange,
  pointId: number,
  { label, expected }: { label: string; expected?: { label?: string | undefined } | undefined },
): Promise<PointRow> {
  const { tx, propertyId } = change;
  const before = await pointOf(tx, propertyId, pointId);
  rejectUnexpected("meter point", expected, { label: before.label });
  if (before.label === label) return before;
  const beside = await pointsOf(tx, propertyId, { building_id: [before.building_id] });
  rejectLabel(
    beside.filter((point) => point.unit_id === before.unit_id),
    before.attached_to,
    label,
  );
  await sql`update meter_points set label = ${label} where property_id = ${propertyId} and id = ${pointId}`.execute(tx);
  await change.record({
    action: "point.change",
    objectType: "point",
    objectId: pointId,
    before: { label: before.label },
    after: { label },
  });
  return { ...before, label };
}

/** @throws ProblemError not_found; conflict where a meter is installed, or one was that has a history */
export async function removePoint(change: PlaceChange, pointId: number): Promise<void> {
  const { tx, propertyId } = change;
  const before = await pointOf(tx, propertyId, pointId);
  if (before.meter_serial_number !== null) {
    throw new ProblemError(
      "conflict",
      text`Meter "${before.meter_serial_number}" is installed here. Take it out first.`,
    );
  }
  const kept = await sql`
    select s.id from meter_services s join meters m on m.property_id = s.property_id and m.id = s.meter_id
    where s.property_id = ${propertyId} and s.point_id = ${pointId} and ${hasHistory} limit 1`.execute(tx);
  if (kept.rows.length > 0) {
    throw new ProblemError(
      "conflict",
      text`A meter that sent readings was installed here, so the point stays with its history.`,
    );
  }
  await sql`delete from meter_services where property_id = ${propertyId} and point_id = ${pointId}`.execute(tx);
  await sql`delete from meter_points where property_id = ${propertyId} and id = ${pointId}`.execute(tx);
  await change.record({ action: "point.remove", objectType: "point", objectId: pointId, before });
}

/** A unit's whole supply is metered by one SPOE meter, or by two DPOE meters together. */
function rejectEntry(attachedTo: PointRow["attached_to"], beside: readonly PointRow[]): void {
  const entries = beside.filter((point) => point.attached_to === "SPOE" || point.attached_to === "DPOE");
  const second = attachedTo === "DPOE" && entries.length === 1 && entries[0]?.attached_to === "DPOE";
  if ((attachedTo !== "SPOE" && attachedTo !== "DPOE") || entries.length === 0 || second) return;
  throw wrongField(
    "attached_to",
    text`The whole supply of this unit has its points already. A unit has one SPOE point, or two DPOE points.`,
  );
}

function rejectLabel(beside: readonly PointRow[], attachedTo: PointRow["attached_to"], label: string): void {
  if (!beside.some((point) => point.attached_to === attachedTo && point.label === label)) return;
  throw wrongField(
    "label",
    label === ""
      ? text`There is a ${attachedTo} point here already. Give this one a label.`
      : text`Another ${attachedTo} point here has this label. Choose another one.`,
  );
}
