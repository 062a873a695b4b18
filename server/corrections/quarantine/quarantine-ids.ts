import { sql } from "kysely";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import type { RepairWork } from "../repair-work.ts";

/** A volume in quarantine; `minutes`: of an interval, null: of an hour or several. */
export interface HeldVolume {
  id: number;
  meter_id: number;
  serial_number: string;
  measured_at: Date;
  class: number;
  sequence: number;
  gallons: number;
  flow_time: number | null;
  events: number | null;
  hours: number;
  minutes: number | null;
}

/** A stretch of registers in quarantine. */
export interface HeldStretch {
  meter_id: number;
  measured_at: Date;
  last_at: Date;
}

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

async function heldVolumes({ tx, propertyId }: RepairWork, ids: number[]): Promise<HeldVolume[]> {
  if (ids.length === 0) return [];
  const found = await sql<HeldVolume & { decision: string | null; repair_id: number | null }>`
    select q.id, q.meter_id, m.serial_number, q.measured_at, q.class, q.sequence, q.gallons, q.flow_time, q.events,
      q.hours, q.minutes, q.decision, q.repair_id
    from quarantined_readings q join meters m on m.property_id = q.property_id and m.id = q.meter_id
    where q.property_id = ${propertyId} and q.id = any(${ids}::bigint[]) order by q.id`.execute(tx);
  const there = new Set(found.rows.map(({ id }) => id));
  const lacking = ids.find((id) => !there.has(id));
  if (lacking !== undefined) throw notThere(`h${lacking}`);
  const decided = found.rows.find(({ decision }) => decision !== null);
  if (decided !== undefined) {
    throw new ProblemError(
      "conflict",
      `h${decided.id} was ${decided.decision} by repair ${decided.repair_id}. Undo that one first.`,
    );
  }
  return found.rows;
}

async function heldStretches(
  { tx, propertyId }: RepairWork,
  wanted: { meterId: number; second: number }[],
): Promise<HeldStretch[]> {
  if (wanted.length === 0) return [];
  const found = await sql<HeldStretch & { second: number }>`
    select f.meter_id, f.measured_at, f.last_at, v.second
    from unnest(${wanted.map(({ meterId }) => meterId)}::bigint[], ${wanted.map(({ second }) => second)}::bigint[])
      as v (meter_id, second)
    join register_findings f on f.property_id = ${propertyId} and f.meter_id = v.meter_id
      and f.measured_at = to_timestamp(v.second)
    where f.is_quarantined order by f.meter_id, f.measured_at`.execute(tx);
  const there = new Set(found.rows.map(({ meter_id, second }) => `${meter_id}-${second}`));
  const lacking = wanted.find(({ meterId, second }) => !there.has(`${meterId}-${second}`));
  if (lacking !== undefined) throw notThere(`r${lacking.meterId}-${lacking.second}`);
  return found.rows;
}

function notThere(id: string) {
  return wrongField("quarantine_ids", `There is no ${id} in quarantine. List the quarantine again.`);
}
