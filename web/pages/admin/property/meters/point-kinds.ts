import type { PointRow } from "../../../../../contract/inventory/places.ts";

/** Where a meter can be installed, with what it measures there. */
export const pointKinds: readonly { kind: PointRow["attached_to"]; name: string }[] = [
  { kind: "SPOE", name: "SPOE (whole unit)" },
  { kind: "DPOE", name: "DPOE (one of two supplies of a unit)" },
  { kind: "Toilet", name: "Toilet" },
  { kind: "Water Heater", name: "Water Heater" },
  { kind: "Building", name: "Building (master meter)" },
  { kind: "Irrigation", name: "Irrigation" },
];
