import { z } from "zod";
import type { LeakType } from "../../../contract/reporting/reporting.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import { type LocalPeriod, localPeriod, type PeriodParams } from "../../query/period.ts";
import { type AttachedTo, attachedTo } from "../../readings/meter-day.ts";
import type { Clock } from "../../time/clock.ts";

const Place = z.object({
  property_id: z.int(),
  property_name: z.string(),
  building_id: z.int(),
  building_name: z.string(),
  /** null for meters of a whole building and irrigation. */
  unit_id: z.int().nullable(),
  unit_name: z.string().nullable(),
});

const Row = Place.extend({ meter_id: z.int(), attached_to: z.enum(attachedTo), time_zone: z.string() });

/** A meter at the place where it is (or was last) installed, and the requested local days. */
export interface FoundMeter {
  meterId: number;
  serialNumber: string;
  attachedTo: AttachedTo;
  /** The kind of any leak it sees, which follows from where it is installed. */
  kind: Exclude<LeakType, "hybrid leak">;
  place: z.output<typeof Place>;
  period: LocalPeriod;
}

/**
 * The meter with this serial number within the scope and the requested properties.
 * @throws ProblemError not_found without one; ambiguous_serial when several properties have one.
 */
export async function findMeter(
  scope: Scope,
  tx: Transactional,
  serial: string,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<FoundMeter> {
  const [meter, another] = await queryRows(tx, Row)`
    -- Settled first: joined in another order, every meter of the scope would be visited.
    with named as materialized (
      select property_id, id from meters
      where property_id = any(${scope.propertyIds}::bigint[]) and serial_number = ${serial}
    )
    select properties.id as property_id, properties.name as property_name, properties.time_zone,
      buildings.id as building_id, buildings.name as building_name, units.id as unit_id, units.name as unit_name,
      named.id as meter_id, point.attached_to
    from named
    join properties on properties.id = named.property_id
    cross join lateral (
      select point_id from meter_services
      where meter_services.property_id = named.property_id and meter_services.meter_id = named.id
      order by ended_at desc nulls first, began_at desc nulls last limit 1
    ) latest
    join meter_points point on point.property_id = named.property_id and point.id = latest.point_id
    join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
    left join units on units.property_id = point.property_id and units.id = point.unit_id
    where properties.archived_at is null
      and (${params.property_id ?? null}::bigint[] is null or properties.id = any(${params.property_id ?? null}::bigint[]))
      and (${params.organization_id ?? null}::bigint[] is null
        or properties.organization_id = any(${params.organization_id ?? null}::bigint[]))
    order by properties.id
  `;
  if (meter === undefined) throw new ProblemError("not_found", text`There is no meter with this serial number.`);
  if (another !== undefined) {
    throw new ProblemError(
      "ambiguous_serial",
      text`${meter.property_name} and ${another.property_name} both have a meter with this serial number. Say which with property_id.`,
    );
  }
  const { meter_id, attached_to, time_zone, ...place } = meter;
  return {
    meterId: meter_id,
    serialNumber: serial,
    attachedTo: attached_to,
    kind: kindOf(attached_to),
    place,
    period: localPeriod(time_zone, params, clock()),
  };
}

/** The kind of any leak seen by a meter installed at this point. */
export function kindOf(attachedTo: AttachedTo): FoundMeter["kind"] {
  if (attachedTo === "Toilet") return "toilet leak";
  return attachedTo === "Water Heater" ? "water heater" : "other leak";
}
