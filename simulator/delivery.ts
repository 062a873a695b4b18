import { HOUR_MS } from "../server/time/durations.ts";
import { simulateDay, type WholeDay } from "./day.ts";
import type { Outage } from "./outage.ts";
import { outagesBetween, REPEATED_HOURS } from "./outages.ts";
import type { SimulatedGateway, SimulatedPoint, SimulatedProperty } from "./places.ts";
import { type RadioDay, radioDay } from "./radio.ts";

/** One reading as a gateway sends it. The same reading may come twice; of two for one hour the higher sequence counts. */
export interface DeliveredReading {
  /** Begin of the first hour that it covers; milliseconds since the epoch. */
  at: number;
  /** Hours that it covers: 1, or more for a lump after silence. */
  hours: number;
  /** Thousandths of a gallon. */
  gallons: number;
  /** Minutes; null where the meter does not report it. */
  flowTime: number | null;
  events: number | null;
  /** 0 for the first sending; a corrected value of the same hour comes with 1. */
  sequence: number;
  /** When it reaches the server; milliseconds since the epoch. */
  arrivesAt: number;
}

function gatewayOf(property: SimulatedProperty, point: SimulatedPoint): SimulatedGateway {
  const gateway = property.gateways.find(({ serial }) => serial === point.gatewaySerial);
  if (gateway === undefined) throw new Error(`Property ${property.key} has no gateway ${point.gatewaySerial}.`);
  return gateway;
}

/** A reading's way through the gateway: when it gets out, or null when it never does. */
function sentAt(ready: number, gateway: SimulatedGateway, outages: readonly Outage[]): number | null {
  if (gateway.silentFrom !== null && ready >= gateway.silentFrom) return null;
  for (const outage of outages) {
    if (ready < outage.from || ready >= outage.to) continue;
    if (outage.hours === "lost") return null;
    return outage.to + (ready % 600_000);
  }
  return ready;
}

function repeatedAt(at: number, outages: readonly Outage[]): number | null {
  for (const outage of outages) {
    if (outage.repeats && at < outage.from && at >= outage.from - REPEATED_HOURS * HOUR_MS) return outage.to + 60_000;
  }
  return null;
}

function hourly(truth: WholeDay, hour: number, arrivesAt: number): DeliveredReading {
  return {
    at: truth.startsAt + hour * HOUR_MS,
    hours: 1,
    gallons: truth.gallons[hour],
    flowTime: truth.flowTime?.[hour] ?? null,
    events: truth.events?.[hour] ?? null,
    sequence: 0,
    arrivesAt,
  };
}

function lump(truth: WholeDay, radio: RadioDay, arrivesAt: number): DeliveredReading {
  const hours = radio.lumpTo - radio.lumpFrom;
  const gallons = truth.gallons.slice(radio.lumpFrom, radio.lumpTo).reduce((sum, hour) => sum + hour, 0);
  const at = truth.startsAt + radio.lumpFrom * HOUR_MS;
  return { at, hours, gallons, flowTime: null, events: null, sequence: 0, arrivesAt };
}

/** The first delivery of an hour that the meter had not yet reported in full. */
function premature(reading: DeliveredReading, registerCount: number): DeliveredReading {
  const gallons = Math.floor(reading.gallons / 2 / registerCount) * registerCount;
  const hasFlow = gallons > 0;
  return {
    ...reading,
    gallons,
    flowTime: reading.flowTime === null ? null : hasFlow ? Math.max(1, Math.ceil(reading.flowTime / 2)) : 0,
    events: reading.events === null ? null : hasFlow ? 1 : 0,
  };
}

/**
 * All readings of the hours of a local day that ever reach the server, in the order of the hours. Hours that are lost
 * are not among them; late ones have a later `arrivesAt`, up to two days after the hour; repeated ones are there twice.
 */
export function deliverDay(property: SimulatedProperty, point: SimulatedPoint, day: number): DeliveredReading[] {
  const gateway = gatewayOf(property, point);
  const truth = simulateDay(property, point, day);
  const endsAt = truth.startsAt + truth.hours * HOUR_MS;
  const outages = outagesBetween(gateway, truth.startsAt, endsAt + (REPEATED_HOURS + 1) * HOUR_MS);
  const radio = radioDay(gateway, point, truth);
  const sent: DeliveredReading[] = [];
  for (let hour = 0; hour < truth.hours; hour += 1) {
    if (radio.isLost(hour)) continue;
    const ready = truth.startsAt + (hour + 1) * HOUR_MS + radio.delay;
    const out = sentAt(ready, gateway, outages);
    if (out === null) continue;
    if (hour >= radio.lumpFrom && hour < radio.lumpTo) {
      if (hour === radio.lumpTo - 1) sent.push(lump(truth, radio, out));
      continue;
    }
    const reading = hourly(truth, hour, out);
    if (hour === radio.revisedHour) {
      sent.push(premature(reading, point.registerCount));
      sent.push({ ...reading, sequence: 1, arrivesAt: out + 2 * HOUR_MS });
      continue;
    }
    sent.push(reading);
    const again = hour === radio.doubledHour ? out + 20 * 60_000 : repeatedAt(ready, outages);
    if (again !== null) sent.push({ ...reading, arrivesAt: again });
  }
  return sent;
}
