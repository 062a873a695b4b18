import { z } from "zod";
import { isContinuousUse } from "../../../contract/leaks/case-choices.ts";
import type { CaseEventRequest } from "../../../contract/leaks/cases.ts";
import type { Actor } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import { expectContinuousUse } from "../../rule-settings/continuous-use.ts";
import { pointOfCase } from "./case-rows.ts";

const MeterRow = z.object({ meter_id: z.int(), attached_to: z.string() });
const TaggedRow = z.object({ meter_id: z.int().nullable() });

/**
 * Tags the meter of a case as one with continuous use, where the reason for which it is no leak is such a use.
 * @returns the id of the meter; null: nothing was tagged, or it was already
 */
export async function tagMeterOf(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  caseId: number,
  event: CaseEventRequest,
): Promise<number | null> {
  if (event.kind !== "not_a_leak") return null;
  const meter = await queryRow(tx, MeterRow)`
    select one.meter_id, point.attached_to from leak_cases one ${pointOfCase}
    where one.property_id = ${propertyId} and one.id = ${caseId}`;
  if (meter === undefined || !isContinuousUse(event.reason, meter.attached_to)) return null;
  return (await expectContinuousUse(tx, who, propertyId, meter.meter_id, true)) ? meter.meter_id : null;
}

/**
 * Takes back the tag that an event set, after it was undone. Where another event says the same of its place and cause, the tag
 * is that one's from then on.
 */
export async function untagMeterOf(tx: Transactional, who: Actor, propertyId: number, eventId: number): Promise<void> {
  const undone = await queryRow(tx, TaggedRow)`
    select tagged_meter_id as meter_id from leak_case_events where property_id = ${propertyId} and id = ${eventId}`;
  const meterId = undone?.meter_id ?? null;
  if (meterId === null) return;
  const other = await queryRow(tx, IdRow)`
    update leak_case_events set tagged_meter_id = ${meterId}
    where property_id = ${propertyId} and id = (
      select min(same.id) from leak_case_events same
      join leak_case_events undone on undone.property_id = same.property_id and undone.id = ${eventId}
        and undone.place = same.place and undone.cause = same.cause and undone.reason = same.reason
      where same.property_id = ${propertyId} and same.undone_at is null and same.tagged_meter_id is null)
    returning id`;
  if (other === undefined) await expectContinuousUse(tx, who, propertyId, meterId, false);
}
