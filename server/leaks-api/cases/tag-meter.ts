import { sql } from "kysely";
import { z } from "zod";
import { isContinuousUse } from "../../../contract/leaks/case-choices.ts";
import type { WholeCase } from "../../../contract/leaks/cases.ts";
import type { Actor } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { isDeed } from "../../leaks/cases/case-state.ts";
import { expectContinuousUse } from "../../rule-settings/continuous-use.ts";

const MeterRow = z.object({ meter_id: z.int() });

/**
 * Tags the meter of a case as one with continuous use while the last that people reported about it, notes and snoozes aside, is
 * that it is such a use; otherwise takes back the tag that a decision about it had set. A tag that was set by hand stays.
 * @param whole the case with the event that was added or undone
 */
export async function tagMeterOf(tx: Transactional, who: Actor, whole: WholeCase): Promise<void> {
  const { property_id: propertyId, id, attached_to, events } = whole;
  const last = events
    .filter((event) => event.undone_at === null && isDeed(event))
    .toSorted((one, other) => other.id - one.id)[0];
  const tagged = await queryRows(tx, MeterRow)`
    select tagged_meter_id as meter_id from leak_case_events
    where property_id = ${propertyId} and id = any(${events.map((event) => event.id)}::bigint[])
      and tagged_meter_id is not null`;
  const isUse = last?.kind === "not_a_leak" && isContinuousUse(last.reason ?? "", attached_to);
  if (!isUse) {
    for (const { meter_id } of tagged) await untag(tx, who, propertyId, meter_id);
    return;
  }
  if (tagged.length > 0) return;
  const meter = await queryRow(tx, MeterRow)`
    select meter_id from leak_cases where property_id = ${propertyId} and id = ${id}`;
  if (meter === undefined || !(await expectContinuousUse(tx, who, propertyId, meter.meter_id, true))) return;
  await sql`
    update leak_case_events set tagged_meter_id = ${meter.meter_id}
    where property_id = ${propertyId} and id = ${last.id}`.execute(tx);
}

/** Takes the tag from a meter, and from those that replaced it: they were given its tag. */
async function untag(tx: Transactional, who: Actor, propertyId: number, meterId: number): Promise<void> {
  const meters = await queryRows(tx, IdRow)`
    select distinct later.meter_id as id
    from meter_services mine
    join meter_services later on later.property_id = mine.property_id and later.point_id = mine.point_id
      and (later.meter_id = mine.meter_id or later.began_at > coalesce(mine.began_at, '-infinity'))
    where mine.property_id = ${propertyId} and mine.meter_id = ${meterId}`;
  for (const { id } of meters) await expectContinuousUse(tx, who, propertyId, id, false);
}
