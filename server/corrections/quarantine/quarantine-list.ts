import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Quarantined } from "../../../contract/readings/repairs.ts";
import type { Transactional } from "../../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { registersWait, volumeWaits } from "../../metering/plan/waits-for-decision.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { asGallons } from "../../query/volume.ts";
import { hoursAround } from "./hours-around.ts";

export interface QuarantineListParams extends PageParams {
  state: "open" | "accepted" | "rejected" | "all";
  meter_serial_number?: string | undefined;
  ordering: "measured_at" | "-measured_at";
}

const Row = z.object({
  id: z.string(),
  sort: z.enum(["hour", "lump", "interval", "registers"]),
  meter_id: z.int(),
  serial_number: z.string(),
  attached_to: z.string(),
  building: z.string(),
  unit: z.string().nullable(),
  measured_at: z.date(),
  last_at: z.date(),
  hours: z.int(),
  minutes: z.int().nullable(),
  gallons: z.int(),
  most: z.int().nullable(),
  flow_time: z.number().nullable(),
  events: z.int().nullable(),
  finding: z.enum(["fell", "too much"]).nullable(),
  register_before: z.number().nullable(),
  register: z.number().nullable(),
  received_at: z.date().nullable(),
  decision: z.enum(["accepted", "rejected"]).nullable(),
  repair_id: z.int().nullable(),
});
type Row = z.output<typeof Row>;

/**
 * What is in quarantine at a property: volumes, with what was decided about them, and open stretches of registers.
 * Stretches that were decided are no longer in quarantine; the record of corrections has them.
 */
export async function quarantineList(
  tx: Transactional,
  propertyId: number,
  timeZone: string,
  input: QuarantineListParams,
): Promise<{ count: number; rows: Quarantined[] }> {
  const held = sql`(${heldHours(propertyId, input)} union all ${heldRegisters(propertyId, input)}) held`;
  const count = await queryRow(tx, CountRow)`select count(*) as count from ${held}`;
  const found = await queryRows(tx, Row)`
    select held.*, place.attached_to, b.name as building, u.name as unit
    from ${held}
    left join lateral (
      select p.attached_to, p.building_id, p.unit_id from meter_services s
      join meter_points p on p.property_id = s.property_id and p.id = s.point_id
      where s.property_id = ${propertyId} and s.meter_id = held.meter_id
      order by coalesce(s.began_at, '-infinity') <= held.measured_at and coalesce(s.ended_at, 'infinity') > held.measured_at desc,
        s.ended_at desc nulls first, s.began_at desc nulls last limit 1
    ) place on true
    left join buildings b on b.property_id = ${propertyId} and b.id = place.building_id
    left join units u on u.property_id = ${propertyId} and u.id = place.unit_id
    ${orderBy(input.ordering, { measured_at: sql`measured_at` }, sql`held.id`)}
    limit ${input.page_size} offset ${(input.page - 1) * input.page_size}`;
  const around = await hoursAround(
    tx,
    propertyId,
    timeZone,
    found.map((row) => ({ meterId: row.meter_id, at: row.measured_at.getTime() })),
  );
  return { count: count?.count ?? 0, rows: found.map((row, i) => toWire(row, around[i] ?? [])) };
}

function heldHours(
  propertyId: number,
  { state, meter_serial_number: serial }: QuarantineListParams,
): RawBuilder<unknown> {
  const decided = state === "all" ? sql`true` : state === "open" ? volumeWaits("q") : sql`q.decision = ${state}::text`;
  return sql`
    select 'h' || q.id as id, case when q.minutes is not null then 'interval' when q.hours > 1 then 'lump' else 'hour' end as sort, q.meter_id, m.serial_number,
      q.measured_at, q.measured_at as last_at, q.hours, q.minutes, q.gallons, q.most, q.flow_time, q.events, null::text as finding,
      null::bigint as register_before, null::bigint as register, q.received_at, q.decision, q.repair_id
    from quarantined_readings q join meters m on m.property_id = q.property_id and m.id = q.meter_id
    where q.property_id = ${propertyId} and ${decided} ${named(serial)}`;
}

function heldRegisters(propertyId: number, { state, meter_serial_number: serial }: QuarantineListParams) {
  return sql`
    select 'r' || f.meter_id || '-' || extract(epoch from f.measured_at)::bigint as id, 'registers' as sort, f.meter_id,
      m.serial_number, f.measured_at, f.last_at, 1 as hours, null::smallint as minutes, f.register - f.highest_before as gallons,
      null::bigint as most, null::real as flow_time, null::smallint as events, f.kind as finding,
      f.highest_before as register_before, f.register, null::timestamptz as received_at, null::text as decision,
      null::bigint as repair_id
    from register_findings f join meters m on m.property_id = f.property_id and m.id = f.meter_id
    where f.property_id = ${propertyId} and ${registersWait("f")} and ${state === "open" || state === "all"} ${named(serial)}`;
}

function named(serial: string | undefined): RawBuilder<unknown> {
  return serial === undefined ? sql`` : sql`and m.serial_number = ${serial}`;
}

function toWire(row: Row, around: Quarantined["around"]): Quarantined {
  return {
    id: row.id,
    sort: row.sort,
    meter_serial_number: row.serial_number,
    attached_to: row.attached_to,
    building_name: row.building,
    unit_name: row.unit,
    measured_at: row.measured_at.toISOString(),
    last_at: row.last_at.toISOString(),
    hours: row.hours,
    minutes: row.minutes,
    gallons: asGallons(row.gallons),
    most_gallons: asGallons(row.most),
    flow_time: row.flow_time,
    events: row.events,
    finding: row.finding,
    register_before: asGallons(row.register_before),
    register: asGallons(row.register),
    received_at: row.received_at?.toISOString() ?? null,
    decision: row.decision,
    repair_id: row.repair_id,
    around,
  };
}
