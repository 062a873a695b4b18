import { dayNumber, localDay } from "../../../server/time/local-day.ts";
import { type Device, devicesOf } from "../figures/devices.ts";
import type { Property } from "../stored/stored.ts";
import { buildingOf, chosenProperties, type Params, type Row } from "./answer.ts";

/** The end of the requested day, now at the latest. */
export function asOfIn({ query, now }: Params, { timeZone }: Property): number {
  return query.date === undefined ? now : Math.min(now, localDay(timeZone, dayNumber(query.date) + 1).startsAt);
}

/** The devices of a property requested by building and type; of stations those with a meter there. */
export function chosenDevices(params: Params, property: Property): Device[] {
  const { building_id: buildings, device_type: types } = params.query;
  const all = devicesOf(params.figures, property, asOfIn(params, property));
  const inBuildings = (device: Device) =>
    device.service !== null && (buildings?.includes(device.service.buildingId) ?? true);
  return all.filter((device) => {
    if (types !== undefined && !types.includes(device.type)) return false;
    if (buildings === undefined || device.type === "meter") return buildings === undefined || inBuildings(device);
    return all.some(
      (meter) => inBuildings(meter) && device.meters.some(({ id }) => meter.type === "meter" && id === meter.id),
    );
  });
}

export function statusFilter({ query }: Params, usual: readonly string[]): (device: Device) => boolean {
  const statuses = query.status ?? usual;
  return ({ status }) => statuses.length === 0 || statuses.includes(status);
}

export function countsOf(devices: readonly Device[]) {
  const count = (status: string) => devices.filter((device) => device.status === status).length;
  return { online: count("online"), delayed: count("delayed"), offline: count("offline"), unknown: count("unknown") };
}

/** Of a hundred devices that were ever seen those online; null without any. */
export function ratioOf(devices: readonly Device[]): number | null {
  const { online, delayed, offline } = countsOf(devices);
  const all = online + delayed + offline;
  return all === 0 ? null : (online / all) * 100;
}

export function healthOf({ query }: Params, ratio: number | null): "healthy" | "warning" | "critical" | null {
  if (ratio === null) return null;
  if (ratio >= (query.healthy_min ?? 95)) return "healthy";
  return ratio >= (query.warning_min ?? 85) ? "warning" : "critical";
}

export function placementOf(property: Property, { service, serial }: Pick<Device, "service" | "serial">): Row {
  return {
    property_id: property.id,
    property_name: property.name,
    state: property.state,
    building_id: service?.buildingId ?? null,
    building_name: service === null ? null : buildingOf(property, service.buildingId).name,
    unit_id: service?.unitId ?? null,
    unit_name: property.units.find(({ id }) => id === service?.unitId)?.name ?? null,
    attached_to: service?.attachedTo ?? null,
    meter_serial_number: serial,
  };
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export function deviceRow(property: Property, device: Device): Row {
  return {
    ...placementOf(property, device),
    device_type: device.type,
    status: device.status,
    days_offline: device.daysOffline,
    last_seen_at: instant(device.seenAt),
    gateway_serial_number: device.type === "gateway" ? device.serial : (device.gateway?.serial ?? null),
    explained_by: device.explainedBy?.serial ?? null,
    explained_by_type: device.explainedBy?.type ?? null,
    meters: device.type === "meter" ? null : device.meters.length,
    battery: device.reported.battery,
    battery_at: instant(device.reported.batteryAt),
    signal: device.reported.signal,
    signal_at: instant(device.reported.signalAt),
  };
}

/** The chosen properties with their devices. */
export function chosenPropertyDevices(params: Params): { property: Property; devices: Device[] }[] {
  return chosenProperties(params).map((property) => ({ property, devices: chosenDevices(params, property) }));
}
