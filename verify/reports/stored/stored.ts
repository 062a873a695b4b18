import type { AttachedTo } from "../../../server/readings/meter-day.ts";

/** Everything that the reports' figures follow from, as it is stored: plain objects, read once for a state of the database. */
export interface Stored {
  organizations: Map<number, Organization>;
  properties: Property[];
}

export interface Organization {
  id: number;
  name: string;
  /** As they were entered, the oldest first. Days `yyyy-MM-dd`; null: without a beginning or an end. */
  prices: PriceEntry[];
}

/** A price of a gallon, in thousandths of a dollar. */
export interface PriceEntry {
  price: number;
  firstDay: string | null;
  lastDay: string | null;
  /** As the history names it. */
  historyFields: { id: number; made_by: string; made_at: string };
}

export interface Property {
  id: number;
  organizationId: number | null;
  name: string;
  street: string;
  city: string;
  state: string;
  zipCode: string;
  contactPhone: string;
  contactEmail: string;
  timeZone: string;
  isArchived: boolean;
  buildings: Building[];
  units: Unit[];
  meters: Meter[];
  gateways: Gateway[];
  routers: Router[];
  leaks: Leak[];
  /** Own prices of units, as they were entered, the oldest first. */
  prices: (PriceEntry & { unitIds: number[] })[];
}

export interface Building {
  id: number;
  name: string;
}

export interface Unit {
  id: number;
  buildingId: number;
  name: string;
  bedrooms: number;
  /** What the property-management source reported, the oldest first. */
  occupancy: Occupancy[];
}

export interface Occupancy {
  asOf: string;
  status: "occupied" | "vacant";
  moveIn: string | null;
  moveOut: string | null;
}

export interface Meter {
  id: number;
  serial: string;
  gatewayId: number | null;
  routerId: number | null;
  services: Service[];
  /** Days since 1970-01-01. */
  days: Map<number, MeterDayStored>;
  reports: DeviceReport[];
  /** The times of volumes that wait in quarantine for a decision, milliseconds since the epoch. */
  waiting: { from: number; until: number }[];
}

/** Where a meter sat, and from when to when. Milliseconds since the epoch; null: no start date, no end date. */
export interface Service {
  id: number;
  pointId: number;
  buildingId: number;
  unitId: number | null;
  attachedTo: AttachedTo;
  beganAt: number | null;
  endedAt: number | null;
}

/** Hours of a meter's local day; volumes in thousandths of a gallon. */
export interface MeterDayStored {
  hours: number;
  gallons: (number | null)[];
  flowTime: (number | null)[] | null;
  events: (number | null)[] | null;
  estimated: (number | null)[] | null;
  covered: number;
  leak: (number | null)[] | null;
  lumps: { hour: number; hours: number }[];
  /** Seconds from local midnight on. */
  registerSeconds: number[];
}

export interface Gateway {
  id: number;
  serial: string;
  intervalMinutes: number;
  reports: DeviceReport[];
}

export interface Router extends Omit<Gateway, "intervalMinutes"> {
  gatewayId: number;
}

/** What a device reported of itself on a day. Milliseconds since the epoch. */
export interface DeviceReport {
  at: number;
  battery: number | null;
  batteryAt: number | null;
  signal: number | null;
  signalAt: number | null;
}

export interface Leak {
  meterId: number;
  /** Of the case that the product made it part of; null: of none, as of what is only suspected. */
  caseId: number | null;
  kind: LeakKind;
  startedAt: number;
  openedAt: number;
  endedAt: number | null;
  isSuspected: boolean;
  rules: string[];
  openedBy: string[];
  confidence: string;
}

export type LeakKind = "toilet leak" | "other leak" | "water heater";
