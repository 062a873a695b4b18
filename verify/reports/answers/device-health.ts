import { type Answer, chosenProperties, seenProperties } from "./asked.ts";
import { countsOf, deviceRow, devicesAsked, healthOf, placesAsked, ratioOf, statusesAsked } from "./device-asked.ts";
import { dryMeters } from "./dry-meters.ts";
import { ordered } from "./ordered.ts";

export const deviceHealthOverview: Answer = (asked) => {
  const places = placesAsked(asked);
  const all = places.flatMap(({ devices }) => devices);
  const shown = all.filter(statusesAsked(asked, []));
  const classes = places.map(({ devices }) => healthOf(asked, ratioOf(devices)));
  const count = (health: string | null) => classes.filter((one) => one === health).length;
  const ratio = ratioOf(all);
  return {
    body: {
      total_properties: places.length,
      properties: {
        healthy: count("healthy"),
        warning: count("warning"),
        critical: count("critical"),
        no_data: count(null),
      },
      device_reporting_ratio: ratio,
      health: healthOf(asked, ratio),
      devices: countsOf(shown),
      gateways: countsOf(shown.filter(({ type }) => type === "gateway")),
      routers: countsOf(shown.filter(({ type }) => type === "router")),
      meters: countsOf(shown.filter(({ type }) => type === "meter")),
    },
  };
};

export const deviceHealthProperties: Answer = (asked) => {
  const rows = placesAsked(asked)
    .filter(({ devices }) => asked.query.status === undefined || devices.some(statusesAsked(asked, [])))
    .map(({ property, devices }) => {
      const { online, delayed, offline, unknown } = countsOf(devices);
      const ratio = ratioOf(devices);
      return {
        property_id: property.id,
        property_name: property.name,
        state: property.state,
        device_reporting_ratio: ratio,
        health: healthOf(asked, ratio),
        online_devices: online,
        delayed_devices: delayed,
        offline_devices: offline,
        silent_devices: delayed + offline,
        unknown_devices: unknown,
        total_devices: online + delayed + offline,
      };
    });
  return { rows: ordered(rows, asked.query.ordering ?? "") };
};

/** The devices of one property, of the statuses asked for, or of these. */
function devicesOfOne(usual: readonly string[]): Answer {
  return (asked) => {
    const property = seenProperties(asked).find(({ id }) => id === Number(asked.params.id));
    if (property === undefined) return { status: 404 };
    const isChosen = chosenProperties(asked).includes(property);
    const devices = isChosen ? devicesAsked(asked, property).filter(statusesAsked(asked, usual)) : [];
    const rows = devices.map((device) => deviceRow(property, device));
    return { rows: ordered(rows, asked.query.ordering ?? "") };
  };
}

export const propertyDevices = devicesOfOne([]);
export const propertyDevicesSilent = devicesOfOne(["delayed", "offline", "unknown"]);

/** Those of some types over all chosen properties that are offline, or of the statuses asked for. */
function criticalDevices(types: readonly string[]): Answer {
  return (asked) => {
    const isAsked = statusesAsked(asked, ["offline"]);
    const rows = placesAsked(asked).flatMap(({ property, devices }) =>
      devices.filter((one) => types.includes(one.type) && isAsked(one)).map((one) => deviceRow(property, one)),
    );
    return { rows: ordered(rows, asked.query.ordering ?? "") };
  };
}

export const criticalStations = criticalDevices(["gateway", "router"]);
export const criticalMeters = criticalDevices(["meter"]);

export const criticalOverview: Answer = (asked) => {
  const offline = placesAsked(asked)
    .flatMap(({ devices }) => devices)
    .filter(({ status }) => status === "offline");
  return {
    body: {
      gateways_routers: offline.filter(({ type }) => type !== "meter").length,
      meters: offline.filter(({ type }) => type === "meter").length,
      no_consumption: dryMeters(asked).length,
    },
  };
};

export const noConsumption: Answer = (asked) => ({ rows: ordered(dryMeters(asked), asked.query.ordering ?? "") });
