import { sql } from "kysely";
import type { RepairEffect } from "../../contract/repair-effect.ts";
import type { RepairKind, RepairRequest } from "../../contract/repair-request.ts";
import type { Redriven } from "../../contract/repairs.ts";
import type { Transactional } from "../database/connect.ts";
import { ProblemError } from "../problem/problem.ts";
import type { Facts } from "./facts.ts";

/** What the record of a correction keeps beside the request. */
export interface RecordedEffect {
  effect: RepairEffect;
  refusedReadings: Redriven[];
  facts: Facts;
}

export interface RecordedRepair {
  id: number;
  kind: RepairKind;
  reason: string;
  request: unknown;
  effect: RecordedEffect;
  made_by: string;
  made_at: Date;
  undone_by: string | null;
  undone_at: Date | null;
}

/** Records a correction, without its effect yet. @returns its id, unique across properties */
export async function beginRecord(
  tx: Transactional,
  propertyId: number,
  request: RepairRequest,
  madeBy: string,
  now: number,
): Promise<number> {
  const { preview: _preview, ...input } = request;
  const made = await sql<{ id: number }>`
    insert into repairs (property_id, kind, reason, request, effect, made_by, made_at)
    values (${propertyId}, ${request.kind}, ${request.reason}, ${JSON.stringify(input)}::jsonb, '{}', ${madeBy},
      ${new Date(now).toISOString()}::timestamptz)
    returning id`.execute(tx);
  const [row] = made.rows;
  if (row === undefined) throw new Error("The database recorded no repair.");
  return row.id;
}

export async function finishRecord(
  tx: Transactional,
  propertyId: number,
  repairId: number,
  effect: RecordedEffect,
): Promise<void> {
  await sql`update repairs set effect = ${JSON.stringify(effect)}::jsonb
    where property_id = ${propertyId} and id = ${repairId}`.execute(tx);
}

/** One recorded correction. @throws ProblemError not_found when this property has none such. */
export async function readRecord(tx: Transactional, propertyId: number, repairId: number): Promise<RecordedRepair> {
  const found = await sql<RecordedRepair>`
    select id, kind, reason, request, effect, made_by, made_at, undone_by, undone_at from repairs
    where property_id = ${propertyId} and id = ${repairId}`.execute(tx);
  const [row] = found.rows;
  if (row === undefined) throw new ProblemError("not_found", "There is no such repair.");
  return row;
}
