import type { SimulatedKind } from "./kinds.ts";

export type MeterSort = "unit meter" | "toilet meter" | "heater meter";
export type Flow = "withFlow" | "withoutFlow";

/** Measured hours within which a kind of leak is to be found. */
export const maxDetectionHours: Record<SimulatedKind, number> = {
  "constant from 1 gal/h": 30,
  "constant 0.5 gal/h": 30,
  "constant below 1 gal/h": 30,
  growing: 30,
  burst: 3,
  "intermittent toilet": 72,
  "phantom refill": 96,
  "stuck toilet": 3,
  "since installation": 72,
};

/** The share that must be found within them on a sort of meter; null: shown without a floor. */
export function requiredRecall(kind: SimulatedKind, meter: MeterSort, flow: Flow): number | null {
  const onUnit = meter === "unit meter";
  switch (kind) {
    case "constant from 1 gal/h":
      return onUnit ? 0.98 : null;
    case "constant 0.5 gal/h":
      return onUnit && flow === "withFlow" ? 0.9 : null;
    case "growing":
      return 0.98;
    case "burst":
      return 0.93;
    case "intermittent toilet":
    case "since installation":
      return 0.95;
    case "phantom refill":
      return meter === "toilet meter" ? 0.9 : null;
    // Below 1 gal/h only fixtures have a floor, all of them together; a stuck toilet is a short burst that ends itself.
    case "constant below 1 gal/h":
    case "stuck toilet":
      return null;
  }
}

/** Required precision: the share of openings behind which there is a leak. */
export const requiredPrecision: Record<Flow, number> = { withFlow: 0.95, withoutFlow: 0.85 };

interface VolumeFloor {
  name: string;
  kinds: readonly SimulatedKind[];
  /** null: on all meters together. */
  meter: MeterSort | null;
  most: number;
}

/** Median errors of the volume that must not be passed, by kind. */
export const volumeFloors: readonly VolumeFloor[] = [
  {
    name: "constant, all rates and meters",
    kinds: ["constant from 1 gal/h", "constant 0.5 gal/h", "constant below 1 gal/h"],
    meter: null,
    most: 0.08,
  },
  { name: "growing", kinds: ["growing"], meter: null, most: 0.08 },
  { name: "burst", kinds: ["burst"], meter: null, most: 0.08 },
  { name: "intermittent toilet, all meters", kinds: ["intermittent toilet"], meter: null, most: 0.12 },
  { name: "phantom refill on toilet meters", kinds: ["phantom refill"], meter: "toilet meter", most: 0.2 },
  { name: "since installation", kinds: ["since installation"], meter: null, most: 0.08 },
];
