import { z } from "zod";
import { call } from "./call.ts";
import {
  checkPeriod,
  date,
  flag,
  gallons,
  hours_kept_from,
  id,
  ids,
  listShape,
  paged,
  reportFilters,
  reportShape,
} from "./common.ts";

export const performance = z.enum(["on_track", "opportunities", "critical", "zero_usage"]);
export type Performance = z.infer<typeof performance>;

/** `hybrid leak`: more than one kind in the period. */
export const leakType = z.enum(["toilet leak", "other leak", "water heater", "hybrid leak"]);
export type LeakType = z.infer<typeof leakType>;

const propertyRow = z.object({
  property_id: z.number().int(),
  organization_id: z.number().int().nullable(),
  property_name: z.string(),
  state: z.string(),
  /** null: no reporting meter in the period ("No data"). */
  performance: performance.nullable(),
  units: z.number().int(),
  units_with_leakage: z.number().int(),
  bedrooms: z.number().int(),
  days_read: z.number().int(),
  /** null: nothing was measured in the period. */
  gallons_consumed: gallons.nullable(),
  /** Leak gallons per hundred gallons of the same days; null without consumption. */
  leak_percentage: z.number().nullable(),
  gallons_leaked: gallons.nullable(),
});
export type PropertyRow = z.infer<typeof propertyRow>;

const leakRow = z.object({
  leak_type: leakType,
  property_id: z.number().int(),
  property_name: z.string(),
  building_id: z.number().int(),
  building_name: z.string(),
  /** null for meters of a whole building and irrigation. */
  unit_id: z.number().int().nullable(),
  unit_name: z.string().nullable(),
  meter_serial_number: z.string(),
  gallons_consumed: gallons.nullable(),
  gallons_leaked: gallons,
  /** Minutes of flow per read day; null where the meter does not say. */
  flow_time: z.number().nullable(),
  /** Draws per read day; null where the meter does not say. */
  events_sum: z.number().nullable(),
  leak_start_date: date,
  /** null while the leak goes on. */
  leak_end_date: date.nullable(),
  total_gallons_leaked: gallons,
  is_active: z.boolean(),
  /** It is active, but its meter measured nothing in the 24 hours before its property's newest reading. */
  is_unconfirmed: z.boolean(),
});
export type LeakRow = z.infer<typeof leakRow>;

const overview = z.object({
  total_properties: z.number().int(),
  total_units: z.number().int(),
  units_with_leakage: z.number().int(),
  gallons_consumed: gallons.nullable(),
  gallons_leaked: gallons.nullable(),
  leak_percentage: z.number().nullable(),
  /** Dollars, from the price of a gallon in force on each day. */
  leak_cost: z.number().nullable(),
  /** First and last local day of the period in question. */
  start_date: date,
  end_date: date,
  /** Meter-days read in the period, of all there could be. */
  meter_days_read: z.number().int(),
  meter_days_expected: z.number().int(),
  /** Last local day with a reading among these properties or chosen units, in or out of the period; null: never one. */
  last_reading_date: date.nullable(),
});
export type Overview = z.infer<typeof overview>;

/** Where a meter sits. */
export const place = z.object({
  property_id: z.number().int(),
  property_name: z.string(),
  building_id: z.number().int(),
  building_name: z.string(),
  unit_id: z.number().int().nullable(),
  unit_name: z.string().nullable(),
});

