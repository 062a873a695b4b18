import type { AttachedTo } from "../server/readings/meter-day.ts";
import type { Home } from "./home.ts";
import type { LeakSite } from "./leak-site.ts";
import type { Outage } from "./outage.ts";

/** What an organization owns, down to the meters, with all that decides what flows through them. Plain data. */
export interface SimulatedOrganization {
  name: string;
  isDefault: boolean;
  properties: SimulatedProperty[];
}

export interface SimulatedProperty {
  /** Stable name of the property within its portfolio. */
  key: string;
  name: string;
  street: string;
  city: string;
  state: string;
  zipCode: string;
  contactPhone: string;
  contactEmail: string;
  /** IANA zone. */
  timeZone: string;
  gateways: SimulatedGateway[];
  buildings: SimulatedBuilding[];
}

export interface SimulatedGateway {
  serial: string;
  name: string;
  /** From this instant (milliseconds since the epoch) on nothing comes through it any more; null: it lives. */
  silentFrom: number | null;
  /** The outages that it has, or `"at random"`: those, and everything else that goes wrong with radio, by chance. */
  faults: "at random" | readonly Outage[];
}

export interface SimulatedBuilding {
  name: string;
  units: SimulatedUnit[];
  /** Building master and irrigation meters. */
  points: SimulatedPoint[];
}

export interface SimulatedUnit {
  name: string;
  /** 0 for a studio. */
  bedrooms: number;
  vacant: boolean;
  home: Home;
  points: SimulatedPoint[];
}

export interface SimulatedPoint {
  attachedTo: AttachedTo;
  /** Unique within the property; within the whole portfolio, in fact. */
  serialNumber: string;
  gatewaySerial: string;
  /** Thousandths of a gallon per count of the meter's register: every volume is a multiple of it. */
  registerCount: number;
  /** False: flow time and events are null. */
  reportsFlow: boolean;
  measures: Measured;
}

/** The water that passes a point. */
export type Measured =
  | { what: "home" | "hot" | "cold"; home: Home }
  | { what: "toilet"; home: Home; toilet: number }
  | { what: "building"; homes: readonly Home[]; common: CommonUse }
  | { what: "irrigation"; garden: Garden };

/** Laundry room, office, cleaning: what a building uses beside its units. */
export interface CommonUse {
  seed: number;
  gallonsPerDay: number;
  registerCount: number;
  leaks: LeakSite;
}

export interface Garden {
  seed: number;
  /** Months (1 to 12) in which it is watered. */
  firstMonth: number;
  lastMonth: number;
  /** While the valve is open. */
  gallonsPerMinute: number;
  registerCount: number;
  leaks: LeakSite;
}
