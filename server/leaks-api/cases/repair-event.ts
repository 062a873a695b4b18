import { sql } from "kysely";
import { z } from "zod";
import type { CaseEventRequest } from "../../../contract/leaks/cases.ts";
import type { Actor } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { leakKinds } from "../../leaks/cases/leak-case.ts";
import { recalculateCases } from "../../metering/cases/recalculate-cases.ts";
import { storeEvent, within } from "./store-event.ts";

const CaseRow = z.object({ place: z.int(), cause: z.enum(leakKinds), last_confirmed_at: z.date() });
const PlaceRow = z.object({ place: z.int() });

interface Property {
  propertyId: number;
  timeZone: string;
}

/** Stores a repair mark of a leak as an event of its case. The caller holds the lock on the property's figures. */
export async function addRepairEvent(
  tx: Transactional,
  who: Actor,
  property: Property,
  mark: { repairId: number; meterId: number; leakStartedAt: Date; repairedAt: Date; note: string },
): Promise<void> {
  const { propertyId } = property;
  const found = await queryRow(tx, CaseRow)`
    select place, cause, last_confirmed_at from leak_cases
    where property_id = ${propertyId} and exists (
      select from unnest(meter_ids, leak_starts) as part (meter_id, started_at)
      where part.meter_id = ${mark.meterId} and part.started_at = ${mark.leakStartedAt})`;
  if (found === undefined) return;
  const event: CaseEventRequest = { kind: "fixed", note: mark.note, work_order: "", photo_ids: [] };
  const { repairId, repairedAt: at } = mark;
  const aboutAt = within(at, found);
  await storeEvent(tx, who, {
    ...property,
    ...found,
    at,
    aboutAt,
    event,
    repairIds: [repairId],
    named: null,
  });
  await recalculateCases(tx, property, who.at, [found.place]);
}

/** Undoes the event of a repair mark that was undone. The caller holds the lock on the property's figures. */
export async function undoRepairEvent(
  tx: Transactional,
  who: Actor,
  property: Property,
  repairId: number,
): Promise<void> {
  const { propertyId } = property;
  const found = await queryRow(tx, PlaceRow)`
    select place from leak_case_events where property_id = ${propertyId} and ${repairId} = any(repair_ids)`;
  if (found === undefined) return;
  await sql`
    update leak_case_events set undone_at = ${new Date(who.at)}, undone_by = ${who.email}
    where property_id = ${propertyId} and undone_at is null and ${repairId} = any(repair_ids)
      and not exists (
        select from leak_repairs
        where leak_repairs.property_id = leak_case_events.property_id and leak_repairs.id = any(repair_ids)
          and leak_repairs.undone_at is null)`.execute(tx);
  await recalculateCases(tx, property, who.at, [found.place]);
}
