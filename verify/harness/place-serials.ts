import { benchProperty } from "../../bench/ingest/bench-property.ts";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { pointsOf } from "../../simulator/received.ts";

/** The serial numbers of the meters of a place that was made with so many. */
export function serialsOf({ property }: BenchPlace, meters: number): string[] {
  return pointsOf(benchProperty(property, meters)).map(({ serialNumber }) => serialNumber);
}