const leakDetailOverview = place.extend({
  /** null: no leak in the period. */
  leak_type: leakType.nullable(),
  meter_serial_number: z.string(),
  attached_to: z.string(),
  time_zone: z.string(),
  leak_start_date: date.nullable(),
  leak_end_date: date.nullable(),
  is_active: z.boolean(),
  gallons_consumed: gallons.nullable(),
  gallons_leaked: gallons,
  total_gallons_leaked: gallons,
  start_date: date,
  end_date: date,
  last_reading_date: date.nullable(),
  /** What the leak list says of the meter's unit in the period; null: nothing leaked, or the meter belongs to no unit. */
  unit_leak_type: leakType.nullable(),
  /** Leak gallons of the whole unit in the period; null: the meter belongs to none. */
  unit_gallons_leaked: gallons.nullable(),
  /** The meters of the unit with leak gallons in the period, this one among them, most first. */
  unit_meters: z.array(
    z.object({
      meter_serial_number: z.string(),
      attached_to: z.string(),
      leak_type: leakType,
      gallons_leaked: gallons,
    }),
  ),
  /** The leaks of this meter in the period, newest first, each with what it was found by. */
  leaks: z.array(
    z.object({
      started_at: z.iso.datetime({ offset: true }),
      opened_at: z.iso.datetime({ offset: true }),
      ended_at: z.iso.datetime({ offset: true }).nullable(),
      /** No end is known, but the meter measured nothing in the 24 hours before its property's newest reading. */
      unconfirmed: z.boolean(),
      suspected: z.boolean(),
      rules: z.array(z.string()),
      /** Those of the rules that found it; the others joined later. */
      opened_by: z.array(z.string()),
      confidence: z.enum(["high", "medium", "low"]),
      total_gallons_leaked: gallons,
    }),
  ),
});
export type LeakDetailOverview = z.infer<typeof leakDetailOverview>;

/** One line of the Day table of the leak detail page. */
const leakDay = z.object({
  date,
  leak_type: leakType.nullable(),
  total_leak_gallons: gallons,
  leak_gallons: gallons,
  gallons_consumed: gallons.nullable(),
  /** The day's gallons if water ran in all but two of its hours, else 0; null when nothing was measured. */
  twenty_two_gallons: gallons.nullable(),
  flow_time: z.number().nullable(),
  event: z.number().nullable(),
  /** Hours of the day that were measured. */
  hours_measured: z.number().int(),
  /** Gallons of the day that were spread over silent hours, part of gallons_consumed. */
  estimated_gallons: gallons,
});

/** `Catch-Up`: spread over silent hours. `No Leak`, a leak type, or `No Data`. */
export const leakStatus = z.enum(["No Leak", "Toilet Leak", "Other Leak", "Water Heater Leak", "Catch-Up", "No Data"]);

/** One line of the Hour table of the leak detail page. */
const leakHour = z.object({
  date,
  /** Local hour of the day, "00:00" to "23:00"; on the day with the doubled hour it stands twice. */
  hour: z.string(),
  starts_at: z.iso.datetime({ offset: true }),
  /** null: not measured. */
  gallons: gallons.nullable(),
  leak_gallons: gallons,
  total_leak_gallons: gallons,
  leak_status: leakStatus,
  flow_time: z.number().nullable(),
  event: z.number().nullable(),
  leak_details: leakStatus,
});
export type LeakDay = z.infer<typeof leakDay>;
export type LeakHour = z.infer<typeof leakHour>;

const chartPoint = z.object({
  /** A local day `yyyy-MM-dd`, or the beginning of an hour with its offset. */
  label: z.string(),
  gallons_consumed: gallons.nullable(),
  gallons_leaked: gallons.nullable(),
  events: z.number().nullable(),
  /** Gallons of the point that were spread over silent hours. */
  estimated_gallons: gallons,
});
export type ChartPoint = z.infer<typeof chartPoint>;

/** A serial is unique within a property; where two answer, the call asks for `property_id`. */
const meterParams = z.strictObject({ meter: z.string().min(1).max(100) });

const leakFilters = {
  building_id: ids,
  unit_id: ids,
  include_active_leak: flag.optional(),
  only_active: flag.optional(),
};

const reporting = "/v1/reporting";
const details = `${reporting}/leak-report/leak-details/meters/{meter}` as const;

