import { z } from "zod";
import type { MeterRow } from "../../../contract/inventory/places.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRows } from "../../database/query-rows.ts";
import { hasHistory } from "../../imports/inventory/has-history.ts";
import { notThere } from "../../problem/problem.ts";
import { byNames } from "../../query/by-names.ts";
import { type PageParams, slicePage } from "../../query/page.ts";
import { type PlaceParams, pointsOf } from "./points.ts";

const Found = z.object({
  id: z.int(),
  serial_number: z.string(),
  /** null: it reports gallons by the hour. */
  register_unit: z.string().nullable(),
  gateway_serial_number: z.string().nullable(),
  continuous_use_expected: z.boolean(),
  point_id: z.int().nullable(),
  in_service_since: z.string().nullable(),
});
type ListedMeter = Omit<MeterRow, "has_readings">;

/** The meters of a property by place; those in no place come last, and are left out where places are requested. */
export async function meterList(
  tx: Transactional,
  propertyId: number,
  input: PlaceParams & PageParams & { search?: string | undefined },
): Promise<{ count: number; rows: MeterRow[] }> {
  const isAnywhere = input.building_id === undefined && input.unit_id === undefined;
  const rows = (await metersByPlace(tx, propertyId, input)).filter(
    (row) =>
      (isAnywhere || row.place !== null) &&
      row.serial_number.toLowerCase().includes((input.search ?? "").toLowerCase()),
  );
  return { count: rows.length, rows: await withHistory(tx, propertyId, slicePage(rows, input)) };
}

/** @throws ProblemError not_found where the property has none such */
export async function meterOf(tx: Transactional, propertyId: number, meterId: number): Promise<MeterRow> {
  const found = (await metersByPlace(tx, propertyId, {})).filter(({ id }) => id === meterId);
  const [row] = await withHistory(tx, propertyId, found);
  if (row === undefined) throw notThere("meter");
  return row;
}

async function metersByPlace(tx: Transactional, propertyId: number, input: PlaceParams): Promise<ListedMeter[]> {
  const points = new Map((await pointsOf(tx, propertyId, input)).map((point) => [point.id, point]));
  const found = await queryRows(tx, Found)`
    select m.id, m.serial_number, g.serial_number as gateway_serial_number, m.register_unit, m.continuous_use_expected,
      service.point_id, service.in_service_since
    from meters m left join gateways g on g.property_id = m.property_id and g.id = m.gateway_id
    left join lateral (
      select s.point_id, (s.began_at at time zone p.time_zone)::date::text as in_service_since
      from meter_services s join properties p on p.id = s.property_id
      where s.property_id = m.property_id and s.meter_id = m.id and s.ended_at is null
      order by s.id desc limit 1
    ) service on true
    where m.property_id = ${propertyId}`;
  const rows = found.map(({ point_id, ...meter }) => {
    const point = point_id === null ? undefined : points.get(point_id);
    if (point === undefined) return { ...meter, place: null };
    const { id, meter_serial_number: _serial, has_readings: _hasReadings, ...location } = point;
    return { ...meter, place: { point_id: id, ...location } };
  });
  return rows.toSorted(
    byNames(
      (row) => row.place?.building_name ?? null,
      (row) => row.place?.unit_name ?? null,
      (row) => row.place?.attached_to ?? null,
      (row) => row.serial_number,
    ),
  );
}

async function withHistory(tx: Transactional, propertyId: number, rows: readonly ListedMeter[]): Promise<MeterRow[]> {
  const found = await queryRows(tx, IdRow)`
    select m.id from meters m
    where m.property_id = ${propertyId} and m.id = any(${rows.map(({ id }) => id)}::bigint[]) and ${hasHistory}`;
  const kept = new Set(found.map(({ id }) => id));
  return rows.map((row) => ({ ...row, has_readings: kept.has(row.id) }));
}
