import { sql } from "kysely";
import { ALWAYS, type MeterRow, type NewMeter } from "../../../contract/inventory/places.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { made } from "../../imports/inventory/apply-places.ts";
import { endService } from "../../imports/inventory/end-service.ts";
import { setInServiceSince } from "../../imports/inventory/in-service-since.ts";
import { readRegisterCells } from "../../imports/inventory/register-cells.ts";
import { RowRejected } from "../../imports/rejections.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { PlaceChange } from "./change-places.ts";
import { installMeter } from "./install-meter.ts";
import { meterOf } from "./meter-list.ts";
import { pointOf } from "./points.ts";

/** The details of a known meter that only changes its place. */
const noDetails = {
  gateway: null,
  registerUnit: null,
  registerFactor: null,
  registerCount: null,
  registerWidth: null,
  continuousUseExpected: null,
};

/** @throws ProblemError not_found for the point; conflict where a meter is installed there; invalid_fields */
export async function addMeter(change: PlaceChange, input: NewMeter): Promise<MeterRow> {
  const { tx, propertyId } = change;
  const { serial_number: serial, point_id, gateway_serial_number: gateway } = input;
  const point = await pointOf(tx, propertyId, point_id);
  const register = registerOf(input);
  await rejectTaken(tx, propertyId, serial, null);
  if (gateway !== null) await gatewayNamed(tx, propertyId, gateway);
  await installMeter(
    change,
    {
      serial,
      gateway,
      ...register,
      continuousUseExpected: input.continuous_use_expected,
      inServiceSince: input.in_service_since ?? null,
    },
    point,
  );
  const found = await queryRow(tx, IdRow)`
    select id from meters where property_id = ${propertyId} and serial_number = ${serial}`;
  const id = found?.id ?? 0;
  await change.record({ action: "meter.create", objectType: "meter", objectId: id, after: input });
  return meterOf(tx, propertyId, id);
}

interface MeterFields {
  serial_number?: string | undefined;
  gateway_serial_number?: string | null | undefined;
  in_service_since?: string | null | undefined;
}

/**
 * What is left out stays.
 * @throws ProblemError not_found; changed_meanwhile; invalid_fields where another meter has the number
 */
export async function changeMeter(
  change: PlaceChange,
  meterId: number,
  input: MeterFields & { expected?: MeterFields | undefined },
): Promise<MeterRow> {
  const { tx, propertyId } = change;
  const meter = await meterOf(tx, propertyId, meterId);
  const { serial_number, gateway_serial_number, in_service_since } = meter;
  const before = { serial_number, gateway_serial_number, in_service_since };
  rejectUnexpected("meter", { ...input.expected }, before);
  const after = {
    serial_number: input.serial_number ?? before.serial_number,
    gateway_serial_number:
      input.gateway_serial_number === undefined ? before.gateway_serial_number : input.gateway_serial_number,
    in_service_since:
      input.in_service_since === undefined
        ? before.in_service_since
        : input.in_service_since === ALWAYS
          ? null
          : input.in_service_since,
  };
  if (after.in_service_since !== before.in_service_since) {
    const given = { serial: before.serial_number, since: after.in_service_since };
    const [wrong] = (await setInServiceSince(tx, propertyId, [given], change.now)).values();
    if (wrong !== undefined) throw wrongField("in_service_since", wrong);
  }
  if (after.serial_number !== before.serial_number) {
    await rejectTaken(tx, propertyId, after.serial_number, meterId);
    await sql`update meters set serial_number = ${after.serial_number}
      where property_id = ${propertyId} and id = ${meterId}`.execute(tx);
  }
  if (after.gateway_serial_number !== before.gateway_serial_number) {
    const gateway = after.gateway_serial_number;
    const gatewayId = gateway === null ? null : await gatewayNamed(tx, propertyId, gateway);
    // Its router is on the previous gateway.
    await sql`update meters set gateway_id = ${gatewayId}, router_id = null
      where property_id = ${propertyId} and id = ${meterId}`.execute(tx);
  }
  if (JSON.stringify(after) === JSON.stringify(before)) return meter;
  await change.record({ action: "meter.change", objectType: "meter", objectId: meterId, before, after });
  return { ...meter, ...after };
}

