import type { AlertKind } from "../../contract/alerts.ts";

/** A leak's figures at the time; volumes in thousandths of a gallon, null: not known yet. */
interface LeakDetails {
  leak: "toilet leak" | "other leak" | "water heater";
  gallons_per_day: number | null;
  gallons_total: number;
}

/** An alert's details besides its place. Instants are ISO texts, days `yyyy-MM-dd`, volumes thousandths of a gallon. */
export interface AlertDetails {
  "leak opened": LeakDetails;
  /** How many times its first rate it reached: 2, 4, 8… */
  "leak grew": LeakDetails & { gallons_per_day_first: number; times: number };
  "leak ended": LeakDetails & { ended_at: string };
  /** `meters`: behind a gateway or router; `gateway`: of a meter, where the inventory names one. */
  "device down": { heard_at: string; meters: number | null; gateway: string | null };
  /** `last_used`: null: water was never seen to run. */
  "no consumption": { occupancy: "occupied" | "unknown"; last_used: string | null };
  "vacant but used": { gallons: number; as_of: string };
  quarantine: { readings: number };
}

/** An alert that should be open now, as one of the causes finds it. */
export type WantedAlert = {
  [K in AlertKind]: {
    kind: K;
    /** One open alert for each kind and cause. */
    cause: string;
    meterId: number | null;
    unitId: number | null;
    device: "gateway" | "router" | "meter" | null;
    deviceId: number | null;
    /** When the cause began, by measured time. */
    beganAt: Date;
    details: AlertDetails[K];
  };
}[AlertKind];
