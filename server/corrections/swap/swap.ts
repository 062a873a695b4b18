import { sql } from "kysely";
import { z } from "zod";
import type { RequestOf } from "../../../contract/readings/repair-request.ts";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import type { Reading } from "../../ingest/reading.ts";
import { growInventory } from "../../metering/inventory/inventory.ts";
import type { Inventory, Meter } from "../../metering/inventory/inventory-types.ts";
import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { rejectClosed } from "../closed-days.ts";
import { inventoryAtWork, meterNamed, type RepairWork, touch } from "../repair-work.ts";
import { storeValues } from "../store-values.ts";
import { newMeterFor } from "./new-meter.ts";

/** A meter's present period of service. */
const OpenService = z.object({ id: z.int(), point_id: z.int(), began_at: z.date().nullable() });
type OpenService = z.output<typeof OpenService>;

/**
 * One meter leaves its point and another replaces it at an instant. The registers read then are persons' values: the
 * closing one ends the old meter's volume, the opening one begins the new meter's.
 */
export async function swap(work: RepairWork, request: RequestOf<"swap">): Promise<void> {
  const inventory = await inventoryAtWork(work);
  const old = meterNamed(inventory, request.meter_serial_number, "meter_serial_number");
  const at = Math.floor(Date.parse(request.swapped_at) / 1000) * 1000;
  const service = await openService(work, old.meterId);
  if (service === null) {
    throw wrongField("meter_serial_number", text`Meter "${old.serial}" is not installed, so it cannot be swapped.`);
  }
  if (at > work.clock() || (service.began_at !== null && at <= service.began_at.getTime())) {
    const since = service.began_at === null ? "" : text`after ${service.began_at.toISOString()} and `;
    throw wrongField("swapped_at", text`swapped_at must be ${since}not in the future.`);
  }
  rejectClosed(inventory, at, "swapped_at");
  await touch(work, neighboursOf(inventory, old));
  const made = await newMeterFor(work, old, request.new_meter, at);
  await touch(work, [made.meterId]);
  const newServiceId = await exchange(work, old, service, made.meterId, request, at);
  work.facts.swap = {
    oldMeterId: old.meterId,
    oldServiceId: service.id,
    newMeterId: made.meterId,
    newServiceId,
    isMade: made.isMade,
  };
  await growInventory(work.tx, work.propertyId);
  await storeRegisters(work, old, request, at);
}

/** The period of service of a meter that has not ended; null: it is not installed. */
async function openService({ tx, propertyId }: RepairWork, meterId: number): Promise<OpenService | null> {
  const found = await queryRow(tx, OpenService)`
    select id, point_id, began_at from meter_services
    where property_id = ${propertyId} and meter_id = ${meterId} and ended_at is null
    order by id desc limit 1`;
  return found ?? null;
}

/** The meters whose unit may have other days afterwards. */
function neighboursOf(inventory: Inventory, meter: Meter): number[] {
  const unitMeters = meter.unitId === null ? [] : (inventory.byUnit.get(meter.unitId) ?? []);
  return [meter.meterId, ...unitMeters.map(({ meterId }) => meterId)];
}

async function exchange(
  { tx, propertyId }: RepairWork,
  old: Meter,
  service: OpenService,
  newMeterId: number,
  request: RequestOf<"swap">,
  swappedAt: number,
): Promise<number> {
  const at = new Date(swappedAt).toISOString();
  await sql`
    update meter_services set ended_at = ${at}::timestamptz, closing_register = ${request.closing_register ?? null}
    where property_id = ${propertyId} and id = ${service.id} and meter_id = ${old.meterId}`.execute(tx);
  const row = await queryRow(tx, IdRow)`
    insert into meter_services (property_id, meter_id, point_id, began_at, opening_register)
    values (${propertyId}, ${newMeterId}, ${service.point_id}, ${at}::timestamptz, ${request.opening_register ?? null})
    returning id`;
  if (row === undefined) throw new Error("The database began no period of service.");
  return row.id;
}

async function storeRegisters(work: RepairWork, old: Meter, request: RequestOf<"swap">, at: number): Promise<void> {
  const { bySerial } = await inventoryAtWork(work);
  const statedRegisters = [
    { meter: old, field: "closing_register", register: request.closing_register ?? null },
    {
      meter: bySerial.get(request.new_meter.serial_number),
      field: "opening_register",
      register: request.opening_register ?? null,
    },
  ];
  const readings: Reading[] = [];
  for (const { meter, field, register } of statedRegisters) {
    if (register === null || meter === undefined) continue;
    if (meter.registerFactor === null) {
      throw wrongField(
        field,
        text`Meter "${meter.serial}" reports gallons by the hour and has no register: leave it out.`,
      );
    }
    readings.push({
      row: readings.length + 1,
      serial: meter.serial,
      raw: `${field} ${register}`,
      kind: "register",
      at,
      gallons: Math.round(register * 1000),
      flowTime: null,
      events: null,
      hours: 1,
      minutes: null,
      sequence: work.repairId,
      class: 1,
    });
  }
  const rejected = (await storeValues(work, readings)).find(({ status }) => status === "rejected");
  if (rejected !== undefined)
    throw wrongField("closing_register", rejected.reason ?? text`A register cannot be stored.`);
}
