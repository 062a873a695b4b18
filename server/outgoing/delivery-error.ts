import type { Text } from "../problem/text.ts";

/** More about a failed delivery; what is left out: not retriable, not gone, and no answer. */
export interface FailedDelivery {
  /** Whether the same message may get through later. */
  isRetriable?: boolean;
  /** Whether the receiver has ended for good: its address is to be switched off. */
  isGone?: boolean;
  /** Status of the answer. */
  status?: number;
  /** How long the receiver wants to be left alone, in milliseconds. */
  retryAfterMs?: number;
  /** The first part of the answer's body. */
  answer?: string;
  cause?: unknown;
}

/** A message did not get through. `text` states why in a sentence for people, and what to do about it. */
export class DeliveryError extends Error {
  readonly text: Text;
  readonly isRetriable: boolean;
  readonly isGone: boolean;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly answer: string | null;

  constructor(text: Text, failed: FailedDelivery = {}) {
    super(String(text), { cause: failed.cause });
    this.text = text;
    this.isRetriable = failed.isRetriable ?? false;
    this.isGone = failed.isGone ?? false;
    this.status = failed.status ?? null;
    this.retryAfterMs = failed.retryAfterMs ?? null;
    this.answer = failed.answer ?? null;
  }
}
