import { z } from "zod";
import { call } from "../call/call.ts";
import {
  date,
  dayOf,
  id,
  ids,
  orderingBy,
  paged,
  paging,
  percent as percentage,
  places,
  writtenDecimal,
} from "../call/fields.ts";
import { propertyId, propertyName, state } from "../call/place-fields.ts";

export const deviceType = z.enum(["gateway", "router", "meter"]);
export type DeviceType = z.infer<typeof deviceType>;

export const deviceStatus = z.enum(["online", "delayed", "offline", "unknown"]);
export type DeviceStatus = z.infer<typeof deviceStatus>;

export const deviceHealth = z.enum(["healthy", "warning", "critical"]);

const RATIO = "Percentage online of the devices ever seen; null: none.";
const HEALTH = "By the ratio and the thresholds; null: no device was ever seen.";
const STATUS =
  "online: seen within its interval; delayed: not lately; offline: not for longer; unknown: never seen, and in no ratio.";

function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).min(1).max(10).optional(),
  );
}

const PERCENT = "Give a number from 0 to 100.";
const percent = writtenDecimal(z.number(PERCENT).min(0, PERCENT).max(100, PERCENT)).optional();

const filters = {
  ...places,
  date: dayOf("date must be a day such as 2026-01-31.")
    .optional()
    .describe("The state at the end of this day in each property's time zone. Left out, or today: now."),
  building_id: ids.describe("Only meters of these buildings; may be repeated."),
  status: listOf(deviceStatus).describe(`Only devices of these statuses; may be repeated. ${STATUS}`),
  device_type: listOf(deviceType).describe("Only devices of these types; may be repeated."),
};

const thresholds = {
  healthy_min: percent.describe(
    "Per cent of devices online from which a property is healthy. Default: the caller's preferences.",
  ),
  warning_min: percent.describe(
    "Per cent from which it is a warning; below that it is critical. Default: the caller's preferences.",
  ),
};

export const THRESHOLDS_IN_ORDER = "warning_min must be less than healthy_min.";

function checkThresholds(
  { healthy_min, warning_min }: { healthy_min?: number | undefined; warning_min?: number | undefined },
  context: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
) {
  if (healthy_min === undefined || warning_min === undefined || warning_min < healthy_min) return;
  context.addIssue({ code: "custom", path: ["warning_min"], message: THRESHOLDS_IN_ORDER });
}

const counts = z.object({
  online: z.number().int().describe("Devices online."),
  delayed: z.number().int().describe("Devices delayed."),
  offline: z.number().int().describe("Devices offline."),
  unknown: z.number().int().describe("Devices never seen; in no ratio."),
});

const deviceHealthOverview = z.object({
  total_properties: z.number().int().describe("The requested properties."),
  properties: z
    .object({
      healthy: z.number().int().describe("Properties that are healthy."),
      warning: z.number().int().describe("Properties with a warning."),
      critical: z.number().int().describe("Properties that are critical."),
      no_data: z.number().int().describe("Properties none of whose devices was ever seen."),
    })
    .describe("Properties by class."),
  device_reporting_ratio: percentage.nullable().describe(`${RATIO} All properties together.`),
  health: deviceHealth.nullable().describe(HEALTH),
  devices: counts.describe("All devices."),
  gateways: counts.describe("Gateways."),
  routers: counts.describe("Routers."),
  meters: counts.describe("Meters."),
});
export type DeviceHealthOverview = z.infer<typeof deviceHealthOverview>;

export const deviceHealthProperty = z.object({
  property_id: propertyId,
  property_name: propertyName,
  state,
  device_reporting_ratio: percentage.nullable().describe(RATIO),
  health: deviceHealth.nullable().describe(HEALTH),
  online_devices: z.number().int().describe("Devices online."),
  delayed_devices: z.number().int().describe("Devices delayed."),
  offline_devices: z.number().int().describe("Devices offline."),
  silent_devices: z.number().int().describe("Devices delayed or offline."),
  unknown_devices: z.number().int().describe("Devices never seen; not in total_devices."),
  total_devices: z.number().int().describe("Devices ever seen."),
});
export type DeviceHealthProperty = z.infer<typeof deviceHealthProperty>;

