import { setTimeout as pause } from "node:timers/promises";
import { type DeliveryDeps, deliverMails } from "./deliver-mails.ts";

/** Poll interval for mails of this server, of others and of commands. */
const POLL_MS = 1000;
const LONGEST_STOP_MS = 3000;

export interface MailWorker {
  /**
   * Stops after the mail in progress, with a timeout of a few seconds: what a slow mail server has not accepted by then
   * is sent again under the same Message-ID.
   */
  stop(): Promise<void>;
}

/** Delivers mails as long as the server runs; tolerates outages of the database and the mail server. */
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
