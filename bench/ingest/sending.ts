/** What the measuring process and the process that sends tell each other. */

/** Prepare the bodies of these properties. */
export interface SendPlan {
  url: string;
  /** A sender each: the number of its property and the token of its gateway. */
  senders: { property: number; token: string }[];
  metersPerProperty: number;
  /** Day of the first hour, as days since 1970-01-01, and how many days are prepared. */
  firstDay: number;
  days: number;
  /** How long is sent, unless the bodies run out. */
  seconds: number;
}

export type ToSender = { kind: "prepare"; plan: SendPlan } | { kind: "go" };

/** What came back. */
export interface Sent {
  seconds: number;
  /** Milliseconds from the first byte sent to the last one answered, of each batch. */
  batchMs: number[];
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
  /** Volume of all that was sent, in thousandths of a gallon. */
  gallons: number;
  /** Whether a sender had nothing left before the time was up. */
  ranOut: boolean;
}

export type FromSender = { kind: "ready" } | { kind: "sent"; sent: Sent } | { kind: "failed"; reason: string };