const deviceLocation = {
  property_id: propertyId,
  property_name: propertyName,
  state,
  building_id: z.number().int().nullable().describe("Id of the meter's building; null: a gateway or a router."),
  building_name: z.string().nullable().describe("Name of the meter's building; null: a gateway or a router."),
  unit_id: z
    .number()
    .int()
    .nullable()
    .describe("Id of the meter's unit; null: a gateway, a router or a meter of a whole building."),
  unit_name: z
    .string()
    .nullable()
    .describe("Name of the meter's unit; null: a gateway, a router or a meter of a whole building."),
  attached_to: z
    .string()
    .nullable()
    .describe("Where the meter is installed, such as SPOE; null: a gateway or a router."),
  meter_serial_number: z.string().describe("Serial number of the meter, gateway or router."),
};

export const deviceRow = z.object({
  ...deviceLocation,
  device_type: deviceType.describe("What it is."),
  status: deviceStatus.describe(STATUS),
  days_offline: z.number().int().nullable().describe("Whole days since it was last seen; 0 when online. null: never."),
  last_seen_at: z.iso.datetime().nullable().describe("When it was last seen; null: never."),
  gateway_serial_number: z
    .string()
    .nullable()
    .describe("Serial number of the gateway through which it reports; null: the inventory names none."),
  explained_by: z
    .string()
    .nullable()
    .describe("Serial number of the gateway or router without data that explains the delay; null: none."),
  explained_by_type: z
    .enum(["gateway", "router"])
    .nullable()
    .describe("The kind of that device; null: nothing explains it."),
  meters: z.number().int().nullable().describe("Meters behind a gateway or router; null: it is a meter."),
  battery: percentage.nullable().describe("Battery level in percent, as last reported by then; null: never."),
  battery_at: z.iso.datetime().nullable().describe("When it was reported; null: never."),
  signal: z.number().nullable().meta({
    "x-unit": "dBm",
    description: "Radio signal in dBm, as last reported by then; null: never reported.",
  }),
  signal_at: z.iso.datetime().nullable().describe("When it was marked; null: never."),
});
export type DeviceRow = z.infer<typeof deviceRow>;

export const dryMeterRow = z.object({
  ...deviceLocation,
  occupancy: z.enum(["occupied", "unknown"]).describe("Whether it is occupied; unknown: no information."),
  days_without_water: z
    .number()
    .int()
    .describe("Complete local days since the last flow, or since the first day read if there never was any."),
  last_used_date: date.nullable().describe("The last local day on which water ran; null: none is known."),
});
export type DryMeterRow = z.infer<typeof dryMeterRow>;

export const criticalOverview = z.object({
  gateways_routers: z
    .number()
    .int()
    .describe("Gateways and routers that are offline, other than routers behind such a gateway."),
  meters: z.number().int().describe("Meters that are offline and whose gateway or router is not."),
  no_consumption: z.number().int().describe("Meters of units that report, but no water."),
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
const ofProperty = z.strictObject({ id: id.describe("Id of the property.") });

const health = "/v1/reporting/device-health";

export const deviceCalls = {
  [`GET ${health}/overview` as const]: call({
    access: "property",
    summary:
      "Number of gateways, routers and meters that are online, delayed, offline or were never seen, as of a date.",
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
    access: "property-or-portfolio",
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
            "silent_devices",
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
    access: "property-or-portfolio",
    summary: "The devices of one property, longest without data first; `device_type=meter` for its meters alone.",
    params: ofProperty,
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/portfolio-insights/properties/{id}/meters` as const]: call({
    access: "portfolio",
    summary: "The devices of one property that are not online, or have another `status`, longest without data first.",
    params: ofProperty,
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/critical-alerts/overview` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Number of devices that need attention: gateways, routers and meters without data, meters without consumption.",
    query: z.strictObject(placed),
    response: criticalOverview,
  }),
  [`GET ${health}/critical-alerts/gateways-routers` as const]: call({
    access: "property-or-portfolio",
    summary: "Gateways and routers that are offline, or have another `status`, longest without data first.",
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/critical-alerts/meters` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Meters that are offline (or have another `status`) while their gateway and router are not, longest without data first.",
    query: z.strictObject(deviceList),
    response: paged(deviceRow),
  }),
  [`GET ${health}/critical-alerts/no-consumption` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Meters that report without consumption: for 7 days in an occupied unit, for 14 if the occupancy is not known.",
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
