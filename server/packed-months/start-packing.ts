import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import type { Clock } from "../time/clock.ts";
import { daily } from "../time/daily.ts";
import { DAY_MS } from "../time/durations.ts";
import { isDistributed, packMonths } from "./pack-months.ts";

const FIRST_MS = 15 * 60_000;
/** The previous release cannot read packed months, and may still run or be reinstalled within a day of the upgrade. */
const AFTER_UPDATE_MS = DAY_MS;

const UpdateRow = z.object({ applied_at: z.date() });

/** Packs every day the months that do not change any more. @returns ends after the current month of a property */
export function startPacking(
  connections: Connections,
  clock: Clock,
  log: { info: (sentence: string) => void; onError: (error: unknown) => void },
): () => Promise<void> {
  const work = async (isStopped: () => boolean) => {
    const update = await queryRow(connections.owner, UpdateRow)`
      select applied_at from migrations where name = '0049_packed_months.sql'`;
    if (update === undefined || Date.now() - update.applied_at.getTime() < AFTER_UPDATE_MS) return;
    if (await isDistributed(connections)) return;
    const packed = await packMonths(connections, clock, () => {}, isStopped);
    if (packed !== null && packed.days > 0) {
      log.info(`Packed ${packed.days} meter-days of ${packed.properties} properties.`);
    }
    return packed;
  };
  return daily(FIRST_MS, work, log.onError);
}
