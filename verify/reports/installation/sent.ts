import { HOUR_MS } from "../../../server/time/durations.ts";
import { type LocalDay, localDay, localDayAt } from "../../../server/time/local-day.ts";
import { simulateDay } from "../../../simulator/day.ts";
import { deliverDay } from "../../../simulator/delivery.ts";
import type { SimulatedPoint } from "../../../simulator/places.ts";
import type { Draws } from "../../../simulator/random.ts";
import { pointsOf } from "../../../simulator/received.ts";
import type { Planned } from "./plan.ts";

/** A reading as the ingest call takes it. */
export type Row = { serial: string; sequence: number } & (
  | { hour: string; gallons: number; flow_time?: number; events?: number; hours?: number }
  | { read_at: string; register: number }
);

/** A meter's readings of a stretch: those that come in time, and those that come when all else has been worked out. */
export interface Sent {
  inTime: Row[];
  late: Row[];
}

/**
 * What the meters of a property send until an instant, of as many days.
 * @param quietFrom the first meter that sends hours was last read in the hour before this instant, whatever else is drawn
 */
export function sentBy(
  { simulated, registers }: Planned,
  { until: now, quietFrom }: { until: number; quietFrom: number },
  days: number,
  draws: Draws,
): Sent {
  const points = pointsOf(simulated);
  const quiet = points.find(({ serialNumber }) => !registers.has(serialNumber));
  const last = hourBefore(simulated.timeZone, Math.min(now, quietFrom));
  const today = localDayAt(simulated.timeZone, now).day;
  const sent: Sent = { inTime: [], late: [] };
  for (const point of points) {
    const first = today - days;
    // One in six has come only a while ago, one in eight is without data from some day on.
    const from = draws.chance(1 / 6) ? first + draws.whole(20, days - 5) : first;
    const until = draws.chance(1 / 8) ? today - draws.whole(1, 12) : today;
    const lateFrom = draws.chance(0.3) ? today - draws.whole(2, 35) : today + 1;
    const lateUntil = lateFrom + draws.whole(1, 5);
    let register = 1_000_000;
    for (let day = from; day <= until; day++) {
      const isLate = day >= lateFrom && day < lateUntil;
      const into = isLate ? sent.late : sent.inTime;
      if (registers.has(point.serialNumber)) {
        register = addRegisters(simulated, point, { day, now, register, into });
        continue;
      }
      for (const reading of deliverDay(simulated, point, day)) {
        if (reading.arrivesAt > now || reading.at + HOUR_MS > now) continue;
        const lasts = (reading.hours - 1) * HOUR_MS;
        if (point === quiet && reading.at + lasts >= last) continue;
        into.push({
          serial: point.serialNumber,
          hour: new Date(reading.at + lasts).toISOString(),
          gallons: reading.gallons / 1000,
          sequence: reading.sequence,
          ...(reading.flowTime === null ? {} : { flow_time: Math.round(reading.flowTime) }),
          ...(reading.events === null ? {} : { events: reading.events }),
          ...(reading.hours === 1 ? {} : { hours: reading.hours }),
        });
      }
    }
    if (point === quiet) {
      const hour = new Date(last).toISOString();
      sent.inTime.push({ serial: point.serialNumber, hour, gallons: 1, sequence: 9 });
    }
    if (!registers.has(point.serialNumber) && draws.chance(0.15)) {
      sent.inTime.push(tooMuch(point, localDay(simulated.timeZone, today - draws.whole(2, 25)), draws));
    }
  }
  return sent;
}

/** When the last whole hour before an instant began; in some zones hours begin at half past. */
function hourBefore(timeZone: string, at: number): number {
  const { startsAt } = localDay(timeZone, localDayAt(timeZone, at).day);
  return startsAt + (Math.floor((at - startsAt) / HOUR_MS) - 1) * HOUR_MS;
}

/** Registers a few minutes after each hour, some of them never read. @returns the register at the end of the day */
function addRegisters(
  simulated: Planned["simulated"],
  point: SimulatedPoint,
  { day, now, register, into }: { day: number; now: number; register: number; into: Row[] },
): number {
  const truth = simulateDay(simulated, point, day);
  let shown = register;
  for (const [hour, gallons] of truth.gallons.entries()) {
    shown += gallons;
    const at = truth.startsAt + (hour + 1) * HOUR_MS + ((hour * 7 + day) % 20) * 60_000;
    const isLost = (day * 31 + hour) % 17 === 0 || (day % 11 === 0 && hour < 9);
    if (at > now || isLost) continue;
    into.push({ serial: point.serialNumber, read_at: new Date(at).toISOString(), register: shown / 1000, sequence: 0 });
  }
  return shown;
}

/** An hour of more water than can pass. */
function tooMuch({ serialNumber, attachedTo }: SimulatedPoint, { startsAt, hours }: LocalDay, draws: Draws): Row {
  const hour = new Date(startsAt + draws.whole(0, hours - 2) * HOUR_MS).toISOString();
  return { serial: serialNumber, hour, gallons: attachedTo === "Building" ? 25_000 : 4_000, sequence: 9 };
}
