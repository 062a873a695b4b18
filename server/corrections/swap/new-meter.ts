import { sql } from "kysely";
import { z } from "zod";
import type { RequestOf } from "../../../contract/readings/repair-request.ts";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import { thousandthsPer } from "../../imports/cells/register-units.ts";
import type { Meter } from "../../metering/inventory/inventory-types.ts";
import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RepairWork } from "../repair-work.ts";

type NewMeter = RequestOf<"swap">["new_meter"];

const KnownMeter = z.object({
  id: z.int(),
  register_unit: z.string().nullable(),
  /** Its last period of service ended then; null: it never had one. */
  last_ended_at: z.date().nullable(),
  is_in_place: z.boolean(),
});
type KnownMeter = z.output<typeof KnownMeter>;

/**
 * The meter that replaces another: one of the inventory that is not installed, or a new one, which by default has the
 * old one's properties.
 * @throws ProblemError invalid_fields for one that is installed or not of the stated kind
 */
export async function newMeterFor(
  work: RepairWork,
  old: Meter,
  input: NewMeter,
  at: number,
): Promise<{ meterId: number; isMade: boolean }> {
  const serial = input.serial_number;
  const known = await knownMeter(work, serial);
  if (known === null) return { meterId: await makeMeter(work, old, input), isMade: true };
  if (known.is_in_place) {
    throw wrongField(
      "new_meter.serial_number",
      text`Meter "${serial}" is already installed. Use another serial number.`,
    );
  }
  if (known.last_ended_at !== null && known.last_ended_at.getTime() > at) {
    const until = known.last_ended_at.toISOString();
    throw wrongField("new_meter.serial_number", text`Meter "${serial}" was installed elsewhere until ${until}.`);
  }
  if (input.register_unit !== undefined && input.register_unit !== known.register_unit) {
    const kind = known.register_unit === null ? text`gallons by the hour` : text`a register in ${known.register_unit}`;
    throw wrongField("new_meter.register_unit", text`Meter "${serial}" is known to report ${kind}. Leave it out.`);
  }
  return { meterId: known.id, isMade: false };
}

async function knownMeter({ tx, propertyId }: RepairWork, serial: string): Promise<KnownMeter | null> {
  const found = await queryRow(tx, KnownMeter)`
    select m.id, m.register_unit, s.last_ended_at, coalesce(s.is_in_place, false) as is_in_place
    from meters m left join (
      select property_id, meter_id, max(ended_at) as last_ended_at, bool_or(ended_at is null) as is_in_place
      from meter_services where property_id = ${propertyId} group by property_id, meter_id
    ) s on s.property_id = m.property_id and s.meter_id = m.id
    where m.property_id = ${propertyId} and m.serial_number = ${serial}`;
  return found ?? null;
}

async function makeMeter(work: RepairWork, old: Meter, input: NewMeter): Promise<number> {
  const { tx, propertyId } = work;
  const unit = input.register_unit;
  if (unit === "pulse" && input.gallons_per_pulse === undefined) {
    throw wrongField("new_meter.gallons_per_pulse", text`Set gallons_per_pulse to the gallons of one pulse.`);
  }
  if (unit !== "pulse" && input.gallons_per_pulse !== undefined) {
    throw wrongField("new_meter.gallons_per_pulse", text`gallons_per_pulse belongs to register_unit pulse.`);
  }
  const asOld = unit === undefined;
  const factor =
    asOld || unit === null ? null : unit === "pulse" ? (input.gallons_per_pulse ?? 0) * 1000 : thousandthsPer(unit);
  const perUnit = asOld ? old.registerFactor : factor;
  if (perUnit === null && (input.register_count ?? input.register_width) !== undefined) {
    throw wrongField(
      "new_meter.register_unit",
      text`A meter that reports gallons by the hour has no register to describe.`,
    );
  }
  const count = input.register_count === undefined ? null : Math.round(input.register_count * (perUnit ?? 0));
  const gateway = input.gateway_serial_number ?? null;
  // Looked up by itself: an insert that reads two tables is none for a distributed Postgres.
  const gatewayId = gateway === null ? null : await gatewayOf(work, gateway);
  const row = await queryRow(tx, IdRow)`
    insert into meters (property_id, serial_number, gateway_id, router_id, register_unit, register_factor,
      count_gallons, register_width, continuous_use_expected)
    select m.property_id, ${input.serial_number}, ${gatewayId === null ? sql`m.gateway_id` : sql`${gatewayId}::bigint`},
      ${gatewayId === null ? sql`m.router_id` : sql`null::bigint`},
      ${asOld ? sql`m.register_unit` : sql`${unit}::text`},
      ${asOld ? sql`m.register_factor` : sql`${factor}::double precision`},
      coalesce(${count}::int, ${asOld ? sql`m.count_gallons` : sql`0`}),
      coalesce(${input.register_width ?? null}::numeric, ${asOld ? sql`m.register_width` : sql`null`}),
      m.continuous_use_expected
    from meters m where m.property_id = ${propertyId} and m.id = ${old.meterId}
    returning id`;
  if (row === undefined) throw new Error(`Meter ${old.meterId} is gone.`);
  return row.id;
}

async function gatewayOf({ tx, propertyId }: RepairWork, serial: string): Promise<number> {
  const row = await queryRow(tx, IdRow)`
    select id from gateways where property_id = ${propertyId} and serial_number = ${serial}`;
  if (row === undefined) {
    throw wrongField("new_meter.gateway_serial_number", text`This property has no gateway "${serial}".`);
  }
  return row.id;
}