/** @throws ProblemError not_found for meter or point; conflict where another meter is installed there */
export async function placeMeter(
  change: PlaceChange,
  meterId: number,
  { point_id: pointId, in_service_since }: { point_id: number; in_service_since?: string | undefined },
): Promise<MeterRow> {
  const { tx, propertyId } = change;
  const meter = await meterOf(tx, propertyId, meterId);
  const point = await pointOf(tx, propertyId, pointId);
  if (meter.place?.point_id === pointId) return changeMeter(change, meterId, { in_service_since });
  await installMeter(
    change,
    { ...noDetails, serial: meter.serial_number, inServiceSince: in_service_since ?? null },
    point,
  );
  await change.record({
    action: "meter.place",
    objectType: "meter",
    objectId: meterId,
    before: { point_id: meter.place?.point_id ?? null },
    after: { point_id: pointId, ...(in_service_since !== undefined && { in_service_since }) },
  });
  return meterOf(tx, propertyId, meterId);
}

/** A meter without a history leaves none behind at the point either. @throws ProblemError not_found */
export async function unplaceMeter(change: PlaceChange, meterId: number): Promise<MeterRow> {
  const { tx, propertyId } = change;
  const meter = await meterOf(tx, propertyId, meterId);
  if (meter.place === null) return meter;
  const open = await queryRows(tx, IdRow)`
    select id from meter_services
    where property_id = ${propertyId} and meter_id = ${meterId} and ended_at is null`;
  for (const { id } of open) {
    if (meter.has_readings) await endService(tx, propertyId, id, change.now);
    else await sql`delete from meter_services where property_id = ${propertyId} and id = ${id}`.execute(tx);
  }
  await change.record({
    action: "meter.unplace",
    objectType: "meter",
    objectId: meterId,
    before: { point_id: meter.place.point_id },
    after: { point_id: null },
  });
  return { ...meter, place: null, in_service_since: null };
}

/** @throws ProblemError not_found; conflict for a meter that sent readings or that a repair is about */
export async function removeMeter(change: PlaceChange, meterId: number): Promise<void> {
  const { tx, propertyId } = change;
  const meter = await meterOf(tx, propertyId, meterId);
  if (meter.has_readings) {
    throw new ProblemError(
      "conflict",
      text`Meter "${meter.serial_number}" has sent readings or was swapped, so it stays with its history. It can be taken out of its place.`,
    );
  }
  for (const table of ["meter_services", "meter_states", "meter_histories", "meter_checkpoints"]) {
    await sql`delete from ${sql.table(table)} where property_id = ${propertyId} and meter_id = ${meterId}`.execute(tx);
  }
  await sql`delete from meters where property_id = ${propertyId} and id = ${meterId}`.execute(tx);
  await change.record({
    action: "meter.remove",
    objectType: "meter",
    objectId: meterId,
    before: { serial_number: meter.serial_number },
  });
}

/** Its register's settings, validated by the same rules as the cells of an inventory file. */
function registerOf(input: NewMeter) {
  if (input.register_unit === null && (input.register_count ?? input.register_width) !== null) {
    throw wrongField("register_unit", text`A meter that reports gallons by the hour has no register to describe.`);
  }
  try {
    return readRegisterCells((column) => String(input[column] ?? ""));
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    throw wrongField(error.code, error.message);
  }
}

/** The gateway with this serial number, made where there is none, as an inventory file does. @returns its id */
async function gatewayNamed(tx: Transactional, propertyId: number, serial: string): Promise<number> {
  const known = await queryRow(tx, IdRow)`
    select id from gateways where property_id = ${propertyId} and serial_number = ${serial}`;
  if (known !== undefined) return known.id;
  return made(
    tx,
    sql`insert into gateways (property_id, serial_number) values (${propertyId}, ${serial}) returning id`,
  );
}

async function rejectTaken(
  tx: Transactional,
  propertyId: number,
  serial: string,
  exceptId: number | null,
): Promise<void> {
  const taken = await sql`
    select id from meters
    where property_id = ${propertyId} and serial_number = ${serial} and id is distinct from ${exceptId}::bigint`.execute(
    tx,
  );
  if (taken.rows.length > 0)
    throw wrongField("serial_number", text`Another meter of the property has this serial number.`);
}
