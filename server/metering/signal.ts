import { EventEmitter } from "node:events";

/** Wakes the refresh of this process. Other servers find the marks when they next look. */
const signal = new EventEmitter<{ change: [propertyId: number]; refreshed: [propertyId: number] }>();

export function signalChange(propertyId: number): void {
  signal.emit("change", propertyId);
}

/** Calls back for every property that got new readings in this process. @returns a function that ends it. */
export function onChange(listener: (propertyId: number) => void): () => void {
  signal.on("change", listener);
  return () => signal.off("change", listener);
}

/** Signals that the figures derived from a property's readings, or the data of its units, have changed. */
export function signalRefreshed(propertyId: number): void {
  signal.emit("refreshed", propertyId);
}

/** Calls back for every property that was brought up to date in this process. @returns a function that ends it. */
export function onRefreshed(listener: (propertyId: number) => void): () => void {
  signal.on("refreshed", listener);
  return () => signal.off("refreshed", listener);
}
