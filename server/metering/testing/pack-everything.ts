import type { Connections } from "../../database/connect.ts";
import { packMonths } from "../../packed-months/pack-months.ts";
import { DAY_MS } from "../../time/durations.ts";

/** Packs every month with readings, as if it had ended long ago. @returns the days of meters that were packed */
export async function packEverything({
  connections,
  clock,
}: {
  connections: Connections;
  clock: { now: number };
}): Promise<number> {
  const packed = await packMonths(connections, () => clock.now + 100 * DAY_MS);
  return packed?.days ?? 0;
}
