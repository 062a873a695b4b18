import { Counter, type Registry } from "prom-client";
import { onTaken, type Way } from "../ingest/batch/taken.ts";

const WAYS: readonly Way[] = ["http", "mqtt", "file"];

/** Counts what became of readings by the way they came in. @returns a function that ends it */
export function countReadings(registry: Registry): () => void {
  const received = new Counter({
    name: "dripline_readings_received_total",
    help: "Readings that came in; one that is sent again counts again.",
    labelNames: ["way"],
    registers: [registry],
  });
  const taken = new Counter({
    name: "dripline_readings_total",
    help: "What became of readings that came in: together as many as received.",
    labelNames: ["way", "outcome"],
    registers: [registry],
  });
  const outcomes = ["stored", "duplicate", "rejected"] as const;
  // From the start on, so that the first of them is a change.
  for (const way of WAYS) {
    received.inc({ way }, 0);
    for (const outcome of outcomes) taken.inc({ way, outcome }, 0);
  }
  return onTaken((way, counts) => {
    received.inc({ way }, counts.received);
    for (const outcome of outcomes) taken.inc({ way, outcome }, counts[outcome]);
  });
}
