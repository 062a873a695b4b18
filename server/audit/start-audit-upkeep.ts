import type { Connections } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import { sealAuditLog } from "./audit-chain.ts";
import { logRepeatedRejections } from "./rejected-writes.ts";

/** Interval, in which an unsealed row can be deleted unnoticed. */
const EVERY_MS = 2000;

/** Seals rows of the audit log and logs repeated rejections while the server runs. @returns stops it after its run */
export function startAuditUpkeep(
  connections: Connections,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let stopped = false;
  const run = async () => {
    await logRepeatedRejections(connections, clock());
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
