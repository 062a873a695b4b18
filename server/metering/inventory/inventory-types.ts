import type { AttachedTo } from "../../readings/meter-day.ts";

/** A meter and where it is installed now. */
export interface Meter {
  meterId: number;
  serial: string;
  attachedTo: AttachedTo;
  buildingId: number;
  /** null: a whole building, or irrigation. */
  unitId: number | null;
  /** Thousandths of a gallon per unit of its register; null: it reports hours in gallons. */
  registerFactor: number | null;
  /** Thousandths of a gallon per count of its register; 0 where unknown. */
  count: number;
  /** Thousandths of a gallon at which its register starts again at zero; null where unknown. */
  registerWidth: number | null;
  continuousUseExpected: boolean;
  /** The most that its point can pass in each of its periods of service, in thousandths of a gallon a minute. */
  mostPerMinute: readonly number[];
  /** People's decisions about registers that do not continue the ones before, by their instants (milliseconds). */
  registerDecisions: ReadonlyMap<number, RegisterDecision>;
  /** Stretches in which only values of class 1 count. */
  excludedPeriods: readonly Stretch[];
  /** Its periods of service anywhere, in the order of time; infinite where they are open. */
  services: Service[];
  /** Those at units. */
  installations: Installation[];
  /** Differs when anything differs that its hours, its leaks or the volumes of its units follow from. */
  fingerprint: number;
}

/** `counts`: the step is real, whatever its size. `restarts`: it is no volume, counting goes on from the register. */
export type RegisterDecision = "counts" | "restarts";

/** From an instant on to another, which is not in it; milliseconds since the epoch. */
export interface Stretch {
  from: number;
  until: number;
}

/** A period of service of a meter, and where it was; infinite where it is open. */
export interface Service extends Stretch {
  pointId: number;
  attachedTo: AttachedTo;
  /** null: a whole building, or irrigation. */
  unitId: number | null;
}

/** A period of service of a meter at a unit. */
export interface Installation extends Service {
  meterId: number;
  unitId: number;
}

/** The meters of one property, as of one version of its inventory. */
export interface Inventory {
  propertyId: number;
  version: number;
  timeZone: string;
  /** Number of the first local day whose hours are kept; null: all are. */
  hoursFrom: number | null;
  /** No day from this one on, by its number, is packed; null: none is. */
  packedUntil: number | null;
  bySerial: Map<string, Meter>;
  byId: Map<number, Meter>;
  /** Volumes that a person rejected, by their keys. */
  rejected: Set<string>;
  /** Volumes that wait in quarantine, by their keys; without those that came since this version. */
  waiting: Set<string>;
  /** Periods of service at a unit, past and present, in the order of the meters' ids. */
  byUnit: Map<number, Installation[]>;
}
