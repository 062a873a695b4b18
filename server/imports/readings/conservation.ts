import { sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";

const RegisterRise = z.object({ serial: z.string(), rise: z.number() });

/** What is stored of one meter's registers and what was derived from them. */
export const MeterVolume = z.object({
  serial: z.string(),
  /** Last register that counts less first one, in thousandths of the meter's unit. */
  register: z.number(),
  /** Thousandths of a gallon in its hours, caught-up ones included, and of them caught up. */
  gallons: z.number(),
  estimated: z.number(),
  /** Thousandths of a gallon by which the hours differ from the registers; 0: every drop is accounted for. */
  difference: z.number(),
});
export type MeterVolume = z.output<typeof MeterVolume>;

const dayBegin = sql`(d.day::timestamp at time zone p.time_zone)`;

/** The registers of a meter's day `d` without those in quarantine, null for none; `p` is its property. */
const countedRegisters = sql`
  case when exists (
    select from register_findings f
    where f.property_id = d.property_id and f.meter_id = d.meter_id and f.is_quarantined
      and f.last_at >= ${dayBegin} and f.measured_at < ${dayBegin} + interval '26 hours'
  ) then (
    select array_agg(r.register order by r.second) from unnest(d.register_seconds, d.registers) r (second, register)
    where not exists (
      select from register_findings f
      where f.property_id = d.property_id and f.meter_id = d.meter_id and f.is_quarantined
        and ${dayBegin} + make_interval(secs => r.second) between f.measured_at and f.last_at)
  ) else d.registers end`;

/** Registers of a meter between two instants, in milliseconds since the epoch. */
export interface RegisterSpan {
  serial: string;
  from: number;
  until: number;
}

/**
 * For meters with registers in quarantine between these instants: the last register that counts less the first one, in
 * thousandths of the meter's unit. Meters without any are not among them.
 */
export async function countedRises(
  connections: Connections,
  propertyId: number,
  spans: readonly RegisterSpan[],
): Promise<Map<string, number>> {
  const instants = (of: "from" | "until") => spans.map((span) => new Date(span[of]).toISOString());
  const rows = await queryRows(connections.worker, RegisterRise)`
    with given as (
      select * from unnest(${spans.map(({ serial }) => serial)}::text[], ${instants("from")}::timestamptz[],
        ${instants("until")}::timestamptz[]) as g (serial, from_at, until_at)
    ), counted as (
      select g.serial, r.register, ${dayBegin} + make_interval(secs => r.second) as at, g.from_at, g.until_at
      from given g
      join meters m on m.property_id = ${propertyId} and m.serial_number = g.serial
      join properties p on p.id = m.property_id
      cross join lateral (
        select * from all_meter_days d where d.property_id = m.property_id and d.meter_id = m.id and d.registers is not null
        ${optimizationFence}
      ) d
      cross join lateral unnest(d.register_seconds, d.registers) r (second, register)
      where exists (
        select from register_findings f
        where f.property_id = m.property_id and f.meter_id = m.id and f.is_quarantined
          and f.last_at >= g.from_at and f.measured_at <= g.until_at)
        and not exists (
          select from register_findings f
          where f.property_id = m.property_id and f.meter_id = m.id and f.is_quarantined
            and ${dayBegin} + make_interval(secs => r.second) between f.measured_at and f.last_at)
    )
    select serial, (array_agg(register order by at desc))[1] - (array_agg(register order by at))[1] as rise
    from counted where at between from_at and until_at
    group by serial`;
  return new Map(rows.map(({ serial, rise }) => [serial, rise]));
}

/**
 * Holds the hours of meters against their registers: the volume up to the highest register that counts, over all that is
 * stored of them. Registers in quarantine may be another meter's, and are no rise of this one. A register that was reset or started again at zero shows as a difference.
 */
export async function meterVolumes(
  connections: Connections,
  propertyId: number,
  serials: readonly string[],
): Promise<MeterVolume[]> {
  return queryRows(connections.worker, MeterVolume)`
    with days as (
      select m.id, m.serial_number, m.register_factor, d.day, ${countedRegisters} as registers
      from meters m
      join properties p on p.id = m.property_id
      cross join lateral (
        select * from all_meter_days d where d.property_id = m.property_id and d.meter_id = m.id and d.registers is not null
        ${optimizationFence}
      ) d
      where m.property_id = ${propertyId} and m.serial_number = any(${[...serials]}::text[]) and m.register_factor is not null
    ), ends as (
      select id, serial_number, register_factor,
        (array_agg(registers[1] order by day))[1] as first,
        (array_agg(registers[cardinality(registers)] order by day desc))[1] as last,
        max((select max(r) from unnest(registers) r)) as highest
      from days where registers is not null
      group by id, serial_number, register_factor
    ), sums as (
      select d.meter_id, coalesce(sum(d.gallons_total), 0)::bigint as gallons, sum(d.estimated_total)::bigint as estimated
      from ends cross join lateral (
        select d.* from all_meter_days d where d.property_id = ${propertyId} and d.meter_id = ends.id ${optimizationFence}
      ) d
      group by d.meter_id
    )
    select serial_number as serial, last - first as register, gallons, estimated,
      (gallons - (round((highest * register_factor / 1000)::numeric) - round((first * register_factor / 1000)::numeric)))::bigint
        as difference
    from ends join sums on sums.meter_id = ends.id
    order by serial_number`;
}
