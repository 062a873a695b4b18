import { type CallInput, call } from "../../../../app/api.ts";

export type RepairBody = CallInput<"POST /v1/properties/{property_id}/repairs">["body"];

/** Makes a repair, or asks what it would change. */
export function askRepair(propertyId: number, body: RepairBody) {
  return call("POST /v1/properties/{property_id}/repairs", { params: { property_id: propertyId }, body });
}

/** Takes a repair back, or asks what that would change. */
export function askUndo(propertyId: number, repairId: number, preview: boolean) {
  return call("POST /v1/properties/{property_id}/repairs/{repair_id}/undo", {
    params: { property_id: propertyId, repair_id: repairId },
    body: { preview },
  });
}
