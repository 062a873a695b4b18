import { DAY_MS, HOUR_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";
import type { DeviceReport, Gateway, Meter, Property, Router, Service } from "../stored/stored.ts";
import type { Figures } from "./figures.ts";
import { endOfHour } from "./local-time.ts";
import { isMeasured } from "./meter-figures.ts";

const METER_ONLINE_MS = 24 * HOUR_MS;

export type Status = "online" | "delayed" | "offline" | "unknown";

/** A device as of an instant. */
export interface Device {
  type: "gateway" | "router" | "meter";
  id: number;
  serial: string;
  /** Where a meter sat then. */
  service: Service | null;
  status: Status;
  /** Milliseconds since the epoch; null: never. */
  seenAt: number | null;
  daysOffline: number | null;
  gateway: Gateway | null;
  explainedBy: { type: "gateway" | "router"; serial: string } | null;
  /** Behind a gateway or a router, and when the newest of them was seen. */
  meters: Meter[];
  behindSeenAt: number | null;
  reported: { battery: number | null; batteryAt: number | null; signal: number | null; signalAt: number | null };
}

/** The gateways, routers and meters of a property as of an instant, milliseconds since the epoch. */
export function devicesOf(figures: Figures, property: Property, asOf: number): Device[] {
  const served = property.meters.flatMap((meter) => {
    const service = meter.services.findLast((one) => isThere(one, asOf));
    return service === undefined ? [] : [{ meter, service, seenAt: meterLastSeen(property, meter, asOf) }];
  });
  const behindRouter = ({ id }: Router) => served.filter(({ meter }) => meter.routerId === id);
  const gatewayIdOf = (meter: Meter) =>
    meter.gatewayId ?? property.routers.find(({ id }) => id === meter.routerId)?.gatewayId ?? null;
  const behindGateway = ({ id }: Gateway) => served.filter(({ meter }) => gatewayIdOf(meter) === id);

  const gateways = property.gateways.map((gateway): Device => {
    const meters = behindGateway(gateway);
    const seenAt = findLastSeen(gateway.reports, asOf) ?? newest(meters);
    return {
      ...device("gateway", gateway, asOf, seenAt, stationLimits(gateway.intervalMinutes), meters),
      reported: reportedBy(gateway.reports, asOf),
    };
  });
  const gatewayOf = (id: number | null) => property.gateways.find((gateway) => gateway.id === id) ?? null;
  // What is down explains what is behind it, also where something else explains it.
  const silentRouters = property.routers.map((router): Device => {
    const meters = behindRouter(router);
    const seenAt = findLastSeen(router.reports, asOf) ?? newest(meters);
    const gateway = gatewayOf(router.gatewayId);
    const own = device("router", router, asOf, seenAt, stationLimits(gateway?.intervalMinutes ?? 60), meters);
    return { ...own, gateway, reported: reportedBy(router.reports, asOf) };
  });
  const routers = silentRouters.map((router) =>
    explained(router, [gateways.find(({ id }) => id === router.gateway?.id)]),
  );
  const meters = served.map(({ meter, service, seenAt }): Device => {
    const limits = [figures.rules.meterDelayedAfter * HOUR_MS, 72 * HOUR_MS] as const;
    const gatewayId = gatewayIdOf(meter);
    const own = device("meter", meter, asOf, seenAt, limits, []);
    const ways = [gateways.find(({ id }) => id === gatewayId), silentRouters.find(({ id }) => id === meter.routerId)];
    return explained(
      { ...own, service, gateway: gatewayOf(gatewayId), reported: reportedBy(meter.reports, asOf) },
      ways,
    );
  });
  return [...gateways, ...meters, ...routers];
}

function newest(some: readonly { seenAt: number | null }[]): number | null {
  return some.reduce<number | null>((last, { seenAt }) => (seenAt === null ? last : Math.max(last ?? 0, seenAt)), null);
}

function device(
  type: Device["type"],
  { id, serial }: { id: number; serial: string },
  asOf: number,
  seenAt: number | null,
  [delayedAfter, offlineAfter]: readonly [number, number],
  behind: readonly { meter: Meter; seenAt: number | null }[],
): Device {
  const silent = seenAt === null ? 0 : asOf - seenAt;
  const known = silent <= delayedAfter ? "online" : silent <= offlineAfter ? "delayed" : "offline";
  const status = seenAt === null ? "unknown" : known;
  return {
    type,
    id,
    serial,
    service: null,
    status,
    seenAt,
    daysOffline: seenAt === null ? null : status === "online" ? 0 : Math.floor(silent / DAY_MS),
    gateway: null,
    explainedBy: null,
    meters: behind.map(({ meter }) => meter),
    behindSeenAt: newest(behind),
    reported: reportedBy([], asOf),
  };
}

/**
 * What is without data behind a station that is offline, and was seen until about when that was, or until about when all
 * behind it was, is delayed.
 */
function explained(own: Device, ways: readonly (Device | undefined)[]): Device {
  if (own.status !== "offline" && own.status !== "delayed") return own;
  const { seenAt } = own;
  for (const way of ways) {
    if (way?.status !== "offline" || way.seenAt === null || seenAt === null) continue;
    if (way.type === "meter" || seenAt < way.seenAt - DAY_MS) continue;
    if (seenAt > way.seenAt + DAY_MS && seenAt < (way.behindSeenAt ?? Number.POSITIVE_INFINITY) - DAY_MS) continue;
    return { ...own, status: "delayed", explainedBy: { type: way.type, serial: way.serial } };
  }
  return own;
}

function stationLimits(intervalMinutes: number): readonly [number, number] {
  return [Math.max(2 * intervalMinutes * 60_000, 2 * HOUR_MS), DAY_MS];
}

export function isThere({ beganAt, endedAt }: Service, at: number): boolean {
  return (beganAt === null || beganAt <= at) && (endedAt === null || endedAt > at);
}

/** The end of the newest measured hour or lump, or the instant of the newest register, until an instant. */
function meterLastSeen({ timeZone }: Property, meter: Meter, asOf: number): number | null {
  let newest: number | null = null;
  const recordSeen = (at: number) => {
    if (at <= asOf) newest = Math.max(newest ?? 0, at);
  };
  for (const [day, stored] of meter.days) {
    const { startsAt } = localDay(timeZone, day);
    // A register of midnight is of the day that begins then.
    if (startsAt >= asOf) continue;
    for (const seconds of stored.registerSeconds) recordSeen(startsAt + seconds * 1000);
    if (stored.registerSeconds.length > 0) continue;
    const recordSeenHour = (hour: number) => recordSeen(endOfHour(timeZone, day, startsAt + hour * HOUR_MS));
    for (let hour = 0; hour < stored.hours; hour++) if (isMeasured(stored, hour)) recordSeenHour(hour);
    for (const { hour } of stored.lumps) recordSeenHour(hour);
  }
  // What waits in quarantine counts for nothing yet, but shows that a meter reports that looks late without it.
  const seenAt: number | null = newest;
  if (seenAt === null || asOf - seenAt <= METER_ONLINE_MS) return seenAt;
  const waiting = meter.waiting.filter(({ from }) => from > seenAt && from < asOf);
  return waiting.reduce<number>((last, { until }) => Math.max(last, Math.min(asOf, until)), seenAt);
}

function findLastSeen(reports: readonly DeviceReport[], asOf: number): number | null {
  return reports.findLast(({ at }) => at <= asOf)?.at ?? null;
}

function reportedBy(reports: readonly DeviceReport[], asOf: number): Device["reported"] {
  const until = reports.filter(({ at }) => at <= asOf);
  const battery = until.findLast((one) => one.batteryAt !== null);
  const signal = until.findLast((one) => one.signalAt !== null);
  return {
    battery: battery?.battery ?? null,
    batteryAt: battery?.batteryAt ?? null,
    signal: signal?.signal ?? null,
    signalAt: signal?.signalAt ?? null,
  };
}
