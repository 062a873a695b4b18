import { z } from "zod";
import { call } from "./call.ts";
import { date, dayOf, id, ids, orderingBy, paged, paging, places, written } from "./common.ts";

export const deviceType = z.enum(["gateway", "router", "meter"]);
export type DeviceType = z.infer<typeof deviceType>;

/** `unknown`: never heard; such a device is in no ratio. */
export const deviceStatus = z.enum(["online", "delayed", "offline", "unknown"]);
export type DeviceStatus = z.infer<typeof deviceStatus>;

export const deviceHealth = z.enum(["healthy", "warning", "critical"]);

function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).min(1).max(10).optional(),
  );
}

const PERCENT = "Give a number from 0 to 100.";
const percent = written(z.number(PERCENT).min(0, PERCENT).max(100, PERCENT)).optional();

/** The state at the end of `date` in each property's own time zone; without it, or for today: now. */
const filters = {
  ...places,
  date: dayOf("date must be a day such as 2026-01-31.").optional(),
  building_id: ids,
  status: listOf(deviceStatus),
  device_type: listOf(deviceType),
};

/**
 * Ratios, in per cent, from which a property is healthy, and from which it is a warning; below that it is critical.
 * Without them: those of the caller's preferences.
 */
const thresholds = { healthy_min: percent, warning_min: percent };

export const THRESHOLDS_IN_ORDER = "warning_min must be less than healthy_min.";

function checkThresholds(
  { healthy_min, warning_min }: { healthy_min?: number | undefined; warning_min?: number | undefined },
  context: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
) {
  if (healthy_min === undefined || warning_min === undefined || warning_min < healthy_min) return;
  context.addIssue({ code: "custom", path: ["warning_min"], message: THRESHOLDS_IN_ORDER });
}

const counts = z.object({
  online: z.number().int(),
  delayed: z.number().int(),
  offline: z.number().int(),
  unknown: z.number().int(),
});

const deviceHealthOverview = z.object({
  total_properties: z.number().int(),
  /** Properties by class; `no_data`: nothing there was ever heard. */
  properties: z.object({
    healthy: z.number().int(),
    warning: z.number().int(),
    critical: z.number().int(),
    no_data: z.number().int(),
  }),
  /** Online per hundred of the devices ever heard, all properties together; null without any. */
  device_reporting_ratio: z.number().nullable(),
  health: deviceHealth.nullable(),
  devices: counts,
  gateways: counts,
  routers: counts,
  meters: counts,
});
export type DeviceHealthOverview = z.infer<typeof deviceHealthOverview>;

const deviceHealthProperty = z.object({
  property_id: z.number().int(),
  property_name: z.string(),
  state: z.string(),
  /** Online per hundred of the devices ever heard; null without any. */
  device_reporting_ratio: z.number().nullable(),
  health: deviceHealth.nullable(),
  online_devices: z.number().int(),
  delayed_devices: z.number().int(),
  offline_devices: z.number().int(),
  /** Never heard: not among `total_devices`. */
  unknown_devices: z.number().int(),
  total_devices: z.number().int(),
});
export type DeviceHealthProperty = z.infer<typeof deviceHealthProperty>;

const seat = {
  property_id: z.number().int(),
  property_name: z.string(),
  state: z.string(),
  /** null for gateways and routers. */
  building_id: z.number().int().nullable(),
  building_name: z.string().nullable(),
  /** null for gateways, routers and meters of a whole building. */
  unit_id: z.number().int().nullable(),
  unit_name: z.string().nullable(),
  /** Where a meter sits; null for gateways and routers. */
  attached_to: z.string().nullable(),
  /** The serial number of the device, be it a meter, a gateway or a router. */
  meter_serial_number: z.string(),
};

const deviceRow = z.object({
  ...seat,
  device_type: deviceType,
  status: deviceStatus,
  /** Whole days since it was heard; 0 when online, null when it never was. */
  days_offline: z.number().int().nullable(),
  heard_at: z.iso.datetime().nullable(),
  /** The gateway through which it reports; null where the inventory names none. */
  gateway_serial_number: z.string().nullable(),
  /** The serial number of the silent gateway or router that explains why this device is delayed; else null. */
  explained_by: z.string().nullable(),
  explained_by_type: z.enum(["gateway", "router"]).nullable(),
  /** Meters behind a gateway or router; null for meters. */
  meters: z.number().int().nullable(),
  /** Per cent of a full battery as the device last said by then, and when; null: it never did. */
  battery: z.number().nullable(),
  battery_at: z.iso.datetime().nullable(),
  /** Strength of its radio signal in dBm, likewise. */
  signal: z.number().nullable(),
  signal_at: z.iso.datetime().nullable(),
});
export type DeviceRow = z.infer<typeof deviceRow>;

