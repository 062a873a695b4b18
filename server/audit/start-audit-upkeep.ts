import type { Connections } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import { sealAuditLog } from "./audit-chain.ts";
import { logRepeatedRefusals } from "./rejected-writes.ts";

/** What is written within it can be taken away unseen. */
const EVERY_MS = 2000;

/** Seals rows of the audit log and logs repeated refusals as long as the server runs. @returns ends after what it is at */
export function startAuditUpkeep(
  connections: Connections,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let stopped = false;
  const run = async () => {
    await logRepeatedRefusals(connections, clock());
    await sealAuditLog(connections, () => stopped);
  };
  const timer = setInterval(() => {
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, EVERY_MS);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
