import { HOUR_MS } from "../../server/time/durations.ts";
import { simulateDay } from "../../simulator/day.ts";
import type { SimulatedProperty } from "../../simulator/places.ts";
import { pointsOf } from "../../simulator/received.ts";

/** One hour of all meters of a property, as its gateway posts it. */
export interface Body {
  json: Buffer;
  readings: number;
  /** Volume in it, thousandths of a gallon. */
  gallons: number;
}

/** The bodies of a property's local days from `firstDay` (days since 1970-01-01) on, hour after hour. */
export function bodiesOf(property: SimulatedProperty, firstDay: number, days: number): Body[] {
  const points = pointsOf(property);
  const bodies: Body[] = [];
  for (let day = firstDay; day < firstDay + days; day++) {
    const simulated = points.map((point) => ({ serial: point.serialNumber, water: simulateDay(property, point, day) }));
    const hours = simulated[0]?.water.hours ?? 0;
    for (let slot = 0; slot < hours; slot++) {
      let gallons = 0;
      const rows = simulated.map(({ serial, water }) => {
        gallons += water.gallons[slot];
        return {
          serial,
          hour: new Date(water.startsAt + slot * HOUR_MS).toISOString(),
          gallons: water.gallons[slot] / 1000,
          flow_time: water.flowTime?.[slot] ?? null,
          events: water.events?.[slot] ?? null,
        };
      });
      bodies.push({ json: Buffer.from(JSON.stringify(rows)), readings: rows.length, gallons });
    }
  }
  return bodies;
}
