import { EventEmitter } from "node:events";
import type { Outcome } from "../reading.ts";

/** The channel by which readings arrived. */
export type Way = "http" | "mqtt" | "file";

/** The outcome of a batch: counts of rows. */
export interface Taken {
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
}

/** The counts of a body that could not be parsed as rows. */
export const oneRejected: Taken = { received: 1, stored: 0, duplicate: 0, rejected: 1 };

/** @param rejected rows that were rejected before they became readings */
export function countTaken(outcomes: readonly Outcome[], rejected: number): Taken {
  const count = (status: Outcome["status"]) => outcomes.reduce((n, one) => (one.status === status ? n + 1 : n), 0);
  return {
    received: outcomes.length + rejected,
    stored: count("stored"),
    duplicate: count("duplicate"),
    rejected: count("rejected") + rejected,
  };
}

const emitter = new EventEmitter<{ taken: [way: Way, taken: Taken] }>();

/** Emits the counts of a batch once it is durable. @returns the same */
export function emitTaken<T extends Taken>(way: Way, taken: T): T {
  emitter.emit("taken", way, taken);
  return taken;
}

/** Calls back for every batch that this process stored. @returns a function that unsubscribes. */
export function onTaken(listener: (way: Way, taken: Taken) => void): () => void {
  emitter.on("taken", listener);
  return () => emitter.off("taken", listener);
}
