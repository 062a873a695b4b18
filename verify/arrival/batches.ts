import { benchProperty } from "../../bench/ingest/bench-property.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { simulateDay } from "../../simulator/day.ts";
import { pointsOf } from "../../simulator/received.ts";

/** A reading as it crosses the wire. */
export interface SentHour {
  serial: string;
  hour: string;
  gallons: number;
  flow_time: number | null;
  events: number | null;
  sequence: number;
}

/** Of so many hours one is corrected by its device later. */
const HOURS_PER_CORRECTION = 40;

/**
 * What the gateway of a bench property sends in `days` days, in the order in which it was measured: a batch for so many
 * days each, and after every one what devices corrected of it.
 */
export function batchesOf(
  property: number,
  meters: number,
  firstDay: number,
  days: number,
  each: number,
): SentHour[][] {
  const planned = benchProperty(property, meters);
  const points = pointsOf(planned);
  const batches: SentHour[][] = [];
  for (let first = firstDay; first < firstDay + days; first += each) {
    const rows: SentHour[] = [];
    for (let day = first; day < Math.min(first + each, firstDay + days); day++) {
      for (const point of points) {
        const water = simulateDay(planned, point, day);
        for (let slot = 0; slot < water.hours; slot++) {
          rows.push({
            serial: point.serialNumber,
            hour: new Date(water.startsAt + slot * HOUR_MS).toISOString(),
            gallons: (water.gallons[slot] ?? 0) / 1000,
            flow_time: water.flowTime?.[slot] ?? null,
            events: water.events?.[slot] ?? null,
            sequence: 0,
          });
        }
      }
    }
    batches.push(rows, rows.filter((_, i) => i % HOURS_PER_CORRECTION === 7).map(corrected));
  }
  return batches;
}

function corrected(row: SentHour, i: number): SentHour {
  return { ...row, gallons: Math.round((row.gallons + 0.5 + (i % 7)) * 1000) / 1000, sequence: 1 + (i % 3) };
}

/** The same as a file. */
export function fileOf(rows: readonly SentHour[]): string {
  const lines = rows.map(({ serial, hour, gallons, flow_time, events, sequence }) =>
    [serial, hour, gallons, flow_time ?? "", events ?? "", sequence].join(","),
  );
  return `serial,hour,gallons,flow_time,events,sequence\n${lines.join("\n")}\n`;
}
