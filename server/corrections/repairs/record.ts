import { sql } from "kysely";
import { z } from "zod";
import { repairEffect } from "../../../contract/readings/repair-effect.ts";
import { type RepairRequest, repairKind } from "../../../contract/readings/repair-request.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import { toKeptJson } from "../../problem/kept-sentence.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { Facts } from "../facts.ts";
import { RecordedRow } from "../recorded-row.ts";

/** What the record of a correction keeps beside the request. */
const RecordedEffect = z.object({ effect: repairEffect, rejectedReadings: z.array(RecordedRow), facts: Facts });
export type RecordedEffect = z.output<typeof RecordedEffect>;

export const RecordedRepair = z.object({
  id: z.int(),
  kind: repairKind,
  reason: z.string(),
  request: z.unknown(),
  effect: RecordedEffect,
  made_by: z.string(),
  made_at: z.date(),
  undone_by: z.string().nullable(),
  undone_at: z.date().nullable(),
});
export type RecordedRepair = z.output<typeof RecordedRepair>;

/** Records a correction, without its effect yet. @returns its id, unique across properties */
export async function beginRecord(
  tx: Transactional,
  propertyId: number,
  request: RepairRequest,
  madeBy: string,
  now: number,
): Promise<number> {
  const { preview: _preview, ...input } = request;
  const row = await queryRow(tx, IdRow)`
    insert into repairs (property_id, kind, reason, request, effect, made_by, made_at)
    values (${propertyId}, ${request.kind}, ${request.reason}, ${JSON.stringify(input)}::jsonb, '{}', ${madeBy},
      ${new Date(now).toISOString()}::timestamptz)
    returning id`;
  if (row === undefined) throw new Error("The database recorded no repair.");
  return row.id;
}

export async function finishRecord(
  tx: Transactional,
  propertyId: number,
  repairId: number,
  effect: RecordedEffect,
): Promise<void> {
  await sql`update repairs set effect = ${toKeptJson(effect)}::jsonb
    where property_id = ${propertyId} and id = ${repairId}`.execute(tx);
}

/** One recorded correction. @throws ProblemError not_found when this property has none such. */
export async function readRecord(tx: Transactional, propertyId: number, repairId: number): Promise<RecordedRepair> {
  const row = await queryRow(tx, RecordedRepair)`
    select id, kind, reason, request, effect, made_by, made_at, undone_by, undone_at from repairs
    where property_id = ${propertyId} and id = ${repairId}`;
  if (row === undefined) throw new ProblemError("not_found", text`There is no such repair.`);
  return row;
}
