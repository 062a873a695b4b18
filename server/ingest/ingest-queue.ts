import { createFairQueue } from "../queue/fair-queue.ts";
import type { Gateway } from "./gateway-token.ts";

/**
 * What gateways sent that is read and stored at once, by whichever way it came, and of one property among it. More would
 * only take memory, and the connections from under the reports.
 */
const line = createFairQueue(6, () => 3);

/** Reads and stores what a gateway sent when its turn has come; until then it waits as the bytes that came. */
export function inTurn<T>({ propertyId }: Gateway, work: () => Promise<T>): Promise<T> {
  return line.run(propertyId, work);
}
