import { setTimeout as pause } from "node:timers/promises";
import { isTransient } from "./error-code.ts";

/** When, how often and how fast work is retried. */
export interface RetryOptions {
  maxAttempts: number;
  /** Which errors are retriable; left out: a deadlock or a serialization failure. */
  isRetriable?: (error: unknown) => boolean;
  /** Milliseconds between two attempts; left out: none. */
  delayMs?: number;
}

/**
 * Retries work while it fails for a temporary reason.
 * @param work gets the number of the attempt, from 1
 * @throws the last attempt's error, and any that is not retriable
 */
export async function retry<T>(
  { maxAttempts, isRetriable = isTransient, delayMs = 0 }: RetryOptions,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= maxAttempts || !isRetriable(error)) throw error;
    }
    if (delayMs > 0) await pause(delayMs);
  }
}
