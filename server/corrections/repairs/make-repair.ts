import type { I18n } from "@lingui/core";
import type { RepairRequest } from "../../../contract/readings/repair-request.ts";
import type { RepairAnswer } from "../../../contract/readings/repairs.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Scope } from "../../database/connect.ts";
import { inProperty, type RepairDeps } from "../../ingest/in-property.ts";
import { correct } from "../correct.ts";
import { accept } from "../quarantine/accept.ts";
import { reject } from "../quarantine/reject.ts";
import { reimport } from "../reimport.ts";
import { dismiss } from "../rejected-rows/dismiss.ts";
import { redrive } from "../rejected-rows/redrive.ts";
import { beginWork, finishWork, type RepairWork } from "../repair-work.ts";
import { swap } from "../swap/swap.ts";
import { beginRecord, finishRecord, readRecord } from "./record.ts";
import { toRepair } from "./repair-list.ts";

/**
 * Makes a correction and records it, in one transaction with everything derived from it; a failed one leaves nothing.
 * A preview does the same and rolls it back, so that its numbers are those that the correction will have.
 * @throws ProblemError not_found for a property outside the scope, invalid_fields, conflict, unavailable
 */
export async function makeRepair(
  deps: RepairDeps,
  scope: Scope,
  propertyId: number,
  who: Actor,
  request: RepairRequest,
  i18n: I18n,
): Promise<RepairAnswer> {
  return inProperty(deps, scope, propertyId, !request.preview, async (property) => {
    const { tx } = property;
    const repairId = await beginRecord(tx, propertyId, request, who.email, property.clock());
    const work = await beginWork(property, repairId);
    await apply(work, request);
    const effect = await finishWork(work);
    const { facts, rejectedReadings } = work;
    await finishRecord(tx, propertyId, repairId, { effect, rejectedReadings, facts });
    await audit(tx, who, {
      action: "repair.create",
      propertyId,
      objectType: "repair",
      objectId: repairId,
      after: { kind: request.kind, reason: request.reason },
    });
    const repair = toRepair(await readRecord(tx, propertyId, repairId), i18n);
    return { ...repair, id: request.preview ? null : repair.id, preview: request.preview };
  });
}

function apply(work: RepairWork, request: RepairRequest): Promise<void> {
  switch (request.kind) {
    case "accept":
      return accept(work, request);
    case "reject":
      return reject(work, request);
    case "correct":
      return correct(work, request);
    case "swap":
      return swap(work, request);
    case "reimport":
      return reimport(work, request);
    case "redrive":
      return redrive(work, request);
    case "dismiss":
      return dismiss(work, request);
  }
}
