import { sql } from "kysely";
import type { Connections, Transactional } from "../../server/database/connect.ts";
import { defaultLeakSettings } from "../../server/leaks/settings/leak-settings.ts";
import { fingerprintOf } from "../../server/metering/inventory/fingerprint.ts";
import { inventoryOf } from "../../server/metering/inventory/inventory.ts";
import { loadStates, saveStates } from "../../server/metering/plan/states.ts";
import type { MeterState } from "../../server/metering/registers/meter-state.ts";
import { dayText } from "../../server/time/local-day.ts";
import type { Copy } from "./copies.ts";

/**
 * Gives a property what another one has, worked out to the end: its days from one on with what follows from them, leaks,
 * roll-ups and the states of its meters. As if the same hours had come there too.
 */
export async function copyWorked({ worker }: Connections, from: Copy, to: Copy, firstDay: number): Promise<void> {
  const day = dayText(firstDay);
  await worker.transaction().execute(async (tx) => {
    const meters = sql`join meters ours on ours.property_id = d.property_id and ours.id = d.meter_id
      join meters theirs on theirs.property_id = ${to.propertyId} and theirs.serial_number = ours.serial_number
      where d.property_id = ${from.propertyId}`;
    await sql`
      insert into meter_days (property_id, meter_id, day, hours, gallons, flow_time, events, covered, leak_gallons,
        hours_measured, gallons_total, leak_total, flow_total, events_total, hours_with_flow)
      select ${to.propertyId}::bigint, theirs.id, d.day, d.hours, d.gallons, d.flow_time, d.events, d.covered,
        d.leak_gallons, d.hours_measured, d.gallons_total, d.leak_total, d.flow_total, d.events_total, d.hours_with_flow
      from meter_days d ${meters} and d.day >= ${day}::date order by theirs.id, d.day`.execute(tx);
    const units = sql`join units theirs on theirs.property_id = ${to.propertyId} and theirs.name = ours.name`;
    await sql`
      insert into leaks (property_id, meter_id, started_at, unit_id, kind, opened_at, last_confirmed_at, ended_at,
        unconfirmed, suspected, rules, confidence, gallons_total, evidence)
      select ${to.propertyId}::bigint, theirs.id, d.started_at, unit.id, d.kind, d.opened_at, d.last_confirmed_at,
        d.ended_at, d.unconfirmed, d.suspected, d.rules, d.confidence, d.gallons_total, d.evidence
      from (select leaks.*, units.name as unit_name from leaks
        left join units on units.property_id = leaks.property_id and units.id = leaks.unit_id) d
      left join units unit on unit.property_id = ${to.propertyId} and unit.name = d.unit_name
      ${meters}`.execute(tx);
    await sql`
      insert into unit_days (property_id, unit_id, day, gallons, estimated, toilet_leak, heater_leak, other_leak,
        toilet_gallons, heater_gallons, is_read, meters_read, top_meters_read)
      select ${to.propertyId}::bigint, theirs.id, d.day, d.gallons, d.estimated, d.toilet_leak, d.heater_leak,
        d.other_leak, d.toilet_gallons, d.heater_gallons, d.is_read, d.meters_read, d.top_meters_read
      from unit_days d join units ours on ours.property_id = d.property_id and ours.id = d.unit_id ${units}
      where d.property_id = ${from.propertyId} and d.day >= ${day}::date`.execute(tx);
    await sql`
      insert into property_days (property_id, day, gallons, estimated, toilet_leak, heater_leak, other_leak,
        toilet_gallons, heater_gallons, units_read, meters_read, top_meters_read)
      select ${to.propertyId}::bigint, day, gallons, estimated, toilet_leak, heater_leak, other_leak, toilet_gallons,
        heater_gallons, units_read, meters_read, top_meters_read
      from property_days where property_id = ${from.propertyId} and day >= ${day}::date`.execute(tx);
    await copyStates(tx, from, to);
  });
}

/**
 * Gives the meters of a property the states of another's with the same serial numbers. States name the configuration of
 * their meter, which the ids of its unit and its neighbours are part of.
 */
export async function copyStates(tx: Transactional, from: Omit<Copy, "token">, to: Omit<Copy, "token">): Promise<void> {
  const states = await loadStates(tx, from.propertyId, [...from.meterIds.values()], await configurations(tx, from));
  const theirs = await configurations(tx, to);
  const copied = new Map<number, MeterState>();
  for (const [serial, meterId] of from.meterIds) {
    const [state, id] = [states.get(meterId), to.meterIds.get(serial)];
    // It never reported.
    if (state === undefined) continue;
    if (state === null || id === undefined) throw new Error(`Meter ${serial} has no state.`);
    state.leak.ownDays.isStored = false;
    copied.set(id, { ...state, configuration: theirs(id) });
  }
  await saveStates(tx, to.propertyId, copied);
  const held = await loadStates(tx, to.propertyId, [...copied.keys()], theirs);
  if ([...held.values()].includes(null)) throw new Error("A copied state does not hold.");
}

/** What refresh takes as the configuration of a meter, with the default numbers of the rules. */
async function configurations(
  tx: Transactional,
  { propertyId }: Pick<Copy, "propertyId">,
): Promise<(meterId: number) => number> {
  const inventory = await inventoryOf(tx, propertyId);
  const settings = fingerprintOf(defaultLeakSettings);
  return (meterId) => ((inventory?.byId.get(meterId)?.fingerprint ?? 0) ^ settings) >>> 0;
}
