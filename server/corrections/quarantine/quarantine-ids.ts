import { z } from "zod";
import { queryRows } from "../../database/query-rows.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RepairWork } from "../repair-work.ts";

/** A volume in quarantine; `minutes`: of an interval, null: of an hour or several. */
const HeldVolume = z.object({
  id: z.int(),
  meter_id: z.int(),
  serial_number: z.string(),
  measured_at: z.date(),
  class: z.int(),
  sequence: z.int(),
  gallons: z.int(),
  flow_time: z.number().nullable(),
  events: z.int().nullable(),
  hours: z.int(),
  minutes: z.int().nullable(),
  decision: z.string().nullable(),
  repair_id: z.int().nullable(),
});
export type HeldVolume = z.output<typeof HeldVolume>;

/** A stretch of registers in quarantine. */
const HeldStretch = z.object({ meter_id: z.int(), measured_at: z.date(), last_at: z.date(), second: z.int() });
export type HeldStretch = z.output<typeof HeldStretch>;

export interface Held {
  volumes: HeldVolume[];
  stretches: HeldStretch[];
}

/**
 * What these ids of the quarantine's list refer to.
 * @throws ProblemError invalid_fields for one that is not there; conflict for one that was decided.
 */
export async function heldBy(work: RepairWork, ids: string[]): Promise<Held> {
  const volumes: number[] = [];
  const stretches: { meterId: number; second: number }[] = [];
  for (const id of new Set(ids)) {
    const [number = 0, second = 0] = id.slice(1).split("-").map(Number);
    if (id.startsWith("h")) volumes.push(number);
    else stretches.push({ meterId: number, second });
  }
  return { volumes: await heldVolumes(work, volumes), stretches: await heldStretches(work, stretches) };
}

async function heldVolumes({ tx, propertyId, facts }: RepairWork, ids: number[]): Promise<HeldVolume[]> {
  if (ids.length === 0) return [];
  const found = await queryRows(tx, HeldVolume)`
    select q.id, q.meter_id, m.serial_number, q.measured_at, q.class, q.sequence, q.gallons, q.flow_time, q.events,
      q.hours, q.minutes, q.decision, q.repair_id
    from quarantined_readings q join meters m on m.property_id = q.property_id and m.id = q.meter_id
    where q.property_id = ${propertyId} and q.id = any(${ids}::bigint[]) order by q.id`;
  const there = new Set(found.map(({ id }) => id));
  const lacking = ids.find((id) => !there.has(id));
  if (lacking !== undefined) throw notThere(`h${lacking}`);
  // What counts because it was sent again within a raised limit was decided by nobody.
  const decided = found.find(({ repair_id }) => repair_id !== null);
  if (decided !== undefined) {
    throw new ProblemError(
      "conflict",
      text`h${decided.id} was ${decided.decision} by repair ${decided.repair_id}. Undo that one first.`,
    );
  }
  facts.sentAgain.push(...found.filter(({ decision }) => decision !== null).map(({ id }) => id));
  return found;
}

async function heldStretches(
  { tx, propertyId }: RepairWork,
  wanted: { meterId: number; second: number }[],
): Promise<HeldStretch[]> {
  if (wanted.length === 0) return [];
  const found = await queryRows(tx, HeldStretch)`
    select f.meter_id, f.measured_at, f.last_at, v.second
    from unnest(${wanted.map(({ meterId }) => meterId)}::bigint[], ${wanted.map(({ second }) => second)}::bigint[])
      as v (meter_id, second)
    join register_findings f on f.property_id = ${propertyId} and f.meter_id = v.meter_id
      and f.measured_at = to_timestamp(v.second)
    where f.is_quarantined order by f.meter_id, f.measured_at`;
  const there = new Set(found.map(({ meter_id, second }) => `${meter_id}-${second}`));
  const lacking = wanted.find(({ meterId, second }) => !there.has(`${meterId}-${second}`));
  if (lacking !== undefined) throw notThere(`r${lacking.meterId}-${lacking.second}`);
  return found;
}

function notThere(id: string) {
  return wrongField("quarantine_ids", text`There is no ${id} in quarantine. List the quarantine again.`);
}
