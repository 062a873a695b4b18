/** Characters of a note. */
export const MAX_NOTE = 2000;

/** What a visit found. */
export const visitFindings = ["found", "nothing_found", "no_access"] as const;
export type VisitFinding = (typeof visitFindings)[number];

/** What was broken. */
export const causeCodes = [
  "flapper",
  "fill_valve",
  "supply_line",
  "faucet",
  "shower",
  "heater",
  "irrigation",
  "other",
] as const;
export type CauseCode = (typeof causeCodes)[number];

/** What something is that is no leak. */
export const noLeakReasons = ["ice_machine", "irrigation", "pool", "guests", "meter", "other"] as const;
export type NoLeakReason = (typeof noLeakReasons)[number];

/** Alerts that people dismiss and snooze themselves; of others their case decides, or their cause. */
export const decidedKinds = ["low battery", "signal fell"] as const;

/** Why an alert about a battery or a signal needs nobody. */
export const dismissalReasons = ["planned", "known", "wrong", "unused", "other"] as const;
export type DismissalReason = (typeof dismissalReasons)[number];

/**
 * Whether what is no leak stays, as flow at all times: its meter is then one with continuous use. The rules know no other
 * lasting use; a toilet's meter has none.
 */
export function isContinuousUse(reason: string, attachedTo: string): boolean {
  return reason === "ice_machine" && attachedTo !== "Toilet";
}

/** The most photos of an event. */
export const MAX_PHOTOS = 10;
