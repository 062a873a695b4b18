import type { MeterDay } from "../server/readings/meter-day.ts";
import { HOUR_MS } from "../server/time/durations.ts";
import { localDay, localDayAt } from "../server/time/local-day.ts";
import { type DeliveredReading, deliverDay } from "./delivery.ts";
import type { SimulatedPoint, SimulatedProperty } from "./places.ts";

/** A local day of a meter as a server knows it that has got everything sent until some instant. */
export interface ReceivedDay {
  /** Hours that have not come, or came only within a lump, are null. */
  measured: MeterDay;
  /** Readings over several hours. */
  lumps: DeliveredReading[];
}

/** What has arrived of a local day (days since 1970-01-01) by `asOf` (milliseconds since the epoch). */
export function receivedDay(
  property: SimulatedProperty,
  point: SimulatedPoint,
  day: number,
  asOf: number,
): ReceivedDay {
  const { startsAt, hours } = localDay(property.timeZone, day);
  const gallons = new Array<number | null>(hours).fill(null);
  const flowTime = point.reportsFlow ? new Array<number | null>(hours).fill(null) : null;
  const events = point.reportsFlow ? new Array<number | null>(hours).fill(null) : null;
  const lumps: DeliveredReading[] = [];
  // A corrected value follows the first one, so the last that arrived is the one that counts.
  for (const reading of deliverDay(property, point, day)) {
    if (reading.arrivesAt > asOf) continue;
    if (reading.hours > 1) {
      lumps.push(reading);
      continue;
    }
    const hour = (reading.at - startsAt) / HOUR_MS;
    gallons[hour] = reading.gallons;
    if (flowTime !== null) flowTime[hour] = reading.flowTime;
    if (events !== null) events[hour] = reading.events;
  }
  return { measured: { day, startsAt, hours, gallons, flowTime, events, covered: 0 }, lumps };
}

/** A reading on its way, with the names that a gateway sends along. */
export interface Arrival extends DeliveredReading {
  serialNumber: string;
  gatewaySerial: string;
}

/** The longest that a reading takes from the end of its hour to the server. */
const LONGEST_WAY_DAYS = 3;

export function pointsOf(property: SimulatedProperty): SimulatedPoint[] {
  return property.buildings.flatMap((building) => [
    ...building.units.flatMap((unit) => unit.points),
    ...building.points,
  ]);
}

/** All readings of a property that arrive after one instant and not after another, in the order of their arrival. */
export function arrivalsBetween(property: SimulatedProperty, after: number, until: number): Arrival[] {
  const arrivals: Arrival[] = [];
  const lastDay = localDayAt(property.timeZone, until).day;
  const firstDay = localDayAt(property.timeZone, after).day - LONGEST_WAY_DAYS;
  for (const point of pointsOf(property)) {
    for (let day = firstDay; day <= lastDay; day += 1) {
      for (const reading of deliverDay(property, point, day)) {
        if (reading.arrivesAt <= after || reading.arrivesAt > until) continue;
        arrivals.push({ ...reading, serialNumber: point.serialNumber, gatewaySerial: point.gatewaySerial });
      }
    }
  }
  return arrivals.sort((a, b) => a.arrivesAt - b.arrivesAt);
}
