import { EventEmitter } from "node:events";

/** Wakes the refresh of this process. Other servers find the marks when they next look. */
const signal = new EventEmitter<{ change: [propertyId: number] }>();

export function signalChange(propertyId: number): void {
  signal.emit("change", propertyId);
}

/** Calls back for every property that got new readings in this process. @returns a function that ends it. */
export function onChange(listener: (propertyId: number) => void): () => void {
  signal.on("change", listener);
  return () => signal.off("change", listener);
}
