import { createFairQueue } from "../../queue/fair-queue.ts";
import type { Gateway } from "../tokens/gateway-token.ts";

/**
 * Gateway messages parsed and stored at once, over HTTP and MQTT together, and those of one property among them. More
 * would only take memory, and connections that reports need.
 */
const line = createFairQueue(6, () => 3);

/** Parses and stores what a gateway sent once a slot of the queue is free; until then it waits as raw bytes. */
export function inTurn<T>({ propertyId }: Gateway, work: () => Promise<T>): Promise<T> {
  return line.run(propertyId, work);
}
