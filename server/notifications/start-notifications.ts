import { setTimeout as pause } from "node:timers/promises";
import { HOUR_MS } from "../time/durations.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import { escalate } from "./escalate.ts";
import type { DeliveryDeps } from "./messages/due-message.ts";
import { pruneMessages } from "./prune-messages.ts";
import { correctReports } from "./reports/correct-reports.ts";
import { addDueReports } from "./reports/send-due.ts";
import { sharedNotices } from "./shared-notices.ts";

/** Poll interval for what this server, others and commands added to the outbox. */
const POLL_MS = 1000;
/** Poll interval for leak cases that nobody acknowledged: hours are counted there. */
const ESCALATE_POLL_MS = 15_000;
/** Poll interval for reports that were sent, whose data may have changed since. */
const CORRECT_POLL_MS = 60_000;
/** Messages sent at a time to people, and as many to webhooks. One of those to people is neither a list nor a report. */
const SENDERS = 4;
/** Apart from one another, in milliseconds: of thousands that are due at the same minute, none delays people's requests. */
const APART_MS = 40;
/** So much of it a busy processor may make up for. */
const LATE_MS = 400;
const LONGEST_STOP_MS = 3000;

/**
 * Makes messages of the outbox and delivers them as long as the server runs; tolerates outages of the database and the mail
 * server.
 * @returns stops after the messages in progress, with a timeout of a few seconds
 */
export function startNotifications(deps: DeliveryDeps, onError: (error: unknown) => void): () => Promise<void> {
  let stopping = false;
  const isStopped = () => stopping;
  const loop = (work: () => Promise<unknown>, pollMs = POLL_MS) => {
    let running: Promise<unknown> | null = null;
    const poll = () => {
      running ??= work()
        .catch(onError)
        .finally(() => {
          running = null;
        });
    };
    const polling = setInterval(poll, pollMs);
    poll();
    return async () => {
      clearInterval(polling);
      await running;
    };
  };
  const notices = sharedNotices(deps.connections, deps.clock);
  // Each on its own, so that one that waits for a slow receiver holds up no other.
  const senders = (recipients: "people" | "urgent" | "webhooks", count: number, pace: () => Promise<void>) =>
    Array.from({ length: count }, () => loop(() => deliverMessages(deps, { isStopped, pace, recipients, notices })));
  const pace = paced();
  const stops = [
    loop(() => dispatchOutbox(deps, isStopped)),
    loop(() => escalate(deps, isStopped), ESCALATE_POLL_MS),
    loop(() => addDueReports(deps, isStopped)),
    loop(() => correctReports(deps, isStopped), CORRECT_POLL_MS),
    ...senders("people", SENDERS - 1, pace),
    // At a pace of its own: thousands of lists that are due in the morning take minutes.
    ...senders("urgent", 1, paced()),
    ...senders("webhooks", SENDERS, pace),
    loop(() => pruneMessages(deps, isStopped), HOUR_MS),
  ];
  return async () => {
    stopping = true;
    const stopped = Promise.all(stops.map((stop) => stop()));
    await Promise.race([stopped, pause(LONGEST_STOP_MS, undefined, { ref: false })]);
  };
}

/** @returns waits until APART_MS after the one who waited before */
function paced(): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now - LATE_MS, next);
    next = at + APART_MS;
    if (at > now) await pause(at - now);
  };
}
