import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import type { Connections } from "../../server/database/connect.ts";
import { range } from "../harness/readings.ts";
import { compareStored } from "../harness/stored-hours.ts";
import { FIRST_HOUR } from "./traffic.ts";

/** How what is stored differs from what was acknowledged. */
export interface TrafficLoss {
  acknowledged: number;
  /** Acknowledged readings that are not there. */
  lost: number;
  /** Thousandths of a gallon by which the totals of days differ from what is due for the hours that are there. */
  volume: number;
}

/**
 * Compares the stored hours of places with what `startTraffic` sent.
 * @param hours acknowledged hours by place; one more may be stored whose answer did not arrive
 */
export async function compareTraffic(
  connections: Connections,
  places: readonly BenchPlace[],
  meters: number,
  hours: readonly number[],
): Promise<TrafficLoss> {
  const loss: TrafficLoss = { acknowledged: 0, lost: 0, volume: 0 };
  for (const [i, place] of places.entries()) {
    const count = hours[i] ?? 0;
    const compareHours = (most: number) => compareStored(connections, place, meters, FIRST_HOUR, range(0, most));
    const acknowledged = await compareHours(count);
    const { volume, phantom } = acknowledged.phantom === 0 ? acknowledged : await compareHours(count + 1);
    loss.acknowledged += count * meters;
    loss.lost += acknowledged.lost;
    loss.volume += volume + phantom;
  }
  return loss;
}
