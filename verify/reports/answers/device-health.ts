import { type Answer, chosenProperties, seenProperties } from "./answer.ts";
import {
  chosenDevices,
  chosenPropertyDevices,
  countsOf,
  deviceRow,
  healthOf,
  ratioOf,
  statusFilter,
} from "./device-params.ts";
import { dryMeters } from "./dry-meters.ts";
import { ordered } from "./ordered.ts";

export const deviceHealthOverview: Answer = (params) => {
  const places = chosenPropertyDevices(params);
  const all = places.flatMap(({ devices }) => devices);
  const shown = all.filter(statusFilter(params, []));
  const classes = places.map(({ devices }) => healthOf(params, ratioOf(devices)));
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
      health: healthOf(params, ratio),
      devices: countsOf(shown),
      gateways: countsOf(shown.filter(({ type }) => type === "gateway")),
      routers: countsOf(shown.filter(({ type }) => type === "router")),
      meters: countsOf(shown.filter(({ type }) => type === "meter")),
    },
  };
};

export const deviceHealthProperties: Answer = (params) => {
  const rows = chosenPropertyDevices(params)
    .filter(({ devices }) => params.query.status === undefined || devices.some(statusFilter(params, [])))
    .map(({ property, devices }) => {
      const { online, delayed, offline, unknown } = countsOf(devices);
      const ratio = ratioOf(devices);
      return {
        property_id: property.id,
        property_name: property.name,
        state: property.state,
        device_reporting_ratio: ratio,
        health: healthOf(params, ratio),
        online_devices: online,
        delayed_devices: delayed,
        offline_devices: offline,
        silent_devices: delayed + offline,
        unknown_devices: unknown,
        total_devices: online + delayed + offline,
      };
    });
  return { rows: ordered(rows, params.query.ordering ?? "") };
};

/** The devices of one property, of the requested statuses, or of these. */
function devicesOfOne(usual: readonly string[]): Answer {
  return (params) => {
    const property = seenProperties(params).find(({ id }) => id === Number(params.params.id));
    if (property === undefined) return { status: 404 };
    const isChosen = chosenProperties(params).includes(property);
    const devices = isChosen ? chosenDevices(params, property).filter(statusFilter(params, usual)) : [];
    const rows = devices.map((device) => deviceRow(property, device));
    return { rows: ordered(rows, params.query.ordering ?? "") };
  };
}

export const propertyDevices = devicesOfOne([]);
export const propertyDevicesSilent = devicesOfOne(["delayed", "offline", "unknown"]);

/** Those of some types over all chosen properties that are offline, or of the requested statuses. */
function criticalDevices(types: readonly string[]): Answer {
  return (params) => {
    const hasStatus = statusFilter(params, ["offline"]);
    const rows = chosenPropertyDevices(params).flatMap(({ property, devices }) =>
      devices.filter((one) => types.includes(one.type) && hasStatus(one)).map((one) => deviceRow(property, one)),
    );
    return { rows: ordered(rows, params.query.ordering ?? "") };
  };
}

export const criticalStations = criticalDevices(["gateway", "router"]);
export const criticalMeters = criticalDevices(["meter"]);

export const criticalOverview: Answer = (params) => {
  const offline = chosenPropertyDevices(params)
    .flatMap(({ devices }) => devices)
    .filter(({ status }) => status === "offline");
  return {
    body: {
      gateways_routers: offline.filter(({ type }) => type !== "meter").length,
      meters: offline.filter(({ type }) => type === "meter").length,
      no_consumption: dryMeters(params).length,
    },
  };
};

export const noConsumption: Answer = (params) => ({ rows: ordered(dryMeters(params), params.query.ordering ?? "") });
