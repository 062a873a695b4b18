import { sql } from "kysely";
import { inScope, type Transactional } from "../../database/connect.ts";
import { keepChanges } from "../../ingest/changes.ts";
import type { Reading } from "../../ingest/reading.ts";
import { rejudge } from "../../ingest/rejudge/rejudge.ts";
import { storeInTransaction } from "../../ingest/store/store-in-transaction.ts";
import type { IngestSite, TestGateway } from "../../ingest/testing/ingest-site.ts";
import { growInventory } from "../inventory/inventory.ts";
import { withMonths } from "../months-missing.ts";
import { refreshMetersIn } from "../refresh-property.ts";
import { type Decision, instantOf } from "./story-decisions.ts";

class RolledBack extends Error {}

/** Does what a person decided, as a request does: in its scope. A preview works everything out and takes it back. */
export async function decide(
  site: IngestSite,
  gateway: TestGateway,
  decision: Decision,
  { preview = false, refresh = false } = {},
): Promise<void> {
  const { connections, clock } = site;
  const { propertyId } = gateway;
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const work = () =>
    inScope(connections.app, scope, async (tx) => {
      await apply(tx, site, gateway, decision);
      if (preview || refresh) await refreshMetersIn(tx, connections, propertyId, () => clock.now);
      if (preview) throw new RolledBack();
    });
  try {
    await withMonths(connections, work);
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}

async function apply(tx: Transactional, site: IngestSite, gateway: TestGateway, decision: Decision): Promise<void> {
  const { propertyId, meterIds } = gateway;
  const store = (readings: Reading[], accepted = false) =>
    storeInTransaction(tx, site.connections, { propertyId, source: "person", accepted }, readings, site.clock.now);
  if (decision.what === "correct") {
    const { serial, isRegister, at, minutes, thousandths, sequence } = decision;
    const kind = isRegister ? "register" : minutes === null ? "hour" : "interval";
    await store([{ ...readingOf(serial, kind, at, thousandths, sequence), minutes }]);
    return;
  }
  if (decision.what === "accept") {
    const { row } = decision;
    const { flow_time: flowTime = null, events = null, sequence = 0 } = row;
    const minutes = "minutes" in row ? row.minutes : null;
    const hours = "hours" in row ? (row.hours ?? 1) : 1;
    const kind = minutes === null ? "hour" : "interval";
    const reading = readingOf(row.serial, kind, instantOf(row), Math.round(row.gallons * 1000), sequence);
    await store([{ ...reading, flowTime, events, hours, minutes, class: 0 }], true);
    return;
  }
  const meterId = meterIds.get(decision.serial) ?? 0;
  if (decision.what === "set aside") {
    const { from, until } = decision;
    await sql`
      insert into excluded_stretches (property_id, meter_id, from_at, until_at, repair_id)
      values (${propertyId}, ${meterId}, ${new Date(from)}, ${new Date(until)}, 1)`.execute(tx);
    await growInventory(tx, propertyId);
    await rejudge(tx, propertyId, meterId, { from, until });
  } else if (decision.what === "settle") {
    await sql`
      insert into register_decisions (property_id, meter_id, measured_at, decision, repair_id)
      values (${propertyId}, ${meterId}, ${new Date(decision.at)}, ${decision.decision}, 1)`.execute(tx);
    await growInventory(tx, propertyId);
    await keepChanges(tx, propertyId, new Map([[meterId, decision.at]]));
  } else {
    const { serial, newSerial, at, closing, opening } = decision;
    await sql`
      with made as (
        insert into meters (property_id, serial_number, gateway_id, register_unit, register_factor)
        select property_id, ${newSerial}, gateway_id, register_unit, register_factor from meters
        where property_id = ${propertyId} and id = ${meterId} returning id
      ), left_point as (
        update meter_services set ended_at = ${new Date(at)} where property_id = ${propertyId} and meter_id = ${meterId}
        returning point_id
      )
      insert into meter_services (property_id, meter_id, point_id, began_at)
      select ${propertyId}::bigint, made.id, left_point.point_id, ${new Date(at)}::timestamptz from made, left_point
      returning id`.execute(tx);
    await growInventory(tx, propertyId);
    await store([
      ...(closing === null ? [] : [readingOf(serial, "register", at, closing, 99)]),
      ...(opening === null ? [] : [readingOf(newSerial, "register", at, opening, 99)]),
    ]);
  }
}

function readingOf(serial: string, kind: Reading["kind"], at: number, thousandths: number, sequence: number): Reading {
  const blank = { row: 1, raw: "", flowTime: null, events: null, hours: 1, minutes: null, class: 1 };
  return { ...blank, serial, kind, at, gallons: thousandths, sequence };
}