export const reportingCalls = {
  [`GET ${reporting}/overview` as const]: call({
    access: "property-or-portfolio",
    summary:
      "Headline figures of the chosen properties (or, of them, the chosen buildings' and units') and days, and when the last reading came.",
    query: z.strictObject({ ...reportShape, building_id: ids, unit_id: ids }).superRefine(checkPeriod),
    response: overview,
  }),
  [`GET ${reporting}/my-properties/` as const]: call({
    access: "signed-in",
    summary: "The properties the caller may see, by name.",
    query: z.strictObject({ organization_id: ids }),
    response: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        organization_id: z.number().int().nullable(),
        organization_name: z.string().nullable(),
        city: z.string(),
        state: z.string(),
        time_zone: z.string(),
        units_count: z.number().int(),
      }),
    ),
  }),
  [`GET ${reporting}/portfolio-insights/properties/performance` as const]: call({
    access: "portfolio",
    summary: "Properties with their consumption, leaks and class in the chosen days.",
    query: z
      .strictObject(
        listShape(
          [
            "property_name",
            "state",
            "performance",
            "units",
            "units_with_leakage",
            "bedrooms",
            "days_read",
            "gallons_consumed",
            "leak_percentage",
            "gallons_leaked",
          ],
          "-gallons_leaked",
        ),
      )
      .superRefine(checkPeriod),
    response: paged(propertyRow),
  }),
  [`GET ${reporting}/leak-report/leak-overview` as const]: call({
    access: "property-or-portfolio",
    summary: "Leaks with leak gallons in the chosen days, one row per unit.",
    query: z
      .strictObject({
        ...listShape(
          [
            "leak_type",
            "property_name",
            "gallons_consumed",
            "gallons_leaked",
            "flow_time",
            "events_sum",
            "leak_start_date",
            "total_gallons_leaked",
          ],
          "-gallons_leaked",
        ),
        ...leakFilters,
      })
      .superRefine(checkPeriod),
    response: paged(leakRow),
  }),
  [`GET ${reporting}/leak-report/leak-overview/filters` as const]: call({
    access: "property-or-portfolio",
    summary: "Buildings and units to filter by, of the chosen properties (and, of units, the chosen buildings).",
    query: z.strictObject({ organization_id: ids, property_id: ids, building_id: ids }),
    response: z.object({
      buildings: z.array(z.object({ id: z.number().int(), building_name: z.string(), property_id: z.number().int() })),
      units: z.array(z.object({ id: z.number().int(), name: z.string(), building_id: z.number().int() })),
    }),
  }),
  [`GET ${reporting}/leak-report/properties/{id}/overview` as const]: call({
    access: "property-or-portfolio",
    summary: "A property's name, address and contact.",
    params: z.strictObject({ id }),
    response: z.object({
      property_id: z.number().int(),
      organization_id: z.number().int().nullable(),
      organization_name: z.string().nullable(),
      name: z.string(),
      city: z.string(),
      state: z.string(),
      street: z.string(),
      zip_code: z.string(),
      contact_phone: z.string(),
      contact_email: z.string(),
      time_zone: z.string(),
      units_count: z.number().int(),
      meters_count: z.number().int(),
    }),
  }),
  [`GET ${details}/overview` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's place and its leaks in the chosen days.",
    params: meterParams,
    query: reportFilters,
    response: leakDetailOverview,
  }),
  [`GET ${details}/flow/day` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's days with their leak gallons, newest first unless ordered otherwise.",
    params: meterParams,
    query: z
      .strictObject(
        listShape(
          [
            "date",
            "total_leak_gallons",
            "leak_gallons",
            "gallons_consumed",
            "twenty_two_gallons",
            "flow_time",
            "event",
          ],
          "-date",
        ),
      )
      .superRefine(checkPeriod),
    response: paged(leakDay),
  }),
  [`GET ${details}/flow/hour` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's hours with their leak status, newest first unless ordered otherwise.",
    params: meterParams,
    query: z.strictObject(listShape(["date", "gallons", "flow_time", "event"], "-date")).superRefine(checkPeriod),
    response: paged(leakHour).extend({ hours_kept_from }),
  }),
  [`GET ${details}/consumption/day` as const]: call({
    access: "property-or-portfolio",
    summary:
      "One meter's gallons and leak gallons by day, a point for every day of the period, null where not measured.",
    params: meterParams,
    query: reportFilters,
    response: z.array(chartPoint),
  }),
  [`GET ${details}/consumption/hour` as const]: call({
    access: "property-or-portfolio",
    summary: "One meter's gallons and leak gallons by hour, a point for every hour of the period.",
    params: meterParams,
    query: reportFilters,
    response: z.array(chartPoint),
  }),
};
