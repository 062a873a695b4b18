import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { attachedTo } from "../../readings/meter-day.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Installation, Inventory, Meter, RegisterDecision, Stretch } from "./inventory-types.ts";
import { organizationSettings } from "./organization-settings.ts";
import { quarantinedVolumes } from "./quarantined-volumes.ts";
import { mostPerMinute } from "./settings.ts";

const RejectedInterval = z.object({ meter_id: z.int(), from_at: z.date(), until_at: z.date() });

const DecisionRow = z.object({ meter_id: z.int(), measured_at: z.date(), decision: z.enum(["counts", "restarts"]) });

const Row = z.object({
  id: z.int(),
  serial_number: z.string(),
  point_id: z.int(),
  attached_to: z.enum(attachedTo),
  building_id: z.int(),
  unit_id: z.int().nullable(),
  register_unit: z.string().nullable(),
  register_factor: z.number().nullable(),
  count_gallons: z.int(),
  register_width: z.number().nullable(),
  continuous_use_expected: z.boolean(),
  began_at: z.date().nullable(),
  ended_at: z.date().nullable(),
});
type Row = z.output<typeof Row>;

/** Shared by most meters: an empty map for each would take much memory. */
const NO_DECISIONS: Meter["registerDecisions"] = new Map();
const NO_STRETCHES: Meter["excludedPeriods"] = [];

/** Reads the meters of a property with all their periods of service; a meter is where its last one has it. */
export async function readInventory(
  tx: Transactional,
  propertyId: number,
  version: number,
  timeZone: string,
): Promise<Omit<Inventory, "hoursFrom" | "packedUntil">> {
  const { metering } = await organizationSettings(tx, propertyId);
  const services = await queryRows(tx, Row)`
    select m.id, m.serial_number, s.point_id, p.attached_to, p.building_id, p.unit_id, m.register_unit, m.register_factor,
      m.count_gallons, m.register_width, m.continuous_use_expected, s.began_at, s.ended_at
    from meters m
    join meter_services s on s.property_id = m.property_id and s.meter_id = m.id
    join meter_points p on p.property_id = m.property_id and p.id = s.point_id
    where m.property_id = ${propertyId}
    order by m.id, s.ended_at nulls last, s.id`;
  const byId = new Map<number, Meter>();
  const byUnit = new Map<number, Installation[]>();
  for (const row of services) {
    const before = byId.get(row.id);
    const { id: meterId, unit_id: unitId, point_id: pointId, attached_to: attachedTo } = row;
    const service = {
      pointId,
      attachedTo,
      unitId,
      from: row.began_at?.getTime() ?? Number.NEGATIVE_INFINITY,
      until: row.ended_at?.getTime() ?? Number.POSITIVE_INFINITY,
    };
    const services = [...(before?.services ?? []), service];
    const most = [...(before?.mostPerMinute ?? []), mostPerMinute(metering, attachedTo)];
    const meter = { ...toMeter(row), mostPerMinute: most, services, installations: before?.installations ?? [] };
    byId.set(row.id, meter);
    if (unitId === null) continue;
    const installation: Installation = { ...service, meterId, unitId };
    meter.installations.push(installation);
    const beside = byUnit.get(unitId);
    if (beside === undefined) byUnit.set(unitId, [installation]);
    else beside.push(installation);
  }
  for (const [id, stretches] of await readExcludedPeriods(tx, propertyId)) {
    const meter = byId.get(id);
    if (meter !== undefined) meter.excludedPeriods = stretches;
  }
  for (const [id, decisions] of await decisionsOf(tx, propertyId)) {
    const meter = byId.get(id);
    if (meter !== undefined) meter.registerDecisions = decisions;
  }
  const bySerial = new Map<string, Meter>();
  for (const meter of byId.values()) {
    const units = new Set(meter.installations.map((installation) => installation.unitId));
    const { attachedTo: point, registerFactor, count, registerWidth, continuousUseExpected } = meter;
    // Hours were checked against it at ingest; registers are when they are processed.
    const most = registerFactor === null ? [null] : new Set(meter.mostPerMinute.toReversed());
    meter.fingerprint = fingerprintOf([
      [point, meter.unitId, registerFactor, count, registerWidth, continuousUseExpected, ...most],
      meter.services,
      [...units].map((unit) => byUnit.get(unit)),
    ]);
    bySerial.set(meter.serial, meter);
  }
  return { propertyId, version, timeZone, bySerial, byId, byUnit, ...(await quarantinedVolumes(tx, propertyId)) };
}

async function readExcludedPeriods(tx: Transactional, propertyId: number): Promise<Map<number, Stretch[]>> {
  const rows = await queryRows(tx, RejectedInterval)`
    select meter_id, from_at, until_at from excluded_stretches where property_id = ${propertyId} order by id`;
  const stretches = new Map<number, Stretch[]>();
  for (const { meter_id, from_at, until_at } of rows) {
    stretches.set(meter_id, [
      ...(stretches.get(meter_id) ?? []),
      { from: from_at.getTime(), until: until_at.getTime() },
    ]);
  }
  return stretches;
}

async function decisionsOf(tx: Transactional, propertyId: number): Promise<Map<number, Meter["registerDecisions"]>> {
  const rows = await queryRows(tx, DecisionRow)`
    select meter_id, measured_at, decision from register_decisions where property_id = ${propertyId}`;
  const decisions = new Map<number, Map<number, RegisterDecision>>();
  for (const { meter_id, measured_at, decision } of rows) {
    const ofMeter = decisions.get(meter_id) ?? new Map();
    decisions.set(meter_id, ofMeter.set(measured_at.getTime(), decision));
  }
  return decisions;
}

function toMeter(row: Row): Omit<Meter, "mostPerMinute" | "services" | "installations"> {
  const factor = row.register_unit === null ? null : row.register_factor;
  return {
    meterId: row.id,
    serial: row.serial_number,
    attachedTo: row.attached_to,
    buildingId: row.building_id,
    unitId: row.unit_id,
    registerFactor: factor,
    count: row.count_gallons,
    registerWidth: row.register_width === null || factor === null ? null : Math.round(row.register_width * factor),
    continuousUseExpected: row.continuous_use_expected,
    registerDecisions: NO_DECISIONS,
    excludedPeriods: NO_STRETCHES,
    fingerprint: 0,
  };
}
