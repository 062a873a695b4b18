import { sql } from "kysely";
import type { Connections } from "../database/connect.ts";

/** What is stored of one meter's registers and what was made of them. */
export interface MeterVolume {
  serial: string;
  /** Last register less first one, in thousandths of the meter's unit. */
  register: number;
  /** Thousandths of a gallon in its hours, caught-up ones included, and of them caught up. */
  gallons: number;
  estimated: number;
  /** Thousandths of a gallon by which the hours differ from the registers; 0: every drop is accounted for. */
  difference: number;
}

/**
 * Holds the hours of meters against their registers: the volume up to the highest register, over all that is stored of
 * them. A register that was reset or started again at zero shows as a difference.
 */
export async function meterVolumes(
  connections: Connections,
  propertyId: number,
  serials: readonly string[],
): Promise<MeterVolume[]> {
  const rows = await sql<MeterVolume>`
    with ends as (
      select m.id, m.serial_number, m.register_factor,
        (array_agg(d.registers[1] order by d.day))[1] as first,
        (array_agg(d.registers[cardinality(d.registers)] order by d.day desc))[1] as last,
        max((select max(r) from unnest(d.registers) r)) as highest
      from meters m join meter_days d on d.property_id = m.property_id and d.meter_id = m.id and d.registers is not null
      where m.property_id = ${propertyId} and m.serial_number = any(${[...serials]}::text[]) and m.register_factor is not null
      group by m.id, m.serial_number, m.register_factor
    ), sums as (
      select d.meter_id, coalesce(sum(d.gallons_total), 0)::bigint as gallons, sum(d.estimated_total)::bigint as estimated
      from meter_days d join ends on ends.id = d.meter_id
      where d.property_id = ${propertyId}
      group by d.meter_id
    )
    select serial_number as serial, last - first as register, gallons, estimated,
      (gallons - (round((highest * register_factor / 1000)::numeric) - round((first * register_factor / 1000)::numeric)))::bigint
        as difference
    from ends join sums on sums.meter_id = ends.id
    order by serial_number`.execute(connections.worker);
  return rows.rows;
}
