import type { MeterRow } from "../../../../../../contract/places.ts";
import { call } from "../../../../../app/api.ts";
import { type SwapFields, swapBody } from "./swap-rules.ts";

/** Records a swap, or asks what it would change. */
export function askSwap(propertyId: number, meter: MeterRow, typed: SwapFields, zone: string, preview: boolean) {
  return call("POST /v1/properties/{property_id}/repairs", {
    params: { property_id: propertyId },
    body: swapBody(meter, typed, zone, preview),
  });
}

/** Takes a swap back. */
export function undoSwap(propertyId: number, repairId: number) {
  return call("POST /v1/properties/{property_id}/repairs/{repair_id}/undo", {
    params: { property_id: propertyId, repair_id: repairId },
    body: {},
  });
}
