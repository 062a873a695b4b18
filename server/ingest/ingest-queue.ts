import { createFairQueue } from "../queue/fair-queue.ts";
import type { Gateway } from "./gateway-token.ts";

/**
 * What gateways sent that is read and stored at once, by whichever way it came, and of one property among it. More would
 * only take memory, and the connections from under the reports.
 */
const line = createFairQueue(6, () => 3);

/** Parses and stores what a gateway sent once a slot of the queue is free; until then it waits as raw bytes. */
export function inTurn<T>({ propertyId }: Gateway, work: () => Promise<T>): Promise<T> {
  return line.run(propertyId, work);
}
