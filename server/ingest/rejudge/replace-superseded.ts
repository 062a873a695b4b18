import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { type KnownValue, keyOfValue } from "./known-values.ts";

/** Updates the superseded values of a meter: a value that counts now or is withdrawn is deleted from them. */
export async function replaceSuperseded(
  tx: Transactional,
  propertyId: number,
  meterId: number,
  { before, after }: { before: KnownValue[]; after: KnownValue[] },
): Promise<void> {
  const had = new Set(before.map(keyOfValue));
  const has = new Set(after.map(keyOfValue));
  const gone = before.filter((value) => !has.has(keyOfValue(value)));
  const come = after.filter((value) => !had.has(keyOfValue(value)));
  if (gone.length > 0) {
    await sql`
      delete from superseded_readings s using ${rows(gone)}
      where s.property_id = ${propertyId} and s.meter_id = ${meterId} and s.measured_at = v.measured_at
        and s.class = v.class and s.sequence = v.sequence
        and (s.gallons, s.flow_time, s.events, s.hours, s.register, s.minutes)
          is not distinct from (v.gallons, v.flow_time, v.events, v.hours, v.register, v.minutes)`.execute(tx);
  }
  if (come.length > 0) {
    await sql`
      insert into superseded_readings
        (property_id, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes)
      select ${propertyId}::bigint, ${meterId}::bigint, v.* from ${rows(come)}
      on conflict do nothing`.execute(tx);
  }
}

function rows(values: KnownValue[]) {
  const volume = (isRegister: boolean) =>
    values.map(({ kind, gallons }) => ((kind === "register") === isRegister ? gallons : null));
  return sql`unnest(${values.map(({ at }) => new Date(at).toISOString())}::timestamptz[],
      ${values.map((value) => value.class)}::smallint[], ${values.map(({ sequence }) => sequence)}::bigint[],
      ${volume(false)}::bigint[], ${values.map(({ flowTime }) => flowTime)}::real[],
      ${values.map(({ events }) => events)}::smallint[],
      ${values.map(({ kind, hours }) => (kind === "register" ? null : hours))}::smallint[], ${volume(true)}::bigint[],
      ${values.map(({ minutes }) => minutes)}::smallint[])
    as v (measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes)`;
}
