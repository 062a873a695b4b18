import { isDatabaseDown } from "./is-database-down.ts";
import { retry } from "./retry.ts";

const RETRY_MS = 250;

/**
 * Notes that a message was sent. Waits for a database that is away, as the message would be sent again otherwise; no longer
 * than the sender's lease, after which another sender takes it for one that was not sent.
 * @param leasedUntil in milliseconds since the epoch, as the clock
 */
export async function noteSent(leasedUntil: number, clock: () => number, work: () => Promise<unknown>): Promise<void> {
  const isRetriable = (error: unknown) => error instanceof Error && isDatabaseDown(error) && clock() < leasedUntil;
  await retry({ maxAttempts: Number.POSITIVE_INFINITY, delayMs: RETRY_MS, isRetriable }, work);
}
