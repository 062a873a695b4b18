import type { I18n } from "@lingui/core";
import { sql } from "kysely";
import { z } from "zod";
import type { RepairAnswer } from "../../../contract/readings/repairs.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Scope } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { inProperty, type RepairDeps } from "../../ingest/in-property.ts";
import { withdraw } from "../../ingest/rejudge/rejudge.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { rejectUndoOfClosed } from "../closed-days.ts";
import { reevaluateStretches } from "../excluded-stretches.ts";
import type { Facts } from "../facts.ts";
import { reevaluateRegisters } from "../quarantine/rejudge-registers.ts";
import { rejudgeVolumes } from "../quarantine/rejudge-volumes.ts";
import { beginWork, finishWork, type RepairWork, touch } from "../repair-work.ts";
import { undoSwap } from "../swap/undo-swap.ts";
import { readRecord } from "./record.ts";
import { toRepair } from "./repair-list.ts";

const RepairRow = z.object({ repair_id: z.int() });

const ReadingKey = z.object({ meter_id: z.int(), measured_at: z.date() });

const VolumeKey = ReadingKey.extend({ minutes: z.int().nullable() });

const NewerRepair = z.object({ repair_id: z.int(), measured_at: z.date(), serial_number: z.string() });

const IntervalRow = z.object({ meter_id: z.int(), from_at: z.date(), until_at: z.date() });

/**
 * Undoes a correction: what it stored is deleted, and everything is recalculated as if it had never been made, with all
 * readings received since. The record of it stays.
 * @param preview returns what would change, and changes nothing
 * @throws ProblemError not_found; conflict when it is undone already or when later decisions build upon it
 */
export async function undoRepair(
  deps: RepairDeps,
  scope: Scope,
  propertyId: number,
  who: Actor,
  repairId: number,
  preview: boolean,
  i18n: I18n,
): Promise<RepairAnswer> {
  return inProperty(deps, scope, propertyId, !preview, async (property) => {
    const { tx } = property;
    const record = await readRecord(tx, propertyId, repairId);
    if (record.undone_at !== null) {
      const at = record.undone_at.toISOString();
      throw new ProblemError("conflict", text`Repair ${repairId} was undone by ${record.undone_by} on ${at}.`);
    }
    const work = await beginWork(property, repairId);
    const { facts } = record.effect;
    await rejectUndoOfClosed(work, facts);
    await touch(work, facts.meterIds);
    await forgetQuarantined(work, facts);
    await liftDecisions(work);
    await liftExclusions(work);
    if (facts.values.length > 0) await withdraw(tx, propertyId, facts.values);
    if (facts.swap !== null) await undoSwap(work, facts.swap);
    await reopen(work, facts);
    const effect = await finishWork(work);
    await sql`
      update repairs set undone_by = ${who.email}, undone_at = ${new Date(property.clock()).toISOString()}::timestamptz
      where property_id = ${propertyId} and id = ${repairId}`.execute(tx);
    await audit(tx, who, {
      action: "repair.undo",
      propertyId,
      objectType: "repair",
      objectId: repairId,
      before: { kind: record.kind, reason: record.reason },
    });
    return { ...toRepair(await readRecord(tx, propertyId, repairId), i18n), effect, preview };
  });
}

/** Volumes that it put in quarantine are removed, and those that it decided are open again. */
async function forgetQuarantined(work: RepairWork, { quarantined, sentAgain }: Facts): Promise<void> {
  const { tx, propertyId, repairId } = work;
  if (quarantined.length > 0) {
    const other = await queryRow(tx, RepairRow)`
      select repair_id from quarantined_readings
      where property_id = ${propertyId} and id = any(${quarantined}::bigint[]) and decision is not null
      order by id limit 1`;
    if (other !== undefined) {
      throw new ProblemError(
        "conflict",
        text`Repair ${other.repair_id} decided on readings that repair ${repairId} quarantined. Undo that one first.`,
      );
    }
    await sql`
      delete from quarantined_readings
      where property_id = ${propertyId} and id = any(${quarantined}::bigint[])`.execute(tx);
  }
  const rejected = await queryRows(tx, VolumeKey)`
    select meter_id, measured_at, minutes from quarantined_readings
    where property_id = ${propertyId} and repair_id = ${repairId} and decision = 'rejected' order by id`;
  await sql`
    update quarantined_readings
    set decision = case when id = any(${sentAgain}::bigint[]) then 'accepted' end, repair_id = null
    where property_id = ${propertyId} and repair_id = ${repairId}`.execute(tx);
  await rejudgeVolumes(work, rejected);
}

async function liftDecisions(work: RepairWork): Promise<void> {
  const { tx, propertyId, repairId } = work;
  await rejectBuiltUpon(work);
  const lifted = await queryRows(tx, ReadingKey)`
    delete from register_decisions where property_id = ${propertyId} and repair_id = ${repairId}
    returning meter_id, measured_at`;
  if (lifted.length === 0) return;
  await reevaluateRegisters(work, lifted);
}

/** A step that counts is held against what was decided of the registers before it: it would be another volume. */
async function rejectBuiltUpon({ tx, propertyId, repairId }: RepairWork): Promise<void> {
  const later = await queryRow(tx, NewerRepair)`
    select later.repair_id, later.measured_at, m.serial_number from register_decisions lifted
    join register_decisions later on later.property_id = lifted.property_id and later.meter_id = lifted.meter_id
      and later.measured_at > lifted.measured_at and later.repair_id > lifted.repair_id and later.decision = 'counts'
    join meters m on m.property_id = later.property_id and m.id = later.meter_id
    where lifted.property_id = ${propertyId} and lifted.repair_id = ${repairId}
    order by later.repair_id desc limit 1`;
  if (later === undefined) return;
  const at = later.measured_at.toISOString();
  throw new ProblemError(
    "conflict",
    text`Repair ${later.repair_id} decided later that the register of meter "${later.serial_number}" at ${at} counts. Undo that one first.`,
  );
}

async function liftExclusions(work: RepairWork): Promise<void> {
  const lifted = await queryRows(work.tx, IntervalRow)`
    delete from excluded_stretches where property_id = ${work.propertyId} and repair_id = ${work.repairId}
    returning meter_id, from_at, until_at`;
  await reevaluateStretches(
    work,
    lifted.map((row) => ({ meterId: row.meter_id, from: row.from_at.getTime(), until: row.until_at.getTime() })),
  );
}

async function reopen({ tx, propertyId }: RepairWork, { rejected }: Facts): Promise<void> {
  await sql`
    update rejected_readings set state = 'open'
    where property_id = ${propertyId} and id = any(${rejected}::bigint[])`.execute(tx);
}