const dryMeterRow = z.object({
  ...seat,
  occupancy: z.enum(["occupied", "unknown"]),
  /** Complete local days since water last ran; where it never did, since the first that was read. */
  days_without_water: z.number().int(),
  /** The last local day on which water ran; null: none is known. */
  last_used_date: date.nullable(),
});
export type DryMeterRow = z.infer<typeof dryMeterRow>;

const criticalOverview = z.object({
  /** Gateways and routers that are offline, other than routers behind such a gateway. */
  gateways_routers: z.number().int(),
  /** Meters that are offline and whose gateway or router is not. */
  meters: z.number().int(),
  /** Meters of units that report, but no water. */
  no_consumption: z.number().int(),
});

const deviceList = {
  ...filters,
  ...paging,
  ordering: orderingBy(
    ["property_name", "building_name", "unit_name", "meter_serial_number", "device_type", "status", "days_offline"],
    "-days_offline",
  ),
};
const { status: _status, device_type: _type, ...placed } = filters;
const ofProperty = z.strictObject({ id });

const health = "/v1/reporting/device-health";

export const deviceCalls = {
  [`GET ${health}/overview` as const]: call({
    access: "property",
    summary: "How many gateways, routers and meters are online, delayed, offline or were never heard, as of a date.",
    query: z.strictObject({ ...filters, ...thresholds }).superRefine(checkThresholds),
    response: deviceHealthOverview,
  }),
  [`GET ${health}/portfolio-insights/overview` as const]: call({
    access: "portfolio",
    summary: "The same for the portfolio, with its properties by class.",
    query: z.strictObject({ ...filters, ...thresholds }).superRefine(checkThresholds),
    response: deviceHealthOverview,
  }),
  [`GET ${health}/portfolio-detail/properties` as const]: call({
    access: "portfolio",
    summary:
      "Properties with the ratio of their devices that report, worst first. `status` keeps properties with such a device.",
    query: z
      .strictObject({
        ...filters,
        ...thresholds,
        ...paging,
        ordering: orderingBy(
          [
            "property_name",
            "state",
            "device_reporting_ratio",
            "online_devices",
            "delayed_devices",
            "offline_devices",
            "unknown_devices",
            "total_devices",
          ],
          "device_reporting_ratio",
        ),
      })
      .superRefine(checkThresholds),
    response: paged(deviceHealthProperty),
  }),
  [`GET ${health}/portfolio-detail/properties/{id}/meters` as const]: call({
    access: "portfolio",
    summary: "The devices of one property, those silent longest first; `device_type=meter` for its meters alone.",
    params: ofProperty,
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/portfolio-insights/properties/{id}/meters` as const]: call({
    access: "portfolio",
    summary:
      "The devices of one property that are not online, those silent longest first, unless `status` asks for others.",
    params: ofProperty,
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/critical-alerts/overview` as const]: call({
    access: "property",
    summary: "How many devices need a person: silent gateways and routers, silent meters, meters without water.",
    query: z.strictObject(placed),
    response: criticalOverview,
  }),
  [`GET ${health}/critical-alerts/gateways-routers` as const]: call({
    access: "property",
    summary: "Gateways and routers that are offline, those silent longest first, unless `status` asks for others.",
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/critical-alerts/meters` as const]: call({
    access: "property",
    summary:
      "Meters that are offline though their gateway and router are not, those silent longest first, unless `status` asks for others.",
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/critical-alerts/no-consumption` as const]: call({
    access: "property",
    summary:
      "Meters that report but have seen no water: for 7 days in an occupied unit, for 14 where nobody said whether it is.",
    query: z.strictObject({
      ...placed,
      ...paging,
      ordering: orderingBy(
        ["property_name", "building_name", "unit_name", "meter_serial_number", "days_without_water"],
        "-days_without_water",
      ),
    }),
    response: paged(dryMeterRow),
  }),
};
