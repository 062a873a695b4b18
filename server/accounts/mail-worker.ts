import { setTimeout as pause } from "node:timers/promises";
import { type DeliveryDeps, deliverMails } from "./deliver-mails.ts";

/** How often mails are looked for: those of this server, of others and of commands. */
const POLL_MS = 1000;
const LONGEST_STOP_MS = 3000;

export interface MailWorker {
  /**
   * Ends after the mail that is being sent, and waits for a few seconds at most: what a slow mail server has not taken by
   * then is sent again under the same Message-ID.
   */
  stop(): Promise<void>;
}

/** Delivers mails as long as the server runs; survives a database and a mail server that come and go. */
export function startMailWorker(deps: DeliveryDeps, onError: (error: unknown) => void): MailWorker {
  let isStopped = false;
  let running: Promise<void> | null = null;
  const poll = () => {
    running ??= deliverMails(deps, () => isStopped)
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };
  const polling = setInterval(poll, POLL_MS);
  poll();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(polling);
      await Promise.race([running, pause(LONGEST_STOP_MS, undefined, { ref: false })]);
    },
  };
}
